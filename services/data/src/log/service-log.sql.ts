import sql, { type Sql } from 'sql-template-tag';
import type { Queryable } from '@annals/kit/database/database';
import { serviceLog, type LogHead } from './log.sql.ts';

/** A partition's checkpoint in the service log. */
export interface AnchoredCheckpoint {
  partitionId: string;
  size: number;
  root: Uint8Array;
}

/** In the order of the log; `to` is exclusive. */
export async function findAnchors(
  database: Queryable,
  from: number,
  to: number,
): Promise<AnchoredCheckpoint[]> {
  if (from >= to) return [];
  return database.query<AnchoredCheckpoint>(
    sql`select partition_id as "partitionId", size, root from data.anchor
      where log_index >= ${from} and log_index < ${to} order by log_index`,
    'anchors',
  );
}

export type FoundAnchor = AnchoredCheckpoint & {
  /** Its index in the service log. */
  index: number;
};

/** @param serviceSize ignores anchors beyond this size of the service log */
const newestAnchor = (partitionId: string, maxSize: Sql, serviceSize: number | undefined): Sql =>
  sql`select size, root, log_index from data.anchor
    where partition_id = ${partitionId} and size <= ${maxSize}
      and (${serviceSize ?? null}::bigint is null or log_index < ${serviceSize ?? null})
    order by size desc limit 1`;

/** The newest anchor of a partition up to a size of its log and a size of the service log. */
export async function findNewestAnchor(
  database: Queryable,
  partitionId: string,
  maxSize: number,
  serviceSize: number,
): Promise<FoundAnchor | undefined> {
  const [anchor] = await database.query<Omit<FoundAnchor, 'partitionId'>>(
    sql`select size, root, log_index as index
      from (${newestAnchor(partitionId, sql`${maxSize}`, serviceSize)}) newest`,
    'anchor-newest',
  );
  return anchor && { partitionId, ...anchor };
}

/** The head of a partition's log together with its newest anchor. */
export type AnchoredHead = LogHead & {
  anchorSize: number | null;
  anchorRoot: Uint8Array | null;
  anchorIndex: number | null;
};

export const anchoredHeadColumns: Sql = sql`head.size, head.frontier, anchor.size as "anchorSize",
  anchor.root as "anchorRoot", anchor.log_index as "anchorIndex"`;

/** The source of these columns; no row if there is no log. */
export const anchoredHead = (partitionId: string, serviceSize: number | undefined): Sql =>
  sql`(select size, frontier from data.log_head where partition_id = ${partitionId}) head
    left join lateral (${newestAnchor(partitionId, sql`head.size`, serviceSize)}) anchor on true`;

export const anchorIn = (
  partitionId: string,
  { anchorSize: size, anchorRoot: root, anchorIndex: index }: AnchoredHead,
): FoundAnchor | undefined =>
  size === null || root === null || index === null ? undefined : { partitionId, size, root, index };

/** @param serviceSize ignores anchors beyond this size of the service log */
export async function findAnchoredHead(
  database: Queryable,
  partitionId: string,
  serviceSize: number | undefined,
): Promise<AnchoredHead | undefined> {
  const [found] = await database.query<AnchoredHead>(
    sql`select ${anchoredHeadColumns} from ${anchoredHead(partitionId, serviceSize)}`,
    'log-head-anchored',
  );
  return found;
}

/** Logs of partitions with entries after their newest anchor. */
export async function findChangedLogs(
  database: Queryable,
  limit: number,
): Promise<(LogHead & { partitionId: string })[]> {
  return database.query<LogHead & { partitionId: string }>(
    sql`select partition_id as "partitionId", size, frontier from data.log_head
      where size > anchored_size and partition_id <> ${serviceLog} order by partition_id limit ${limit}`,
    'logs-changed',
  );
}

/** @param first the index of the first one */
export async function insertAnchors(
  transaction: Queryable,
  anchors: readonly AnchoredCheckpoint[],
  first: number,
): Promise<void> {
  const partitionIds = anchors.map(({ partitionId }) => partitionId);
  const sizes = anchors.map(({ size }) => size);
  await transaction.query(
    sql`insert into data.anchor (partition_id, size, root, log_index, anchored_date)
      select id, size, root, ${first}::bigint + ordinal - 1, clock_timestamp()
      from unnest(${partitionIds}::uuid[], ${sizes}::bigint[], ${anchors.map(({ root }) => root)}::bytea[])
        with ordinality as given (id, size, root, ordinal)`,
    'anchors-insert',
  );
  // No deadlock: an append that holds the lock of one of these rows is short, and waits for no lock of this
  // transaction.
  await transaction.query(
    sql`update data.log_head set anchored_size = given.size
      from unnest(${partitionIds}::uuid[], ${sizes}::bigint[]) as given (id, size)
      where log_head.partition_id = given.id`,
    'anchored-sizes',
  );
}
