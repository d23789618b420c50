import { sha256 as nobleSha256 } from '@noble/hashes/sha2.js';

// A state that is reset for each hash, because creating one costs as much as half a block.
const fresh = nobleSha256.create();
const state = nobleSha256.create();
const encoder = new TextEncoder();
const encoded = new Uint8Array(4096);

export function sha256(bytes: Uint8Array): Uint8Array {
  const digest = new Uint8Array(32);
  fresh._cloneInto(state).update(bytes).digestInto(digest);
  return digest;
}

/** The text is encoded as UTF-8. */
export function sha256OfText(text: string): Uint8Array {
  // A UTF-16 code unit takes at most three bytes.
  if (text.length * 3 > encoded.length) return sha256(encoder.encode(text));
  return sha256(encoded.subarray(0, encoder.encodeInto(text, encoded).written));
}
