import type { ProvenVersion } from '@annals/proofs/bundle';
import { toBase64 } from '@annals/proofs/bytes';
import { operationLeafOf } from '@annals/proofs/change-set-check';
import { Findings } from '@annals/proofs/findings';
import { fullDepth, propertiesOf, reasonPointer } from '@annals/proofs/properties';
import { unpackLeaves, unpackSalts } from '@annals/proofs/stored-leaves';
import { provenHashes } from '@annals/proofs/verify-version';
import type { VersionRow } from '../versions/version.ts';
import { headerOf } from './log-builder.ts';

/** A version with its stored leaves, from which it is proven. */
export type LoggedVersion = VersionRow & {
  predecessorRoot: Uint8Array | null;
  leaves: Uint8Array;
};

export interface ProvenJson {
  /** The JSON of a ProvenVersion. */
  json: Uint8Array<ArrayBuffer>;
  operationLeaf: Uint8Array | undefined;
}

/**
 * A version, and the leaf of the operation that wrote it: undefined if no change set committed it, or if its data is
 * corrupted.
 */
export function proveVersion(
  partitionId: string,
  logged: LoggedVersion,
): { version: ProvenVersion; operationLeaf: Uint8Array | undefined } {
  const version = provenVersionOf(partitionId, logged);
  const hashes = logged.changeSetId === null ? undefined : provenHashes(version, new Findings());
  return { version, operationLeaf: hashes && operationLeafOf(version, hashes.values) };
}

/** The same, with the version as JSON. */
export function provenJson(partitionId: string, logged: LoggedVersion): ProvenJson {
  const { version, operationLeaf } = proveVersion(partitionId, logged);
  return { json: new TextEncoder().encode(JSON.stringify(version)), operationLeaf };
}

/** Of an erased value without a receipt: whoever checks the proof finds that it is missing. */
const noReceipt = 0;

/** All inputs of the root of a version. Corrupted data is returned as it is stored: the verifier finds it. */
export function provenVersionOf(partitionId: string, version: LoggedVersion): ProvenVersion {
  const { objectData, references, reason, reasonReceipt } = version;
  const header = headerOf(partitionId, version, version.predecessorRoot);
  const unerased = unpackSalts(version.leaves);
  if (unerased) {
    const { depth } = unerased;
    const salts = Buffer.from(unerased.salts.buffer).toString('hex');
    return { ...header, objectData, references, reason, depth, salts, sealed: [] };
  }
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
    ...header,
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
