import { endSession, renewAccess as renewAccessCall } from '@annals/contracts/sign-in';
import * as administration from '@annals/contracts/user-administration';
import type { Caller } from '@annals/kit/caller';
import type { Mount } from '@annals/kit/mount';
import { notFound } from '@annals/kit/problem';
import { userIsInScope } from '../authority/authority.sql.ts';
import { scopeOf } from '../authority/scope.sql.ts';
import { sourceOf } from '../context/actor.ts';
import { toTimestamp } from '../context/clock.ts';
import type { ServiceContext } from '../context/service-context.ts';
import { combineRules } from '../sign-in-rules/combine-rules.ts';
import { selectConcerned } from '../sign-in-rules/sign-in-rules.sql.ts';
import { endOwnSession, endUserSession, endUserSessions } from './end-sessions.ts';
import { renewAccess } from './renew-access.ts';
import { selectSessionsOf } from './sessions.sql.ts';

/** More than anyone has open; beyond that, the most recently used ones are shown. */
const maxShown = 500;

export function mountSessions(mount: Mount, context: ServiceContext): void {
  const { database, clock, signInRules } = context;

  mount(renewAccessCall, ({ caller, request }) => renewAccess(context, caller, request.headers));

  mount(endSession, ({ caller, request }) =>
    endOwnSession(context, caller, sourceOf(request, caller)),
  );

  mount(administration.listUserSessions, async ({ caller, params }) => {
    const userId = idOf(params.userId, caller);
    if (!(await userIsInScope(database, scopeOf(caller, 'users:read'), userId)))
      throw notFound('user');
    const concerned = await selectConcerned(database, userId);
    if (!concerned) throw notFound('user');
    const at = toTimestamp(clock());
    const data = await selectSessionsOf(database, userId, at, {
      ...combineRules(await signInRules.current(), concerned),
      currentId: caller.sessionId,
      count: maxShown,
    });
    return { data, nextCursor: null, hasMore: false };
  });

  mount(administration.endUserSessions, ({ caller, params, request }) =>
    endUserSessions(context, caller, idOf(params.userId, caller), sourceOf(request, caller)),
  );

  mount(administration.endUserSession, ({ caller, params, request }) =>
    endUserSession(
      context,
      caller,
      idOf(params.userId, caller),
      params.sessionId,
      sourceOf(request, caller),
    ),
  );
}

function idOf(userId: string, caller: Caller): string {
  return userId === 'current' ? caller.userId : userId.toLowerCase();
}
