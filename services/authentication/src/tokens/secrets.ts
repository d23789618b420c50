import { createHash, randomBytes } from 'node:crypto';

/** 256 random bits, as they stand in links and refresh tokens. */
export function newSecret(): string {
  return randomBytes(32).toString('base64url');
}

/** What is kept of a secret. It is random, so one round of SHA-256 suffices. */
export function secretHash(secret: string): Buffer {
  return createHash('sha256').update(secret).digest();
}
