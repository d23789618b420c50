import { reauthenticate } from '@annals/contracts/account';
import type { Mount } from '@annals/kit/mount';
import { notAuthenticated, Problem } from '@annals/kit/problem';
import { toTimestamp } from '../context/clock.ts';
import { appendEvent } from '../audit/audit-log.sql.ts';
import { originOf } from '../context/actor.ts';
import type { ServiceContext } from '../context/service-context.ts';
import { checkPasswordGuardedly } from '../sessions/guarded-attempts.ts';
import { noteReauthentication, selectPasswordOf } from '../sessions/sessions.sql.ts';
import { normalizeForSearch } from '../context/normalize.ts';

const wrong = 'This is not your password. If you have none, sign out and sign in again instead.';

export function mountReauthentication(mount: Mount, context: ServiceContext): void {
  mount(reauthenticate, async ({ caller, body, request }) => {
    const { database, clock } = context;
    const origin = originOf(request);
    const user = await selectPasswordOf(database, caller.userId);
    if (!user) throw notAuthenticated();
    const { username, hash } = user;
    const fits = await checkPasswordGuardedly(
      context,
      { name: normalizeForSearch(username), hash: hash ?? undefined },
      body.password,
      origin,
    );
    const at = clock();
    if (fits) return noteReauthentication(database, caller.sessionId, toTimestamp(at));
    const subject = `user/${caller.userId}`;
    await database.transaction((transaction) =>
      appendEvent(
        transaction,
        { action: 'reauthentication.failed', at, actorId: caller.userId, subject },
        origin,
      ),
    );
    throw new Problem(400, 'wrong_password', wrong, {
      fields: [{ path: 'body.password', message: wrong }],
    });
  });
}
