import type { Subscription } from '@annals/contracts/subscriptions';
import { pathTo } from '../links.ts';
import type { SubscriptionTexts } from './subscriptions.texts.ts';

/** What a subscription is called: the title of its object, or its search. */
export function followedName(
  t: SubscriptionTexts,
  {
    timelineId,
    title,
    objectType,
    query,
    partitionName,
  }: Pick<Subscription, 'timelineId' | 'title' | 'objectType' | 'query' | 'partitionName'>,
): string {
  if (timelineId === null) return query || t.everything;
  return title ?? objectType ?? (partitionName === null ? t.noLongerReadable : t.nameless);
}

/** Where it is seen. */
export function followedPath({
  partitionId,
  timelineId,
  query,
  searched,
}: Pick<Subscription, 'partitionId' | 'timelineId' | 'query' | 'searched'>): string {
  if (timelineId !== null)
    return pathTo('v1-partitions-partitionId-timelines-timelineId-objects-latest', {
      partitionId,
      timelineId,
    });
  const search = { q: query || undefined };
  return searched === 'changes'
    ? pathTo('v1-partitions-partitionId-objects-recent', { partitionId }, search)
    : pathTo('v1-partitions-partitionId-objects', { partitionId }, search);
}
