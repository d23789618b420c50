import sql from 'sql-template-tag';
import type { Queryable } from '@annals/kit/database/database';
import { databaseNow } from '@annals/kit/database/database-moment';
import { byteaText } from '../log/log-builder.ts';

/** A version with the reason, without its data. */
export interface VersionWithReason {
  seq: number;
  objectId: string;
  timelineId: string;
  type: string;
  modificationCount: number;
  referenceCount: number;
  leaves: Uint8Array;
}

/** The version whose reason is to be erased. */
export async function findGivenReason(
  database: Queryable,
  partitionId: string,
  objectId: string,
): Promise<
  | (VersionWithReason & { reason: string | null; reasonReceipt: number | null; archived: boolean })
  | undefined
> {
  const [version] = await database.query<
    VersionWithReason & { reason: string | null; reasonReceipt: number | null; archived: boolean }
  >(
    sql`select ${columns}, v.reason, v.reason_receipt as "reasonReceipt", head.archived
      from data.version v join data.partition_head head on head.partition_id = v.partition_id
      where v.partition_id = ${partitionId} and v.object_id = ${objectId}`,
    'erase-reason-given',
  );
  return version;
}

const columns = sql`v.seq, v.object_id as "objectId", v.timeline_id as "timelineId", v.type,
  v.modification_count as "modificationCount", jsonb_array_length(v.refs) as "referenceCount", v.leaves`;

/** Other versions of the partition with this reason, up to a limit. */
export async function findVersionsWithReason(
  database: Queryable,
  partitionId: string,
  reason: string,
  { except, limit }: { except: number; limit: number },
): Promise<VersionWithReason[]> {
  return database.query<VersionWithReason>(
    sql`select ${columns} from data.version v
      where v.partition_id = ${partitionId} and v.reason is not null and v.reason = ${reason} and v.seq <> ${except}
      limit ${limit}`,
    'erase-reason-versions',
  );
}

/** The types of all versions with this reason. */
export async function findTypesWithReason(
  database: Queryable,
  partitionId: string,
  reason: string,
): Promise<string[]> {
  const rows = await database.query<{ type: string }>(
    sql`select distinct type from data.version
      where partition_id = ${partitionId} and reason is not null and reason = ${reason}`,
    'erase-reason-types',
  );
  return rows.map(({ type }) => type);
}

/** The number of versions with this reason, and of their timelines. */
export async function countVersionsWithReason(
  database: Queryable,
  partitionId: string,
  reason: string,
): Promise<{ versionCount: number; timelineCount: number }> {
  const [counted] = await database.query<{ versionCount: number; timelineCount: number }>(
    sql`select count(*) as "versionCount", count(distinct timeline_id) as "timelineCount" from data.version
      where partition_id = ${partitionId} and reason is not null and reason = ${reason}`,
    'erase-reason-count',
  );
  return counted ?? { versionCount: 0, timelineCount: 0 };
}

/** A version whose reason is erased. */
export interface VersionWithoutReason {
  seq: number;
  objectId: string;
  leaves: Uint8Array;
  receipt: number;
}

export async function writeWithoutReasons(
  transaction: Queryable,
  partitionId: string,
  versions: readonly VersionWithoutReason[],
): Promise<void> {
  const rows = versions.map(({ seq, receipt, leaves }) => ({
    seq,
    receipt,
    leaves: byteaText(leaves),
  }));
  await transaction.query(
    sql`update data.version set reason = null, reason_receipt = given.receipt, leaves = given.leaves,
        bytes = bytes - octet_length(reason)
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as given (seq bigint, leaves bytea, receipt bigint)
      where version.partition_id = ${partitionId} and version.seq = given.seq`,
    'erase-reason-write',
  );
  await transaction.query(
    sql`update data.head_search set bytes = version.bytes
      from data.version
      where head_search.partition_id = ${partitionId} and version.partition_id = ${partitionId}
        and version.seq = head_search.seq and version.seq = any(${versions.map(({ seq }) => seq)}::bigint[])
        and head_search.timeline_id = version.timeline_id`,
    'erase-reason-search-entries',
  );
}

/**
 * Erases the reason from change sets: as their reason, or as the title that serves as the reason of their versions.
 * @param title the replacement of an erased one
 * @returns those whose title was erased
 */
export async function eraseFromChangeSets(
  transaction: Queryable,
  partitionId: string,
  reason: string,
  { receipt, title }: { receipt: number; title: string },
): Promise<string[]> {
  const now = await databaseNow(transaction);
  // Approvals of uncommitted sets are invalidated, because something else was approved.
  const sets = await transaction.query<{ id: string; isRenamed: boolean }>(
    sql`with found as (
        select id, title = ${reason} as renamed from data.change_set
        where partition_id = ${partitionId} and (title = ${reason} or reason = ${reason}) order by id for update
      )
      update data.change_set s set
        title = case when found.renamed then ${title} else s.title end,
        reason = case when s.reason = ${reason} then null else s.reason end,
        reason_receipt = ${receipt}, version = version + 1,
        revision = case when s.state = 'COMMITTED' then revision else revision + 1 end,
        state = case when s.state = 'APPROVED' then 'IN_REVIEW' else s.state end,
        changed_date = case when s.state = 'COMMITTED' then s.changed_date else ${now}::timestamptz end
      from found where s.partition_id = ${partitionId} and s.id = found.id
      returning s.id, found.renamed as "isRenamed"`,
    'erase-reason-change-sets',
  );
  return sets.flatMap(({ id, isRenamed }) => (isRenamed ? id : []));
}

/** Erases the reason from jobs: the reason of an imported file is that of its rows. */
export async function eraseFromImports(
  transaction: Queryable,
  partitionId: string,
  reason: string,
): Promise<void> {
  await transaction.query(
    sql`update data.job set reason = null where partition_id = ${partitionId} and reason = ${reason}`,
    'erase-reason-jobs',
  );
}
