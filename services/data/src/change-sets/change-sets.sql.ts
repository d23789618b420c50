import sql, { empty, type Sql } from 'sql-template-tag';
import type { ChangeSet, ChangeSetState } from '@annals/contracts/change-sets';
import type { MemberRole } from '@annals/contracts/permissions';
import type { Queryable } from '@annals/kit/database/database';
import { databaseNow } from '@annals/kit/database/database-moment';
import { columnKey, Keyset, type PageRange } from '@annals/kit/lists/keyset';
import type { Found } from '@annals/kit/lists/page-bytes';
import type { SignedApproval } from '@annals/proofs/approval-signature';
import { nameOf } from '../data-users/data-users.sql.ts';
import type { ChangeRule } from '../change-policy/change-rules.ts';

/** Identifies a change set. */
export interface ChangeSetKey {
  partitionId: string;
  changeSetId: string;
}

/** A change set in a list. */
export type SummaryRow = {
  id: string;
  partitionId: string;
  title: string;
  state: ChangeSetState;
  revision: number;
  authorId: string;
  authorName: string | null;
  createdDate: string;
  changedDate: string;
  submittedDate: string | null;
  operationCount: number;
  openComments: number;
  committedDate: string | null;
};

export type ChangeSetRow = SummaryRow & {
  description: string | null;
  reason: string | null;
  reasonReceipt: number | null;
  autoCommit: boolean;
  version: number;
  counts: Partial<ChangeSet['counts']>;
  committedUserId: string | null;
  committedUserName: string | null;
  firstSequence: number | null;
  lastSequence: number | null;
  automatic: boolean;
  breakGlassReason: string | null;
  /** Of a committed set. */
  requirements: ChangeSet['requirements'] | null;
  revertOf: { id: string; title: string } | null;
  /** The newest one that is committed or the viewer's own. */
  revertedBy: { id: string; title: string; state: ChangeSetState } | null;
  /** The partition is read-only. */
  archived: boolean;
  /** Null once it is committed. */
  saltKey: Uint8Array | null;
};

/**
 * @param partition the partition of the sets, if known, so that one server is asked where several hold the rows
 * @param state as stored, or as of now
 */
const summaryColumnsIn = (
  partition: Sql,
  state = sql`s.state`,
): Sql => sql`s.id, s.partition_id as "partitionId", s.title, ${state} as state, s.revision,
  s.author_id as "authorId", ${nameOf(sql`s.author_id`)} as "authorName", s.created_date as "createdDate",
  s.changed_date as "changedDate", s.submitted_date as "submittedDate", s.committed_date as "committedDate",
  (select count(*) from data.change_set_operation o
    where o.partition_id = ${partition} and o.change_set_id = s.id) as "operationCount",
  (select count(*) from data.change_set_comment c
    where c.partition_id = ${partition} and c.change_set_id = s.id and c.resolved_date is null) as "openComments"`;

/** @param lock waits for others who change the set, and blocks them until the end of the transaction */
export async function findChangeSet(
  database: Queryable,
  { partitionId, changeSetId }: ChangeSetKey,
  viewerId: string | undefined,
  { lock = false } = {},
): Promise<ChangeSetRow | undefined> {
  if (lock)
    await database.query(
      sql`select from data.change_set where partition_id = ${partitionId} and id = ${changeSetId} for update`,
      'change-set-lock',
    );
  const [found] = await database.query<ChangeSetRow>(
    sql`select ${summaryColumnsIn(sql`${partitionId}`)}, s.description, s.reason, s.reason_receipt as "reasonReceipt",
        s.auto_commit as "autoCommit", s.version,
        coalesce((
          select jsonb_object_agg(operation, amount) from (
            select operation, count(*) as amount from data.change_set_operation o
            where o.partition_id = ${partitionId} and o.change_set_id = s.id group by operation) counted
        ), '{}') as counts,
        s.committed_user_id as "committedUserId", ${nameOf(sql`s.committed_user_id`)} as "committedUserName",
        s.first_seq as "firstSequence", s.last_seq as "lastSequence", s.automatic,
        s.break_glass_reason as "breakGlassReason", s.requirements,
        (select jsonb_build_object('id', id, 'title', title) from data.change_set
          where partition_id = ${partitionId} and id = s.revert_of) as "revertOf",
        (select jsonb_build_object('id', id, 'title', title, 'state', state) from data.change_set
          where partition_id = ${partitionId} and revert_of = s.id and (state = 'COMMITTED' or author_id = ${viewerId ?? null})
          order by created_date desc, id desc limit 1)
          as "revertedBy",
        head.archived, s.salt_key as "saltKey"
      from data.change_set s join data.partition_head head on head.partition_id = ${partitionId}
      where s.partition_id = ${partitionId} and s.id = ${changeSetId}`,
    'change-set',
  );
  return found;
}

export type Contributor = {
  userId: string;
  name: string | null;
  current: boolean;
  edited: boolean;
};

export async function listContributors(
  database: Queryable,
  { partitionId, changeSetId }: ChangeSetKey,
): Promise<Contributor[]> {
  return database.query<Contributor>(
    sql`select user_id as "userId", ${nameOf(sql`c.user_id`)} as name, current, edited
      from data.change_set_contributor c
      where partition_id = ${partitionId} and change_set_id = ${changeSetId} order by user_id`,
    'change-set-contributors',
  );
}

export type Reviewer = { userId: string; name: string | null };

/** Those who were asked to review it. */
export async function listReviewers(
  database: Queryable,
  { partitionId, changeSetId }: ChangeSetKey,
): Promise<Reviewer[]> {
  return database.query<Reviewer>(
    sql`select user_id as "userId", ${nameOf(sql`r.user_id`)} as name from data.change_set_reviewer r
      where partition_id = ${partitionId} and change_set_id = ${changeSetId} order by user_id`,
    'change-set-reviewers',
  );
}

/** Replaces those who are asked to review it. */
export async function setReviewers(
  transaction: Queryable,
  { partitionId, changeSetId }: ChangeSetKey,
  userIds: string[],
): Promise<void> {
  await transaction.query(
    sql`delete from data.change_set_reviewer
      where partition_id = ${partitionId} and change_set_id = ${changeSetId} and user_id <> all(${userIds}::uuid[])`,
    'change-set-reviewers-drop',
  );
  await transaction.query(
    sql`insert into data.change_set_reviewer (partition_id, change_set_id, user_id)
      select ${partitionId}, ${changeSetId}, user_id from unnest(${userIds}::uuid[]) user_id
      on conflict (partition_id, change_set_id, user_id) do nothing`,
    'change-set-reviewers-add',
  );
}

/** Who has worked on a set, also as a contributor in the past; undefined if it does not exist. */
export async function findParticipants(
  database: Queryable,
  { partitionId, changeSetId }: ChangeSetKey,
): Promise<{ userIds: string[]; createdDate: string } | undefined> {
  const [found] = await database.query<{ userIds: string[]; createdDate: string }>(
    sql`select s.created_date as "createdDate", array(
        select s.author_id union select c.user_id from data.change_set_contributor c
        where c.partition_id = ${partitionId} and c.change_set_id = ${changeSetId}) as "userIds"
      from data.change_set s where s.partition_id = ${partitionId} and s.id = ${changeSetId}`,
    'change-set-participants',
  );
  return found;
}

export type ReviewRow = {
  userId: string;
  userName: string | null;
  decision: 'APPROVED' | 'CHANGES_REQUESTED';
  comment: string | null;
  date: string;
  revision: number;
  /** For a committed set. */
  counted: boolean | null;
  signature: SignedApproval | null;
};

/** More than anybody reviews one set. */
const maxReviews = 100;

/** Newest first. */
export async function listReviews(
  database: Queryable,
  { partitionId, changeSetId }: ChangeSetKey,
): Promise<ReviewRow[]> {
  return database.query<ReviewRow>(
    sql`select user_id as "userId", ${nameOf(sql`r.user_id`)} as "userName", decision, comment, review_date as date,
        revision, counted, signature
      from data.change_set_review r
      where partition_id = ${partitionId} and change_set_id = ${changeSetId}
      order by number desc limit ${maxReviews}`,
    'change-set-reviews',
  );
}

const newestPolicy = (partitionId: Sql): Sql =>
  sql`(select * from data.change_policy where partition_id = ${partitionId} order by version desc limit 1)`;

/**
 * The current rules, as `rule (value, place)` of `policy`, for types of operations of the set `s`.
 * @param partition that of the sets
 */
const rulesOfSet = (partition = sql`s.partition_id`): Sql => sql`${newestPolicy(partition)} policy
  cross join jsonb_array_elements(policy.rules) with ordinality as rule (value, place)
  where exists (
    select from data.change_set_operation o
    where o.partition_id = ${partition} and o.change_set_id = s.id
      and case when rule.value -> 'types' = 'null'::jsonb
        then not exists (
          select from jsonb_array_elements(policy.rules) named
          where jsonb_typeof(named -> 'types') = 'array' and named -> 'types' ? o.type)
        else rule.value -> 'types' ? o.type end)`;

export interface RulesInForce {
  rules: ChangeRule[];
  /** Null before the first. */
  policyVersion: number | null;
  breakGlass: boolean;
  /** Names of the users that the rules name. */
  names: Record<string, string | null>;
}

/** The current rules that apply to the operations of the set. */
export async function findRulesInForce(
  database: Queryable,
  { partitionId, changeSetId }: ChangeSetKey,
): Promise<RulesInForce> {
  const [found] = await database.query<RulesInForce>(
    sql`select coalesce((select jsonb_agg(rule.value order by rule.place) from ${rulesOfSet()}), '[]') as rules,
        (select version from ${newestPolicy(sql`s.partition_id`)} policy) as "policyVersion",
        coalesce((select break_glass from ${newestPolicy(sql`s.partition_id`)} policy), false) as "breakGlass",
        coalesce((
          select jsonb_object_agg(named.id, ${nameOf(sql`named.id::uuid`)})
          from ${newestPolicy(sql`s.partition_id`)} policy, jsonb_array_elements(policy.rules) rule,
            jsonb_array_elements_text(rule -> 'approvers' -> 'userIds') as named (id)
        ), '{}') as names
      from data.change_set s where s.partition_id = ${partitionId} and s.id = ${changeSetId}`,
    'change-set-rules',
  );
  return found ?? { rules: [], policyVersion: null, breakGlass: false, names: {} };
}

/** The roles of those users who are members. */
export async function findRoles(
  database: Queryable,
  partitionId: string,
  userIds: string[],
): Promise<Map<string, MemberRole>> {
  const rows = await database.query<{ userId: string; role: MemberRole }>(
    sql`select user_id as "userId", role from data.member
      where partition_id = ${partitionId} and user_id = any(${userIds}::uuid[])`,
    'change-set-roles',
  );
  return new Map(rows.map(({ userId, role }) => [userId, role]));
}

/** The roles of all members. */
export async function listMemberRoles(
  database: Queryable,
  partitionId: string,
): Promise<Map<string, MemberRole>> {
  const rows = await database.query<{ userId: string; role: MemberRole }>(
    sql`select user_id as "userId", role from data.member where partition_id = ${partitionId}`,
    'change-set-members',
  );
  return new Map(rows.map(({ userId, role }) => [userId, role]));
}

const isParticipant = (userId: string, partition = sql`s.partition_id`): Sql =>
  sql`(s.author_id = ${userId} or exists (
    select from data.change_set_contributor involved
    where involved.partition_id = ${partition} and involved.change_set_id = s.id
      and involved.user_id = ${userId} and involved.current))`;

const isOwner = (userId: string, partition: Sql): Sql =>
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
const isNamedByRules = (userId: string, partition: Sql, rules = sql`true`): Sql =>
  sql`exists (
    select from ${rulesOfSet(partition)} and (rule.value ->> 'approvals')::integer > 0 and ${rules}
      and ${isNamed(sql`${userId}::uuid`, partition)})`;

/** Whether a member may approve the set; `isApprover` decides the same for one set. */
const mayReview = (userId: string, partition = sql`s.partition_id`, rules = sql`true`): Sql =>
  sql`(${isApart(sql`${userId}::uuid`, partition)} and ${isNamedByRules(userId, partition, rules)})`;

/** Whether the user is a member who was asked to review the set. */
const isAsked = (userId: Sql, partition: Sql): Sql =>
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
      select count(*) from data.change_set_review given
      where given.partition_id = ${partition} and given.change_set_id = s.id
        and given.decision = 'APPROVED' and given.revision = s.revision
        and (given.signature is not null or not ${signatureRequired})
        and not exists (
          select from data.change_set_review later
          where later.partition_id = ${partition} and later.change_set_id = s.id
            and later.user_id = given.user_id and later.number > given.number)
        and ${isApart(sql`given.user_id`, partition)} and ${isNamed(sql`given.user_id`, partition)}))`;

/** `stateOf` decides the same for one set: rules and members may have changed since the state was stored. */
const stateNow = (partition = sql`s.partition_id`): Sql =>
  sql`case when s.state in ('IN_REVIEW', 'APPROVED')
    then case when not ${hasRequiredApprovals(partition)} then 'IN_REVIEW'
      when ${isApprovedBySomebody(partition)} then 'APPROVED'
      when ${waitsForReviewers(partition)} then 'IN_REVIEW' else 'READY' end else s.state end`;

/** False for a reopened draft, true for a withdrawn set. */
const isSubmitted = sql`s.submitted_date is not null`;

export const changeSetsNewestFirst = new Keyset<SummaryRow>(
  'change-sets',
  [
    columnKey('changedDate', sql`s.changed_date`, 'timestamptz'),
    columnKey('id', sql`s.id`, 'uuid'),
  ],
  true,
);

export interface ChangeSetFilter {
  partitionId: string;
  userId: string;
  /** Sees everything that is submitted, as an owner does. */
  isMaster: boolean;
  states: ChangeSetState[] | undefined;
  mine: boolean;
  toReview: boolean;
}

/** The sets that the user may see; `isVisible` decides the same for one set. */
export async function listChangeSets(
  database: Queryable,
  { partitionId, userId, isMaster, states, mine, toReview }: ChangeSetFilter,
  range: PageRange,
): Promise<Found<SummaryRow>[]> {
  const partition = sql`${partitionId}`;
  const rows = sql`select ${summaryColumnsIn(partition, stateNow(partition))} from data.change_set s
    where s.partition_id = ${partitionId}
      and (s.state = 'COMMITTED' or ${isParticipant(userId, partition)}
        or (${isSubmitted}
          and (${isMaster}::boolean or ${isOwner(userId, partition)} or ${isAsked(sql`${userId}::uuid`, partition)}
            or ${isNamedByRules(userId, partition)})))
      ${states ? sql`and ${stateNow(partition)} = any(${states}::text[])` : empty}
      ${mine ? sql`and ${isParticipant(userId, partition)}` : empty}
      ${toReview ? sql`and ${waitsForReviewOf(userId, partition)}` : empty}
      ${changeSetsNewestFirst.after(range)}
    ${changeSetsNewestFirst.orderAndLimit(range)}`;
  return database.query<Found<SummaryRow>>(changeSetsNewestFirst.measured(rows, range));
}

/**
 * In review, without a review by the user, who was asked for one or whose approval is missing; an approval without a
 * signature that a rule now requires does not count.
 */
const waitsForReviewOf = (userId: string, partition = sql`s.partition_id`): Sql =>
  sql`(s.state in ('IN_REVIEW', 'APPROVED') and ${isApart(sql`${userId}::uuid`, partition)}
    and (${isAsked(sql`${userId}::uuid`, partition)}
      or (${isNamedByRules(userId, partition)} and not ${hasRequiredApprovals(partition)}))
    and not exists (
      select from data.change_set_review given
      where given.partition_id = ${partition} and given.change_set_id = s.id and given.user_id = ${userId}
        and given.revision = s.revision and (given.decision <> 'APPROVED' or given.signature is not null
          or not ${mayReview(userId, partition, signatureRequired)})))`;

export type AttentionRow = SummaryRow & {
  attention: 'TO_REVIEW' | 'CHANGES_REQUESTED' | 'TO_COMMIT' | 'BREAK_GLASS';
  partitionName: string;
};

const maxToAttend = 100;

/**
 * The sets of all partitions that wait for the user.
 * @param scope the partitions that the user may open, as a condition on s
 * @param writesAll whether to include commits without approvals
 */
export async function listToAttend(
  database: Queryable,
  userId: string,
  scope: Sql,
  writesAll: boolean,
): Promise<AttentionRow[]> {
  const involved = isParticipant(userId);
  // Participants do not review.
  const waiting = sql`select s.partition_id, s.id, s.changed_date,
      case when s.state = 'CHANGES_REQUESTED' then s.state when ${involved} then 'TO_COMMIT' else 'TO_REVIEW' end as attention
    from data.change_set s
    where s.state in ('IN_REVIEW', 'CHANGES_REQUESTED', 'APPROVED') and ${scope}
      and case when ${involved} then ${stateNow()} in ('CHANGES_REQUESTED', 'READY', 'APPROVED')
        else ${waitsForReviewOf(userId)} end`;
  const broken = sql`select s.partition_id, s.id, s.changed_date, 'BREAK_GLASS' as attention
    from data.change_set s
    where ${writesAll}::boolean and s.break_glass_reason is not null
      and s.committed_date > clock_timestamp() - interval '7 days' and ${scope}`;
  return database.query<AttentionRow>(
    sql`select ${summaryColumnsIn(sql`s.partition_id`, stateNow())}, attending.attention, p.partition_name as "partitionName"
      from (${waiting} union all ${broken} order by changed_date desc limit ${maxToAttend}) attending
      join data.change_set s on s.partition_id = attending.partition_id and s.id = attending.id
      join data.partition p on p.partition_id = s.partition_id
      order by s.changed_date desc, s.id desc`,
    'change-sets-to-attend',
  );
}

/** For one author in one partition. */
export const maxUncommitted = 200;

/** The number of the user's sets that are neither committed nor deleted. */
export async function countUncommitted(
  transaction: Queryable,
  partitionId: string,
  userId: string,
): Promise<number> {
  const [row] = await transaction.query<{ count: number }>(
    sql`select count(*) as count from data.change_set
      where partition_id = ${partitionId} and author_id = ${userId} and state <> 'COMMITTED'`,
    'change-sets-count',
  );
  return row?.count ?? 0;
}

export interface NewChangeSet {
  title: string;
  description: string | null;
  reason: string | null;
  authorId: string;
  revertOf?: string | undefined;
  revertOfImport?: string | undefined;
  revertOfUser?: string | undefined;
}

export async function insertChangeSet(
  transaction: Queryable,
  { partitionId, changeSetId }: ChangeSetKey,
  { title, description, reason, authorId, revertOf, revertOfImport, revertOfUser }: NewChangeSet,
): Promise<void> {
  await transaction.query(
    sql`insert into data.change_set (partition_id, id, title, description, reason, author_id, created_date,
        changed_date, revert_of, revert_of_import, revert_of_user)
      values (${partitionId}, ${changeSetId}, ${title}, ${description}, ${reason}, ${authorId}, statement_timestamp(),
        statement_timestamp(), ${revertOf ?? null}, ${revertOfImport ?? null}, ${revertOfUser ?? null})`,
    'change-set-insert',
  );
}

export interface Fields {
  title: string;
  description: string | null;
  reason: string | null;
  autoCommit: boolean;
}

export async function updateFields(
  transaction: Queryable,
  { partitionId, changeSetId }: ChangeSetKey,
  { title, description, reason, autoCommit }: Fields,
): Promise<void> {
  await transaction.query(
    sql`update data.change_set set title = ${title}, description = ${description}, reason = ${reason},
        auto_commit = ${autoCommit}, version = version + 1, changed_date = statement_timestamp()
      where partition_id = ${partitionId} and id = ${changeSetId}`,
    'change-set-fields',
  );
}

/** Call it when what is reviewed changes: earlier approvals no longer count. */
export async function raiseRevision(
  transaction: Queryable,
  { partitionId, changeSetId }: ChangeSetKey,
): Promise<void> {
  await transaction.query(
    sql`update data.change_set set revision = revision + 1, changed_date = statement_timestamp(),
        state = case when state = 'APPROVED' then 'IN_REVIEW' else state end
      where partition_id = ${partitionId} and id = ${changeSetId}`,
    'change-set-revise',
  );
}

export async function setState(
  transaction: Queryable,
  { partitionId, changeSetId }: ChangeSetKey,
  state: Exclude<ChangeSetState, 'COMMITTED'>,
): Promise<void> {
  const now = await databaseNow(transaction);
  await transaction.query(
    sql`update data.change_set set state = ${state}, changed_date = ${now},
        submitted_date = case when ${state} = 'DRAFT' then null
          when ${state} = 'IN_REVIEW' then coalesce(submitted_date, ${now}::timestamptz) else submitted_date end
      where partition_id = ${partitionId} and id = ${changeSetId}`,
    'change-set-state',
  );
}

export interface Commit {
  userId: string;
  /** The date of its versions. */
  date: string;
  /** The index of its entry in the log. */
  logIndex: number;
  /** The leaves of its operations, in the order of their root. */
  leaves: Uint8Array;
  firstSequence: number;
  lastSequence: number;
  automatic: boolean;
  breakGlassReason: string | null;
  requirements: ChangeSet['requirements'];
  /** The users whose approvals of this revision counted. */
  approvers: string[];
}

/** The operations keep their results; their data is in the versions. */
export async function markCommitted(
  transaction: Queryable,
  { partitionId, changeSetId }: ChangeSetKey,
  {
    userId,
    date,
    logIndex,
    leaves,
    firstSequence,
    lastSequence,
    automatic,
    breakGlassReason,
    requirements,
    approvers,
  }: Commit,
  written: { operationId: string; timelineId: string; sequence: number }[],
): Promise<void> {
  await transaction.query(
    sql`update data.change_set_review r
      set counted = r.user_id = any(${approvers}::uuid[]) and r.decision = 'APPROVED' and r.revision = s.revision
      from data.change_set s
      where s.partition_id = ${partitionId} and s.id = ${changeSetId}
        and r.partition_id = s.partition_id and r.change_set_id = s.id`,
    'change-set-commit-reviews',
  );
  await transaction.query(
    sql`update data.change_set_operation o set object_data = null, refs = null, bytes = 0,
        timeline_id = written."timelineId", seq = written.sequence
      from jsonb_to_recordset(${JSON.stringify(written)}::jsonb) as written (
        "operationId" uuid, "timelineId" uuid, sequence bigint)
      where o.partition_id = ${partitionId} and o.change_set_id = ${changeSetId} and o.id = written."operationId"`,
    'change-set-commit-operations',
  );
  await transaction.query(
    sql`update data.change_set set state = 'COMMITTED', committed_date = ${date}, changed_date = statement_timestamp(),
        log_index = ${logIndex}, leaves = ${leaves}, salt_key = null,
        committed_user_id = ${userId}, first_seq = ${firstSequence}, last_seq = ${lastSequence},
        automatic = ${automatic}, break_glass_reason = ${breakGlassReason},
        requirements = ${JSON.stringify(requirements)}::jsonb
      where partition_id = ${partitionId} and id = ${changeSetId}`,
    'change-set-commit',
  );
}

export async function deleteChangeSet(
  transaction: Queryable,
  { partitionId, changeSetId }: ChangeSetKey,
): Promise<void> {
  await transaction.query(
    sql`delete from data.change_set where partition_id = ${partitionId} and id = ${changeSetId}`,
    'change-set-delete',
  );
}

/** Replaces the contributors. */
export async function setContributors(
  transaction: Queryable,
  { partitionId, changeSetId }: ChangeSetKey,
  userIds: string[],
): Promise<void> {
  await transaction.query(
    sql`update data.change_set_contributor set current = user_id = any(${userIds}::uuid[])
      where partition_id = ${partitionId} and change_set_id = ${changeSetId}`,
    'change-set-contributors-keep',
  );
  await transaction.query(
    sql`insert into data.change_set_contributor (partition_id, change_set_id, user_id, current)
      select s.partition_id, s.id, user_id, true from data.change_set s, unnest(${userIds}::uuid[]) user_id
      where s.partition_id = ${partitionId} and s.id = ${changeSetId}
      on conflict (partition_id, change_set_id, user_id) do nothing`,
    'change-set-contributors-add',
  );
}

/** A user who has edited never approves, even if removed from the contributors. */
export async function recordEditor(
  transaction: Queryable,
  { partitionId, changeSetId }: ChangeSetKey,
  userId: string,
): Promise<void> {
  await transaction.query(
    sql`update data.change_set_contributor set edited = true
      where partition_id = ${partitionId} and change_set_id = ${changeSetId} and user_id = ${userId} and not edited`,
    'change-set-edited',
  );
}

/** These users may have contributed with the token of a participant, so they never approve. */
export async function recordHolders(
  transaction: Queryable,
  { partitionId, changeSetId }: ChangeSetKey,
  userIds: readonly string[],
): Promise<void> {
  if (userIds.length === 0) return;
  await transaction.query(
    sql`insert into data.change_set_contributor (partition_id, change_set_id, user_id, current, edited)
      select ${partitionId}, ${changeSetId}, id, false, true from unnest(${[...userIds]}::uuid[]) id
      on conflict (partition_id, change_set_id, user_id) do update set edited = true`,
    'change-set-holders',
  );
}

export async function insertReview(
  transaction: Queryable,
  { partitionId, changeSetId }: ChangeSetKey,
  review: Pick<ReviewRow, 'userId' | 'decision' | 'comment' | 'revision' | 'signature'>,
): Promise<void> {
  await transaction.query(
    sql`insert into data.change_set_review (partition_id, change_set_id, number, user_id, decision, comment,
        review_date, revision, signature)
      select s.partition_id, s.id, coalesce(max(before.number), 0) + 1, ${review.userId}::uuid,
        ${review.decision}::text, ${review.comment}::text, statement_timestamp(), ${review.revision}::integer,
        ${review.signature && JSON.stringify(review.signature)}::jsonb
      from data.change_set s left join data.change_set_review before
        on before.partition_id = s.partition_id and before.change_set_id = s.id
      where s.partition_id = ${partitionId} and s.id = ${changeSetId} group by s.partition_id, s.id`,
    'change-set-review',
  );
}
