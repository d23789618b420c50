import { bulkUsers } from '@annals/contracts/user-administration';
import type { Mount } from '@annals/kit/mount';
import { originOf } from '../context/actor.ts';
import type { ServiceContext } from '../context/service-context.ts';
import { actOnEach, rehearseOnEach } from './bulk-actions.ts';
import { inviteEach } from './bulk-invitations.ts';
import { summary } from './bulk-results.ts';
import { actingFor } from './user-acts.ts';

export function mountBulkUsers(mount: Mount, context: ServiceContext): void {
  mount(bulkUsers, async ({ caller, body, request }) => {
    const acting = await actingFor(context, caller);
    const origin = originOf(request);
    const { dryRun = false } = body;
    if (body.action === 'INVITE') {
      const results = await inviteEach(context, acting, { csv: body.csv, dryRun }, origin);
      if (!dryRun) context.mailWorker.wake();
      return summary(dryRun, results);
    }
    const act = dryRun ? rehearseOnEach : actOnEach;
    return summary(dryRun, await act(context, acting, body, origin));
  });
}
