import { queryOptions } from '@tanstack/react-query';
import { searchObjects } from '@annals/contracts/object-search';
import {
  getObject,
  latestObject,
  recentObjects,
  referencedBy,
  timelineObjects,
  type ObjectVersion,
} from '@annals/contracts/objects';
import { getPartition } from '@annals/contracts/partitions';
import { call } from '../../api/call.ts';
import { infiniteQueryOf, limitedQueryOf, prefetch, queryKeyOf, queryOf } from '../../api/query.ts';
import { queryClient } from '../../api/query-client.ts';
import { listOf } from '../../shared/list/list-of.ts';
import type { ListRequest } from '../../shared/list/list-request.ts';
import { listRequestAt } from '../../shared/list/useListState.ts';
import type { PageAddress, Prefetchers } from '../../shared/page/page-address.ts';
import { asOfQuery, momentOfSearch } from '../../shared/time-travel/as-of-search.ts';
import { type ObjectFilter, objectSearchOf, searchFilters } from './search/object-filters.ts';
import { searchTextQuery, textSearchAt } from './search/search-text.queries.ts';

/** Undefined for now. */
export type Moment = string | undefined;
export type RecentFilter = 'type' | 'modifiedBy';

export const objectsList = listOf(searchObjects, {
  name: 'objects',
  filters: inBody('type', 'ended', ...searchFilters),
  adapt: (input, { q, filters }) => ({ ...input, body: objectSearchOf(q, filters) }),
});

/** Filters that are part of the search in the body, and no parameters of the query. */
function inBody(...names: readonly ObjectFilter[]): Record<ObjectFilter, () => object> {
  return Object.fromEntries(names.map((name) => [name, () => ({})])) as Record<
    ObjectFilter,
    () => object
  >;
}

export const recentList = listOf(recentObjects, {
  name: 'recent',
  filters: { type: 'type', modifiedBy: 'modifiedBy' },
});

/** How many of those that point at an object its own page shows. */
export const firstReferences = 10;

/** One version. It never changes, so it is asked for once. */
export const objectQuery = (partitionId: string, objectId: string) => ({
  ...queryOf(getObject, { params: { partitionId, objectId } }),
  staleTime: Number.POSITIVE_INFINITY,
});

/** A version that another one follows, asked for beside many others. */
export const predecessorQuery = (partitionId: string, objectId: string) => ({
  ...limitedQueryOf(getObject, { params: { partitionId, objectId } }),
  staleTime: Number.POSITIVE_INFINITY,
  // A list of a million rows leads past many of them.
  gcTime: 60_000,
});

/** The newest versions with their numbers; how many there are is the number of the newest. */
export const headQuery = (partitionId: string, asOf: Moment) =>
  queryOf(recentObjects, { params: { partitionId }, query: { asOf, pageSize: 100 } });

export const latestQuery = (partitionId: string, timelineId: string, asOf: Moment) =>
  queryOf(latestObject, { params: { partitionId, timelineId }, query: { asOf } });

/** The newest version of the target of a reference, asked for beside many others. */
export const targetQuery = (partitionId: string, timelineId: string, asOf: Moment) => ({
  ...limitedQueryOf(latestObject, { params: { partitionId, timelineId }, query: { asOf } }),
  staleTime: 60_000,
});

/**
 * The version after one, null when it is the newest. The history runs from the newest backwards, so the place of a
 * version in it follows from the two counts.
 */
export function nextVersionQuery(
  partitionId: string,
  version: ObjectVersion,
  latest: ObjectVersion,
  asOf: Moment,
) {
  const { id, timelineId = '', modificationCount: count = 0 } = version;
  const { modificationCount: newest = 0 } = latest;
  const params = { partitionId, timelineId };
  return queryOptions({
    queryKey: [...queryKeyOf(timelineObjects, { params, query: { asOf } }), 'next', id, latest.id],
    queryFn: async ({ signal }) => {
      if (newest <= count) return null;
      const query = { asOf, page: newest - count - 1, pageSize: 1 };
      const { data } = await call(timelineObjects, { params, query }, { signal });
      return data.find((one) => one.predecessorId === id) ?? null;
    },
    staleTime: Number.POSITIVE_INFINITY,
  });
}

export const historyQuery = (partitionId: string, timelineId: string, asOf: Moment) =>
  infiniteQueryOf(timelineObjects, {
    params: { partitionId, timelineId },
    query: { asOf, pageSize: 100 },
  });

export const firstReferencedByQuery = (partitionId: string, objectId: string, asOf: Moment) =>
  queryOf(referencedBy, {
    params: { partitionId, objectId },
    query: { asOf, pageSize: firstReferences },
  });

export const referencedByQuery = (partitionId: string, objectId: string, asOf: Moment) =>
  infiniteQueryOf(referencedBy, {
    params: { partitionId, objectId },
    query: { asOf, pageSize: 200 },
  });

/** A filtered list has no numbers without gaps, so it is paged. */
export function isFiltered({ filters, cursor }: ListRequest<RecentFilter>): boolean {
  return cursor !== undefined || Object.keys(filters).length > 0;
}

type Address<Param extends string> = PageAddress<Param | 'partitionId'>;

/** Prefetches a page of a partition at the moment its address names; for a moment that cannot be, nothing. */
function atMoment<Param extends string>(
  prefetchPage: (address: Address<Param>, asOf: Moment) => void,
) {
  return (address: Address<Param>): void => {
    const { params, search } = address;
    const { kind } = momentOfSearch(search);
    if (kind !== 'now' && kind !== 'past') return;
    prefetch(queryOf(getPartition, { params: { partitionId: params.partitionId } }));
    prefetchPage(address, asOfQuery(search).asOf);
  };
}

export const prefetchers: Prefetchers = {
  'v1-partitions-partitionId-objects': atMoment(({ params, search }, asOf) =>
    prefetch(objectsList.queryAt(search, { params, query: { asOf } })),
  ),
  'v1-partitions-partitionId-objects-recent': atMoment(({ params, search }, asOf) => {
    const request = listRequestAt(recentList, search);
    prefetch(
      isFiltered(request)
        ? recentList.query(request, { params, query: { asOf } })
        : headQuery(params.partitionId, asOf),
    );
  }),
  'v1-partitions-partitionId-objects-objectId': atMoment<'objectId'>(
    ({ params: { partitionId, objectId } }, asOf) => {
      prefetch(firstReferencedByQuery(partitionId, objectId, asOf));
      prefetchAfter(objectQuery(partitionId, objectId), ({ timelineId, predecessorId }) =>
        prefetch(
          ...(timelineId ? [latestQuery(partitionId, timelineId, asOf)] : []),
          ...predecessorOf(partitionId, predecessorId),
        ),
      );
    },
  ),
  'v1-partitions-partitionId-timelines-timelineId-objects-latest': atMoment<'timelineId'>(
    ({ params: { partitionId, timelineId } }, asOf) =>
      prefetchAfter(latestQuery(partitionId, timelineId, asOf), ({ id, predecessorId }) =>
        prefetch(
          ...predecessorOf(partitionId, predecessorId),
          ...(id === '' ? [] : [firstReferencedByQuery(partitionId, id, asOf)]),
        ),
      ),
  ),
  'v1-partitions-partitionId-timelines-timelineId-objects': atMoment<'timelineId'>(
    ({ params: { partitionId, timelineId } }, asOf) =>
      prefetch(historyQuery(partitionId, timelineId, asOf)),
  ),
  'v1-partitions-partitionId-objects-referencedBy-objectId': atMoment<'objectId'>(
    ({ params: { partitionId, objectId } }, asOf) =>
      prefetch(objectQuery(partitionId, objectId), referencedByQuery(partitionId, objectId, asOf)),
  ),
  'v1-partitions-partitionId-indices-search-text': ({ params: { partitionId }, search }) => {
    const { kind } = momentOfSearch(search);
    const asked = textSearchAt(search);
    if ((kind !== 'now' && kind !== 'past') || asked.text === '') return;
    prefetch(searchTextQuery(partitionId, asOfQuery(search).asOf, asked));
  },
};

/** What is known only with a version is asked for once that has come, and not only once the code of its page has. */
function prefetchAfter(
  version: ReturnType<typeof latestQuery> | ReturnType<typeof objectQuery>,
  then: (version: ObjectVersion) => void,
): void {
  queryClient.query(version).then(then, () => undefined);
}

/** What a version is compared with. */
function predecessorOf(partitionId: string, predecessorId: ObjectVersion['predecessorId']) {
  return typeof predecessorId === 'string' ? [objectQuery(partitionId, predecessorId)] : [];
}
