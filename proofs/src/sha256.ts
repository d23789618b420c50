import { sha256 as nobleSha256 } from '@noble/hashes/sha2.js';
import { utf8 } from './bytes.ts';

export const sha256 = (bytes: Uint8Array): Uint8Array => nobleSha256(bytes);

/** Of the text as UTF-8. */
export const sha256OfText = (text: string): Uint8Array => nobleSha256(utf8(text));
