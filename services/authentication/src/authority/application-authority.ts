import type { Caller } from '@annals/kit/caller';
import type { Queryable } from '@annals/kit/database/database';
import { forbidden } from '@annals/kit/problem';
import type { CallingActor } from '../context/actor.ts';
import type { RolesByName } from '../context/service-context.ts';
import { unitIsInScope } from './authority.sql.ts';
import { mayGrant, rolesEndingAtUnits } from './authority.ts';

const master = 'GLOBAL_MASTER';

/** Whether the application is a global master and the caller is none. */
export function isForeignMaster(caller: Caller, { roles }: { roles: readonly string[] }): boolean {
  return roles.includes(master) && !caller.roles.includes(master);
}

/**
 * Whether the caller, who may change applications at all, may change this one. Whoever administers an application can
 * act as it, so they need to hold all that its roles give.
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
    throw forbidden(
      'This application has a role with permissions that you do not have. Ask someone who holds the role.',
    );
}

/**
 * A role that ends at units ends at those of the application. Where the caller holds such a permission for their own
 * units alone, the application has to be in one of these.
 * @throws Problem 403
 */
export async function requireRolesToFitUnit(
  transaction: Queryable,
  { rolesByName, caller }: CallingActor,
  { roles, unitId }: { roles: readonly string[]; unitId: string | null },
): Promise<void> {
  if (unitId === null || rolesEndingAtUnits(rolesByName, caller, roles).length === 0) return;
  const ownUnits = { readerId: caller.userId, reach: 'unit' } as const;
  if (!(await unitIsInScope(transaction, ownUnits, unitId)))
    throw forbidden(
      'With these roles the application must be in one of your organizational units or their subunits.',
    );
}
