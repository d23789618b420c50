import type { Queryable } from '@annals/kit/database/database';
import type { StoredEvents } from '@annals/kit/event-log';
import type { Checkpoint } from '@annals/proofs/checkpoint';
import { eventsLog, findHead } from '../log/log.sql.ts';
import type { Report } from '@annals/kit/verification/facts';
import { rootsOfAnchors, rootsOfCheckpoints } from './known-roots.ts';
import { LogCheck } from './log-check.ts';

const batchSize = 1000;

/**
 * Compares the events of the audit log with their chain, which names the event that was altered, and with their log,
 * whose checkpoints others may have.
 * @returns the number of entries of the log
 */
export async function checkEventsLog(
  database: Queryable,
  { events, checkpoints }: { events: StoredEvents; checkpoints: readonly Checkpoint[] },
  report: Report,
): Promise<number> {
  const chain = await events.verifyChain(database);
  if (!chain.intact)
    report('CHAIN', `Event ${chain.seq}: ${chain.reason}`, { index: chain.seq - 1 });
  for (const seq of chain.misindexed ?? [])
    report('DERIVED', `Event ${seq}: A search for words does not find it by what it says.`, {
      index: seq - 1,
    });
  let anchoredSize = 0;
  const log = new LogCheck(database, eventsLog, report, [
    rootsOfAnchors(database, eventsLog, report, (size) => {
      anchoredSize = size;
    }),
    rootsOfCheckpoints(checkpoints, report),
  ]);
  await log.start();
  // Events since then are not in the log yet.
  const { size = 0 } = (await findHead(database, eventsLog)) ?? {};
  while (log.size < size) {
    const leaves = await events.readLeaves(
      database,
      log.size,
      Math.min(size, log.size + batchSize),
    );
    for (const leaf of leaves) await log.append(leaf);
    if (leaves.length === 0) break;
  }
  const head = await log.finish();
  if (head && (head.versionCount !== 0 || head.anchoredSize !== anchoredSize))
    report(
      'DERIVED',
      'The head of the log of events counts other checkpoints than the log of the service has, or versions.',
    );
  return log.size;
}
