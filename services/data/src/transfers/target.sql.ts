import sql from 'sql-template-tag';
import { say } from '@annals/contracts/messages';
import type { Queryable } from '@annals/kit/database/database';
import { conflict, notFound } from '@annals/kit/problem';
import { sequenceAt } from '../versions/as-of.sql.ts';

/** @throws Problem 409 if the partition is read-only */
export async function requireNotArchived(
  transaction: Queryable,
  partitionId: string,
): Promise<void> {
  const [head] = await transaction.query<{ archived: boolean }>(
    sql`select archived from data.partition_head where partition_id = ${partitionId}`,
    'job-target',
  );
  if (!head) throw notFound('partition');
  if (head.archived) throw conflict('partition_archived', say('partitionReadOnly'));
}

export async function countTimelines(database: Queryable, partitionId: string): Promise<number> {
  const [head] = await database.query<{ count: number }>(
    sql`select timeline_count as count from data.partition_head where partition_id = ${partitionId}`,
    'job-timelines',
  );
  return head?.count ?? 0;
}

/** The number of the newest version, now or as of a moment; 0 for none. */
export async function newestSequence(
  database: Queryable,
  partitionId: string,
  asOf: string | undefined,
): Promise<number> {
  const [newest] = await database.query<{ seq: number }>(
    asOf === undefined
      ? sql`select next_seq - 1 as seq from data.partition_head where partition_id = ${partitionId}`
      : sql`select ${sequenceAt(partitionId, asOf)} as seq`,
  );
  return newest?.seq ?? 0;
}

/**
 * Whether a copy would be refused because its versions are older than the newest one of the target. Versions that the
 * target already has are skipped: the check uses the oldest, and the newest of those that would have to exist.
 */
export async function isOlderThanTarget(
  database: Queryable,
  fromPartitionId: string,
  upTo: number,
  partitionId: string,
): Promise<boolean> {
  const [missing] = await database.query(
    sql`with target as (
        select last_change_date from data.partition_head
        where partition_id = ${partitionId} and last_change_date is not null
      ), probes as (
        (select object_id from data.version where partition_id = ${fromPartitionId} and seq <= ${upTo}
          and modification_date < (select last_change_date from target) order by seq limit 1)
        union
        (select object_id from data.version where partition_id = ${fromPartitionId} and seq <= ${upTo}
          and modification_date < (select last_change_date from target)
          order by modification_date desc, seq desc limit 1)
      )
      select from probes where not exists (
        select from data.version v where v.partition_id = ${partitionId} and v.object_id = probes.object_id)`,
    'job-copy-probe',
  );
  return missing !== undefined;
}
