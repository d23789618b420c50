import { toBase64 } from './bytes.ts';
import { canonicalJson } from './canonical-json.ts';
import { leafHashOfText, treeHash } from './merkle-tree.ts';

/** What a version says before it is written, and after: all but its id, its date and its number. */
export interface ApprovedVersion {
  timelineId: string;
  type: string;
  predecessorId: string | null;
  modificationUserId: string;
  /** Whether it ends its timeline. */
  ended: boolean;
  references: readonly { name: string; timelineId: string; type: string }[];
  /** Hashes of the data and the reason in the order of their pointers, as the version's own root is made of them. */
  values: readonly Uint8Array[];
}

/**
 * The leaf of an operation of a change set. References are in it by their names and targets: to which version of its target
 * each one leads is known only once it is written.
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

/** The leaves of the operations of a change set in the order in which its root is over them: not that of the writing. */
export const inOrderOfRoot = (leaves: readonly Uint8Array[]): Uint8Array[] =>
  leaves.toSorted(byBytes);

/** What approvers of a change set sign. */
export const changeSetRoot = (leaves: readonly Uint8Array[]): Uint8Array =>
  treeHash(inOrderOfRoot(leaves));

function byBytes(one: Uint8Array, other: Uint8Array): number {
  for (let at = 0; at < one.length; at++) {
    const difference = (one[at] ?? 0) - (other[at] ?? 0);
    if (difference !== 0) return difference;
  }
  return 0;
}
