import sql from 'sql-template-tag';
import type { Queryable } from '@annals/kit/database/database';
import { databaseNow } from '@annals/kit/database/database-moment';
import { columnKey, Keyset, type PageRange } from '@annals/kit/lists/keyset';
import type { Found } from '@annals/kit/lists/page-bytes';
import { nameOf } from '../data-users/data-users.sql.ts';
import type { ChangeSetKey } from './change-sets.sql.ts';

export type CommentRow = {
  id: string;
  text: string;
  operationId: string | null;
  path: string | null;
  userId: string;
  userName: string | null;
  date: string;
  revision: number;
  resolvedDate: string | null;
  resolvedUserId: string | null;
  resolvedUserName: string | null;
};

const columns = sql`c.id, c.text, c.operation_id as "operationId", c.path, c.user_id as "userId",
  ${nameOf(sql`c.user_id`)} as "userName", c.comment_date as date, c.revision, c.resolved_date as "resolvedDate",
  c.resolved_user_id as "resolvedUserId", ${nameOf(sql`c.resolved_user_id`)} as "resolvedUserName"`;

export const commentsOldestFirst = new Keyset<CommentRow>('change-set-comments', [
  columnKey('date', sql`c.comment_date`, 'timestamptz'),
  columnKey('id', sql`c.id`, 'uuid'),
]);

export async function listComments(
  database: Queryable,
  { partitionId, changeSetId }: ChangeSetKey,
  range: PageRange,
): Promise<Found<CommentRow>[]> {
  const rows = sql`select ${columns} from data.change_set_comment c
    where c.partition_id = ${partitionId} and c.change_set_id = ${changeSetId}
    ${commentsOldestFirst.after(range)} ${commentsOldestFirst.orderAndLimit(range)}`;
  return database.query<Found<CommentRow>>(commentsOldestFirst.measured(rows, range));
}

export async function countComments(
  transaction: Queryable,
  { partitionId, changeSetId }: ChangeSetKey,
): Promise<number> {
  const [row] = await transaction.query<{ count: number }>(
    sql`select count(*) as count from data.change_set_comment
      where partition_id = ${partitionId} and change_set_id = ${changeSetId}`,
    'change-set-comments-count',
  );
  return row?.count ?? 0;
}

/** Everyone who has commented on the set. */
export async function listCommenters(
  database: Queryable,
  { partitionId, changeSetId }: ChangeSetKey,
): Promise<string[]> {
  const rows = await database.query<{ userId: string }>(
    sql`select distinct user_id as "userId" from data.change_set_comment
      where partition_id = ${partitionId} and change_set_id = ${changeSetId}`,
    'change-set-commenters',
  );
  return rows.map(({ userId }) => userId);
}

export async function findComment(
  database: Queryable,
  { partitionId, changeSetId }: ChangeSetKey,
  id: string,
): Promise<CommentRow | undefined> {
  const [found] = await database.query<CommentRow>(
    sql`select ${columns} from data.change_set_comment c
      where c.partition_id = ${partitionId} and c.change_set_id = ${changeSetId} and c.id = ${id}`,
    'change-set-comment',
  );
  return found;
}

export async function insertComment(
  transaction: Queryable,
  { partitionId, changeSetId }: ChangeSetKey,
  comment: Pick<CommentRow, 'id' | 'text' | 'operationId' | 'path' | 'userId' | 'revision'>,
): Promise<void> {
  const { id, text, operationId, path, userId, revision } = comment;
  await transaction.query(
    sql`insert into data.change_set_comment (partition_id, change_set_id, id, text, operation_id, path, user_id,
        comment_date, revision)
      values (${partitionId}, ${changeSetId}, ${id}, ${text}, ${operationId}, ${path}, ${userId}, statement_timestamp(),
        ${revision})`,
    'change-set-comment-insert',
  );
}

export async function resolveComment(
  transaction: Queryable,
  { partitionId, changeSetId }: ChangeSetKey,
  id: string,
  resolvedUserId: string | null,
): Promise<void> {
  const resolvedDate = resolvedUserId === null ? null : await databaseNow(transaction);
  await transaction.query(
    sql`update data.change_set_comment set resolved_user_id = ${resolvedUserId}, resolved_date = ${resolvedDate}
      where partition_id = ${partitionId} and change_set_id = ${changeSetId} and id = ${id}
        and (resolved_date is null) <> (${resolvedUserId}::uuid is null)`,
    'change-set-comment-resolve',
  );
}
