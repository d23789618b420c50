import sql from 'sql-template-tag';
import type { Queryable } from '@annals/kit/database/database';

const batchSize = 1_000;

/** A log entry that is not a version, with its details. */
export interface ScannedEntry {
  logIndex: number;
  kind: string;
  leaf: Uint8Array;
  type: string | null;
  schemaVersion: number | null;
  receipt: number | null;
  /** For kinds that are stored whole. */
  entry: unknown;
  /** From data.type_schema; as text, because forms depend on its order. */
  jsonSchema: string | null;
  changedDate: string | null;
  changedUserId: string | null;
}

export async function scanEntries(
  database: Queryable,
  partitionId: string,
  after: number,
): Promise<ScannedEntry[]> {
  return database.query<ScannedEntry>(
    sql`select e.log_index as "logIndex", e.kind, e.leaf, e.type, e.schema_version as "schemaVersion", e.receipt,
        e.entry, s.json_schema::text as "jsonSchema", s.changed_date as "changedDate", s.changed_user_id as "changedUserId"
      from data.log_entry e
      left join data.type_schema s on s.partition_id = e.partition_id and s.type = e.type and s.version = e.schema_version
      where e.partition_id = ${partitionId} and e.log_index > ${after}
      order by e.log_index limit ${batchSize}`,
    'verify-entries',
  );
}

export interface StoredHead {
  size: number;
  frontier: Uint8Array;
  versionCount: number;
  anchoredSize: number;
}

export async function findLogHead(
  database: Queryable,
  logId: string,
): Promise<StoredHead | undefined> {
  const [head] = await database.query<StoredHead>(
    sql`select size, frontier, version_count as "versionCount", anchored_size as "anchoredSize"
      from data.log_head where partition_id = ${logId}`,
    'verify-log-head',
  );
  return head;
}

export async function findTile(
  database: Queryable,
  logId: string,
  level: number,
  tile: number,
): Promise<{ hashes: Uint8Array; root: Uint8Array } | undefined> {
  const [found] = await database.query<{ hashes: Uint8Array; root: Uint8Array }>(
    sql`select hashes, root from data.log_tile
      where partition_id = ${logId} and level = ${level} and tile = ${tile}`,
    'verify-tile',
  );
  return found;
}

export interface Anchor {
  partitionId: string;
  size: number;
  root: Uint8Array;
  logIndex: number;
}

/** The anchors of a partition in the order of their sizes. */
export async function scanAnchorsOfPartition(
  database: Queryable,
  partitionId: string,
  afterSize: number,
): Promise<Anchor[]> {
  return database.query<Anchor>(
    sql`select partition_id as "partitionId", size, root, log_index as "logIndex" from data.anchor
      where partition_id = ${partitionId} and size > ${afterSize} order by size limit ${batchSize}`,
    'verify-anchors-of-partition',
  );
}

/** All anchors in the order of the log of the service. */
export async function scanAnchors(
  database: Queryable,
  { logIndex, partitionId }: Pick<Anchor, 'logIndex' | 'partitionId'>,
): Promise<Anchor[]> {
  return database.query<Anchor>(
    sql`select partition_id as "partitionId", size, root, log_index as "logIndex" from data.anchor
      where (log_index, partition_id) > (${logIndex}, ${partitionId}::uuid)
      order by log_index, partition_id limit ${batchSize}`,
    'verify-anchors',
  );
}

export interface StoredReceipt {
  receipt: number;
  logIndex: number;
  timelineId: string;
  erasedDate: string;
  erasedUserId: string;
  reason: string;
  legalBasis: string;
  versionCount: number;
  valueCount: number;
  note: string;
}

export async function findReceipt(
  database: Queryable,
  partitionId: string,
  receipt: number,
): Promise<StoredReceipt | undefined> {
  const [found] = await database.query<StoredReceipt>(
    sql`select receipt, log_index as "logIndex", timeline_id as "timelineId", erased_date as "erasedDate",
        erased_user_id as "erasedUserId", reason, legal_basis as "legalBasis", version_count as "versionCount",
        value_count as "valueCount", note
      from data.erasure where partition_id = ${partitionId} and receipt = ${receipt}`,
    'verify-receipt',
  );
  return found;
}
