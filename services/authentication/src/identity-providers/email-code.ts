import { randomInt } from 'node:crypto';
import { secretHash } from '../tokens/secrets.ts';

/** Eight digits, and what is kept of them: bound to the confirmation, so that it fits no other one. */
export function newEmailCode(confirmationHash: Buffer): { code: string; codeHash: Buffer } {
  const code = String(randomInt(100_000_000)).padStart(8, '0');
  return { code, codeHash: codeHashOf(confirmationHash, code) };
}

export const codeHashOf = (confirmationHash: Buffer, code: string) =>
  secretHash(`${confirmationHash.toString('hex')} ${code}`);
