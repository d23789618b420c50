import { getUserFactors, removeUserFactors } from '@annals/contracts/user-administration';
import type { Mount } from '@annals/kit/mount';
import { forbidden, notFound } from '@annals/kit/problem';
import { requireMayActAs, userToChange } from '../authority/authority.ts';
import { scopeOf } from '../authority/scope.sql.ts';
import { toTimestamp } from '../context/clock.ts';
import * as audit from '../audit/audit-log.sql.ts';
import { sourceOf } from '../context/actor.ts';
import type { ServiceContext } from '../context/service-context.ts';
import { requireRecentProof } from '../sessions/fresh-proof.ts';
import { endSessionsOf } from '../sessions/sessions.sql.ts';
import { shownFactor } from './add-factor.ts';
import { deleteFactorsOf, selectFactors, selectFactorStanding } from './factors.sql.ts';
import { userIsInScope } from '../authority/authority.sql.ts';

export function mountUserFactors(mount: Mount, context: ServiceContext): void {
  const { database, clock, roleCache, sessionCache } = context;

  mount(getUserFactors, async ({ caller, params: { userId } }) => {
    if (!(await userIsInScope(database, scopeOf(caller, 'users:read'), userId)))
      throw notFound('user');
    const data = (await selectFactors(database, userId)).map(shownFactor);
    const { recoveryCodesLeft, required } = await selectFactorStanding(database, userId);
    return { data, recoveryCodesLeft, required };
  });

  mount(removeUserFactors, async ({ caller, params, request }) => {
    const userId = params.userId.toLowerCase();
    // the own ones go with fresh proof only
    if (userId === caller.userId)
      throw forbidden('Remove your own second factors in your account, not here.');
    await requireRecentProof(context, caller);
    const rolesByName = await roleCache.current();
    const { removed, ended } = await database.transaction(async (transaction) => {
      requireMayActAs(rolesByName, caller, await userToChange(transaction, caller, userId));
      const at = clock();
      const factors = (await deleteFactorsOf(transaction, userId)).filter(
        ({ confirmed }) => confirmed,
      );
      const ids = await endSessionsOf(transaction, userId, toTimestamp(at));
      await audit.record(
        transaction,
        { id: caller.userId, at, source: sourceOf(request) },
        'factor.removed',
        `user/${userId}`,
        {
          before: { factors: factors.map(({ kind, name }) => ({ kind, name })) },
          after: { factors: [], endedSessions: ids.length },
        },
      );
      return { removed: factors.length, ended: ids };
    });
    for (const sessionId of ended) sessionCache.invalidate(sessionId);
    return { removed };
  });
}
