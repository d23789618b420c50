import type { FastifyRequest } from 'fastify';
import { say } from '@annals/contracts/messages';
import {
  permissions as allPermissions,
  type Permission,
  type RoleScope,
} from '@annals/contracts/permissions';
import type { Caller } from '@annals/kit/caller';
import type { Queryable } from '@annals/kit/database/database';
import { difference } from '@annals/kit/difference';
import { checkIfMatch } from '@annals/kit/etag';
import { conflict, forbidden, notFound } from '@annals/kit/problem';
import * as audit from '../audit/audit-log.sql.ts';
import { mayGrant } from '../authority/authority.ts';
import { sourceOf } from '../context/actor.ts';
import { toTimestamp } from '../context/clock.ts';
import type { ServiceContext } from '../context/service-context.ts';
import { applyDeadlines } from '../second-factors/apply-deadlines.ts';
import {
  countRoles,
  countUses,
  deleteRoleRow,
  insertRole,
  insertRoleVersion,
  lockRole,
  updateRole,
  type RoleDetails,
} from './roles.sql.ts';

/** All of them are listed at once, and cached in memory. */
const maxRoles = 500;
/** A week. */
const defaultGraceHours = 168;
const changeableOfBuiltIn: ReadonlySet<string> = new Set([
  'secondFactorRequired',
  'secondFactorGraceHours',
]);

interface NewRole {
  name: string;
  description: string;
  permissions: Permission[];
  scope: RoleScope;
  secondFactorRequired?: boolean | undefined;
  secondFactorGraceHours?: number | undefined;
}

type RoleChange = { [Field in Exclude<keyof NewRole, 'name'>]?: NewRole[Field] | undefined };

/** @throws Problem 403 for a role that allows more than the caller, 409 if the name is taken */
export async function createRole(
  context: ServiceContext,
  caller: Caller,
  role: NewRole,
  request: FastifyRequest,
): Promise<RoleDetails> {
  requireEverywhere(caller);
  const { secondFactorRequired = false, secondFactorGraceHours = defaultGraceHours } = role;
  const made = wholeRole({
    ...role,
    secondFactorRequired,
    secondFactorGraceHours,
    builtIn: false,
    version: 1,
  });
  requireWithin(caller, made);
  return changing(context, made.name, async (transaction, at) => {
    if ((await countRoles(transaction)) >= maxRoles)
      throw conflict('too_many_roles', say('tooManyRoles', { maxRoles }));
    if (!(await insertRole(transaction, made)))
      throw conflict('role_exists', say('roleNameTaken', { name: made.name }));
    await insertRoleVersion(transaction, made.name, toTimestamp(at));
    await audit.record(
      transaction,
      { id: caller.userId, at, source: sourceOf(request, caller) },
      'role.created',
      `role/${made.name}`,
      { after: fieldsOf(made) },
    );
  });
}

/** @throws Problem 403, 404, 409 for a built-in one, 412 */
export async function changeRole(
  context: ServiceContext,
  caller: Caller,
  name: string,
  fields: RoleChange,
  request: FastifyRequest,
): Promise<RoleDetails> {
  requireEverywhere(caller);
  return changing(context, name, async (transaction, at) => {
    const role = await lockRole(transaction, name);
    if (!role) throw notFound('role');
    checkIfMatch(request, role.version, shownRole(caller, role));
    requireWithin(caller, role);
    const changed = wholeRole({ ...role, ...pickFields(fields) });
    const [before, after] = difference(fieldsOf(wholeRole(role)), fieldsOf(changed));
    const names = Object.keys(after);
    if (names.length === 0) return;
    if (role.builtIn && names.some((field) => !changeableOfBuiltIn.has(field)))
      throw conflict('built_in_role', say('builtInRole', { name }));
    requireWithin(caller, changed);
    await updateRole(transaction, changed);
    await insertRoleVersion(transaction, name, toTimestamp(at));
    await audit.record(
      transaction,
      { id: caller.userId, at, source: sourceOf(request, caller) },
      'role.changed',
      `role/${name}`,
      { before, after },
    );
  });
}

/** @throws Problem 403, 404, 409 for one that is built in or in use, 412 */
export async function deleteRole(
  context: ServiceContext,
  caller: Caller,
  name: string,
  request: FastifyRequest,
): Promise<void> {
  requireEverywhere(caller);
  await context.database.transaction(async (transaction) => {
    const role = await lockRole(transaction, name);
    if (!role) throw notFound('role');
    checkIfMatch(request, role.version, shownRole(caller, role));
    requireWithin(caller, role);
    if (role.builtIn) throw conflict('built_in_role', say('builtInRoleNotDeletable', { name }));
    await requireUnused(transaction, name);
    const at = context.clock();
    await deleteRoleRow(transaction, name, toTimestamp(at));
    await audit.record(
      transaction,
      { id: caller.userId, at, source: sourceOf(request, caller) },
      'role.deleted',
      `role/${name}`,
      { before: fieldsOf(role) },
    );
  });
  context.roleCache.invalidate();
}

export function shownRole(caller: Caller, role: RoleDetails): RoleDetails & { mayGrant: boolean } {
  return { ...role, mayGrant: mayGrant(caller, role) };
}

/** Makes the change and returns the changed role. */
async function changing(
  context: ServiceContext,
  name: string,
  change: (transaction: Queryable, at: number) => Promise<void>,
): Promise<RoleDetails> {
  const role = await context.database.transaction(async (transaction) => {
    await change(transaction, context.clock());
    return lockRole(transaction, name);
  });
  context.roleCache.invalidate();
  await applyDeadlines(context);
  if (!role) throw notFound('role');
  return role;
}

function requireEverywhere(caller: Caller): void {
  if (caller.scope('roles:write') !== 'all') throw forbidden(say('rolesApplyEverywhere'));
}

function requireWithin(caller: Caller, role: RoleDetails): void {
  if (!mayGrant(caller, role)) throw forbidden(say('roleExceedsYours', { name: role.name }));
}

async function requireUnused(transaction: Queryable, name: string): Promise<void> {
  const { users, units, applications, providers } = await countUses(transaction, name);
  if (users + units + applications + providers > 0)
    throw conflict(
      'role_in_use',
      say('roleInUse', { name, users, units, applications, providers }),
    );
}

const fieldsOf = ({
  description,
  permissions,
  scope,
  secondFactorRequired,
  secondFactorGraceHours,
}: RoleDetails) => ({
  description,
  permissions,
  scope,
  secondFactorRequired,
  secondFactorGraceHours,
});

/** Each permission once, in the order of the list of all. */
function wholeRole(role: RoleDetails): RoleDetails {
  const permissions = allPermissions.filter((each) => role.permissions.includes(each));
  return { ...role, permissions };
}

function pickFields(fields: RoleChange): Partial<ReturnType<typeof fieldsOf>> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
}
