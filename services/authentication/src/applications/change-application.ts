import { uuidv7 } from 'uuidv7';
import type { Caller } from '@annals/kit/caller';
import type { Queryable } from '@annals/kit/database/database';
import { badRequest, notFound } from '@annals/kit/problem';
import { revokeTokensOf } from '../api-tokens/api-tokens.sql.ts';
import { requireGrantableIn, requireUnit } from '../authority/authority.ts';
import { scopeOf } from '../authority/scope.sql.ts';
import { toTimestamp } from '../context/clock.ts';
import { appendEvent } from '../audit/audit-log.sql.ts';
import type { Origin } from '../context/actor.ts';
import type { RolesByName, ServiceContext } from '../context/service-context.ts';
import { requireAdministrable, requireRolesToFitUnit } from '../authority/application-authority.ts';
import {
  insertApplication,
  markApplicationDeleted,
  updateApplication,
} from './applications.sql.ts';
import { lockApplication, type LockedApplication } from '../authority/authority.sql.ts';

/** Somebody doing something inside a transaction, with the role cache read before it. */
export interface Acting extends Pick<ServiceContext, 'clock'> {
  rolesByName: RolesByName;
  transaction: Queryable;
  caller: Caller;
  origin: Origin;
}

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
  { rolesByName, transaction, caller }: Acting,
  applicationId: string,
): Promise<LockedApplication> {
  const scope = scopeOf(caller, 'applications:write');
  const application = await lockApplication(transaction, scope, applicationId);
  if (!application) throw notFound('application');
  requireAdministrable(rolesByName, caller, application);
  return application;
}

/** Makes an application and gives its id. */
export async function createApplication(
  acting: Acting,
  fields: ApplicationFields & { name: string },
): Promise<string> {
  const { rolesByName, transaction, caller, clock, origin } = acting;
  const application = {
    id: uuidv7(),
    name: fields.name,
    description: fields.description ?? null,
    unitId: fields.organizationalUnitId ?? null,
    roles: sorted(fields.roles ?? []),
  };
  requireGrantableIn(rolesByName, caller, application.roles, 'body.roles');
  await requireUnitForCaller(transaction, caller, application.unitId);
  await requireRolesToFitUnit(acting, application);
  const at = clock();
  await insertApplication(transaction, application, { at: toTimestamp(at), by: caller.userId });
  await appendEvent(
    transaction,
    {
      action: 'application.created',
      at,
      actorId: caller.userId,
      subject: `application/${application.id}`,
      after: shownInEvent(application),
    },
    origin,
  );
  return application.id;
}

/** Changes what is given. Where that is nothing new, nothing is written. */
export async function changeApplication(
  acting: Acting,
  before: LockedApplication,
  fields: ApplicationFields,
): Promise<void> {
  const { rolesByName, transaction, caller, clock, origin } = acting;
  const { name, description, organizationalUnitId: unitId, roles } = fields;
  const after = {
    ...before,
    ...(name === undefined ? {} : { name }),
    ...(description === undefined ? {} : { description }),
    ...(unitId === undefined ? {} : { unitId: unitId?.toLowerCase() ?? null }),
    ...(roles === undefined ? {} : { roles: sorted(roles) }),
  };
  const changed = (['name', 'description', 'unitId', 'roles'] as const).filter(
    (field) => JSON.stringify(before[field]) !== JSON.stringify(after[field]),
  );
  if (changed.length === 0) return;
  if (changed.includes('roles')) {
    const added = after.roles.filter((role) => !before.roles.includes(role));
    requireGrantableIn(rolesByName, caller, added, 'body.roles');
  }
  if (changed.includes('unitId')) await requireUnitForCaller(transaction, caller, after.unitId);
  if (changed.includes('unitId') || changed.includes('roles'))
    await requireRolesToFitUnit(acting, after);
  const at = clock();
  await updateApplication(transaction, after, { at: toTimestamp(at), by: caller.userId });
  const only = (application: LockedApplication) =>
    Object.fromEntries(
      Object.entries(shownInEvent(application)).filter(([field]) =>
        changed.some((each) => eventNames[each] === field),
      ),
    );
  await appendEvent(
    transaction,
    {
      action: 'application.changed',
      at,
      actorId: caller.userId,
      subject: `application/${before.id}`,
      before: only(before),
      after: only(after),
    },
    origin,
  );
}

/** Marks it deleted and revokes its tokens: its id goes on standing where it wrote. */
export async function deleteApplication(
  { clock, transaction, caller, origin }: Acting,
  application: LockedApplication,
): Promise<void> {
  const at = clock();
  const moment = toTimestamp(at);
  const revoked = await revokeTokensOf(transaction, application.id, moment);
  await markApplicationDeleted(transaction, application, { at: moment, by: caller.userId });
  const actorId = caller.userId;
  for (const { id, description, prefix } of revoked)
    await appendEvent(
      transaction,
      {
        action: 'token.revoked',
        at,
        actorId,
        subject: `token/${id}`,
        before: { ownerId: application.id, description, prefix },
      },
      origin,
    );
  await appendEvent(
    transaction,
    {
      action: 'application.deleted',
      at,
      actorId,
      subject: `application/${application.id}`,
      before: shownInEvent(application),
    },
    origin,
  );
}

/** @throws Problem 400 for none from one who administers units alone, 404 for one that is beyond them or not there */
async function requireUnitForCaller(
  transaction: Queryable,
  caller: Caller,
  unitId: string | null,
): Promise<void> {
  if (unitId !== null) {
    await requireUnit(transaction, caller, 'applications:write', unitId);
    return;
  }
  if (caller.reach('applications:write') === 'all') return;
  const message = 'Choose one of your organizational units or a subunit.';
  throw badRequest(message, [{ path: 'body.organizationalUnitId', message }]);
}

const eventNames = {
  name: 'name',
  description: 'description',
  unitId: 'organizationalUnitId',
  roles: 'roles',
} as const;

function shownInEvent({
  name,
  description,
  unitId,
  roles,
}: Pick<LockedApplication, 'name' | 'description' | 'unitId' | 'roles'>) {
  return { name, description, organizationalUnitId: unitId, roles };
}

const sorted = (names: readonly string[]) => [...new Set(names)].toSorted();
