import type { Queryable } from '@annals/kit/database/database';
import type { Checkpoint } from '@annals/proofs/checkpoint';
import type { Report } from '@annals/kit/verification/facts';
import type { KnownRoot } from './log-check.ts';
import { scanAnchorsOfPartition } from './log.sql.ts';

/** The roots of known checkpoints of this log. */
export async function* rootsOfCheckpoints(
  checkpoints: readonly Checkpoint[],
  report: Report,
): AsyncGenerator<KnownRoot, undefined> {
  for (const { size, root } of checkpoints.toSorted((one, other) => one.size - other.size))
    yield {
      size,
      root,
      differs: () =>
        report('HISTORY', `The log does not continue the known checkpoint of ${size} entries.`),
      beyond: (now) =>
        report(
          'HISTORY',
          `The log has ${now} entries; according to a known checkpoint it had ${size}.`,
        ),
    };
  return undefined;
}

/**
 * The roots of a partition's checkpoints in the log of the service. Calls `last` with each size; the last one is the
 * largest.
 */
export async function* rootsOfAnchors(
  database: Queryable,
  partitionId: string,
  report: Report,
  last: (size: number) => void,
): AsyncGenerator<KnownRoot, undefined> {
  for (let after = -1; ;) {
    const anchors = await scanAnchorsOfPartition(database, partitionId, after);
    for (const { size, root } of anchors) {
      after = size;
      last(size);
      yield {
        size,
        root,
        differs: () =>
          report(
            'ROOT',
            `The log does not continue its checkpoint of ${size} entries in the service log.`,
          ),
        beyond: (now) =>
          report(
            'ROOT',
            `The log has ${now} entries; according to the service log it had ${size}.`,
          ),
      };
    }
    if (anchors.length === 0) return undefined;
  }
}
