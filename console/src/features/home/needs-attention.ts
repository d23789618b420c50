import { useQuery } from '@tanstack/react-query';
import { changeSetsToAttend } from '@annals/contracts/change-sets';
import { changeSetsToAttendQuery } from '../../domain/change-sets/change-sets.queries.ts';
import { useCapability } from '../../platform/capabilities.ts';
import { rolesQuery } from '../../domain/permissions/roles.queries.ts';
import { webhooksToAttend } from '@annals/contracts/webhooks';
import type { AnswerOf } from '../../platform/api/told.ts';
import { webhooksToAttendQuery } from './home.queries.ts';

type Waiting = AnswerOf<typeof changeSetsToAttend>['data'][number];

/** The change sets of a partition that wait for the user for the same reason. */
export interface ChangeSetsToAttend extends Pick<
  Waiting,
  'attention' | 'partitionId' | 'partitionName'
> {
  ids: string[];
}

const none: readonly Waiting[] = [];

/** Whether it is still unknown if change sets wait for the user. */
export function useAreChangeSetsPending(): boolean {
  const isOffered = useCapability(changeSetsToAttend);
  const roles = useQuery(rolesQuery());
  const waiting = useWaiting();
  // A failed query is retried by its card, which must not disappear meanwhile.
  return isOffered && (!roles.isFetched || (roles.isSuccess && !waiting.isFetched));
}

/** The change sets that wait for the user, grouped by reason and partition. */
export function useChangeSetsToAttend(): ChangeSetsToAttend[] {
  const groups = new Map<string, ChangeSetsToAttend>();
  for (const { id, attention, partitionId, partitionName } of useWaiting().data?.data ?? none) {
    const key = `${attention} ${partitionId}`;
    const group = groups.get(key) ?? { attention, partitionId, partitionName, ids: [] };
    group.ids.push(id);
    groups.set(key, group);
  }
  return [...groups.values()];
}

function useWaiting() {
  const isOffered = useCapability(changeSetsToAttend);
  // Capabilities of the service are known only after the roles have loaded.
  const isKnown = useQuery(rolesQuery()).isSuccess;
  return useQuery({ ...changeSetsToAttendQuery, enabled: isOffered && isKnown });
}

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
