import sql, { type Sql } from 'sql-template-tag';
import { rulesOfSet } from './change-set-rules.sql.ts';

export const isParticipant = (userId: string, partition = sql`s.partition_id`): Sql =>
  sql`(s.author_id = ${userId} or exists (
    select from data.change_set_contributor involved
    where involved.partition_id = ${partition} and involved.change_set_id = s.id
      and involved.user_id = ${userId} and involved.current))`;

export const isOwner = (userId: string, partition: Sql): Sql =>
  sql`exists (select from data.member owner
    where owner.partition_id = ${partition} and owner.user_id = ${userId} and owner.role = 'OWNER')`;

/** Whether the user has not worked on the set. */
const isApart = (userId: Sql, partition: Sql): Sql =>
  sql`(s.author_id <> ${userId}
    and not exists (
      select from data.change_set_contributor involved
      where involved.partition_id = ${partition} and involved.change_set_id = s.id
        and involved.user_id = ${userId} and (involved.current or involved.edited)))`;

/** Whether the rule names the user, who is currently a member, as approver. */
const isNamed = (userId: Sql, partition: Sql): Sql =>
  sql`exists (
    select from data.member m
    where m.partition_id = ${partition} and m.user_id = ${userId}
      and (rule.value -> 'approvers' -> 'roles' ? m.role
        or rule.value -> 'approvers' -> 'userIds' ? m.user_id::text))`;

const signatureRequired = sql`(rule.value ->> 'signatureRequired')::boolean`;

/**
 * Whether the rules name a member as an approver of the set; `isNamedByRules` decides the same for one set.
 * @param rules a condition on the rules
 */
export const isNamedByRules = (userId: string, partition: Sql, rules = sql`true`): Sql =>
  sql`exists (
    select from ${rulesOfSet(partition)} and (rule.value ->> 'approvals')::integer > 0 and ${rules}
      and ${isNamed(sql`${userId}::uuid`, partition)})`;

/** Whether a member may approve the set; `isApprover` decides the same for one set. */
const mayReview = (userId: string, partition = sql`s.partition_id`, rules = sql`true`): Sql =>
  sql`(${isApart(sql`${userId}::uuid`, partition)} and ${isNamedByRules(userId, partition, rules)})`;

/** Whether the user is a member who was asked to review the set. */
export const isAsked = (userId: Sql, partition: Sql): Sql =>
  sql`exists (
    select from data.change_set_reviewer asked
    join data.member m on m.partition_id = ${partition} and m.user_id = asked.user_id
    where asked.partition_id = ${partition} and asked.change_set_id = s.id and asked.user_id = ${userId})`;

/** The latest reviews of the current revision, as `review`. */
const currentReview = (partition: Sql): Sql =>
  sql`data.change_set_review review
    where review.partition_id = ${partition} and review.change_set_id = s.id and review.revision = s.revision
      and not exists (
        select from data.change_set_review later
        where later.partition_id = ${partition} and later.change_set_id = s.id
          and later.user_id = review.user_id and later.number > review.number)`;

/** Whether somebody who has not worked on the set has approved it as it is. */
const isApprovedBySomebody = (partition: Sql): Sql =>
  sql`exists (
    select from ${currentReview(partition)} and review.decision = 'APPROVED'
      and ${isApart(sql`review.user_id`, partition)})`;

/** Whether somebody who was asked has not answered; `pendingReviewersOf` decides the same for one set. */
const waitsForReviewers = (partition: Sql): Sql =>
  sql`exists (
    select from data.change_set_reviewer pending
    join data.member m on m.partition_id = ${partition} and m.user_id = pending.user_id
    where pending.partition_id = ${partition} and pending.change_set_id = s.id
      and ${isApart(sql`pending.user_id`, partition)}
      and not exists (
        select from ${currentReview(partition)} and review.user_id = pending.user_id))`;

/**
 * Whether the set has the approvals that the current rules require; `hasRequiredApprovals` decides the same for one
 * set.
 */
const hasRequiredApprovals = (partition: Sql): Sql =>
  sql`not exists (
    select from ${rulesOfSet(partition)} and (rule.value ->> 'approvals')::integer > (
      select count(*) from ${currentReview(partition)} and review.decision = 'APPROVED'
        and (review.signature is not null or not ${signatureRequired})
        and ${isApart(sql`review.user_id`, partition)} and ${isNamed(sql`review.user_id`, partition)}))`;

/** `stateOf` decides the same for one set: rules and members may have changed since the state was stored. */
export const stateNow = (partition = sql`s.partition_id`): Sql =>
  sql`case when s.state in ('IN_REVIEW', 'APPROVED')
    then case when not ${hasRequiredApprovals(partition)} then 'IN_REVIEW'
      when ${isApprovedBySomebody(partition)} then 'APPROVED'
      when ${waitsForReviewers(partition)} then 'IN_REVIEW' else 'READY' end else s.state end`;

/** False for a reopened draft, true for a withdrawn set. */
export const isSubmitted = sql`s.submitted_date is not null`;

/**
 * In review, without a review by the user, who was asked for one or whose approval is missing; an approval without a
 * signature that a rule now requires does not count.
 */
export const waitsForReviewOf = (userId: string, partition = sql`s.partition_id`): Sql =>
  sql`(s.state in ('IN_REVIEW', 'APPROVED') and ${isApart(sql`${userId}::uuid`, partition)}
    and (${isAsked(sql`${userId}::uuid`, partition)}
      or (${isNamedByRules(userId, partition)} and not ${hasRequiredApprovals(partition)}))
    and not exists (
      select from ${currentReview(partition)} and review.user_id = ${userId}
        and (review.decision <> 'APPROVED' or review.signature is not null
          or not ${mayReview(userId, partition, signatureRequired)})))`;
