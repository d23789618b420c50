import type { Anchor } from './bundle.ts';
import { sameBytes, utf8 } from './bytes.ts';
import type { Checked, Known } from './checked.ts';
import { peekCheckpoint, readCheckpointText, type Checkpoint } from './checkpoint.ts';
import type { Findings } from './findings.ts';
import { isConsistent, isIncluded, leafHash } from './merkle-tree.ts';
import { compareHistory, hashesOf, knownCheckpoints, openLog } from './signed-log.ts';

export interface CheckedAnchor {
  /** The checkpoint of the service's log; undefined if it is not signed. */
  service?: Checkpoint;
  /** The checkpoint of the partition's log that is anchored in the service's. */
  partition?: Checkpoint;
  /**
   * The size of the partition's log that a known checkpoint of the service's log covers; undefined if none could be
   * compared.
   */
  knownSize?: number;
}

/** Checks that the service's log contains a checkpoint of this log that is consistent with the bundle's. */
export function checkAnchor(
  anchor: Anchor,
  now: Checkpoint,
  known: Known | undefined,
  findings: Findings,
): CheckedAnchor {
  const log = openLog(anchor, known, findings, 'service');
  if (!log) return {};
  const service = log.checkpoint;
  // The bundle does not prove consistency with other sizes.
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
 * The size of a known checkpoint of the service's log that the bundle does not lead to. A bundle requested with it as
 * `serviceSize` does, if the partition's log was anchored by then. Undefined if none is known or one was compared.
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
