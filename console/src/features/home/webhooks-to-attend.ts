import { useQuery } from '@tanstack/react-query';
import { webhooksToAttend } from '@annals/contracts/webhooks';
import { useCapability } from '../../shared/permissions/capabilities.ts';
import { rolesQuery } from '../../shared/permissions/roles.queries.ts';
import { webhooksToAttendQuery } from './home.queries.ts';

/** The webhooks of a partition that do not deliver. */
export interface WebhooksToAttend {
  partitionId: string;
  partitionName: string;
  ids: string[];
}

/** Whether it is not known yet what is not delivered. */
export function useAreWebhooksPending(): boolean {
  const isOffered = useCapability(webhooksToAttend);
  const roles = useQuery(rolesQuery());
  const webhooks = useQuery({ ...webhooksToAttendQuery, enabled: isOffered && roles.isSuccess });
  return isOffered && (!roles.isFetched || (roles.isSuccess && !webhooks.isFetched));
}

/** What is not delivered, a group for each partition of which the person is owner. */
export function useWebhooksToAttend(): WebhooksToAttend[] {
  const isOffered = useCapability(webhooksToAttend);
  // Until the roles are here other services are not known to lack it.
  const isKnown = useQuery(rolesQuery()).isSuccess;
  const { data } = useQuery({ ...webhooksToAttendQuery, enabled: isOffered && isKnown });
  const groups = new Map<string, WebhooksToAttend>();
  for (const { id, partitionId, partitionName } of data?.data ?? []) {
    const group = groups.get(partitionId) ?? { partitionId, partitionName, ids: [] };
    group.ids.push(id);
    groups.set(partitionId, group);
  }
  return [...groups.values()];
}
