import type { Queryable } from '@annals/kit/database/database';
import { endMemberships, insertMembership, selectUnitName } from '../accounts/user-rights.sql.ts';
import { requireUnit, requireUnitToFill, userToChange } from '../authority/authority.ts';
import type { CallingActor } from '../context/actor.ts';
import { noChange, type UserChange } from './user-change.ts';

/** Makes a user whom the caller administers a member of a unit. @throws Problem 403, 404 */
export async function assignUnit(
  transaction: Queryable,
  actor: CallingActor,
  userId: string,
  unitId: string,
): Promise<UserChange> {
  await requireUnitToFill(transaction, actor.rolesByName, actor.caller, unitId);
  await userToChange(transaction, actor.caller, userId);
  if (!(await insertMembership(transaction, userId, unitId, actor))) return noChange;
  const organizationalUnit = { id: unitId, name: await selectUnitName(transaction, unitId) };
  return { events: [{ action: 'user.unitAssigned', after: { organizationalUnit } }] };
}

/** @throws Problem 403, 404 */
export async function unassignUnit(
  transaction: Queryable,
  actor: CallingActor,
  userId: string,
  unitId: string,
): Promise<UserChange> {
  await requireUnit(transaction, actor.caller, 'users:write', unitId);
  await userToChange(transaction, actor.caller, userId);
  const ended = await endMemberships(transaction, userId, [unitId], actor);
  if (ended.length === 0) return noChange;
  const organizationalUnit = { id: unitId, name: await selectUnitName(transaction, unitId) };
  return { events: [{ action: 'user.unitUnassigned', before: { organizationalUnit } }] };
}
