import sql from 'sql-template-tag';
import type { Queryable } from '@annals/kit/database/database';
import type { ErasureEntry } from '@annals/proofs/log-entry';
import { byteaText } from '../log/log-builder.ts';
import { withinPage } from '@annals/kit/lists/page-bytes';
import { searchVector, wordKey } from '../search/lexemes.ts';
import type { SealedVersion, StoredVersion } from './proven-data.ts';

const columns = sql`v.seq, v.object_id as "objectId", v.modification_count as "modificationCount",
  v.object_data as "objectData", jsonb_array_length(v.refs) as "referenceCount", v.leaves, v.erased`;

export type GivenVersion = StoredVersion & { timelineId: string; archived: boolean };

/** The version that is to tell what is erased. */
export async function findGiven(
  database: Queryable,
  partitionId: string,
  objectId: string,
): Promise<GivenVersion | undefined> {
  const [given] = await database.query<GivenVersion>(
    sql`select ${columns}, v.timeline_id as "timelineId", head.archived
      from data.version v join data.partition_head head on head.partition_id = v.partition_id
      where v.partition_id = ${partitionId} and v.object_id = ${objectId}`,
    'erase-given',
  );
  return given;
}

const mostTogether = 500;

/** The next versions of a timeline, as many as may be in memory together. */
export async function findNextVersions(
  database: Queryable,
  partitionId: string,
  timelineId: string,
  after: number,
): Promise<StoredVersion[]> {
  const versions = sql`select * from data.version
    where partition_id = ${partitionId} and timeline_id = ${timelineId} and modification_count > ${after}
    order by modification_count limit ${mostTogether}`;
  return database.query<StoredVersion>(
    sql`select ${columns} from (${withinPage(versions, sql`modification_count`, mostTogether)}) v
      order by v.modification_count`,
    'erase-versions',
  );
}

/** @param sealed by the number of the version */
export async function writeSealed(
  transaction: Queryable,
  partitionId: string,
  sealed: ReadonlyMap<number, SealedVersion>,
): Promise<void> {
  const rows = [...sealed].map(([seq, { objectData, leaves, erased }]) => ({
    seq,
    objectData,
    leaves: byteaText(leaves),
    erased,
  }));
  await transaction.query(
    sql`update data.version set object_data = given."objectData", leaves = given.leaves, erased = given.erased,
        bytes = octet_length(given."objectData"::text) + octet_length(refs::text) + octet_length(given.erased::text)
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as given (
        seq bigint, "objectData" jsonb, leaves bytea, erased jsonb)
      where version.partition_id = ${partitionId} and version.seq = given.seq`,
    'erase-versions-write',
  );
}

/** Makes the entry of the search index anew where it is that of this version. */
export async function writeSearchEntry(
  transaction: Queryable,
  partitionId: string,
  timelineId: string,
  { seq, objectData }: { seq: number; objectData: Record<string, unknown> },
): Promise<void> {
  await transaction.query(
    sql`update data.head_search set object_data = ${JSON.stringify(objectData)}::jsonb,
        tsv = ${searchVector(objectData, wordKey(partitionId))}::tsvector, bytes = version.bytes
      from data.version
      where head_search.partition_id = ${partitionId} and head_search.timeline_id = ${timelineId}
        and head_search.seq = ${seq} and version.partition_id = ${partitionId} and version.seq = ${seq}`,
    'erase-search-entry',
  );
}

/** Under the lock of the partition. */
export async function nextReceipt(transaction: Queryable, partitionId: string): Promise<number> {
  const [row] = await transaction.query<{ receipt: number }>(
    sql`select coalesce(max(receipt), 0) + 1 as receipt from data.erasure where partition_id = ${partitionId}`,
    'erase-next-receipt',
  );
  return row?.receipt ?? 1;
}

export interface WrittenReceipt {
  entry: ErasureEntry;
  logIndex: number;
  leaf: Uint8Array;
  note: string;
  versionCount: number;
}

export async function insertReceipt(
  transaction: Queryable,
  { entry, logIndex, leaf, note, versionCount }: WrittenReceipt,
): Promise<void> {
  await transaction.query(
    sql`with logged as (
        insert into data.log_entry (partition_id, log_index, kind, leaf, receipt)
        values (${entry.partitionId}, ${logIndex}, 'ERASURE', ${leaf}, ${entry.receipt})
      )
      insert into data.erasure (partition_id, receipt, log_index, timeline_id, erased_date, erased_user_id, reason,
        legal_basis, version_count, value_count, note)
      values (${entry.partitionId}, ${entry.receipt}, ${logIndex}, ${entry.timelineId}, ${entry.erasedDate},
        ${entry.erasedUserId}, ${entry.reason}, ${entry.legalBasis}, ${versionCount}, ${entry.sealed.length}, ${note})`,
    'erase-receipt',
  );
}
