import type { Factor } from '@annals/contracts/account';
import { say } from '@annals/contracts/messages';
import type { Queryable } from '@annals/kit/database/database';
import { conflict } from '@annals/kit/problem';
import * as audit from '../audit/audit-log.sql.ts';
import type { Actor } from '../context/actor.ts';
import { deleteDeadline } from './deadlines.sql.ts';
import { selectFactors, type FactorRow } from './factors.sql.ts';
import { makeRecoveryCodes } from './recovery-codes.ts';

const maxFactors = 20;

/** @throws Problem 409 if the user has the maximum number of second factors */
export async function requireFactorLimit(transaction: Queryable, userId: string): Promise<void> {
  if ((await selectFactors(transaction, userId)).length < maxFactors) return;
  throw conflict('too_many_factors', say('tooManyFactors', { maxFactors }));
}

export function shownFactor({ id, kind, name, createdDate, lastUsedDate }: FactorRow): Factor {
  return { id, kind, name, createdDate, lastUsedDate };
}

/**
 * Adds a factor; the first one also creates the recovery codes. The user, who is the actor, has to be locked.
 * @param add creates the factor and returns its id
 */
export async function addFactor(
  transaction: Queryable,
  actor: Actor & { id: string },
  add: () => Promise<string>,
): Promise<{ factor: Factor; recoveryCodes?: string[] }> {
  const userId = actor.id;
  const isFirst = (await selectFactors(transaction, userId)).length === 0;
  const id = await add();
  await deleteDeadline(transaction, userId);
  const row = (await selectFactors(transaction, userId)).find((one) => one.id === id);
  if (!row) throw new Error('The factor that was just added is not there.');
  const factor = shownFactor(row);
  const { kind, name } = factor;
  await audit.record(transaction, actor, 'factor.added', `user/${userId}`, {
    after: { id, kind, name },
  });
  if (!isFirst) return { factor };
  return { factor, recoveryCodes: await makeRecoveryCodes(transaction, actor) };
}
