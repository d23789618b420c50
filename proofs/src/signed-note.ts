import { ed25519 } from '@noble/curves/ed25519.js';
import { sha256 } from '#sha256';
import { fromBase64, joinBytes, sameBytes, toBase64, toHex, utf8 } from './bytes.ts';

// Implements c2sp.org/signed-note, the format of Go's golang.org/x/mod/sumdb/note.

/** The prefix byte of an Ed25519 key. */
const algorithm = 0x01;
const keyIdLength = 4;

export interface VerifierKey {
  name: string;
  publicKey: Uint8Array;
}

export interface SignerKey {
  name: string;
  /** An Ed25519 seed (RFC 8032), 32 bytes. */
  seed: Uint8Array;
}

const keyName = /^[^\s+]+$/u;

function keyIdOf({ name, publicKey }: VerifierKey): Uint8Array {
  return sha256(joinBytes([utf8(`${name}\n`), Uint8Array.of(algorithm), publicKey])).slice(
    0,
    keyIdLength,
  );
}

export const verifierOf = ({ name, seed }: SignerKey): VerifierKey => ({
  name,
  publicKey: ed25519.getPublicKey(seed),
});

/** The published form `<name>+<key id>+<key>`. */
export const writeVerifierKey = (key: VerifierKey): string =>
  `${key.name}+${toHex(keyIdOf(key))}+${toBase64(joinBytes([Uint8Array.of(algorithm), key.publicKey]))}`;

/** Undefined if it is not a verifier key of Ed25519, or its id does not match. */
export function readVerifierKey(text: string): VerifierKey | undefined {
  const [name = '', id, key = '', ...more] = splitKey(text);
  const bytes = fromBase64(key);
  if (more.length > 0 || !keyName.test(name) || bytes?.length !== 33 || bytes[0] !== algorithm)
    return undefined;
  const found = { name, publicKey: bytes.slice(1) };
  return toHex(keyIdOf(found)) === id ? found : undefined;
}

/** `PRIVATE+KEY+<name>+<key id>+<seed>`, as Go's note package writes it. */
export const writeSignerKey = (key: SignerKey): string =>
  `PRIVATE+KEY+${key.name}+${toHex(keyIdOf(verifierOf(key)))}+${toBase64(joinBytes([Uint8Array.of(algorithm), key.seed]))}`;

/** Undefined if it is not a signer key of Ed25519, or its id does not match. */
export function readSignerKey(text: string): SignerKey | undefined {
  const prefix = 'PRIVATE+KEY+';
  if (!text.startsWith(prefix)) return undefined;
  const [name = '', id, key = '', ...more] = splitKey(text.slice(prefix.length));
  const bytes = fromBase64(key);
  if (more.length > 0 || !keyName.test(name) || bytes?.length !== 33 || bytes[0] !== algorithm)
    return undefined;
  const found = { name, seed: bytes.slice(1) };
  return toHex(keyIdOf(verifierOf(found))) === id ? found : undefined;
}

// Base64 contains plus signs too, so only the first two separate fields.
function splitKey(text: string): string[] {
  const first = text.indexOf('+');
  const second = text.indexOf('+', first + 1);
  return first < 0 || second < 0
    ? []
    : [text.slice(0, first), text.slice(first + 1, second), text.slice(second + 1)];
}

/**
 * A text with the signature of a key.
 * @param text ends with a newline and contains no other control character
 * @throws RangeError for any other text
 */
export function signNote(text: string, key: SignerKey): string {
  if (!isNoteText(text)) throw new RangeError('This text cannot be a note.');
  const signature = ed25519.sign(utf8(text), key.seed);
  const line = toBase64(joinBytes([keyIdOf(verifierOf(key)), signature]));
  return `${text}\n${dash} ${key.name} ${line}\n`;
}

/** The newline is the only control character allowed below U+0020. */
const isNoteText = (text: string): boolean =>
  text.endsWith('\n') &&
  Array.from(text).every((character) => character >= ' ' || character === '\n');

// Escaped so that a script read in another encoding than UTF-8 is the same.
const dash = '\u2014';
const signatureLine = /^\u2014 ([^\s+]+) ([A-Za-z0-9+/]+={0,2})$/u;

/** More than any log has witnesses. */
const maxSignatures = 100;

/** The text of a note that this key signed; undefined if it did not, or if it is not a note. */
export function openNote(note: string, key: VerifierKey): string | undefined {
  const split = note.lastIndexOf('\n\n');
  if (split < 0 || !note.endsWith('\n')) return undefined;
  const text = note.slice(0, split + 1);
  if (!isNoteText(text)) return undefined;
  const lines = note.slice(split + 2, -1).split('\n', maxSignatures + 1);
  if (lines.length > maxSignatures) return undefined;
  const id = keyIdOf(key);
  let signed = false;
  for (const line of lines) {
    const [, name, base64 = ''] = signatureLine.exec(line) ?? [];
    const bytes = fromBase64(base64);
    if (name === undefined || !bytes || bytes.length <= keyIdLength) return undefined;
    if (name !== key.name || !sameBytes(bytes.slice(0, keyIdLength), id)) continue;
    // A wrong signature by a known key invalidates the whole note.
    if (!isSignature(bytes.slice(keyIdLength), text, key)) return undefined;
    signed = true;
  }
  return signed ? text : undefined;
}

function isSignature(signature: Uint8Array, text: string, { publicKey }: VerifierKey): boolean {
  try {
    return ed25519.verify(signature, utf8(text), publicKey);
  } catch {
    return false;
  }
}
