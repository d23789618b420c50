import sql, { type Sql } from 'sql-template-tag';
import type { ChangeSet, ChangeSetState } from '@annals/contracts/change-set';
import type { Queryable } from '@annals/kit/database/database';
import { databaseNow } from '@annals/kit/database/database-moment';
import { nameOf } from '../data-users/data-users.sql.ts';

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
export const summaryColumnsIn = (
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
