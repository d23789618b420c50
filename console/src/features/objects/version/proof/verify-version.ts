import { getObject, type ObjectVersion } from '@annals/contracts/objects';
import { getObjectProof } from '@annals/contracts/proofs';
import type { ResponseOf } from '@annals/contracts/endpoint';
import type { Checked } from '@annals/proofs/checked';
import { call } from '../../../../api/call.ts';
import { newestLogHealth } from '../../../../shared/proofs/log-health.queries.ts';
import { knownBy, type PinnedCheckpoint } from '../../../../shared/proofs/pinned-checkpoints.ts';
import { shownDifferences } from './shown-differences.ts';

export type ProofBundle = ResponseOf<typeof getObjectProof>;

/** What became of checking a version here. */
export interface Verified extends Checked {
  bundle: ProofBundle;
  /** Of the version in the log; undefined where the bundle is none that can be read. */
  index: number | undefined;
  /** The version that was held against the proof, newer than the one that was shown where that was out of date. */
  version: ObjectVersion;
  /** Where what is shown is not what is proven. */
  differences: readonly string[];
  /** What this browser had pinned of the log before; undefined when it saw it for the first time. */
  pinned: PinnedCheckpoint | undefined;
}

/** Asks for the proof of a version and checks it in this browser; null where the service keeps no log. */
export async function verifyVersion(
  partitionId: string,
  version: ObjectVersion,
): Promise<Verified | null> {
  // Pins what goes on from the pinned checkpoint, and raises the alarm for what does not.
  const health = await newestLogHealth(partitionId);
  if (health === null) return null;
  const pinned = health.before;
  const [bundle, { verifyObjectProof }, { objectProof }] = await Promise.all([
    askProof(partitionId, version.id, pinned?.size),
    import('@annals/proofs/verify-object'),
    import('@annals/proofs/bundle'),
  ]);
  const checked = verifyObjectProof(bundle, knownBy(pinned));
  const read = objectProof.safeParse(bundle);
  if (!read.success)
    return { ...checked, bundle, index: undefined, version, differences: [], pinned };
  const { index, version: proven } = read.data;
  let shown = version;
  let differences = shownDifferences(shown, proven);
  if (differences.length > 0) {
    // The page may be older than the proof: a value may have been erased since it was loaded.
    shown = await call(getObject, { params: { partitionId, objectId: version.id } });
    differences = shownDifferences(shown, proven);
  }
  return { ...checked, bundle, index, version: shown, differences, pinned };
}

/** @param since of the log, that the proof has to lead on from */
export function askProof(
  partitionId: string,
  objectId: string,
  since?: number,
): Promise<ProofBundle> {
  return call(getObjectProof, { params: { partitionId, objectId }, query: { since } });
}
