import {
  endSession as endSessionCall,
  renewAccess as renewAccessCall,
} from '@annals/contracts/sign-in';
import type { Mount } from '@annals/kit/mount';
import { toTimestamp } from '../context/clock.ts';
import * as audit from '../audit/audit-log.sql.ts';
import { sourceOf } from '../context/actor.ts';
import type { ServiceContext } from '../context/service-context.ts';
import { renewAccess } from './renew-access.ts';
import { endSession } from './sessions.sql.ts';

export function mountSessions(mount: Mount, context: ServiceContext): void {
  const { database, clock, sessionCache } = context;

  mount(renewAccessCall, ({ caller, request }) => renewAccess(context, caller, request.headers));

  mount(endSessionCall, async ({ caller, request }) => {
    const { sessionId, userId } = caller;
    await database.transaction(async (transaction) => {
      const at = clock();
      if (!(await endSession(transaction, sessionId, toTimestamp(at)))) return;
      const subject = `session/${sessionId}`;
      await audit.record(
        transaction,
        { id: userId, at, source: sourceOf(request) },
        'session.ended',
        subject,
      );
    });
    sessionCache.invalidate(sessionId);
  });
}
