import type { Queryable } from '@annals/kit/database/database';
import { conflict } from '@annals/kit/problem';
import { lockMasters } from '../authority/authority.sql.ts';
import { someMasterCanSignIn } from './last-way-in.sql.ts';

/**
 * Does something to a provider that may lock everybody out, and refuses it when it did.
 * @param untriedId the provider, when who signed in through it before may fail to after this
 * @throws Problem 409
 */
export async function keepingAWayIn(
  transaction: Queryable,
  untriedId: string | null,
  act: () => Promise<void>,
): Promise<void> {
  await lockMasters(transaction);
  const before = await someMasterCanSignIn(transaction);
  await act();
  if (before && !(await someMasterCanSignIn(transaction, untriedId)))
    throw conflict(
      'last_way_in',
      'This change would leave no global master who can sign in. Set a password for one of them first.',
    );
}
