import { createHash } from 'node:crypto';
import * as crypto from 'node:crypto';

// The same as sha256.ts, twice as fast: a service hashes whatever is written. Node before 20.12 has no hash in one call.
const inOneCall = (crypto as { hash?: typeof crypto.hash }).hash;

export const sha256 = (bytes: Uint8Array): Uint8Array => digestOf(bytes);

/** Of the text as UTF-8. */
export const sha256OfText = (text: string): Uint8Array => digestOf(text);

const digestOf = (input: Uint8Array | string): Uint8Array =>
  inOneCall ? inOneCall('sha256', input, 'buffer') : createHash('sha256').update(input).digest();
