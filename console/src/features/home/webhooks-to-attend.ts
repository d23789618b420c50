import { useQuery } from '@tanstack/react-query';
import { webhooksToAttend } from '@annals/contracts/webhooks';
import { useCapability } from '../../shared/permissions/capabilities.ts';
import { rolesQuery } from '../../shared/permissions/roles.queries.ts';
import { webhooksToAttendQuery } from './home.queries.ts';

/** The failing webhooks of a partition. */
export interface WebhooksToAttend {
  partitionId: string;
  partitionName: string;
  ids: string[];
}

/** Whether it is still unknown if webhooks are failing. */
export function useAreWebhooksPending(): boolean {
  const isOffered = useCapability(webhooksToAttend);
  const roles = useQuery(rolesQuery());
  const webhooks = useQuery({ ...webhooksToAttendQuery, enabled: isOffered && roles.isSuccess });
  return isOffered && (!roles.isFetched || (roles.isSuccess && !webhooks.isFetched));
}

/** The failing webhooks, grouped by partitions that the user owns. */
export function useWebhooksToAttend(): WebhooksToAttend[] {
  const isOffered = useCapability(webhooksToAttend);
  // Capabilities of the service are known only after the roles have loaded.
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
