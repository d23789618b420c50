import { fromBase64, sameBytes } from '@annals/proofs/bytes';
import { openCheckpoint, type Checkpoint } from '@annals/proofs/checkpoint';
import { isConsistent } from '@annals/proofs/merkle-tree';
import { readVerifierKey } from '@annals/proofs/signed-note';

/** A signed checkpoint, and the verifier key named for it. */
export interface SignedHead {
  checkpoint: string;
  key: string;
}

/**
 * The relation of a checkpoint to the pinned one. FIRST: none is pinned. SAME, GROWN: it continues the pinned one.
 * ROLLBACK: the log was longer. FORK: the pinned entries differ. KEY: signed with another key, or for another log.
 * UNSIGNED: not signed with the named key, or not for this partition.
 */
export type CheckpointStatus =
  | 'FIRST'
  | 'SAME'
  | 'GROWN'
  | 'ROLLBACK'
  | 'FORK'
  | 'KEY'
  | 'UNSIGNED';

export interface CheckedCheckpoint {
  status: CheckpointStatus;
  /** The content of the checkpoint; undefined without a valid signature. */
  claimed: Checkpoint | undefined;
  /** The verifier key that identifies the log from now on. */
  key: string;
}

/**
 * @param partitionId the expected partition
 * @param askConsistency returns the hashes in base64 that prove that a log of one size continues that of
 * another
 */
export async function checkCheckpoint(
  partitionId: string,
  head: SignedHead,
  pinned: SignedHead | undefined,
  askConsistency: (from: number, to: number) => Promise<readonly string[]>,
): Promise<CheckedCheckpoint> {
  const open = (checkpoint: string, key: string) => openAsOf(partitionId, checkpoint, key);
  const own = open(head.checkpoint, head.key);
  const before = pinned && open(pinned.checkpoint, pinned.key);
  if (!pinned || !before)
    return { status: own ? 'FIRST' : 'UNSIGNED', claimed: own, key: head.key };
  const known = open(head.checkpoint, pinned.key);
  const claimed = known ?? own;
  if (!claimed) return { status: 'UNSIGNED', claimed, key: pinned.key };
  if (!known) return { status: 'KEY', claimed, key: head.key };
  // Signed by the previous key and by a new one for the same log: the key was rotated.
  const key = own?.origin === known.origin ? head.key : pinned.key;
  return { status: await compare(before, known, askConsistency), claimed, key };
}

async function compare(
  before: Checkpoint,
  now: Checkpoint,
  askConsistency: (from: number, to: number) => Promise<readonly string[]>,
): Promise<CheckpointStatus> {
  if (now.size < before.size) return 'ROLLBACK';
  if (now.size === before.size) return sameBytes(now.root, before.root) ? 'SAME' : 'FORK';
  const answer = before.size === 0 ? [] : await askConsistency(before.size, now.size);
  const proof = answer.map((hash) => fromBase64(hash));
  return proof.every((hash) => hash !== undefined) && isConsistent(before, now, proof)
    ? 'GROWN'
    : 'FORK';
}

/** Undefined if the key has not signed it, or if it belongs to the log of another partition. */
function openAsOf(partitionId: string, checkpoint: string, keyText: string) {
  const key = readVerifierKey(keyText);
  const opened = key && openCheckpoint(checkpoint, key);
  return opened?.origin.endsWith(`/${partitionId}`) ? opened : undefined;
}
