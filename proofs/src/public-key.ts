import { ed25519 } from '@noble/curves/ed25519.js';
import { p256 } from '@noble/curves/nist.js';
import * as z from 'zod/mini';
import { sha256 } from '#sha256';
import { fromBase64Url, joinBytes, sameBytes, toHex } from './bytes.ts';

const member = z.string().check(z.maxLength(2048), z.regex(/^[\w-]+$/));

/** ECDSA with P-256 and SHA-256. */
export const p256Key = z.strictObject({
  kty: z.literal('EC'),
  crv: z.literal('P-256'),
  x: member,
  y: member,
});
const ed25519Key = z.strictObject({
  kty: z.literal('OKP'),
  crv: z.literal('Ed25519'),
  x: member,
});
/** RSASSA-PKCS1-v1_5 with SHA-256. */
const rsaKey = z.strictObject({ kty: z.literal('RSA'), n: member, e: member });

/** A public key as a JWK (RFC 7517), of the kinds that passkeys use. */
export const publicKey = z.discriminatedUnion('kty', [p256Key, ed25519Key, rsaKey]);
export type PublicKey = z.infer<typeof publicKey>;

/** @param form of a P-256 signature: two concatenated numbers (JWS), or DER (WebAuthn) */
export function isSignedBy(
  key: PublicKey,
  message: Uint8Array,
  signature: Uint8Array,
  form: 'compact' | 'der' = 'compact',
): boolean {
  try {
    if (key.kty === 'RSA') return isRsaSignature(key, message, signature);
    const [x, y] = [fromBase64Url(key.x), key.kty === 'EC' ? fromBase64Url(key.y) : undefined];
    if (key.kty === 'OKP') return x !== undefined && ed25519.verify(signature, message, x);
    if (x?.length !== 32 || y?.length !== 32) return false;
    const point = joinBytes([Uint8Array.of(4), x, y]);
    return p256.verify(signature, message, point, { format: form, lowS: false });
  } catch {
    return false;
  }
}

/** DigestInfo of SHA-256 (RFC 8017, 9.2, note 1). */
const digestInfo = Uint8Array.from([
  0x30, 0x31, 0x30, 0x0d, 0x06, 0x09, 0x60, 0x86, 0x48, 0x01, 0x65, 0x03, 0x04, 0x02, 0x01, 0x05,
  0x00, 0x04, 0x20,
]);
/** 2,048 to 4,096 bits. */
const modulusBytes = { least: 256, most: 512 };
const maxExponentBytes = 4;

/**
 * RFC 8017, 8.2.2: the encoded message is recomputed and compared as a whole, so that nothing in the padding goes
 * unchecked.
 */
function isRsaSignature(
  { n, e }: { n: string; e: string },
  message: Uint8Array,
  signature: Uint8Array,
): boolean {
  const [modulus, exponent] = [fromBase64Url(n), fromBase64Url(e)];
  if (!modulus || !exponent || exponent.length > maxExponentBytes) return false;
  const { length } = modulus;
  if (length < modulusBytes.least || length > modulusBytes.most || signature.length !== length)
    return false;
  const base = numberOf(signature);
  if (base >= numberOf(modulus)) return false;
  const hash = sha256(message);
  const padding = new Uint8Array(length - digestInfo.length - hash.length - 3).fill(0xff);
  const expected = joinBytes([Uint8Array.of(0, 1), padding, Uint8Array.of(0), digestInfo, hash]);
  const opened = power(base, numberOf(exponent), numberOf(modulus));
  return sameBytes(bytesOf(opened, length), expected);
}

const numberOf = (bytes: Uint8Array): bigint => BigInt(`0x${toHex(bytes)}`);

const bytesOf = (value: bigint, length: number): Uint8Array => {
  const digits = value.toString(16).padStart(length * 2, '0');
  return Uint8Array.from({ length }, (_, at) =>
    Number.parseInt(digits.slice(at * 2, at * 2 + 2), 16),
  );
};

function power(base: bigint, exponent: bigint, modulus: bigint): bigint {
  let result = 1n;
  for (let rest = exponent, square = base; rest > 0n; rest >>= 1n) {
    if (rest & 1n) result = (result * square) % modulus;
    square = (square * square) % modulus;
  }
  return result;
}
