import type { Database } from '@annals/kit/database/database';
import { appendToLog } from '../log/append-log.ts';
import { lockHead, readsLog } from '../log/log.sql.ts';
import { digestsOf, readLeaf, type ReadEntry } from './batch-digests.ts';
import type { StoredBatch } from './read-batch.ts';
import * as table from './reads-log.sql.ts';

/** Of one transaction: other requests of this process wait while the batches are hashed. */
const limits = { count: 100, bytes: 1024 * 1024 };

/**
 * Appends the batches of recorded reads since the last time to the log of reads, whose checkpoints stand in the log of the
 * service. Recording a read thereby waits for no lock of the log. Any number of servers can call this concurrently.
 */
export async function extendReadsLog(database: Database): Promise<void> {
  // Usually nothing has been read, and no lock is needed.
  while ((await table.findUnlogged(database, { ...limits, count: 1 })).length > 0)
    await appendWaiting(database);
}

async function appendWaiting(database: Database): Promise<void> {
  await database.transaction(async (transaction) => {
    const head = await lockHead(transaction, readsLog);
    if (!head) throw new Error('The log of reads has no head.');
    const waiting = await table.findUnlogged(transaction, limits);
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
  });
}
