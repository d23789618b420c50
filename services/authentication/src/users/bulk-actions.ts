import sql from 'sql-template-tag';
import { say } from '@annals/contracts/messages';
import type { bulkActions } from '@annals/contracts/user-administration';
import type { Queryable } from '@annals/kit/database/database';
import { badField } from '@annals/kit/problem';
import type { CallingActor } from '../context/actor.ts';
import type { ServiceContext } from '../context/service-context.ts';
import { resendInvitation } from '../invitations/resend-invitation.ts';
import {
  changerOf,
  noMasterCouldSignIn,
  tryKeepingAbleMaster,
} from '../sign-in-rules/keep-able-master.ts';
import { refusal, type Result } from './bulk-results.ts';
import { addRoles, removeRoles } from './change-roles.ts';
import { disable, enable, endSessions } from './change-status.ts';
import { assignUnit, unassignUnit } from './change-units.ts';
import { commitChange, hasChanged, simulate, type UserChange } from './user-change.ts';

export interface BulkRequest {
  action: (typeof bulkActions)[number];
  userIds: readonly string[];
  role?: string | undefined;
  organizationalUnitId?: string | undefined;
}

type ApplyToUser = (transaction: Queryable, userId: string) => Promise<UserChange>;

/** Applies one action to many users, each in its own transaction. @throws Problem 400 if the action lacks something */
export async function applyToEach(
  context: ServiceContext,
  actor: CallingActor,
  request: BulkRequest,
): Promise<Result[]> {
  const apply = changeOf(context, actor, request);
  const results: Result[] = [];
  for (const userId of new Set(request.userIds)) {
    const outcome = await commitChange(context, actor, userId, (transaction) =>
      apply(transaction, userId),
    ).then(outcomeOf, refusal);
    results.push({ userId, ...outcome });
  }
  return results;
}

/** What `applyToEach` would do, one user after the other, because one change can affect the next. */
export async function simulateOnEach(
  context: ServiceContext,
  actor: CallingActor,
  request: BulkRequest,
): Promise<Result[]> {
  const apply = changeOf(context, actor, request);
  const userIds = [...new Set(request.userIds)];
  // It writes its own events, whose chain must not stay locked for the whole batch.
  if (request.action === 'RESEND_INVITATION') {
    const results: Result[] = [];
    for (const userId of userIds)
      results.push(
        await simulate(context, (transaction) => tryAction(transaction, actor, apply, userId)),
      );
    return results;
  }
  return simulate(context, async (transaction) => {
    const results: Result[] = [];
    for (const userId of userIds) results.push(await tryAction(transaction, actor, apply, userId));
    return results;
  });
}

async function tryAction(
  transaction: Queryable,
  actor: CallingActor,
  apply: ApplyToUser,
  userId: string,
): Promise<Result> {
  await transaction.query(sql`savepoint one_user`);
  try {
    const done = await tryKeepingAbleMaster(transaction, changerOf(actor), actor.at, () =>
      apply(transaction, userId),
    );
    if (!done) throw noMasterCouldSignIn();
    return { userId, ...outcomeOf(hasChanged(done)) };
  } catch (error) {
    const refused = refusal(error);
    await transaction.query(sql`rollback to savepoint one_user`);
    return { userId, ...refused };
  }
}

const outcomeOf = (changed: boolean): Pick<Result, 'outcome'> => ({
  outcome: changed ? 'DONE' : 'UNCHANGED',
});

function changeOf(context: ServiceContext, actor: CallingActor, request: BulkRequest): ApplyToUser {
  switch (request.action) {
    case 'ENABLE':
      return (transaction, userId) => enable(transaction, actor, userId);
    case 'DISABLE':
      return (transaction, userId) => disable(transaction, actor, userId);
    case 'END_SESSIONS':
      return (transaction, userId) => endSessions(transaction, actor, userId);
    case 'ADD_ROLE': {
      const role = wantedRole(actor, request);
      return (transaction, userId) => addRoles(transaction, actor, userId, [role]);
    }
    case 'REMOVE_ROLE': {
      const role = wantedRole(actor, request);
      return (transaction, userId) => removeRoles(transaction, actor, userId, [role]);
    }
    case 'ASSIGN_UNIT': {
      const unitId = wantedUnit(request);
      return (transaction, userId) => assignUnit(transaction, actor, userId, unitId);
    }
    case 'UNASSIGN_UNIT': {
      const unitId = wantedUnit(request);
      return (transaction, userId) => unassignUnit(transaction, actor, userId, unitId);
    }
    case 'RESEND_INVITATION':
      return async (transaction, userId) => {
        await resendInvitation(context, transaction, actor.caller, userId, actor.source);
        return { events: [], mailed: true };
      };
  }
}

function wantedRole({ rolesByName }: CallingActor, { action, role }: BulkRequest): string {
  if (role !== undefined && rolesByName.has(role)) return role;
  const message =
    role === undefined ? say('actionNeedsRole', { action }) : say('noSuchRole', { unknown: role });
  throw badField('body.role', message);
}

function wantedUnit({ action, organizationalUnitId }: BulkRequest): string {
  if (organizationalUnitId !== undefined) return organizationalUnitId;
  throw badField('body.organizationalUnitId', say('actionNeedsUnit', { action }));
}
