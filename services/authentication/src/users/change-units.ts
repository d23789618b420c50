import type { Queryable } from '@annals/kit/database/database';
import { requireUnit, requireUnitToFill, userToChange } from '../authority/authority.ts';
import { doingOf, nothingToDo, type Acting, type Done } from './user-acts.ts';
import { endMemberships, insertMembership, selectUnitName } from '../accounts/user-rights.sql.ts';

/** Makes a user whom the caller administers a member of a unit. @throws Problem 403, 404 */
export async function assignUnit(
  transaction: Queryable,
  acting: Acting,
  userId: string,
  unitId: string,
): Promise<Done> {
  await requireUnitToFill(transaction, acting.rolesByName, acting.caller, unitId);
  await userToChange(transaction, acting.caller, userId);
  if (!(await insertMembership(transaction, userId, unitId, doingOf(acting)))) return nothingToDo;
  const organizationalUnit = { id: unitId, name: await selectUnitName(transaction, unitId) };
  return { events: [{ action: 'user.unitAssigned', after: { organizationalUnit } }] };
}

/** @throws Problem 403, 404 */
export async function unassignUnit(
  transaction: Queryable,
  acting: Acting,
  userId: string,
  unitId: string,
): Promise<Done> {
  await requireUnit(transaction, acting.caller, 'users:write', unitId);
  await userToChange(transaction, acting.caller, userId);
  const ended = await endMemberships(transaction, userId, [unitId], doingOf(acting));
  if (ended.length === 0) return nothingToDo;
  const organizationalUnit = { id: unitId, name: await selectUnitName(transaction, unitId) };
  return { events: [{ action: 'user.unitUnassigned', before: { organizationalUnit } }] };
}
