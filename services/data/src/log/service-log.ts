import type { Database, Queryable } from '@annals/kit/database/database';
import { checkpointText } from '@annals/proofs/checkpoint';
import { Frontier, leafHashOfText } from '@annals/proofs/merkle-tree';
import { appendToLog, type LeafSource } from './append-log.ts';
import { lockHead, serviceLog } from './log.sql.ts';
import type { LogKey } from './log-key.ts';
import * as table from './service-log.sql.ts';

const maxPerTransaction = 1000;

/**
 * Appends the checkpoints of changed partitions to the service log. Any number of servers can call this concurrently.
 * @returns how many there were
 */
export async function anchorNow(database: Database, logKey: LogKey): Promise<number> {
  let anchored = 0;
  for (let step = maxPerTransaction; step === maxPerTransaction; anchored += step)
    step = await anchorBatch(database, logKey);
  return anchored;
}

async function anchorBatch(database: Database, logKey: LogKey): Promise<number> {
  // Usually nothing has changed, and no lock is needed.
  if ((await table.findChangedLogs(database, 1)).length === 0) return 0;
  return database.transaction(async (transaction) => {
    const head = await lockHead(transaction, serviceLog);
    if (!head) throw new Error('The log of the service has no head.');
    const changed = await table.findChangedLogs(transaction, maxPerTransaction);
    const anchors = changed.map(({ partitionId, size, frontier }) => ({
      partitionId,
      size,
      root: Frontier.fromBytes(size, frontier).root(),
    }));
    if (anchors.length === 0) return 0;
    const leaves = anchors.map((anchor) => leafOf(logKey, anchor));
    await appendToLog(transaction, serviceLog, head, leaves, anchorLeaves(transaction, logKey));
    await table.insertAnchors(transaction, anchors, head.size);
    return anchors.length;
  });
}

/** The leaves of the log of the service. */
export const anchorLeaves =
  (database: Queryable, logKey: LogKey): LeafSource =>
  async (from, to) =>
    (await table.findAnchors(database, from, to)).map((anchor) => leafOf(logKey, anchor));

/** The lines of a partition's checkpoint, as they stand in the log of the service. */
export const anchoredText = (
  logKey: LogKey,
  { partitionId, size, root }: table.AnchoredCheckpoint,
): string => checkpointText({ origin: logKey.logName(partitionId), size, root });

const leafOf = (logKey: LogKey, anchor: table.AnchoredCheckpoint): Uint8Array =>
  leafHashOfText(anchoredText(logKey, anchor));
