import sql from 'sql-template-tag';
import type { Queryable } from '@annals/kit/database/database';
import type { ChangeSetEntry, PolicyEntry } from '@annals/proofs/log-entry';

/** A committed change set as it is shown. */
export type LoggedChangeSet = Pick<
  ChangeSetEntry,
  'revision' | 'committedDate' | 'committedUserId' | 'automatic' | 'breakGlassReason' | 'approvals'
> & { logIndex: number | null; hasSaltKey: boolean };

export async function findLoggedChangeSet(
  database: Queryable,
  partitionId: string,
  changeSetId: string,
): Promise<LoggedChangeSet | undefined> {
  const [found] = await database.query<Omit<LoggedChangeSet, 'approvals'>>(
    sql`select log_index as "logIndex", revision, committed_date as "committedDate",
        committed_user_id as "committedUserId", automatic, break_glass_reason as "breakGlassReason",
        salt_key is not null as "hasSaltKey"
      from data.change_set
      where partition_id = ${partitionId} and id = ${changeSetId} and state = 'COMMITTED'`,
    'verify-change-set',
  );
  if (!found) return undefined;
  const approvals = await database.query<ChangeSetEntry['approvals'][number]>(
    sql`select user_id as "userId", review_date as "approvedDate", signature from data.change_set_review
      where partition_id = ${partitionId} and change_set_id = ${changeSetId} and counted`,
    'verify-change-set-approvals',
  );
  return { ...found, approvals };
}

export async function findLoggedPolicy(
  database: Queryable,
  partitionId: string,
  version: number,
): Promise<(Omit<PolicyEntry, 'kind'> & { logIndex: number | null }) | undefined> {
  const [found] = await database.query<Omit<PolicyEntry, 'kind'> & { logIndex: number | null }>(
    sql`select version, rules, break_glass as "breakGlass", changed_date as "changedDate",
        changed_user_id as "changedUserId", log_index as "logIndex"
      from data.change_policy where partition_id = ${partitionId} and version = ${version}`,
    'verify-policy',
  );
  return found;
}
