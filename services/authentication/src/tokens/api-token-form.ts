import { randomBytes } from 'node:crypto';
import { crc32 } from 'node:zlib';

const digits = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const secretBytes = 32;
/** As many base62 digits as 32 bytes need, and those of a CRC-32. */
const secretLength = 43;
const checksumLength = 6;
/** The number of characters of the random part that lists show to distinguish tokens. */
const shownLength = 4;

export type OwnerKind = 'USER' | 'APPLICATION';

const marks: Record<OwnerKind, string> = { USER: 'pat', APPLICATION: 'app' };

/**
 * A new API token: `<product>_pat_` or `<product>_app_`, 256 random bits and a checksum, so that scanners for leaked
 * secrets find it, and a mistyped one is refused without a database query.
 */
export function newApiToken(
  productName: string,
  kind: OwnerKind,
): { token: string; prefix: string } {
  const start = `${productName}_${marks[kind]}_`;
  const secret = base62(BigInt(`0x${randomBytes(secretBytes).toString('hex')}`), secretLength);
  const unchecked = start + secret;
  return {
    token: unchecked + checksumOf(unchecked),
    prefix: unchecked.slice(0, start.length + shownLength),
  };
}

/** Whether it has the format of a token of this product with a valid checksum. */
export function isApiToken(productName: string, token: string): boolean {
  const start = Object.values(marks)
    .map((mark) => `${productName}_${mark}_`)
    .find((each) => token.startsWith(each));
  if (start === undefined || token.length !== start.length + secretLength + checksumLength)
    return false;
  if (!/^[0-9A-Za-z]+$/.test(token.slice(start.length))) return false;
  return token.slice(-checksumLength) === checksumOf(token.slice(0, -checksumLength));
}

function checksumOf(text: string): string {
  return base62(BigInt(crc32(text)), checksumLength);
}

function base62(value: bigint, length: number): string {
  let written = '';
  for (let rest = value; written.length < length; rest /= 62n)
    written = (digits[Number(rest % 62n)] ?? '') + written;
  return written;
}
