import { createHash, randomBytes, randomInt } from 'node:crypto';

/** 256 random bits, for links and refresh tokens. */
export function newSecret(): string {
  return randomBytes(32).toString('base64url');
}

/** The stored hash of a secret. The secret is random, so one round of SHA-256 is enough. */
export function secretHash(secret: string): Buffer {
  return createHash('sha256').update(secret).digest();
}

/** Eight digits and their stored hash, which is bound to the confirmation, so that the code works for no other one. */
export function newEmailCode(confirmationHash: Buffer): { code: string; codeHash: Buffer } {
  const code = String(randomInt(100_000_000)).padStart(8, '0');
  return { code, codeHash: codeHashOf(confirmationHash, code) };
}

export const codeHashOf = (confirmationHash: Buffer, code: string) =>
  secretHash(`${confirmationHash.toString('hex')} ${code}`);
