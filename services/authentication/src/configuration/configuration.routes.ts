import { recordConfiguration } from '@annals/contracts/events';
import { say } from '@annals/contracts/messages';
import type { Mount } from '@annals/kit/mount';
import { forbidden } from '@annals/kit/problem';
import { record } from '../audit/audit-log.sql.ts';
import { actorOf } from '../context/actor.ts';
import type { ServiceContext } from '../context/service-context.ts';

/** Records what `annals apply` reports. Each of its changes was a call with its own event. */
export function mountConfiguration(mount: Mount, context: ServiceContext): void {
  mount(recordConfiguration, async ({ caller, body, request }) => {
    if (caller.scope('roles:write') !== 'all') throw forbidden(say('configurationRoles'));
    const { changes, accessChanges, stopped, reason } = body;
    const actor = actorOf(context, caller, request);
    const action = stopped === undefined ? 'configuration.applied' : 'configuration.stopped';
    await context.database.transaction((transaction) =>
      record(transaction, actor, action, null, {
        after: { reason, stopped, changes, accessChanges },
      }),
    );
  });
}
