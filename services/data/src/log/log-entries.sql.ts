import sql from 'sql-template-tag';
import type { Queryable } from '@annals/kit/database/database';
import type { ChangeSetEntry, PolicyEntry } from '@annals/proofs/log-entry';
import { pageBytes } from '@annals/kit/lists/page-bytes';
import { joinForProof, wideOrNotColumns } from './proven-version.sql.ts';
import type { LoggedVersion } from './proven-version.ts';
import type { WideVersion } from './wide-version.ts';

type Stored =
  | ({ kind: 'VERSION' } & (LoggedVersion | WideVersion))
  | ({ kind: 'SCHEMA' } & StoredSchema)
  | { kind: 'ERASURE'; note: string | null }
  | { kind: 'POLICY'; entry: PolicyEntry }
  | { kind: 'CHANGE_SET'; entry: ChangeSetEntry };

interface StoredSchema {
  /** Null when it is missing, which only corruption can cause. */
  schemaType: string | null;
  schemaVersion: number;
  jsonSchema: Record<string, unknown> | null;
  changedDate: string;
  changedUserId: string;
}

/** `found`: the number of entries in the range, of which those that fit are read; `bytes`: the size of the entry. */
export type StoredEntry = Stored & { index: number; found: number; bytes: number };

export interface EntriesRange {
  from: number;
  /** Exclusive; at most the size of the log. */
  to: number;
  /** The most bytes of all entries, and of the first one if it is larger. */
  most?: { bytes: number; first: number };
}

export interface FoundEntries {
  /** The size of the log. */
  size: number;
  entries: StoredEntry[];
}

const onePage = { bytes: pageBytes, first: Number.MAX_SAFE_INTEGER };

/** The entries of a partition's log in a range of indexes, as many as fit. */
export async function findEntries(
  database: Queryable,
  partitionId: string,
  { from, to, most = onePage }: EntriesRange,
): Promise<FoundEntries> {
  // The version at index i has the number i + 1 minus the number of other entries before it.
  const others = sql`(select count(*) from data.log_entry where partition_id = ${partitionId} and log_index < ${from})`;
  type Row = { size: number; objectDataText: string | null } & (StoredEntry | { index: null });
  const rows = await database.query<Row>(
    sql`with log as materialized (
        select coalesce((select size from data.log_head where partition_id = ${partitionId}), 0) as size
      ), in_range as (
        select log_index, 'VERSION' as kind, seq, null::text as type, null::integer as schema_version,
          null::bigint as receipt, null::jsonb as entry, bytes + 2 * octet_length(leaves) as bytes
        from data.version
        where partition_id = ${partitionId} and seq between ${from}::bigint + 1 - ${others} and ${to}::bigint - ${others}
          and log_index >= ${from} and log_index < least(${to}::bigint, (select size from log))
        union all
        select entry.log_index, entry.kind, null, entry.type, entry.schema_version, entry.receipt, entry.entry,
          coalesce(octet_length(schema.json_schema::text), 2 * octet_length(erasure.note),
            octet_length(entry.entry::text), 0)
        from data.log_entry entry
          left join data.type_schema schema on schema.partition_id = entry.partition_id
            and schema.type = entry.type and schema.version = entry.schema_version
          left join data.erasure on erasure.partition_id = entry.partition_id and erasure.receipt = entry.receipt
        where entry.partition_id = ${partitionId} and entry.log_index >= ${from}
          and entry.log_index < least(${to}::bigint, (select size from log))
      ), placed as (
        select in_range.*, count(*) over () as found, row_number() over (order by log_index) as place,
          sum(bytes) over (order by log_index) as bytes_so_far
        from in_range
      )
      select log.size, page.* from log left join (
        select placed.log_index as index, placed.kind, placed.found, placed.bytes, placed.entry, ${wideOrNotColumns}, erasure.note,
          schema.type as "schemaType", schema.version as "schemaVersion", schema.json_schema as "jsonSchema",
          schema.changed_date as "changedDate", schema.changed_user_id as "changedUserId"
        from placed
          left join data.version v on v.partition_id = ${partitionId} and v.seq = placed.seq ${joinForProof(partitionId)}
          left join data.type_schema schema on schema.partition_id = ${partitionId}
            and schema.type = placed.type and schema.version = placed.schema_version
          left join data.erasure on erasure.partition_id = ${partitionId} and erasure.receipt = placed.receipt
        where placed.bytes_so_far <= ${most.bytes}::bigint or (placed.place = 1 and placed.bytes <= ${most.first}::bigint)
      ) page on true
      order by page.index`,
    'log-entries',
  );
  const entries = rows.flatMap((row) => {
    if (row.index === null) return [];
    const { objectDataText, ...entry } = row;
    return [(objectDataText === null ? entry : { ...entry, objectDataText }) as StoredEntry];
  });
  return { size: rows[0]?.size ?? 0, entries };
}

export interface StoredReceipt {
  receipt: number;
  index: number;
  /** Signed, with the whole entry of the log. */
  note: string;
}

/** How long the notes of receipts are together. */
export async function countReceiptBytes(
  database: Queryable,
  partitionId: string,
  receipts: readonly number[],
): Promise<number> {
  const [row] = await database.query<{ bytes: number }>(
    sql`select coalesce(sum(octet_length(note)), 0)::bigint as bytes from data.erasure
      where partition_id = ${partitionId} and receipt = any(${[...receipts]}::bigint[])`,
    'receipt-bytes',
  );
  return row?.bytes ?? 0;
}

/** The commit of a change set as the log keeps it; undefined for a set that is not committed. */
export async function findChangeSetEntry(
  database: Queryable,
  partitionId: string,
  changeSetId: string,
): Promise<{ index: number; entry: ChangeSetEntry; leaves: Uint8Array } | undefined> {
  const [found] = await database.query<{
    index: number;
    entry: ChangeSetEntry;
    leaves: Uint8Array;
  }>(
    sql`select e.log_index as index, e.entry, s.leaves
      from data.change_set s
      join data.log_entry e on e.partition_id = s.partition_id and e.log_index = s.log_index
      where s.partition_id = ${partitionId} and s.id = ${changeSetId} and e.kind = 'CHANGE_SET'
        and s.leaves is not null`,
    'log-change-set',
  );
  return found;
}

/** In the order of their numbers; those that there are. */
export async function findReceipts(
  database: Queryable,
  partitionId: string,
  receipts: readonly number[],
): Promise<StoredReceipt[]> {
  return database.query<StoredReceipt>(
    sql`select receipt, log_index as index, note from data.erasure
      where partition_id = ${partitionId} and receipt = any(${[...receipts]}::bigint[]) order by receipt`,
    'receipts',
  );
}
