import { say } from '@annals/contracts/messages';
import type { Queryable } from '@annals/kit/database/database';
import { conflict } from '@annals/kit/problem';
import { endUserRoles, insertUserRoles } from '../accounts/user-rights.sql.ts';
import {
  requireRemainingMaster,
  requireGrantableIn,
  userToChange,
} from '../authority/authority.ts';
import type { CallingActor } from '../context/actor.ts';
import { noChange, type UserChange } from './user-change.ts';

const master = 'GLOBAL_MASTER';

/** @throws Problem 400, 403, 404 */
export async function addRoles(
  transaction: Queryable,
  actor: CallingActor,
  userId: string,
  names: readonly string[],
): Promise<UserChange> {
  requireGrantableIn(actor.rolesByName, actor.caller, names);
  const user = await userToChange(transaction, actor.caller, userId);
  const added = await insertUserRoles(transaction, userId, [...new Set(names)], actor);
  if (added.length === 0) return noChange;
  const after = [...user.directRoles, ...added].toSorted();
  return {
    events: [
      { action: 'user.roleAdded', before: { roles: user.directRoles }, after: { roles: after } },
    ],
  };
}

/** @throws Problem 400, 403, 404; 409 for a role that comes through a unit, and for the last global master */
export async function removeRoles(
  transaction: Queryable,
  actor: CallingActor,
  userId: string,
  names: readonly string[],
): Promise<UserChange> {
  requireGrantableIn(actor.rolesByName, actor.caller, names);
  const user = await userToChange(transaction, actor.caller, userId);
  const throughUnit = names.filter(
    (name) => user.roles.includes(name) && !user.directRoles.includes(name),
  );
  if (throughUnit.length > 0)
    throw conflict(
      'role_through_unit',
      say('roleThroughUnit', { throughUnit: throughUnit.join(', ') }),
    );
  const remove = () => endUserRoles(transaction, userId, names, actor);
  const removed = names.includes(master)
    ? await requireRemainingMaster(transaction, remove)
    : await remove();
  if (removed.length === 0) return noChange;
  const after = user.directRoles.filter((name) => !removed.includes(name));
  return {
    events: [
      { action: 'user.roleRemoved', before: { roles: user.directRoles }, after: { roles: after } },
    ],
  };
}
