import type { ObjectVersion } from '@annals/contracts/object-version';
import { shownDifferences } from '@annals/rules/version-diff/shown-differences';
import { OrderThread } from '@annals/kit/order-thread';
import { objectProof } from '@annals/proofs/bundle';
import { verifyObjectProof } from '@annals/proofs/verify-object';

interface VerifyOrder {
  /** As the service returned it. */
  proof: unknown;
  shown: ObjectVersion;
  keys: readonly string[];
  checkpoints: readonly string[];
}

/** Verifies the proof of a version, and compares it with what the service shows. */
export function verifyShown({ proof, shown, keys, checkpoints }: VerifyOrder) {
  const proven = objectProof.safeParse(proof);
  // A proof of anything else than what was read would prove nothing.
  const differences = proven.success ? shownDifferences(shown, proven.data.version) : [];
  return { differences, ...verifyObjectProof(proof, { keys, checkpoints }) };
}

/** Beyond that, verification takes some ten milliseconds. */
const wideValues = 2_000;

const thread = new OrderThread<VerifyOrder, ReturnType<typeof verifyShown>>(
  './verify-worker.ts',
  import.meta.url,
);

/** The same; a version of thousands of values is verified in a thread, because others would wait for it. */
export async function verify(order: VerifyOrder): Promise<ReturnType<typeof verifyShown>> {
  return isWide(order.proof) ? thread.send(order) : verifyShown(order);
}

/** It has a salt for each value. */
function isWide(proof: unknown): boolean {
  const { salts } = (proof as { version?: { salts?: unknown } }).version ?? {};
  return typeof salts === 'string' && salts.length > wideValues * saltLength;
}

const saltLength = 32;
