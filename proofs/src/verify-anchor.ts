import type { Anchor } from './bundle.ts';
import { sameBytes, utf8 } from './bytes.ts';
import type { Checked, Known } from './checked.ts';
import { peekCheckpoint, readCheckpointText, type Checkpoint } from './checkpoint.ts';
import type { Findings } from './findings.ts';
import { isConsistent, isIncluded, leafHash } from './merkle-tree.ts';
import { compareHistory, hashesOf, knownCheckpoints, openLog } from './signed-log.ts';

export interface CheckedAnchor {
  /** Of the service's log; undefined when it is not signed. */
  service?: Checkpoint;
  /** Of the partition's log, as it stands in the service's. */
  partition?: Checkpoint;
  /** Of the partition's log, what stands in a checkpoint of the service's that is known; undefined when none could be compared. */
  knownSize?: number;
}

/** Whether the service's log has a checkpoint of this log, and that goes together with the bundle's. */
export function checkAnchor(
  anchor: Anchor,
  now: Checkpoint,
  known: Known | undefined,
  findings: Findings,
): CheckedAnchor {
  const log = openLog(anchor, known, findings, 'service');
  if (!log) return {};
  const service = log.checkpoint;
  // Whether it goes on from a smaller one, or to a larger, the bundle does not tell.
  const comparable = knownCheckpoints(known, service.origin, findings).filter(
    ({ size }) => size === service.size,
  );
  for (const one of comparable)
    compareHistory(one, service, sameBytes(one.root, service.root), findings);
  const partition = readCheckpointText(anchor.text);
  if (partition?.origin !== now.origin || !now.origin.startsWith(`${service.origin}/`)) {
    findings.add('INCLUSION', 'anchorOfAnotherLog', []);
    return {};
  }
  const inclusion = hashesOf(anchor.inclusion);
  if (!inclusion || !isIncluded(leafHash(utf8(anchor.text)), anchor.index, service, inclusion))
    findings.add('INCLUSION', 'anchorNotInLog', []);
  const consistency = hashesOf(anchor.consistency);
  const [first, second] = partition.size <= now.size ? [partition, now] : [now, partition];
  if (!consistency || !isConsistent(first, second, consistency))
    findings.add('HISTORY', 'anchorInconsistent', [partition.size]);
  return {
    ...(log.signed ? { service } : {}),
    partition,
    ...(comparable.length > 0 ? { knownSize: first.size } : {}),
  };
}

/**
 * Of a known checkpoint of the service's log that the bundle does not lead to: a bundle that is asked for with it as
 * `serviceSize` does, when the partition's log stood in the service's by then. Undefined when none is known or one was compared.
 */
export function serviceSizeToAsk(
  { checkpoint, anchor }: Checked,
  known: Known,
): number | undefined {
  const sizes = (known.checkpoints ?? []).flatMap((note) => {
    const one = peekCheckpoint(note);
    return one && checkpoint?.origin.startsWith(`${one.origin}/`) === true ? one.size : [];
  });
  const largest = Math.max(0, ...sizes);
  return largest === 0 || (anchor && sizes.includes(anchor.size)) ? undefined : largest;
}
