import { randomInt } from 'node:crypto';
import { secretHash } from '../tokens/secrets.ts';

/** Without i, l, o and u, which are misread or make words (Crockford's base 32). */
const alphabet = '0123456789abcdefghjkmnpqrstvwxyz';
const count = 10;
const groups = 4;
const groupLength = 4;

/** Codes of 80 random bits, in groups that can be read out and typed. */
export function newRecoveryCodes(): string[] {
  const character = () => alphabet[randomInt(alphabet.length)] ?? '';
  const group = () => Array.from({ length: groupLength }, character).join('');
  const code = () => Array.from({ length: groups }, group).join('-');
  return Array.from({ length: count }, code);
}

/** What is kept of a recovery code, the same however it is typed. */
export function recoveryCodeHash(code: string): Buffer {
  const bare = code
    .toLowerCase()
    .replace(/[^a-z0-9]/g, '')
    .replaceAll('o', '0')
    .replace(/[il]/g, '1');
  return secretHash(bare);
}
