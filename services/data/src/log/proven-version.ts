import type { ProvenVersion } from '@annals/proofs/bundle';
import { toBase64, toHex } from '@annals/proofs/bytes';
import { fullDepth, propertiesOf } from '@annals/proofs/properties';
import { unpackLeaves } from '@annals/proofs/stored-leaves';
import type { VersionRow } from '../objects/version.ts';
import { headerOf } from './sealing.ts';

/** A version with what proves it, as it is stored. */
export type SealedVersion = VersionRow & {
  predecessorRoot: Uint8Array | null;
  leaves: Uint8Array;
};

/** Of a value that is gone though no receipt is known, which whoever checks the proof must find. */
const noReceipt = 0;

/**
 * All that the root of a version is made from. What was stored wrongly is given as it is stored: to find that is for
 * whoever checks.
 */
export function provenVersionOf(partitionId: string, version: SealedVersion): ProvenVersion {
  const { objectData, references } = version;
  const { depth, leaves } = unpackLeaves(version.leaves) ?? {
    depth: fullDepth,
    leaves: [],
  };
  const properties = propertiesOf({ objectData, references }, depth);
  const receipts = new Map(
    version.erased?.map(({ path, receipt }) => [`/objectData${path}`, receipt]),
  );
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
    depth,
    salts: leaves.map((leaf) => ('salt' in leaf ? toHex(leaf.salt) : '')).join(''),
    sealed,
  };
}
