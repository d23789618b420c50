import { createHash, randomBytes, randomInt } from 'node:crypto';

/** 256 random bits, as they stand in links and refresh tokens. */
export function newSecret(): string {
  return randomBytes(32).toString('base64url');
}

/** What is stored of a secret. It is random, so one round of SHA-256 suffices. */
export function secretHash(secret: string): Buffer {
  return createHash('sha256').update(secret).digest();
}

/** Eight digits, and what is stored of them: bound to the confirmation, so that it fits no other one. */
export function newEmailCode(confirmationHash: Buffer): { code: string; codeHash: Buffer } {
  const code = String(randomInt(100_000_000)).padStart(8, '0');
  return { code, codeHash: codeHashOf(confirmationHash, code) };
}

export const codeHashOf = (confirmationHash: Buffer, code: string) =>
  secretHash(`${confirmationHash.toString('hex')} ${code}`);
