import type { Subscription } from '@annals/contracts/subscriptions';
import { shownName } from '../../ui/ids/display-names.ts';
import { pathTo } from '../../platform/links.ts';
import type { SubscriptionTexts } from './subscriptions.texts.ts';

/** The name of a subscription: the title of its object, or its search. */
export function followedName(
  t: SubscriptionTexts,
  {
    timelineId,
    title,
    objectType,
    query,
    references,
    partitionName,
  }: Pick<
    Subscription,
    'timelineId' | 'title' | 'objectType' | 'query' | 'references' | 'partitionName'
  >,
): string {
  if (timelineId === null) {
    const names = (references ?? []).map((one) => shownName(one.title, one.timelineId));
    return searchName(t, query ?? '', names);
  }
  return title ?? objectType ?? (partitionName === null ? t.noLongerReadable : t.nameless);
}

/** The name of a search, with the names of the objects that it refers to. */
export const searchName = (t: SubscriptionTexts, query: string, names: readonly string[]) =>
  [query.trim(), names.length > 0 && t.referring(names.join(', '))].filter(Boolean).join(' · ') ||
  t.everything;

/** The partition in which it is visible. */
export function followedPath({
  partitionId,
  timelineId,
  query,
  searched,
  references,
}: Pick<Subscription, 'partitionId' | 'timelineId' | 'query' | 'searched' | 'references'>): string {
  if (timelineId !== null)
    return pathTo('v1-partitions-partitionId-timelines-timelineId-objects-latest', {
      partitionId,
      timelineId,
    });
  // Conditions of a query are combined with "and", while one of several objects is enough here.
  const [only, ...others] = references ?? [];
  const referring = only && others.length === 0 ? `ref:${only.timelineId}` : '';
  const search = { q: `${query ?? ''} ${referring}`.trim() || undefined };
  return searched === 'changes'
    ? pathTo('v1-partitions-partitionId-objects-recent', { partitionId }, search)
    : pathTo('v1-partitions-partitionId-objects', { partitionId }, search);
}
