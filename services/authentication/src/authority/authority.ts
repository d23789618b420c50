import { say, type ServiceMessage } from '@annals/contracts/messages';
import type { Permission } from '@annals/contracts/permissions';
import type { Caller } from '@annals/kit/caller';
import type { Queryable } from '@annals/kit/database/database';
import { badRequest, conflict, forbidden, notFound } from '@annals/kit/problem';
import type { RoleRow, RolesByName } from '../context/service-context.ts';
import {
  lockMasters,
  lockUser,
  selectRolesThroughUnit,
  someMasterIsActive,
  someMemberExceedsScope,
  unitIsInScope,
  type LockedUser,
} from './authority.sql.ts';
import { selectRolesByName } from './role-cache.ts';
import { scopeOf } from './scope.sql.ts';

const master = 'GLOBAL_MASTER';
/** Depends on the caller's membership in partitions, which units do not affect. */
export const permissionsInPartitionsOnly: ReadonlySet<Permission> = new Set(['partitions:write']);

/**
 * Locks the user that the caller is about to change.
 * @throws Problem 404 for a user out of scope, 403 for a global master and for a user who is also in a unit outside the
 * scope
 */
export async function userToChange(
  transaction: Queryable,
  caller: Caller,
  userId: string,
): Promise<LockedUser> {
  const user = await lockUser(transaction, scopeOf(caller, 'users:write'), userId);
  if (!user) throw notFound('user');
  const reason = reasonNotChangeable(caller, user);
  if (reason !== undefined) throw forbidden(reason);
  return user;
}

/** Why a caller who may change users may not change this one; undefined if they may. */
export function reasonNotChangeable(
  caller: Caller,
  user: { id: string; roles: readonly string[]; exceedsScope: boolean },
): ServiceMessage | undefined {
  if (user.roles.includes(master) && !caller.roles.includes(master))
    return say('onlyMasterChangesMaster');
  if (user.exceedsScope && user.id !== caller.userId) return say('userInOtherUnit');
  return undefined;
}

/** Whether the caller has all permissions of the role: you can grant only what you have. */
export function mayGrant(caller: Caller, role: RoleRow): boolean {
  if (caller.roles.includes(master)) return true;
  return role.name !== master && role.permissions.every(holdsIn(caller, role));
}

const holdsIn =
  (caller: Caller, { scope: wanted }: RoleRow) =>
  (permission: Permission): boolean => {
    const scope = caller.scope(permission);
    return (
      scope === 'all' ||
      (scope === 'unit' && (wanted === 'unit' || permissionsInPartitionsOnly.has(permission)))
    );
  };

/**
 * Whoever receives the links of a user, or removes the user's other ways to sign in, can act as that user. So the
 * caller needs all permissions that the user's roles give. Memberships in partitions do not count: roles do not cover
 * them.
 * @throws Problem 403
 */
export function requireMayActAs(
  rolesByName: RolesByName,
  caller: Caller,
  user: { id: string; roles: readonly string[] },
): void {
  if (user.id === caller.userId || caller.roles.includes(master)) return;
  const beyond = user.roles.filter((name) => {
    const role = rolesByName.get(name);
    if (role === undefined) return false;
    const permissions = role.permissions.filter((each) => !permissionsInPartitionsOnly.has(each));
    return name === master || !permissions.every(holdsIn(caller, role));
  });
  if (beyond.length > 0) throw forbidden(say('holdsRolesBeyond', { beyond: beyond.join(', ') }));
}

/**
 * Each role must exist and be one that the caller may grant or revoke.
 * @throws Problem 400 for an unknown role, 403 for a role with more permissions than the caller has
 */
export async function requireGrantable(
  transaction: Queryable,
  caller: Caller,
  names: readonly string[],
  path = 'query.role',
): Promise<void> {
  requireGrantableIn(await selectRolesByName(transaction), caller, names, path);
}

/** The same for roles that were read before. */
export function requireGrantableIn(
  rolesByName: RolesByName,
  caller: Caller,
  names: readonly string[],
  path = 'query.role',
): void {
  const unknown = names.filter((name) => !rolesByName.has(name));
  if (unknown.length > 0)
    throw badRequest(say('noSuchRole', { unknown: unknown.join(', ') }), [
      { path, ...say('unknownKeys', { keys: unknown.join(', ') }) },
    ]);
  const refused = [...rolesByName.values()].filter(
    (role) => names.includes(role.name) && !mayGrant(caller, role),
  );
  if (refused.length > 0)
    throw forbidden(
      say('roleBeyondYours', { refused: refused.map(({ name }) => name).join(', ') }),
    );
}

/** @throws Problem 404 for a unit outside the caller's scope, or one that does not exist */
export async function requireUnit(
  database: Queryable,
  caller: Caller,
  permission: Permission,
  unitId: string,
): Promise<void> {
  if (!(await unitIsInScope(database, scopeOf(caller, permission), unitId)))
    throw notFound('organizational unit');
}

/**
 * The unit has to be in scope, and new members may get no role through it that the caller may not grant.
 * @throws Problem 404, 403
 */
export async function requireUnitToFill(
  transaction: Queryable,
  rolesByName: RolesByName,
  caller: Caller,
  unitId: string,
): Promise<void> {
  await requireUnit(transaction, caller, 'users:write', unitId);
  const roles = await selectRolesThroughUnit(transaction, unitId);
  const refused = roles.filter((name) => {
    const role = rolesByName.get(name);
    return role !== undefined && !mayGrant(caller, role);
  });
  if (refused.length > 0)
    throw forbidden(say('membersHoldRoleBeyond', { refused: refused.join(', ') }));
}

/** Those of the roles that end at units and give what the caller holds for their own units alone. */
export function rolesEndingAtUnits(
  rolesByName: RolesByName,
  caller: Caller,
  roles: readonly string[],
): string[] {
  if (caller.roles.includes(master)) return [];
  return roles.filter((name) => {
    const role = rolesByName.get(name);
    return role?.scope === 'unit' && role.permissions.some((each) => caller.scope(each) === 'unit');
  });
}

/**
 * A role that ends at units ends at all units of whoever holds it. Members who are also in a unit that the caller does
 * not administer would get it there too.
 * @throws Problem 403
 */
export async function requireRolesToFitMembers(
  transaction: Queryable,
  { rolesByName, caller }: { rolesByName: RolesByName; caller: Caller },
  { roles, unitId }: { roles: readonly string[]; unitId: string },
): Promise<void> {
  const ending = rolesEndingAtUnits(rolesByName, caller, roles);
  if (ending.length === 0) return;
  const ownUnits = { readerId: caller.userId, kind: 'unit' } as const;
  if (await someMemberExceedsScope(transaction, ownUnits, unitId))
    throw forbidden(say('memberInOtherUnit', { roles: ending.join(', ') }));
}

/**
 * Runs a change that may remove a global master, and refuses it if it removed the last one.
 * @throws Problem 409
 */
export async function requireRemainingMaster<T>(
  transaction: Queryable,
  work: () => Promise<T>,
): Promise<T> {
  await lockMasters(transaction);
  const result = await work();
  if (!(await someMasterIsActive(transaction))) throw conflict('last_master', say('lastMaster'));
  return result;
}
