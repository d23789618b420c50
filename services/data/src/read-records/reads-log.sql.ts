import sql from 'sql-template-tag';
import type { Queryable } from '@annals/kit/database/database';
import { readLeaf, type ReadEntry } from './batch-digests.ts';

export interface BatchKey {
  partitionId: string;
  batchId: string;
}

/**
 * Lets batches of the transaction wait for the log of reads. One that is waiting already gets its new numbers. On a
 * cluster, there can be only one.
 */
export async function enqueueReads(
  transaction: Queryable,
  entries: readonly ReadEntry[],
): Promise<void> {
  const [first, ...others] = entries;
  if (!first) return;
  const { partitionId, batchId, root, counts } = first;
  if (others.length === 0)
    await transaction.query(
      sql`insert into data.read_log_queue (partition_id, batch_id, root, counts)
        values (${partitionId}, ${batchId}, ${root}, ${counts})
        on conflict (partition_id, batch_id) do update set counts = excluded.counts`,
      'reads-enqueue',
    );
  else
    await transaction.query(
      sql`insert into data.read_log_queue (partition_id, batch_id, root, counts)
        select * from unnest(${entries.map((entry) => entry.partitionId)}::uuid[],
          ${entries.map((entry) => entry.batchId)}::uuid[], ${entries.map((entry) => entry.root)}::bytea[],
          ${entries.map((entry) => entry.counts)}::bytea[])`,
      'reads-enqueue-several',
    );
}

/** The oldest batches that wait for the log of reads. */
export async function listWaiting(database: Queryable, count: number): Promise<BatchKey[]> {
  return database.query<BatchKey>(
    sql`select partition_id as "partitionId", batch_id as "batchId" from data.read_log_queue
      order by batch_id limit ${count}`,
    'reads-waiting',
  );
}

/**
 * Removes batches of a partition from those that wait, and locks them until the end of the transaction. Those whose term
 * has ended meanwhile are only removed.
 */
export async function takeWaiting(
  transaction: Queryable,
  partitionId: string,
  batchIds: readonly string[],
): Promise<ReadEntry[]> {
  // In this order, because whoever changes a batch locks it before it waits again.
  const stored = await transaction.query<{ batchId: string }>(
    sql`select batch_id as "batchId" from data.read_batch
      where partition_id = ${partitionId} and batch_id = any(${[...batchIds]}::uuid[])
      order by batch_id for update`,
    'reads-waiting-lock',
  );
  const taken = await transaction.query<ReadEntry>(
    sql`delete from data.read_log_queue
      where partition_id = ${partitionId} and batch_id = any(${[...batchIds]}::uuid[])
      returning partition_id as "partitionId", batch_id as "batchId", root, counts`,
    'reads-waiting-take',
  );
  const entries = new Map(taken.map((entry) => [entry.batchId, entry]));
  return stored.flatMap(({ batchId }) => entries.get(batchId) ?? []);
}

/** Writes entries of a partition, the first one with the index, and where their batches have them. */
export async function insertReadEntries(
  transaction: Queryable,
  partitionId: string,
  first: number,
  entries: readonly ReadEntry[],
): Promise<void> {
  const batchIds = entries.map(({ batchId }) => batchId);
  const indexes = entries.map((_, place) => first + place);
  await transaction.query(
    sql`insert into data.read_entry (partition_id, log_index, batch_id, root, counts)
      select ${partitionId}, * from unnest(${indexes}::bigint[], ${batchIds}::uuid[],
        ${entries.map(({ root }) => root)}::bytea[], ${entries.map(({ counts }) => counts)}::bytea[])`,
    'reads-entries-insert',
  );
  await transaction.query(
    sql`update data.read_batch set log_index = given.log_index
      from unnest(${batchIds}::uuid[], ${indexes}::bigint[]) as given (batch_id, log_index)
      where partition_id = ${partitionId} and read_batch.batch_id = given.batch_id`,
    'reads-entries-place',
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
