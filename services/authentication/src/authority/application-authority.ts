import { say } from '@annals/contracts/messages';
import type { Caller } from '@annals/kit/caller';
import type { Queryable } from '@annals/kit/database/database';
import { forbidden } from '@annals/kit/problem';
import type { CallingActor } from '../context/actor.ts';
import type { RolesByName } from '../context/service-context.ts';
import { unitIsInScope } from './authority.sql.ts';
import { mayGrant, rolesEndingAtUnits } from './authority.ts';

const master = 'GLOBAL_MASTER';

/** Whether the application is a global master and the caller is not. */
export function isForeignMaster(caller: Caller, { roles }: { roles: readonly string[] }): boolean {
  return roles.includes(master) && !caller.roles.includes(master);
}

/**
 * Whether a caller who may change applications may change this one. Administrators of an application can act as it, so
 * they need all permissions of its roles.
 */
export function mayAdminister(
  rolesByName: RolesByName,
  caller: Caller,
  { roles }: { roles: readonly string[] },
): boolean {
  return (
    !isForeignMaster(caller, { roles }) &&
    roles.every((name) => {
      const role = rolesByName.get(name);
      return role === undefined || mayGrant(caller, role);
    })
  );
}

/** @throws Problem 403 */
export function requireAdministrable(
  rolesByName: RolesByName,
  caller: Caller,
  application: { roles: readonly string[] },
): void {
  if (!mayAdminister(rolesByName, caller, application))
    throw forbidden(say('applicationRoleBeyond'));
}

/**
 * A unit-limited role is limited to the units of the application. If the caller holds such a permission only for their
 * own units, the application has to be in one of these.
 * @throws Problem 403
 */
export async function requireRolesToFitUnit(
  transaction: Queryable,
  { rolesByName, caller }: CallingActor,
  { roles, unitId }: { roles: readonly string[]; unitId: string | null },
): Promise<void> {
  if (unitId === null || rolesEndingAtUnits(rolesByName, caller, roles).length === 0) return;
  const ownUnits = { readerId: caller.userId, kind: 'unit' } as const;
  if (!(await unitIsInScope(transaction, ownUnits, unitId)))
    throw forbidden(say('applicationOutsideUnits'));
}
