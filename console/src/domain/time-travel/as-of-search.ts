import { id } from '@annals/contracts/fields';
import { matchRoute, type RouteName } from '@annals/contracts/routes';
import { oneOf, type PlainSearch } from '../../platform/search.ts';
import { readAsOf, type AsOf } from '../../platform/time/moments.ts';

/** The query parameters of a call that select the moment and one of the two time axes; empty for now. */
export interface AsOfQuery {
  asOf?: string;
  /** What the service held at that time, instead of what is recorded for it. */
  asHeld?: true;
}

/** What the query of a partition page says about the moment it shows. */
export function asOfInSearch(search: PlainSearch): AsOf {
  return readAsOf(oneOf(search['asOf']), Date.now());
}

/** The part of a call's query that carries the moment. */
export function asOfQuery(search: PlainSearch): AsOfQuery {
  const moment = asOfInSearch(search);
  if (moment.kind !== 'past') return {};
  const isHeld = oneOf(search['asHeld']) === 'true';
  return isHeld ? { asOf: moment.asOf, asHeld: true } : { asOf: moment.asOf };
}

/** The query parameters of a call about objects that select the view: as of a moment, or with a change set. */
export type ShownQuery = AsOfQuery | { changeSet: string };

/** The pages that can preview a change set; all others show the partition as it is. */
const previewed: ReadonlySet<RouteName> = new Set<RouteName>([
  'v1-partitions-partitionId-objects',
  'v1-partitions-partitionId-objects-objectId',
  'v1-partitions-partitionId-objects-referencedBy-objectId',
  'v1-partitions-partitionId-indices-search-text',
  'v1-partitions-partitionId-timelines-timelineId-objects-latest',
]);

export function isPreviewed(path: string): boolean {
  const route = matchRoute(path);
  return route !== undefined && previewed.has(route.name);
}

/** The previewed change set in the URL. A moment takes precedence. */
export function changeSetInSearch(search: PlainSearch): string | undefined {
  const changeSet = oneOf(search['changeSet']);
  if (changeSet === undefined || asOfInSearch(search).kind !== 'now') return undefined;
  return id.safeParse(changeSet).success ? changeSet : undefined;
}

/** The query parameters that select the moment or the change set, on a previewed page. */
export function shownQuery(search: PlainSearch): ShownQuery {
  const changeSet = changeSetInSearch(search);
  return changeSet === undefined ? asOfQuery(search) : { changeSet };
}
