import { useQuery } from '@tanstack/react-query';
import { type ChangeRule, getChangePolicy } from '@annals/contracts/change-policy';
import { changeSetsToAttend, listChangeSets } from '@annals/contracts/change-sets';
import { type ChangeSetState } from '@annals/contracts/change-set';
import {
  invalidate,
  invalidatePartition,
  prefetch,
  queryClient,
  queryOf,
} from '../../platform/api/query.ts';
import { listOf } from '../../ui/list/list-of.ts';
import { hasCapability, useCapability } from '../../platform/capabilities.ts';

export type { ChangeOperation } from '@annals/rules/change-set-import/split-into-requests';

export const changeSetsList = listOf(listChangeSets, {
  name: 'change-sets',
  filters: { state: 'state', mine: 'mine', toReview: 'toReview' },
});

export const changePolicyQuery = (partitionId: string) =>
  queryOf(getChangePolicy, { params: { partitionId } });

/** Whether there is any change set that the user can see. */
export const anyChangeSetQuery = (partitionId: string) =>
  queryOf(listChangeSets, { params: { partitionId }, query: { pageSize: 1 } });

/** Submitted, and neither sent back nor committed. */
export const submittedStates: readonly ChangeSetState[] = ['IN_REVIEW', 'READY', 'APPROVED'];

/** States in which operations can be added. */
const openStates: ChangeSetState[] = ['DRAFT', 'CHANGES_REQUESTED', ...submittedStates];

/** The user's own open change sets, most recently changed first. */
export const openChangeSetsQuery = (partitionId: string) =>
  queryOf(listChangeSets, {
    params: { partitionId },
    query: { mine: true, state: openStates, pageSize: 100 },
  });

/** The change sets that wait for the user, across all partitions. */
export const changeSetsToAttendQuery = queryOf(changeSetsToAttend);

/** Invalidates what depends on a change set: its partition, and the change sets that wait for users. */
export async function invalidateChangeSets(partitionId: string): Promise<void> {
  await Promise.all([invalidatePartition(partitionId), invalidate(changeSetsToAttend)]);
}

/**
 * Whether a partition uses change sets: it has a policy, or a change set that the user can see. Other users see
 * nothing of them.
 */
export const useHasChangeSets = (partitionId: string): boolean =>
  useUseOfChangeSets(partitionId) === true;

/** The same; undefined until there is an answer or a failure, and never again, because what is shown then stays. */
export function useUseOfChangeSets(partitionId: string): boolean | undefined {
  const enabled = useCapability(listChangeSets);
  const policy = useQuery({ ...changePolicyQuery(partitionId), enabled });
  const hasRules = (policy.data?.rules.length ?? 0) > 0;
  const any = useQuery({
    ...anyChangeSetQuery(partitionId),
    enabled: enabled && policy.isFetched && !hasRules,
  });
  if (!enabled || hasRules) return enabled;
  return policy.isFetched && any.isFetched ? (any.data?.data.length ?? 0) > 0 : undefined;
}

/** Requests what `useUseOfChangeSets` needs, for a form that is about to open. */
export function preloadUseOfChangeSets(partitionId: string): void {
  if (!hasCapability(listChangeSets)) return;
  queryClient.query(changePolicyQuery(partitionId)).then(
    ({ rules }) => rules.length === 0 && prefetch(anyChangeSetQuery(partitionId)),
    () => undefined,
  );
}

/** The rule for objects of a type: the one that names it, or the one for all other types. */
export function ruleFor(rules: readonly ChangeRule[], type: string): ChangeRule | undefined {
  return (
    rules.find(({ types }) => types?.includes(type)) ?? rules.find(({ types }) => types === null)
  );
}
