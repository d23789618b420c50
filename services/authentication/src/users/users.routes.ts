import type { FastifyRequest } from 'fastify';
import {
  bulkUsers,
  explainAccess as explainAccessCall,
  listAccess as listAccessCall,
} from '@annals/contracts/user-administration';
import {
  addUserRoles,
  assignUserToUnit,
  changeUser,
  changeUserStatus,
  createUser,
  currentUser,
  findUserByName,
  findUsersContaining,
  getUser,
  listUsers,
  offboardUser,
  removeUserRoles,
  unassignUserFromUnit,
} from '@annals/contracts/users';
import type { Caller } from '@annals/kit/caller';
import type { Queryable } from '@annals/kit/database/database';
import { databaseMoment } from '@annals/kit/database/database-moment';
import type { Mount } from '@annals/kit/mount';
import { notAuthenticated, notFound } from '@annals/kit/problem';
import { requireMailHost } from '../accounts/mail-host.ts';
import { callingActor, type CallingActor } from '../context/actor.ts';
import { toTimestamp } from '../context/clock.ts';
import { signInKey } from '../context/normalize.ts';
import type { ServiceContext } from '../context/service-context.ts';
import { applyToEach, simulateOnEach } from './bulk-actions.ts';
import { inviteEach } from './bulk-invitations.ts';
import { summary } from './bulk-results.ts';
import { changeProfile } from './change-profile.ts';
import { addRoles, removeRoles } from './change-roles.ts';
import { setStatus } from './change-status.ts';
import { assignUnit, unassignUnit } from './change-units.ts';
import { explainAccess } from './explain-access.ts';
import { inviteUser } from './invite-user.ts';
import { listAccess } from './list-access.ts';
import { offboardUser as offboard, simulateOffboarding } from './offboard-user.ts';
import { simulateStatus } from './simulate-status.ts';
import { commitChange, mergeChanges, type UserChange } from './user-change.ts';
import {
  readerOf,
  selectApplicationDate,
  selectUser,
  selectUserByName,
  type UserRow,
} from './user-columns.sql.ts';
import { listUsersInScope } from './user-list.ts';
import { selectUserAsOf } from './users-as-of.sql.ts';

export function mountUsers(mount: Mount, context: ServiceContext): void {
  const { database, clock } = context;
  const readerNow = (caller: Caller) => readerOf(caller, toTimestamp(clock()));

  mount(currentUser, async ({ caller }) => {
    const reader = readerNow(caller);
    const whole = { ...reader, scope: { readerId: caller.userId, kind: 'self' as const } };
    const user = await selectUser(database, whole, caller.userId);
    if (user) return user;
    // The token of an application.
    if (!caller.token) throw notAuthenticated();
    const { userId: id, name, username, roles } = caller;
    const createdDate = await selectApplicationDate(database, id);
    if (createdDate === undefined) throw notAuthenticated();
    return {
      id,
      name,
      username,
      email: null,
      status: 'ACTIVE',
      lang: 'en',
      roles: [...roles],
      organizationalUnits: [],
      createdDate,
    };
  });

  mount(listUsers, ({ caller, query }) => listUsersInScope(context, caller, query, query.name));

  mount(findUsersContaining, ({ caller, query, params }) =>
    listUsersInScope(context, caller, query, params.searchtext),
  );

  mount(findUserByName, async ({ caller, params }) => {
    const name = signInKey(params.username);
    const user = await selectUserByName(database, readerNow(caller), name);
    if (!user) throw notFound('user');
    return user;
  });

  mount(getUser, async ({ caller, params: { userId }, query }) => {
    const asOf = databaseMoment(query.asOf);
    const reader = readerNow(caller);
    const user =
      asOf === undefined
        ? await selectUser(database, reader, userId)
        : await selectUserAsOf(database, reader, userId, asOf);
    if (!user) throw notFound('user');
    return user;
  });

  mount(explainAccessCall, ({ caller, params, query }) =>
    explainAccess(context, caller, idOf(params.userId, caller), query),
  );

  mount(listAccessCall, ({ caller, query }) => listAccess(context, caller, query));

  const change = async (
    { caller, request }: { caller: Caller; request: FastifyRequest },
    userId: string,
    changeWith: (transaction: Queryable, actor: CallingActor) => Promise<UserChange>,
  ) => {
    const actor = await callingActor(context, caller, request);
    await commitChange(context, actor, userId, (transaction) => changeWith(transaction, actor));
    return changedUser(context, actor, userId);
  };

  mount(createUser, async ({ caller, body, request }) => {
    const actor = await callingActor(context, caller, request);
    const userId = await database.transaction((transaction) =>
      inviteUser(context, transaction, actor, body),
    );
    context.mailWorker.wake();
    return changedUser(context, actor, userId);
  });

  mount(changeUser, (call) => {
    if (call.body.email !== undefined) requireMailHost(context, call.body.email);
    const userId = idOf(call.params.userId, call.caller);
    const { status, ...profile } = call.body;
    return change(call, userId, async (transaction, actor) => {
      const changed = await changeProfile(transaction, actor, userId, profile, call.request);
      if (status === undefined) return changed;
      return mergeChanges(changed, await setStatus(transaction, actor, userId, status));
    });
  });

  mount(changeUserStatus, async (call) => {
    const { userId } = call.params;
    const { status } = call.body;
    if (call.query.dryRun !== true)
      return change(call, userId, (transaction, actor) =>
        setStatus(transaction, actor, userId, status),
      );
    const actor = await callingActor(context, call.caller, call.request);
    const stops = await simulateStatus(context, actor, userId, status);
    return { ...(await changedUser(context, actor, userId)), stops };
  });

  mount(offboardUser, async ({ caller, params: { userId }, query, request }) => {
    const actor = await callingActor(context, caller, request);
    const run = query.dryRun === true ? simulateOffboarding : offboard;
    return {
      dryRun: query.dryRun === true,
      ...(await run(context, actor, userId, query.successorId)),
    };
  });

  mount(addUserRoles, (call) => {
    const { userId } = call.params;
    return change(call, userId, (transaction, actor) =>
      addRoles(transaction, actor, userId, call.query.role),
    );
  });

  mount(removeUserRoles, (call) => {
    const { userId } = call.params;
    return change(call, userId, (transaction, actor) =>
      removeRoles(transaction, actor, userId, call.query.role),
    );
  });

  mount(assignUserToUnit, (call) => {
    const { userId } = call.params;
    return change(call, userId, (transaction, actor) =>
      assignUnit(transaction, actor, userId, call.query.organizationalUnitId),
    );
  });

  mount(unassignUserFromUnit, (call) => {
    const { userId } = call.params;
    return change(call, userId, (transaction, actor) =>
      unassignUnit(transaction, actor, userId, call.query.organizationalUnitId),
    );
  });

  mount(bulkUsers, async ({ caller, body, request }) => {
    const actor = await callingActor(context, caller, request);
    const { dryRun = false } = body;
    if (body.action === 'INVITE') {
      const results = await inviteEach(context, actor, { csv: body.csv, dryRun });
      if (!dryRun) context.mailWorker.wake();
      return summary(dryRun, results);
    }
    const run = dryRun ? simulateOnEach : applyToEach;
    return summary(dryRun, await run(context, actor, body));
  });
}

const idOf = (given: string, { userId }: Caller) => (given === 'current' ? userId : given);

/** The changed user, even if they have just left the caller's scope and are now in no unit. */
async function changedUser(
  { database }: ServiceContext,
  { caller, at }: CallingActor,
  userId: string,
): Promise<UserRow> {
  const reader = readerOf(caller, toTimestamp(at));
  const user =
    (await selectUser(database, reader, userId)) ??
    (await selectUser(database, { ...reader, scope: { readerId: userId, kind: 'self' } }, userId));
  if (!user) throw notFound('user');
  return user;
}
