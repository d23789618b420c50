import { randomInt } from 'node:crypto';
import type { Queryable } from '@annals/kit/database/database';
import * as audit from '../audit/audit-log.sql.ts';
import type { Actor } from '../context/actor.ts';
import { secretHash } from '../tokens/secrets.ts';
import { deleteRecoveryCodes, insertRecoveryCodes } from './factors.sql.ts';

/** Without i, l, o and u, which are misread or form words (Crockford's base 32). */
const alphabet = '0123456789abcdefghjkmnpqrstvwxyz';
const count = 10;
const groups = 4;
const groupLength = 4;

/** Codes of 80 random bits, in groups that can be read out and typed. */
function newRecoveryCodes(): string[] {
  const character = () => alphabet[randomInt(alphabet.length)] ?? '';
  const group = () => Array.from({ length: groupLength }, character).join('');
  const code = () => Array.from({ length: groups }, group).join('-');
  return Array.from({ length: count }, code);
}

/** The stored hash of a recovery code, which does not depend on how it is typed. */
export function recoveryCodeHash(code: string): Buffer {
  const bare = code
    .toLowerCase()
    .replace(/[^a-z0-9]/g, '')
    .replaceAll('o', '0')
    .replace(/[il]/g, '1');
  return secretHash(bare);
}

/** Replaces the recovery codes of the actor. This is the only time they can be shown. */
export async function makeRecoveryCodes(
  transaction: Queryable,
  actor: Actor & { id: string },
): Promise<string[]> {
  const codes = newRecoveryCodes();
  await deleteRecoveryCodes(transaction, actor.id);
  await insertRecoveryCodes(transaction, actor.id, codes.map(recoveryCodeHash));
  await audit.record(transaction, actor, 'recoveryCodes.made', `user/${actor.id}`, {
    after: { count: codes.length },
  });
  return codes;
}
