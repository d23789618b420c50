import { createHash } from 'node:crypto';
import * as crypto from 'node:crypto';

// Same as sha256.ts but five times as fast, because a service hashes everything it writes. Node before 20.12 has no
// one-call hash.
const inOneCall = (crypto as { hash?: typeof crypto.hash }).hash;

export const sha256 = (bytes: Uint8Array): Uint8Array => digestOf(bytes);

/** The text is encoded as UTF-8. */
export const sha256OfText = (text: string): Uint8Array => digestOf(text);

function digestOf(input: Uint8Array | string): Uint8Array {
  if (!inOneCall) return createHash('sha256').update(input).digest();
  // Reading the digest as a binary string is twice as fast as as a buffer.
  const text = inOneCall('sha256', input, 'binary');
  const digest = new Uint8Array(32);
  for (let at = 0; at < 32; at++) digest[at] = text.charCodeAt(at);
  return digest;
}
