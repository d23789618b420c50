import sql from 'sql-template-tag';
import type { Queryable } from '@annals/kit/database/database';
import { readLeaf, type ReadEntry } from './batch-digests.ts';

export interface BatchKey {
  partitionId: string;
  batchId: string;
}

/**
 * Batches that are not in the log of reads, or whose numbers have changed since: the oldest, at least one if there are
 * any.
 * @param limits how many batches, and how many bytes before the last one of them
 */
export async function findUnlogged(
  database: Queryable,
  { count, bytes }: { count: number; bytes: number },
): Promise<BatchKey[]> {
  // The length of a text is known without reading it.
  return database.query<BatchKey>(
    sql`select partition_id as "partitionId", batch_id as "batchId" from (
        select u.*, sum(bytes) over (order by batch_id) - bytes as bytes_before from (
          select partition_id, batch_id, octet_length(records) as bytes from data.read_batch
          where log_index is null order by batch_id limit ${count}
        ) u
      ) oldest where bytes_before < ${bytes} order by batch_id`,
    'reads-unlogged',
  );
}

export interface LockedBatch {
  batchId: string;
  records: string;
}

/** The batches of a partition that are still not in the log, locked until the end of the transaction. */
export async function lockUnlogged(
  transaction: Queryable,
  partitionId: string,
  batchIds: readonly string[],
): Promise<LockedBatch[]> {
  return transaction.query<LockedBatch>(
    sql`select batch_id as "batchId", records from data.read_batch
      where partition_id = ${partitionId} and batch_id = any(${[...batchIds]}::uuid[]) and log_index is null
      order by batch_id for update`,
    'reads-unlogged-lock',
  );
}

/** Writes an entry, and where the batch has it. */
export async function insertReadEntry(
  transaction: Queryable,
  index: number,
  { partitionId, batchId, root, counts }: ReadEntry,
): Promise<void> {
  await transaction.query(
    sql`insert into data.read_entry (partition_id, log_index, batch_id, root, counts)
      values (${partitionId}, ${index}, ${batchId}, ${root}, ${counts})`,
    'reads-entry-insert',
  );
  await transaction.query(
    sql`update data.read_batch set log_index = ${index}
      where partition_id = ${partitionId} and batch_id = ${batchId}`,
    'reads-entry-place',
  );
}

/** The leaves of the log in a range of indexes. */
export async function findReadLeaves(
  database: Queryable,
  from: number,
  to: number,
): Promise<Uint8Array[]> {
  if (from >= to) return [];
  const entries = await database.query<ReadEntry>(
    sql`select partition_id as "partitionId", batch_id as "batchId", root, counts from data.read_entry
      where log_index >= ${from} and log_index < ${to} order by log_index`,
    'reads-leaves',
  );
  return entries.map(readLeaf);
}
