import { bulkUsers } from '@annals/contracts/user-administration';
import type { Mount } from '@annals/kit/mount';
import { originOf } from '../events/origin.ts';
import type { Parts } from '../parts.ts';
import { actOnEach, rehearseOnEach } from './bulk-actions.ts';
import { inviteEach } from './bulk-invitations.ts';
import { summary } from './bulk-results.ts';
import { actingFor } from './user-acts.ts';

export function mountBulkUsers(mount: Mount, parts: Parts): void {
  mount(bulkUsers, async ({ caller, body, request }) => {
    const acting = await actingFor(parts, caller);
    const origin = originOf(request);
    const { dryRun = false } = body;
    if (body.action === 'INVITE') {
      const results = await inviteEach(parts, acting, { csv: body.csv, dryRun }, origin);
      if (!dryRun) parts.post.wake();
      return summary(dryRun, results);
    }
    const act = dryRun ? rehearseOnEach : actOnEach;
    return summary(dryRun, await act(parts, acting, body, origin));
  });
}
