import sql from 'sql-template-tag';
import type { Queryable } from '@annals/kit/database/database';
import type { SignedApproval } from '@annals/proofs/approval-signature';
import { nameOf } from '../data-users/data-users.sql.ts';
import type { ChangeSetKey } from './change-sets.sql.ts';

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
