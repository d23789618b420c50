import { getObject } from '@annals/contracts/objects';
import { getObjectProof } from '@annals/contracts/proofs';
import { shownDifferences } from '@annals/rules/version-diff/shown-differences';
import type { Checked } from '@annals/proofs/checked';
import type { ObjectVersion } from '../../../../platform/api/things.ts';
import type { AnswerOf } from '../../../../platform/api/told.ts';
import { call } from '../../../../platform/api/call.ts';
import { newestLogHealth } from '../../../../domain/proofs/log-health.queries.ts';
import { knownLogOf, type PinnedCheckpoint } from '../../../../domain/proofs/pinned-checkpoints.ts';

export type ProofBundle = AnswerOf<typeof getObjectProof>;

/** The result of a verification. */
export interface Verified extends Checked {
  bundle: ProofBundle;
  /** The index of the version in the log; undefined if the bundle is unreadable. */
  index: number | undefined;
  /** The version that was compared with the proof; newer than the shown one if that was outdated. */
  version: ObjectVersion;
  /** Where the shown version differs from the proven one. */
  differences: readonly string[];
  /** The checkpoint pinned before; undefined on the first visit. */
  pinned: PinnedCheckpoint | undefined;
}

/** Fetches the proof of a version and verifies it in this browser; null if the service has no log. */
export async function verifyVersion(
  partitionId: string,
  version: ObjectVersion,
): Promise<Verified | null> {
  // Pins a consistent checkpoint, and raises the alarm for an inconsistent one.
  const health = await newestLogHealth(partitionId);
  if (health === null) return null;
  const pinned = health.before;
  const [bundle, { verifyObjectProof }, { nameIn, objectProof }] = await Promise.all([
    askProof(partitionId, version.id, pinned?.size),
    import('@annals/proofs/verify-object'),
    import('@annals/proofs/bundle'),
  ]);
  const checked = verifyObjectProof(bundle, knownLogOf(pinned));
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
  // A signature names its signer; for the other approvals, the bundle contains the names from the service.
  const approvals = checked.approvals?.map((approval) => ({
    ...approval,
    name: approval.name ?? nameIn(read.data, approval.userId) ?? null,
  }));
  return {
    ...checked,
    ...(approvals && { approvals }),
    bundle,
    index,
    version: shown,
    differences,
    pinned,
  };
}

/** @param since the log size at which the consistency proof starts */
export function askProof(
  partitionId: string,
  objectId: string,
  since?: number,
): Promise<ProofBundle> {
  return call(getObjectProof, { params: { partitionId, objectId }, query: { since } });
}
