import type { Database } from '@annals/kit/database/database';
import { appendToLog } from '../log/append-log.ts';
import { lockHead, readsLog } from '../log/log.sql.ts';
import { readLeaf, type ReadEntry } from './batch-digests.ts';
import * as table from './reads-log.sql.ts';

/** Of one transaction. */
const mostTogether = 1000;

/**
 * Appends the batches of recorded reads since the last time to the log of reads, whose checkpoints stand in the log of the
 * service. Recording a read thereby waits for no lock of the log. Any number of servers can call this concurrently.
 */
export async function extendReadsLog(database: Database): Promise<void> {
  // Usually nothing has been read, and no lock is needed.
  while ((await table.listWaiting(database, 1)).length > 0) await appendWaiting(database);
}

async function appendWaiting(database: Database): Promise<void> {
  await database.transaction(async (transaction) => {
    const head = await lockHead(transaction, readsLog);
    if (!head) throw new Error('The log of reads has no head.');
    const waiting = await table.listWaiting(transaction, mostTogether);
    const entries: ReadEntry[] = [];
    for (const partitionId of new Set(waiting.map((batch) => batch.partitionId))) {
      const batchIds = waiting.flatMap((batch) =>
        batch.partitionId === partitionId ? batch.batchId : [],
      );
      const taken = await table.takeWaiting(transaction, partitionId, batchIds);
      if (taken.length === 0) continue;
      const first = head.size + entries.length;
      await table.insertReadEntries(transaction, partitionId, first, taken);
      entries.push(...taken);
    }
    await appendToLog(transaction, readsLog, head, entries.map(readLeaf), (from, to) =>
      table.findReadLeaves(transaction, from, to),
    );
  });
}
