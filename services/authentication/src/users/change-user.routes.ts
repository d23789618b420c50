import {
  addUserRoles,
  assignUserToUnit,
  changeUser,
  changeUserStatus,
  createUser,
  offboardUser,
  removeUserRoles,
  unassignUserFromUnit,
} from '@annals/contracts/users';
import type { Caller } from '@annals/kit/caller';
import type { Mount } from '@annals/kit/mount';
import { notFound } from '@annals/kit/problem';
import type { FastifyRequest } from 'fastify';
import { toTimestamp } from '../context/clock.ts';
import { originOf } from '../context/actor.ts';
import type { ServiceContext } from '../context/service-context.ts';
import { changeProfile } from './change-profile.ts';
import { addRoles, removeRoles } from './change-roles.ts';
import { disable, enable } from './change-status.ts';
import { assignUnit, unassignUnit } from './change-units.ts';
import { inviteUser } from './invite-user.ts';
import { offboard } from './offboard-user.ts';
import {
  actingFor,
  carryOut,
  rehearse,
  takeEffect,
  writeDown,
  type Acting,
  type UserAct,
} from './user-acts.ts';
import { readerOf, selectUser, type UserRow } from './user-columns.sql.ts';

export function mountChangeUser(mount: Mount, context: ServiceContext): void {
  const change = async (
    call: { caller: Caller; request: FastifyRequest },
    userId: string,
    act: (acting: Acting) => UserAct,
  ) => {
    const acting = await actingFor(context, call.caller);
    await carryOut(context, acting, userId, act(acting), originOf(call.request));
    return changedUser(context, acting, userId);
  };

  mount(createUser, async ({ caller, body, request }) => {
    const acting = await actingFor(context, caller);
    const userId = await context.database.transaction((transaction) =>
      inviteUser(context, transaction, acting, body, originOf(request)),
    );
    context.mailWorker.wake();
    return changedUser(context, acting, userId);
  });

  mount(changeUser, (call) => {
    const userId = call.params.userId === 'current' ? call.caller.userId : call.params.userId;
    return change(
      call,
      userId,
      (acting) => (transaction) =>
        changeProfile(transaction, acting, userId, call.body, call.request),
    );
  });

  mount(changeUserStatus, (call) => {
    const { userId } = call.params;
    const set = call.body.status === 'DISABLED' ? disable : enable;
    return change(call, userId, (acting) => (transaction) => set(transaction, acting, userId));
  });

  mount(offboardUser, async ({ caller, params: { userId }, query, request }) => {
    const acting = await actingFor(context, caller);
    if (query.dryRun === true) {
      const { touched } = await rehearse(context, (transaction) =>
        offboard(transaction, acting, userId),
      );
      return { dryRun: true, ...touched };
    }
    const { done, sessions } = await context.database.transaction(async (transaction) => {
      const done = await offboard(transaction, acting, userId);
      const sessions = await writeDown(transaction, acting, userId, done, originOf(request));
      return { done, sessions };
    });
    takeEffect(context, userId, sessions, done);
    return { dryRun: false, ...done.touched };
  });

  mount(addUserRoles, (call) => {
    const { userId } = call.params;
    return change(
      call,
      userId,
      (acting) => (transaction) => addRoles(transaction, acting, userId, call.query.role),
    );
  });

  mount(removeUserRoles, (call) => {
    const { userId } = call.params;
    return change(
      call,
      userId,
      (acting) => (transaction) => removeRoles(transaction, acting, userId, call.query.role),
    );
  });

  mount(assignUserToUnit, (call) => {
    const { userId } = call.params;
    const { organizationalUnitId } = call.query;
    return change(
      call,
      userId,
      (acting) => (transaction) => assignUnit(transaction, acting, userId, organizationalUnitId),
    );
  });

  mount(unassignUserFromUnit, (call) => {
    const { userId } = call.params;
    const { organizationalUnitId } = call.query;
    return change(
      call,
      userId,
      (acting) => (transaction) => unassignUnit(transaction, acting, userId, organizationalUnitId),
    );
  });
}

/** The user as changed; also one who has just gone out of the caller's scope, who then is in no unit at all. */
async function changedUser(
  { database }: ServiceContext,
  { caller, at }: Acting,
  userId: string,
): Promise<UserRow> {
  const reader = readerOf(caller, toTimestamp(at));
  const user =
    (await selectUser(database, reader, userId)) ??
    (await selectUser(database, { ...reader, scope: { readerId: userId, reach: 'self' } }, userId));
  if (!user) throw notFound('user');
  return user;
}
