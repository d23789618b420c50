import { sha256 as nobleSha256 } from '@noble/hashes/sha2.js';

// One state that is set back for each hash: to make one takes as long as half a block.
const fresh = nobleSha256.create();
const state = nobleSha256.create();
const encoder = new TextEncoder();
const encoded = new Uint8Array(4096);

export function sha256(bytes: Uint8Array): Uint8Array {
  const digest = new Uint8Array(32);
  fresh._cloneInto(state).update(bytes).digestInto(digest);
  return digest;
}

/** Of the text as UTF-8. */
export function sha256OfText(text: string): Uint8Array {
  // A code unit has at most three bytes.
  if (text.length * 3 > encoded.length) return sha256(encoder.encode(text));
  return sha256(encoded.subarray(0, encoder.encodeInto(text, encoded).written));
}
