import type { FastifyRequest } from 'fastify';
import { say } from '@annals/contracts/messages';
import type { Caller } from '@annals/kit/caller';
import { badRequest } from '@annals/kit/problem';
import * as audit from '../audit/audit-log.sql.ts';
import { requireGrantableIn, requireRolesToFitMembers } from '../authority/authority.ts';
import { selectRolesByName } from '../authority/role-cache.ts';
import { actorOf } from '../context/actor.ts';
import type { ServiceContext } from '../context/service-context.ts';
import { endUnitRoles, insertUnitRoles, lockTree } from './change-unit.sql.ts';
import { invalidateRoles, unitToChange } from './change-unit.ts';

const master = 'GLOBAL_MASTER';

/** @throws Problem 400 for GLOBAL_MASTER and unknown roles, 403 for one the caller may not grant, 404, 412 */
export async function addUnitRoles(
  context: ServiceContext,
  caller: Caller,
  unitId: string,
  roles: readonly string[],
  request: FastifyRequest,
): Promise<void> {
  if (roles.includes(master))
    throw badRequest(say('masterForUsersOnly', { master }), [
      { path: 'query.role', ...say('leaveOut', { master }) },
    ]);
  await change(context, caller, unitId, roles, request, 'unit.roleAdded');
}

/** @throws Problem 400 for unknown roles, 403 for one the caller may not remove, 404, 412 */
export async function removeUnitRoles(
  context: ServiceContext,
  caller: Caller,
  unitId: string,
  roles: readonly string[],
  request: FastifyRequest,
): Promise<void> {
  await change(context, caller, unitId, roles, request, 'unit.roleRemoved');
}

async function change(
  context: ServiceContext,
  caller: Caller,
  unitId: string,
  given: readonly string[],
  request: FastifyRequest,
  action: 'unit.roleAdded' | 'unit.roleRemoved',
): Promise<void> {
  const roles = [...new Set(given)];
  await context.database.transaction(async (transaction) => {
    // A concurrent move must not add a role to units that the caller has not seen.
    await lockTree(transaction);
    const unit = await unitToChange(context, transaction, caller, unitId, request);
    const rolesByName = await selectRolesByName(transaction);
    requireGrantableIn(rolesByName, caller, roles);
    const isAdded = action === 'unit.roleAdded';
    if (isAdded)
      await requireRolesToFitMembers(
        transaction,
        { rolesByName, caller },
        { roles, unitId: unit.id },
      );
    const actor = actorOf(context, caller, request);
    const write = isAdded ? insertUnitRoles : endUnitRoles;
    for (const role of await write(transaction, unit.id, roles, actor))
      await audit.record(
        transaction,
        actor,
        action,
        `unit/${unit.id}`,
        isAdded ? { after: { role } } : { before: { role } },
      );
  });
  invalidateRoles(context);
}
