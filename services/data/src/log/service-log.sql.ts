import sql from 'sql-template-tag';
import type { Queryable } from '@annals/kit/database/database';
import { serviceLog, type LogHead } from './log.sql.ts';

/** A checkpoint of a partition that stands in the log of the service. */
export interface AnchoredCheckpoint {
  partitionId: string;
  size: number;
  root: Uint8Array;
}

/** In the order of the log, from one index to before another. */
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

/** The newest of a partition up to a size of its log, and of the log of the service. */
export async function findNewestAnchor(
  database: Queryable,
  partitionId: string,
  maxSize: number,
  serviceSize: number,
): Promise<(AnchoredCheckpoint & { index: number }) | undefined> {
  const [anchor] = await database.query<AnchoredCheckpoint & { index: number }>(
    sql`select partition_id as "partitionId", size, root, log_index as index from data.anchor
      where partition_id = ${partitionId} and size <= ${maxSize} and log_index < ${serviceSize}
      order by size desc limit 1`,
    'anchor-newest',
  );
  return anchor;
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

/** The head of the service log, locked for appends until the end of the transaction. */
export async function lockServiceLog(transaction: Queryable): Promise<LogHead | undefined> {
  const [head] = await transaction.query<LogHead>(
    sql`select size, frontier from data.log_head where partition_id = ${serviceLog} for update`,
    'service-log-lock',
  );
  return head;
}

/** @param first their indexes begin with this one */
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
  // An append to one of these logs is short, and holds no lock that is waited for here after it.
  await transaction.query(
    sql`update data.log_head set anchored_size = given.size
      from unnest(${partitionIds}::uuid[], ${sizes}::bigint[]) as given (id, size)
      where log_head.partition_id = given.id`,
    'anchored-sizes',
  );
}
