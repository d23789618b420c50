import sql from 'sql-template-tag';
import type { Queryable } from '@annals/kit/database/database';
import type { ChangeSetEntry, PolicyEntry } from '@annals/proofs/log-entry';
import type { ChangeSetKey } from './change-sets.sql.ts';

/** Partitions with something that is not in their logs. */
export async function listPartitionsToLog(database: Queryable): Promise<string[]> {
  const rows = await database.query<{ partitionId: string }>(
    sql`select partition_id as "partitionId" from data.change_policy where log_index is null
      union select partition_id from data.change_set where state = 'COMMITTED' and log_index is null`,
  );
  return rows.map(({ partitionId }) => partitionId);
}

/** One of the two. */
export interface EarlierEntry {
  policy: Omit<PolicyEntry, 'kind'> | null;
  changeSet:
    | (Pick<
        ChangeSetEntry,
        | 'changeSetId'
        | 'revision'
        | 'committedUserId'
        | 'automatic'
        | 'breakGlassReason'
        | 'committedDate'
        | 'policyVersion'
      > & { firstSequence: number; lastSequence: number })
    | null;
}

/** In the order of their dates. */
export async function listToLog(
  transaction: Queryable,
  partitionId: string,
): Promise<EarlierEntry[]> {
  const policies = await transaction.query<NonNullable<EarlierEntry['policy']>>(
    sql`select version, rules, break_glass as "breakGlass", changed_date as "changedDate",
        changed_user_id as "changedUserId"
      from data.change_policy where partition_id = ${partitionId} and log_index is null order by version`,
  );
  const changeSets = await transaction.query<NonNullable<EarlierEntry['changeSet']>>(
    sql`select id as "changeSetId", revision, committed_user_id as "committedUserId", automatic,
        break_glass_reason as "breakGlassReason", committed_date as "committedDate",
        first_seq as "firstSequence", last_seq as "lastSequence", (
          select max(version) from data.change_policy p
          where p.partition_id = s.partition_id and p.changed_date <= s.committed_date) as "policyVersion"
      from data.change_set s
      where partition_id = ${partitionId} and state = 'COMMITTED' and log_index is null`,
  );
  return [
    ...policies.map((policy) => ({ date: policy.changedDate, policy, changeSet: null })),
    ...changeSets.map((changeSet) => ({ date: changeSet.committedDate, policy: null, changeSet })),
  ].toSorted((one, other) => (one.date < other.date ? -1 : one.date > other.date ? 1 : 0));
}

export async function listApprovals(
  transaction: Queryable,
  partitionId: string,
  changeSetId: string,
): Promise<ChangeSetEntry['approvals']> {
  return transaction.query(
    sql`select user_id as "userId", review_date as "approvedDate", signature from data.change_set_review
      where partition_id = ${partitionId} and change_set_id = ${changeSetId} and counted order by number desc`,
  );
}

export async function notePolicy(
  transaction: Queryable,
  partitionId: string,
  version: number,
  logIndex: number,
): Promise<void> {
  await transaction.query(
    sql`update data.change_policy set log_index = ${logIndex}
      where partition_id = ${partitionId} and version = ${version}`,
  );
}

export async function noteChangeSet(
  transaction: Queryable,
  { partitionId, changeSetId }: ChangeSetKey,
  logIndex: number,
  leaves: Uint8Array,
): Promise<void> {
  await transaction.query(
    sql`update data.change_set set log_index = ${logIndex}, leaves = ${leaves}
      where partition_id = ${partitionId} and id = ${changeSetId}`,
  );
}
