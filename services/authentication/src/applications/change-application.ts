import type { FastifyRequest } from 'fastify';
import { uuidv7 } from 'uuidv7';
import { say } from '@annals/contracts/messages';
import type { Caller } from '@annals/kit/caller';
import type { Queryable } from '@annals/kit/database/database';
import { difference } from '@annals/kit/difference';
import { checkIfMatch } from '@annals/kit/etag';
import { badField, notFound } from '@annals/kit/problem';
import { revokeTokensOf } from '../api-tokens/api-tokens.sql.ts';
import * as audit from '../audit/audit-log.sql.ts';
import { requireAdministrable, requireRolesToFitUnit } from '../authority/application-authority.ts';
import { lockApplication, type LockedApplication } from '../authority/authority.sql.ts';
import { requireGrantableIn, requireUnit } from '../authority/authority.ts';
import { scopeOf } from '../authority/scope.sql.ts';
import type { CallingActor } from '../context/actor.ts';
import { toTimestamp } from '../context/clock.ts';
import type { ServiceContext } from '../context/service-context.ts';
import { showApplication } from './application-list.ts';
import {
  insertApplication,
  markApplicationDeleted,
  updateApplication,
} from './applications.sql.ts';

export interface ApplicationFields {
  name?: string | undefined;
  description?: string | null | undefined;
  organizationalUnitId?: string | null | undefined;
  roles?: readonly string[] | undefined;
}

/**
 * The application, locked, that the caller is about to change or to issue tokens for.
 * @throws Problem 404 for one out of scope, 403 for one with a role that the caller may not grant
 */
export async function applicationToChange(
  transaction: Queryable,
  { rolesByName, caller }: CallingActor,
  applicationId: string,
): Promise<LockedApplication> {
  const scope = scopeOf(caller, 'applications:write');
  const application = await lockApplication(transaction, scope, applicationId);
  if (!application) throw notFound('application');
  requireAdministrable(rolesByName, caller, application);
  return application;
}

/** @throws Problem 400, 403, 404 for the unit */
export async function createApplication(
  context: ServiceContext,
  actor: CallingActor,
  fields: ApplicationFields & { name: string },
) {
  const { rolesByName, caller } = actor;
  const application = {
    id: uuidv7(),
    name: fields.name,
    description: fields.description ?? null,
    unitId: fields.organizationalUnitId ?? null,
    roles: sortNames(fields.roles ?? []),
  };
  return context.database.transaction(async (transaction) => {
    requireGrantableIn(rolesByName, caller, application.roles, 'body.roles');
    await requireUnitForCaller(transaction, caller, application.unitId);
    await requireRolesToFitUnit(transaction, actor, application);
    const now = { ...actor, at: context.clock() };
    await insertApplication(transaction, application, now);
    await audit.record(transaction, now, 'application.created', `application/${application.id}`, {
      after: shownInEvent(application),
    });
    return showApplication(context, transaction, actor, application.id, 'write');
  });
}

/** Applies the given changes. Writes nothing if nothing differs. @throws Problem 400, 403, 404, 412 */
export async function changeApplication(
  context: ServiceContext,
  actor: CallingActor,
  applicationId: string,
  fields: ApplicationFields,
  request: FastifyRequest,
) {
  const changed = await context.database.transaction(async (transaction) => {
    const locked = await applicationToChange(transaction, actor, applicationId);
    const show = () => showApplication(context, transaction, actor, locked.id, 'write');
    checkIfMatch(request, locked.version, await show());
    await applyChange(context, transaction, actor, locked, fields);
    return show();
  });
  context.apiTokenCache.invalidateOwner(changed.id);
  return changed;
}

async function applyChange(
  { clock }: ServiceContext,
  transaction: Queryable,
  actor: CallingActor,
  locked: LockedApplication,
  fields: ApplicationFields,
): Promise<void> {
  const { rolesByName, caller } = actor;
  const { name, description, organizationalUnitId: unitId, roles } = fields;
  const changed = {
    ...locked,
    ...(name === undefined ? {} : { name }),
    ...(description === undefined ? {} : { description }),
    ...(unitId === undefined ? {} : { unitId: unitId?.toLowerCase() ?? null }),
    ...(roles === undefined ? {} : { roles: sortNames(roles) }),
  };
  const [before, after] = difference(shownInEvent(locked), shownInEvent(changed));
  if (Object.keys(after).length === 0) return;
  if (after.roles !== undefined) {
    const added = after.roles.filter((role) => !locked.roles.includes(role));
    requireGrantableIn(rolesByName, caller, added, 'body.roles');
  }
  if ('organizationalUnitId' in after)
    await requireUnitForCaller(transaction, caller, changed.unitId);
  if ('organizationalUnitId' in after || 'roles' in after)
    await requireRolesToFitUnit(transaction, actor, changed);
  const now = { ...actor, at: clock() };
  await updateApplication(transaction, changed, now);
  await audit.record(transaction, now, 'application.changed', `application/${locked.id}`, {
    before,
    after,
  });
}

/** Marks it deleted and revokes its tokens. Its id remains wherever it wrote. @throws Problem 403, 404, 412 */
export async function deleteApplication(
  context: ServiceContext,
  actor: CallingActor,
  applicationId: string,
  request: FastifyRequest,
): Promise<void> {
  const deleted = await context.database.transaction(async (transaction) => {
    const application = await applicationToChange(transaction, actor, applicationId);
    checkIfMatch(request, application.version);
    const now = { ...actor, at: context.clock() };
    const revoked = await revokeTokensOf(transaction, application.id, toTimestamp(now.at));
    await markApplicationDeleted(transaction, application, now);
    for (const { id, description, prefix } of revoked)
      await audit.record(transaction, now, 'token.revoked', `token/${id}`, {
        before: { ownerId: application.id, description, prefix },
      });
    await audit.record(transaction, now, 'application.deleted', `application/${application.id}`, {
      before: shownInEvent(application),
    });
    return application.id;
  });
  context.apiTokenCache.invalidateOwner(deleted);
}

/** @throws Problem 400 if a unit administrator names none, 404 for one that is out of scope or does not exist */
async function requireUnitForCaller(
  transaction: Queryable,
  caller: Caller,
  unitId: string | null,
): Promise<void> {
  if (unitId !== null) {
    await requireUnit(transaction, caller, 'applications:write', unitId);
    return;
  }
  if (caller.scope('applications:write') === 'all') return;
  throw badField('body.organizationalUnitId', say('chooseYourUnit'));
}

function shownInEvent({
  name,
  description,
  unitId,
  roles,
}: Pick<LockedApplication, 'name' | 'description' | 'unitId' | 'roles'>) {
  return { name, description, organizationalUnitId: unitId, roles };
}

const sortNames = (names: readonly string[]) => [...new Set(names)].toSorted();
