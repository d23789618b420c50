import sql from 'sql-template-tag';
import type { bulkActions } from '@annals/contracts/user-administration';
import type { Queryable } from '@annals/kit/database/database';
import { badRequest } from '@annals/kit/problem';
import type { Origin } from '../context/actor.ts';
import { resendInvitation } from '../invitations/resend-invitation.ts';
import type { ServiceContext } from '../context/service-context.ts';
import { refusal, type Result } from './bulk-results.ts';
import { addRoles, removeRoles } from './change-roles.ts';
import { disable, enable, endSessions } from './change-status.ts';
import { assignUnit, unassignUnit } from './change-units.ts';
import { carryOut, isDone, rehearse, type Acting, type Done } from './user-acts.ts';

export interface BulkWish {
  action: (typeof bulkActions)[number];
  userIds: readonly string[];
  role?: string | undefined;
  organizationalUnitId?: string | undefined;
}

type ActOnOne = (transaction: Queryable, userId: string) => Promise<Done>;

/** Does one thing to many users, each in a transaction of its own. @throws Problem 400 when the action lacks something */
export async function actOnEach(
  context: ServiceContext,
  acting: Acting,
  wish: BulkWish,
  origin: Origin,
): Promise<Result[]> {
  const act = actOf(context, acting, wish, origin);
  const results: Result[] = [];
  for (const userId of new Set(wish.userIds)) {
    const outcome = await carryOut(
      context,
      acting,
      userId,
      (transaction) => act(transaction, userId),
      origin,
    ).then(outcomeOf, refusal);
    results.push({ userId, ...outcome });
  }
  return results;
}

/** What `actOnEach` would do, one user after the other, since one may stand in the way of the next. */
export async function rehearseOnEach(
  context: ServiceContext,
  acting: Acting,
  wish: BulkWish,
  origin: Origin,
): Promise<Result[]> {
  const act = actOf(context, acting, wish, origin);
  const userIds = [...new Set(wish.userIds)];
  // it writes its own events, whose chain nobody may hold for as long as all of them take
  if (wish.action === 'RESEND_INVITATION') {
    const results: Result[] = [];
    for (const userId of userIds)
      results.push(await rehearse(context, (transaction) => tried(transaction, act, userId)));
    return results;
  }
  return rehearse(context, async (transaction) => {
    const results: Result[] = [];
    for (const userId of userIds) results.push(await tried(transaction, act, userId));
    return results;
  });
}

async function tried(transaction: Queryable, act: ActOnOne, userId: string): Promise<Result> {
  await transaction.query(sql`savepoint one_user`);
  try {
    const done = await act(transaction, userId);
    return { userId, ...outcomeOf(isDone(done)) };
  } catch (error) {
    const refused = refusal(error);
    await transaction.query(sql`rollback to savepoint one_user`);
    return { userId, ...refused };
  }
}

const outcomeOf = (changed: boolean): Pick<Result, 'outcome'> => ({
  outcome: changed ? 'DONE' : 'UNCHANGED',
});

function actOf(context: ServiceContext, acting: Acting, wish: BulkWish, origin: Origin): ActOnOne {
  switch (wish.action) {
    case 'ENABLE':
      return (transaction, userId) => enable(transaction, acting, userId);
    case 'DISABLE':
      return (transaction, userId) => disable(transaction, acting, userId);
    case 'END_SESSIONS':
      return (transaction, userId) => endSessions(transaction, acting, userId);
    case 'ADD_ROLE': {
      const role = wantedRole(acting, wish);
      return (transaction, userId) => addRoles(transaction, acting, userId, [role]);
    }
    case 'REMOVE_ROLE': {
      const role = wantedRole(acting, wish);
      return (transaction, userId) => removeRoles(transaction, acting, userId, [role]);
    }
    case 'ASSIGN_UNIT': {
      const unitId = wantedUnit(wish);
      return (transaction, userId) => assignUnit(transaction, acting, userId, unitId);
    }
    case 'UNASSIGN_UNIT': {
      const unitId = wantedUnit(wish);
      return (transaction, userId) => unassignUnit(transaction, acting, userId, unitId);
    }
    case 'RESEND_INVITATION':
      return async (transaction, userId) => {
        await resendInvitation(context, transaction, acting.caller, userId, origin);
        return { events: [], mailed: true };
      };
  }
}

function wantedRole({ rolesByName }: Acting, { action, role }: BulkWish): string {
  if (role !== undefined && rolesByName.has(role)) return role;
  const message = role === undefined ? `${action} needs a role.` : `There is no role ${role}.`;
  throw badRequest(message, [{ path: 'body.role', message }]);
}

function wantedUnit({ action, organizationalUnitId }: BulkWish): string {
  if (organizationalUnitId !== undefined) return organizationalUnitId;
  const message = `${action} needs an organizational unit.`;
  throw badRequest(message, [{ path: 'body.organizationalUnitId', message }]);
}
