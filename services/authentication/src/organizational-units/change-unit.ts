import { asciiDomain } from '@annals/contracts/email-address';
import type { FastifyRequest } from 'fastify';
import { uuidv7 } from 'uuidv7';
import { say } from '@annals/contracts/messages';
import type { Caller } from '@annals/kit/caller';
import { constraintOf, type Queryable } from '@annals/kit/database/database';
import { difference } from '@annals/kit/difference';
import { checkIfMatch } from '@annals/kit/etag';
import { badRequest, conflict, forbidden, notFound } from '@annals/kit/problem';
import * as audit from '../audit/audit-log.sql.ts';
import { isAtOrBelow, selectRolesThroughUnit } from '../authority/authority.sql.ts';
import {
  requireGrantable,
  requireGrantableIn,
  requireRolesToFitMembers,
  requireUnit,
} from '../authority/authority.ts';
import { selectRolesByName } from '../authority/role-cache.ts';
import { scopeOf } from '../authority/scope.sql.ts';
import { actorOf } from '../context/actor.ts';
import { toTimestamp } from '../context/clock.ts';
import type { ServiceContext } from '../context/service-context.ts';
import { replaceDomains } from '../email-domains/email-domains.sql.ts';
import { mayApprove } from '../email-domains/verify-domain.ts';
import { applyDeadlines } from '../second-factors/apply-deadlines.ts';
import { newSecret } from '../tokens/secrets.ts';
import {
  countObstacles,
  deleteUnitRow,
  insertUnit,
  insertUnitVersion,
  lockTree,
  lockUnit,
  movePaths,
  selectDepth,
  selectHeight,
  updateUnit,
  type LockedUnit,
  type Obstacles,
  type UnitFields,
} from './change-unit.sql.ts';
import { unitShownTo } from './unit-list.ts';

/** The most levels of units below a root. */
const deepest = 50;

type UnitChange = { [Field in keyof UnitFields]?: UnitFields[Field] | undefined };

/** @throws Problem 400, 403 for a root unit if the caller does not administer all, 404 for the parent, 409 */
export async function createUnit(
  context: ServiceContext,
  caller: Caller,
  { name: given, parentId = null }: { name: string; parentId?: string | null | undefined },
  request: FastifyRequest,
): Promise<string> {
  const name = trimName(given, 'query.name');
  if (parentId === null && caller.scope('organizational-units:write') !== 'all')
    throw forbidden(say('sendYourUnitAsParent'));
  const id = uuidv7();
  await context.database.transaction(async (transaction) => {
    await lockTree(transaction);
    if (parentId !== null) {
      await requireUnit(transaction, caller, 'organizational-units:write', parentId);
      refuseTooDeep((await selectDepth(transaction, parentId)) + 1);
    }
    const actor = actorOf(context, caller, request);
    const created = toTimestamp(actor.at);
    await refusingSameName(name, () => insertUnit(transaction, { id, name, parentId, created }));
    await insertUnitVersion(transaction, id, created);
    await audit.record(transaction, actor, 'unit.created', `unit/${id}`, {
      after: { name, parentId },
    });
  });
  return id;
}

/** @throws Problem 400, 403, 404, 409, 412 */
export async function changeUnit(
  context: ServiceContext,
  caller: Caller,
  unitId: string,
  change: UnitChange,
  request: FastifyRequest,
): Promise<void> {
  const changed = await context.database.transaction(async (transaction) => {
    await lockTree(transaction);
    const unit = await unitToChange(context, transaction, caller, unitId, request);
    const fields = fieldsAfter(unit, change);
    const [before, after] = difference(fieldsOf(unit), fields);
    if (Object.keys(after).length === 0) return undefined;
    const moves = after.parentId !== undefined;
    if (moves) await moveUnit(transaction, caller, unit, fields.parentId);
    await refusingSameName(fields.name, () => updateUnit(transaction, unit.id, fields));
    // Users who sign up with such an email become members.
    if (after.emailDomains) {
      const roles = await selectRolesThroughUnit(transaction, unit.id);
      await requireGrantable(transaction, caller, roles, 'body.emailDomains');
      await takeDomains(context, transaction, caller, unit.id, fields.emailDomains);
    }
    const actor = actorOf(context, caller, request);
    await insertUnitVersion(transaction, unit.id, toTimestamp(actor.at));
    await audit.record(transaction, actor, 'unit.changed', `unit/${unit.id}`, { before, after });
    return { moves };
  });
  if (changed) await applyDeadlines(context);
  // Members now get the roles of different parent units.
  if (changed?.moves) invalidateRoles(context);
}

/** @throws Problem 404, 409 for a unit that is not empty, 412 */
export async function deleteUnit(
  context: ServiceContext,
  caller: Caller,
  unitId: string,
  request: FastifyRequest,
): Promise<void> {
  await context.database.transaction(async (transaction) => {
    await lockTree(transaction);
    const unit = await unitToChange(context, transaction, caller, unitId, request, {
      toDelete: true,
    });
    refuseUnlessEmpty(await countObstacles(transaction, unit.id));
    const actor = actorOf(context, caller, request);
    await deleteUnitRow(transaction, unit.id, actor);
    await audit.record(transaction, actor, 'unit.deleted', `unit/${unit.id}`, {
      before: fieldsOf(unit),
    });
  });
}

function refuseUnlessEmpty({
  members,
  children: subunits,
  providers,
  applications,
}: Obstacles): void {
  if (members + subunits + providers + applications > 0)
    throw conflict(
      'not_empty',
      say('unitNotEmpty', { members, subunits, providers, applications }),
    );
}

/** @throws Problem 409 */
function refuseTooDeep(depth: number): void {
  if (depth > deepest) throw conflict('too_deep', say('unitsTooDeep', { deepest }));
}

/**
 * Moves the locked unit with its subtree; the tree has to be locked too.
 * @throws Problem 403 if a unit, or a role gained or lost by the move, is outside the caller's authority, 404, 409 for
 * a cycle
 */
async function moveUnit(
  transaction: Queryable,
  caller: Caller,
  unit: LockedUnit,
  parentId: string | null,
): Promise<void> {
  const everywhere = caller.scope('organizational-units:write') === 'all';
  if (parentId !== null)
    await requireUnit(transaction, caller, 'organizational-units:write', parentId);
  if (!everywhere && (parentId === null || !unit.parentInScope))
    throw forbidden(say('moveOutsideUnits'));
  if (parentId !== null && (await isAtOrBelow(transaction, parentId, unit.id)))
    throw conflict('circle', say('unitBelowItself'));
  if (parentId !== null)
    refuseTooDeep(
      (await selectDepth(transaction, parentId)) + 1 + (await selectHeight(transaction, unit.id)),
    );
  const before = await selectRolesThroughUnit(transaction, unit.parentId);
  const after = await selectRolesThroughUnit(transaction, parentId);
  const gained = after.filter((role) => !before.includes(role));
  const changing = [...before.filter((role) => !after.includes(role)), ...gained];
  const rolesByName = await selectRolesByName(transaction);
  requireGrantableIn(rolesByName, caller, changing, 'body.parentId');
  await requireRolesToFitMembers(
    transaction,
    { rolesByName, caller },
    { roles: gained, unitId: unit.id },
  );
  await movePaths(transaction, unit.id, parentId);
}

/**
 * Locks the unit that the caller is about to change.
 * @throws Problem 404, 412
 */
export async function unitToChange(
  context: ServiceContext,
  transaction: Queryable,
  caller: Caller,
  unitId: string,
  request: FastifyRequest,
  options?: { toDelete: boolean },
): Promise<LockedUnit> {
  const scope = scopeOf(caller, 'organizational-units:write');
  const unit = await lockUnit(transaction, scope, unitId, options);
  if (!unit) throw notFound('organizational unit');
  if (request.headers['if-match'] !== undefined)
    checkIfMatch(request, unit.version, await unitShownTo(context, transaction, caller, unitId));
  return unit;
}

/** Call it when roles granted through units have changed. */
export function invalidateRoles({ sessionCache, apiTokenCache }: ServiceContext): void {
  sessionCache.invalidateAll();
  apiTokenCache.invalidateAll();
}

const fieldsOf = ({
  name,
  parentId,
  emailDomains,
  secondFactorRequired,
  secondFactorGraceHours,
}: UnitFields) => ({
  name,
  parentId,
  emailDomains,
  secondFactorRequired,
  secondFactorGraceHours,
});

/** Omitted fields stay. A caller who cannot see the parent sees none, so null leaves the unit where it is. */
function fieldsAfter(unit: LockedUnit, change: UnitChange): UnitFields {
  const parentId = change.parentId?.toLowerCase() ?? change.parentId;
  const stays = parentId === undefined || (parentId === null && !unit.parentInScope);
  const { emailDomains, name } = change;
  return {
    name: name === undefined ? unit.name : trimName(name, 'body.name'),
    parentId: stays ? unit.parentId : parentId,
    emailDomains: emailDomains
      ? [...new Set(emailDomains.map((domain) => asciiDomain(domain) ?? domain))].sort()
      : unit.emailDomains,
    secondFactorRequired: change.secondFactorRequired ?? unit.secondFactorRequired,
    secondFactorGraceHours: change.secondFactorGraceHours ?? unit.secondFactorGraceHours,
  };
}

function trimName(given: string, path: string): string {
  const name = given.trim();
  if (name === '') throw badRequest(say('nameEmpty'), [{ path, ...say('enterReadableName') }]);
  return name;
}

async function refusingSameName(name: string, write: () => Promise<void>): Promise<void> {
  await write().catch((error: unknown) => {
    if (constraintOf(error) !== 'organizational_unit_sibling_name') throw error;
    throw conflict('name_taken', say('unitNameTaken', { name }));
  });
}

/** New domains have to be verified before they count, unless a global master sets them. @throws Problem 409 */
async function takeDomains(
  { clock }: ServiceContext,
  transaction: Queryable,
  caller: Caller,
  unitId: string,
  domains: string[],
): Promise<void> {
  const taken = await replaceDomains(
    transaction,
    { unitId },
    {
      domains: domains.map((domain) => ({ domain, token: newSecret() })),
      approvedBy: mayApprove(caller) ? caller.userId : null,
      at: toTimestamp(clock()),
    },
  );
  if (taken.length > 0)
    throw conflict(
      'domain_taken',
      say(taken.length === 1 ? 'domainTaken' : 'domainsTaken', {
        taken: taken.join(', '),
      }),
    );
}
