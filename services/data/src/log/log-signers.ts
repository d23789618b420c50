import { sameBytes, toHex } from '@annals/proofs/bytes';
import { verifierOf, type SignerKey } from '@annals/proofs/signed-note';
import type { StoredKey } from './log-key.sql.ts';

export interface Signer extends SignerKey {
  publicKey: Uint8Array;
}

export interface Signers {
  /** The name of the service log. */
  readonly name: string;
  /** Whether there has been more than one key. */
  readonly several: boolean;
  /** The published key. */
  named(): Signer;
  /**
   * The published signer first, then those that co-sign for verifiers who know the logs by their keys.
   */
  all(): readonly Signer[];
  generation(): string;
}

/** Servers reload the keys every minute. Until then they do not sign with a new key, so it is not published either. */
const takenUpMs = 2 * 60_000;
/** A server knows a key from a file only after a restart. */
const restartedMs = 60 * 60_000;

/**
 * The signing keys, and which of them is published. An additional key is published only when all servers sign with it,
 * so that every checkpoint has the signature of the published key.
 * @param stored in order of creation
 * @param given the configured keys; if there are any, the first is published
 */
export function signersOf(
  stored: readonly (StoredKey & { ageMs: number })[],
  given: readonly SignerKey[],
  now: () => number = () => performance.now(),
): Signers {
  const loaded = now();
  const rowOf = (key: Signer) =>
    stored.find(({ publicKey }) => sameBytes(publicKey, key.publicKey));
  const outside = given.map((key) => ({ ...key, publicKey: verifierOf(key).publicKey }));
  const inside = stored.flatMap(({ name, publicKey, seed }) =>
    seed && !outside.some((key) => sameBytes(key.publicKey, publicKey))
      ? [{ name, publicKey, seed }]
      : [],
  );
  // Newest first.
  const signers: readonly Signer[] = [...outside, ...inside.toReversed()];
  const [newest] = signers;
  if (!newest) throw new Error('There is no key that signs.');
  const settlingMs = outside.length > 0 ? restartedMs : takenUpMs;
  const candidates = signers.flatMap((key) => {
    const row = rowOf(key);
    return row ? { key, readyAt: loaded - row.ageMs + settlingMs } : [];
  });
  // The very first key is published at once.
  const findNamed = () =>
    (candidates.find(({ readyAt }) => readyAt <= now()) ?? candidates.at(-1))?.key ?? newest;
  return {
    name: newest.name,
    several: stored.length > 1,
    named: findNamed,
    all: () => {
      const first = findNamed();
      return [first, ...signers.filter((key) => key !== first)];
    },
    generation: () => `${toHex(findNamed().publicKey)} ${signers.length}`,
  };
}
