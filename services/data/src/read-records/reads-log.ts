import type { Database } from '@annals/kit/database/database';
import { appendToLog } from '../log/append-log.ts';
import { lockHead, readsLog } from '../log/log.sql.ts';
import { digestsOf, readLeaf, type ReadEntry } from './batch-digests.ts';
import type { StoredBatch } from './read-batch.ts';
import * as table from './reads-log.sql.ts';

/** A batch may have a thousand records. */
const maxPerTransaction = 100;

/**
 * Appends the batches of recorded reads since the last time to the log of reads, whose checkpoints stand in the log of the
 * service. Recording a read thereby waits for no lock of the log. Any number of servers can call this concurrently.
 */
export async function extendReadsLog(database: Database): Promise<void> {
  while ((await extendBy(database, maxPerTransaction)) === maxPerTransaction);
}

/** @returns the number of batches that were waiting, at most `count` */
async function extendBy(database: Database, count: number): Promise<number> {
  // Usually nothing has been read, and no lock is needed.
  if ((await table.findUnlogged(database, 1)).length === 0) return 0;
  return database.transaction(async (transaction) => {
    const head = await lockHead(transaction, readsLog);
    if (!head) throw new Error('The log of reads has no head.');
    const waiting = await table.findUnlogged(transaction, count);
    const entries: ReadEntry[] = [];
    for (const partitionId of new Set(waiting.map((batch) => batch.partitionId))) {
      const ids = waiting.flatMap((batch) =>
        batch.partitionId === partitionId ? batch.batchId : [],
      );
      for (const { batchId, records } of await table.lockUnlogged(transaction, partitionId, ids))
        entries.push({ partitionId, batchId, ...digestsOf(JSON.parse(records) as StoredBatch) });
    }
    await appendToLog(transaction, readsLog, head, entries.map(readLeaf), (from, to) =>
      table.findReadLeaves(transaction, from, to),
    );
    for (const [place, entry] of entries.entries())
      await table.insertReadEntry(transaction, head.size + place, entry);
    return waiting.length;
  });
}
