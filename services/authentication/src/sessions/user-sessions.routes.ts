import {
  endUserSession,
  endUserSessions,
  listUserSessions,
} from '@annals/contracts/user-administration';
import type { Caller } from '@annals/kit/caller';
import type { Queryable } from '@annals/kit/database/database';
import type { Mount } from '@annals/kit/mount';
import { forbidden, notFound } from '@annals/kit/problem';
import { userToChange } from '../authority/authority.ts';
import { scopeOf } from '../authority/scope.sql.ts';
import { toTimestamp } from '../context/clock.ts';
import * as audit from '../audit/audit-log.sql.ts';
import { sourceOf } from '../context/actor.ts';
import type { ServiceContext } from '../context/service-context.ts';
import { idleLifetimeMs } from './refresh.ts';
import { endSessionOf, endSessionsOf, selectSessionsOf } from './sessions.sql.ts';
import { userIsInScope } from '../authority/authority.sql.ts';

/** Nobody has so many open at once; whoever does sees those used last. */
const mostShown = 500;

export function mountUserSessions(mount: Mount, context: ServiceContext): void {
  const { database, clock, sessionCache } = context;

  mount(listUserSessions, async ({ caller, params }) => {
    const userId = idOf(params.userId, caller);
    if (!(await userIsInScope(database, scopeOf(caller, 'users:read'), userId)))
      throw notFound('user');
    const at = toTimestamp(clock());
    const data = await selectSessionsOf(database, userId, at, {
      idleLifetimeMs,
      currentId: caller.sessionId,
      count: mostShown,
    });
    return { data, nextCursor: null, hasMore: false };
  });

  mount(endUserSessions, async ({ caller, params, request }) => {
    const userId = idOf(params.userId, caller);
    const own = userId === caller.userId;
    const ended = await database.transaction(async (transaction) => {
      if (!own) await requireChangeable(transaction, caller, userId);
      const at = clock();
      const ids = await endSessionsOf(
        transaction,
        userId,
        toTimestamp(at),
        own ? caller.sessionId : null,
      );
      await audit.record(
        transaction,
        { id: caller.userId, at, source: sourceOf(request) },
        'session.allEnded',
        `user/${userId}`,
        { after: { endedSessions: ids.length } },
      );
      return ids;
    });
    for (const sessionId of ended) sessionCache.invalidate(sessionId);
    return { ended: ended.length };
  });

  mount(endUserSession, async ({ caller, params, request }) => {
    const userId = idOf(params.userId, caller);
    const { sessionId } = params;
    await database.transaction(async (transaction) => {
      if (userId !== caller.userId) await requireChangeable(transaction, caller, userId);
      const at = clock();
      if (!(await endSessionOf(transaction, userId, sessionId, toTimestamp(at))))
        throw notFound('session');
      await audit.record(
        transaction,
        { id: caller.userId, at, source: sourceOf(request) },
        'session.ended',
        `session/${sessionId}`,
        { after: { userId } },
      );
    });
    sessionCache.invalidate(sessionId);
  });
}

function idOf(userId: string, caller: Caller): string {
  return userId === 'current' ? caller.userId : userId.toLowerCase();
}

/** Whoever sees a user but may change none is told so; to all others the user is not there. */
async function requireChangeable(
  transaction: Queryable,
  caller: Caller,
  userId: string,
): Promise<void> {
  if (
    caller.reach('users:write') === undefined &&
    (await userIsInScope(transaction, scopeOf(caller, 'users:read'), userId))
  )
    throw forbidden();
  await userToChange(transaction, caller, userId);
}
