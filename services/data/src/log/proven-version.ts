import type { ProvenVersion } from '@annals/proofs/bundle';
import { toBase64 } from '@annals/proofs/bytes';
import { fullDepth, propertiesOf, reasonPointer } from '@annals/proofs/properties';
import { unpackLeaves } from '@annals/proofs/stored-leaves';
import type { VersionRow } from '../versions/version.ts';
import { headerOf } from './log-builder.ts';

/** A version with its stored leaves, from which it is proven. */
export type LoggedVersion = VersionRow & {
  predecessorRoot: Uint8Array | null;
  leaves: Uint8Array;
};

/** Of an erased value without a receipt: whoever checks the proof finds that it is missing. */
const noReceipt = 0;

/** All inputs of the root of a version. Corrupted data is returned as it is stored: the verifier finds it. */
export function provenVersionOf(partitionId: string, version: LoggedVersion): ProvenVersion {
  const { objectData, references, reason, reasonReceipt } = version;
  const { depth, leaves } = unpackLeaves(version.leaves) ?? {
    depth: fullDepth,
    leaves: [],
  };
  const isReasonErased = typeof reasonReceipt === 'number';
  const isAnySealed = leaves.some((leaf) => 'digest' in leaf);
  // Only what is sealed is named, and finding the names of thousands of values takes longer than everything else.
  const properties = isAnySealed
    ? propertiesOf({ objectData, references, reason, isReasonErased }, depth)
    : [];
  const receipts = new Map(
    version.erased?.map(({ path, receipt }) => [`/objectData${path}`, receipt]),
  );
  if (isReasonErased) receipts.set(reasonPointer, reasonReceipt);
  const sealed = leaves.flatMap((leaf, index) => {
    const pointer = properties[index]?.pointer ?? '';
    return 'digest' in leaf
      ? [{ pointer, digest: toBase64(leaf.digest), receipt: receipts.get(pointer) ?? noReceipt }]
      : [];
  });
  return {
    ...headerOf(partitionId, version, version.predecessorRoot),
    objectData,
    references,
    reason,
    depth,
    salts: Buffer.concat(leaves.flatMap((leaf) => ('salt' in leaf ? [leaf.salt] : []))).toString(
      'hex',
    ),
    sealed,
  };
}
