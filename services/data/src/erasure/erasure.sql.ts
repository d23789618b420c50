import sql, { empty, type Sql } from 'sql-template-tag';
import type { Erasure } from '@annals/contracts/proofs';
import type { Queryable } from '@annals/kit/database/database';
import { columnKey, Keyset, type PageRange } from '@annals/kit/lists/keyset';
import { withinPage, type Found } from '@annals/kit/lists/page-bytes';
import type { ErasureEntry } from '@annals/proofs/log-entry';
import { byteaText } from '../log/log-builder.ts';
import { searchVector, wordKey } from '../search/lexemes.ts';
import type { ErasedVersion, StoredVersion } from './proven-data.ts';

const versionColumns = sql`v.seq, v.object_id as "objectId", v.modification_count as "modificationCount",
  v.object_data as "objectData", jsonb_array_length(v.refs) as "referenceCount", v.reason,
  v.reason_receipt as "reasonReceipt", v.leaves, v.erased`;

export type VersionToErase = StoredVersion & {
  timelineId: string;
  type: string;
  archived: boolean;
};

/** The version whose paths name the values to erase. */
export async function findVersionToErase(
  database: Queryable,
  partitionId: string,
  objectId: string,
): Promise<VersionToErase | undefined> {
  const [version] = await database.query<VersionToErase>(
    sql`select ${versionColumns}, v.timeline_id as "timelineId", v.type, head.archived
      from data.version v join data.partition_head head on head.partition_id = v.partition_id
      where v.partition_id = ${partitionId} and v.object_id = ${objectId}`,
    'erase-given',
  );
  return version;
}

const maxVersionsTogether = 500;

/** The next versions of a timeline, as many as fit in memory. */
export async function findNextVersions(
  database: Queryable,
  partitionId: string,
  timelineId: string,
  after: number,
): Promise<StoredVersion[]> {
  const versions = sql`select * from data.version
    where partition_id = ${partitionId} and timeline_id = ${timelineId} and modification_count > ${after}
    order by modification_count limit ${maxVersionsTogether}`;
  return database.query<StoredVersion>(
    sql`select ${versionColumns} from (${withinPage(versions, sql`modification_count`, maxVersionsTogether)}) v
      order by v.modification_count`,
    'erase-versions',
  );
}

/** @param erasedVersions by the number of the version */
export async function writeErased(
  transaction: Queryable,
  partitionId: string,
  erasedVersions: ReadonlyMap<number, ErasedVersion>,
): Promise<void> {
  const rows = [...erasedVersions].map(([seq, { objectData, leaves, erased }]) => ({
    seq,
    objectData,
    leaves: byteaText(leaves),
    erased,
  }));
  await transaction.query(
    sql`update data.version set object_data = given."objectData", leaves = given.leaves, erased = given.erased,
        bytes = octet_length(given."objectData"::text) + octet_length(refs::text) + octet_length(given.erased::text)
          + coalesce(octet_length(reason), 0)
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as given (
        seq bigint, "objectData" jsonb, leaves bytea, erased jsonb)
      where version.partition_id = ${partitionId} and version.seq = given.seq`,
    'erase-versions-write',
  );
}

/** Rebuilds the entry of the search index if it belongs to this version. */
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

/** Call it under the lock of the partition. */
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

const receiptColumns = sql`e.receipt, e.log_index as index, e.timeline_id as "timelineId", e.erased_date as "erasedDate",
  e.erased_user_id as "erasedUserId", coalesce(nullif(u.name, ''), u.username) as "erasedUserName", e.reason,
  e.legal_basis as "legalBasis", e.version_count as "versionCount", e.value_count as "valueCount"`;
const receiptSources = sql`data.erasure e left join data.data_user u on u.user_id = e.erased_user_id`;

export interface ReceiptFilter {
  partitionId: string;
  timelineId: string | undefined;
}

const whereFilter = ({ partitionId, timelineId }: ReceiptFilter): Sql =>
  sql`where e.partition_id = ${partitionId} ${timelineId === undefined ? empty : sql`and e.timeline_id = ${timelineId}`}`;

export const receiptsNewestFirst = new Keyset<Erasure>(
  'erasures',
  [columnKey('receipt', sql`e.receipt`, 'bigint')],
  true,
);

export async function listReceipts(
  database: Queryable,
  filter: ReceiptFilter,
  range: PageRange,
): Promise<Found<Erasure>[]> {
  const rows = sql`select ${receiptColumns} from ${receiptSources} ${whereFilter(filter)}
    ${receiptsNewestFirst.after(range)} ${receiptsNewestFirst.orderAndLimit(range)}`;
  return database.query<Found<Erasure>>(receiptsNewestFirst.measured(rows, range));
}

/** Counts up to `limit`. */
export async function countReceipts(
  database: Queryable,
  filter: ReceiptFilter,
  limit: number,
): Promise<number> {
  const [row] = await database.query<{ count: number }>(
    sql`select count(*) from (select from data.erasure e ${whereFilter(filter)} limit ${limit}) counted`,
  );
  return row?.count ?? 0;
}

export async function findReceipt(
  database: Queryable,
  partitionId: string,
  receipt: number,
): Promise<(Erasure & { note: string }) | undefined> {
  const [found] = await database.query<Erasure & { note: string }>(
    sql`select ${receiptColumns}, e.note from ${receiptSources}
      where e.partition_id = ${partitionId} and e.receipt = ${receipt}`,
    'erasure-get',
  );
  return found;
}
