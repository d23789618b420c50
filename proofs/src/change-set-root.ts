import { toBase64 } from './bytes.ts';
import { canonicalJson } from './canonical-json.ts';
import { leafHashOfText, treeHash } from './merkle-tree.ts';

/** The fields of a version that are fixed before it is written: all but its id, its date and its number. */
export interface ApprovedVersion {
  timelineId: string;
  type: string;
  predecessorId: string | null;
  modificationUserId: string;
  /** Whether it ends its timeline. */
  ended: boolean;
  references: readonly { name: string; timelineId: string; type: string }[];
  /** Hashes of the data and the reason in the order of their pointers, as in the version's own root. */
  values: readonly Uint8Array[];
}

/**
 * The leaf of an operation of a change set. It contains references by name and target, because the version of the
 * target that each one leads to is known only once it is written.
 */
export function operationLeaf({
  timelineId,
  type,
  predecessorId,
  modificationUserId,
  ended,
  references,
  values,
}: ApprovedVersion): Uint8Array {
  return leafHashOfText(
    canonicalJson({
      ended,
      modificationUserId,
      predecessorId,
      references: references.map((to) => ({
        name: to.name,
        timelineId: to.timelineId,
        type: to.type,
      })),
      timelineId,
      type,
      valueCount: values.length,
      values: toBase64(treeHash(values)),
    }),
  );
}

/** Sorts the leaves of a change set's operations as its root needs them, which is not the order of writing. */
export const sortForRoot = (leaves: readonly Uint8Array[]): Uint8Array[] =>
  leaves.toSorted(byBytes);

/** The hash that approvers of a change set sign. */
export const changeSetRoot = (leaves: readonly Uint8Array[]): Uint8Array =>
  treeHash(sortForRoot(leaves));

function byBytes(one: Uint8Array, other: Uint8Array): number {
  for (let at = 0; at < one.length; at++) {
    const difference = (one[at] ?? 0) - (other[at] ?? 0);
    if (difference !== 0) return difference;
  }
  return 0;
}
