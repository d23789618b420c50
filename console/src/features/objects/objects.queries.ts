import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
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
import { queryClient } from '../../api/queries.ts';
import type { ListRequest } from '../../shared/list/list-request.ts';
import { listRequestAt, type ListOptions } from '../../shared/list/useListState.ts';
import type { PageAddress } from '../../shared/page/page-address.ts';
import { asOfQuery, momentOfSearch } from '../../shared/time-travel/as-of-search.ts';
import { fewAtATime } from '../../api/few-at-a-time.ts';
import { type ObjectFilter, objectSearchOf, searchFilters } from './search/object-filters.ts';

/** Undefined for now. */
export type Moment = string | undefined;
export type RecentFilter = 'type' | 'modifiedBy';

export const objectsList: ListOptions<ObjectFilter> = {
  name: 'objects',
  filters: ['type', 'ended', ...searchFilters],
};
export const recentList: ListOptions<RecentFilter> = {
  name: 'recent',
  filters: ['type', 'modifiedBy'],
};
/** How many of those that point at an object its own page shows. */
export const firstReferences = 10;
const headSize = 100;
const historyPageSize = 100;
const referencesPageSize = 200;

/** Everything of a partition is below this key, so one write makes all of it stale. */
export function partitionKey(partitionId: string) {
  return ['partition', partitionId] as const;
}

export function partitionQuery(partitionId: string) {
  return queryOptions({
    queryKey: partitionKey(partitionId),
    queryFn: ({ signal }) => call(getPartition, { params: { partitionId } }, { signal }),
  });
}

export function objectsQuery(
  partitionId: string,
  asOf: Moment,
  request: ListRequest<ObjectFilter>,
) {
  const { q, filters, pageSize, cursor } = request;
  return queryOptions({
    queryKey: [...partitionKey(partitionId), 'objects', asOf ?? null, request],
    queryFn: ({ signal }) =>
      call(
        searchObjects,
        {
          params: { partitionId },
          query: { asOf, pageSize, cursor },
          body: objectSearchOf(q, filters),
        },
        { signal },
      ),
  });
}

export function recentQuery(partitionId: string, asOf: Moment, request: ListRequest<RecentFilter>) {
  const { filters, pageSize, cursor } = request;
  const { type, modifiedBy } = filters;
  return queryOptions({
    queryKey: [...partitionKey(partitionId), 'recent', asOf ?? null, request],
    queryFn: ({ signal }) =>
      call(
        recentObjects,
        { params: { partitionId }, query: { asOf, type, modifiedBy, pageSize, cursor } },
        { signal },
      ),
  });
}

/** One version. It never changes, so it is asked for once. */
export function objectQuery(partitionId: string, objectId: string) {
  return queryOptions({
    queryKey: [...partitionKey(partitionId), 'object', objectId],
    queryFn: ({ signal }) => call(getObject, { params: { partitionId, objectId } }, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
  });
}

/** The newest versions with their numbers; how many there are is the number of the newest. */
export function headQuery(partitionId: string, asOf: Moment) {
  return queryOptions({
    queryKey: [...partitionKey(partitionId), 'recent', asOf ?? null, 'head'],
    queryFn: ({ signal }) =>
      call(
        recentObjects,
        { params: { partitionId }, query: { asOf, pageSize: headSize } },
        { signal },
      ),
  });
}

/** A version that another one follows, asked for beside many others. */
export function predecessorQuery(partitionId: string, objectId: string) {
  const query = objectQuery(partitionId, objectId);
  return queryOptions({
    ...query,
    queryFn: ({ signal }) =>
      fewAtATime(() => call(getObject, { params: { partitionId, objectId } }, { signal }), signal),
    // A list of a million rows leads past many of them.
    gcTime: 60_000,
  });
}

export function latestQuery(partitionId: string, timelineId: string, asOf: Moment) {
  return queryOptions({
    queryKey: [...partitionKey(partitionId), 'latest', timelineId, asOf ?? null],
    queryFn: ({ signal }) =>
      call(latestObject, { params: { partitionId, timelineId }, query: { asOf } }, { signal }),
  });
}

/** The newest version of the target of a reference, asked for beside many others. */
export function targetQuery(partitionId: string, timelineId: string, asOf: Moment) {
  return queryOptions({
    ...latestQuery(partitionId, timelineId, asOf),
    queryFn: ({ signal }) =>
      fewAtATime(
        () =>
          call(latestObject, { params: { partitionId, timelineId }, query: { asOf } }, { signal }),
        signal,
      ),
    staleTime: 60_000,
  });
}

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
  return queryOptions({
    queryKey: [...partitionKey(partitionId), 'next', id, latest.id, asOf ?? null],
    queryFn: async ({ signal }) => {
      if (newest <= count) return null;
      const query = { asOf, page: newest - count - 1, pageSize: 1 };
      const { data } = await call(
        timelineObjects,
        { params: { partitionId, timelineId }, query },
        { signal },
      );
      return data.find((one) => one.predecessorId === id) ?? null;
    },
    staleTime: Number.POSITIVE_INFINITY,
  });
}

export function historyQuery(partitionId: string, timelineId: string, asOf: Moment) {
  return infiniteQueryOptions({
    queryKey: [...partitionKey(partitionId), 'history', timelineId, asOf ?? null],
    queryFn: ({ signal, pageParam: cursor }) =>
      call(
        timelineObjects,
        { params: { partitionId, timelineId }, query: { asOf, pageSize: historyPageSize, cursor } },
        { signal },
      ),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.nextCursor ?? undefined,
  });
}

export function firstReferencedByQuery(partitionId: string, objectId: string, asOf: Moment) {
  return queryOptions({
    queryKey: [...partitionKey(partitionId), 'referencedBy', objectId, asOf ?? null, 'first'],
    queryFn: ({ signal }) =>
      call(
        referencedBy,
        { params: { partitionId, objectId }, query: { asOf, pageSize: firstReferences } },
        { signal },
      ),
  });
}

export function referencedByQuery(partitionId: string, objectId: string, asOf: Moment) {
  return infiniteQueryOptions({
    queryKey: [...partitionKey(partitionId), 'referencedBy', objectId, asOf ?? null, 'all'],
    queryFn: ({ signal, pageParam: cursor }) =>
      call(
        referencedBy,
        {
          params: { partitionId, objectId },
          query: { asOf, pageSize: referencesPageSize, cursor },
        },
        { signal },
      ),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.nextCursor ?? undefined,
  });
}

type Start<Param extends string> = (
  address: PageAddress<Param>,
  asOf: Moment,
) => Promise<unknown>[];

/**
 * Asks for what a page will show while its code is still on the way; for a moment that cannot be, for nothing. What
 * fails is shown by the page, which asks again.
 */
function starting<Param extends string>(start: Start<Param | 'partitionId'>) {
  return ({ params, search }: PageAddress<Param | 'partitionId'>): void => {
    const { kind } = momentOfSearch(search);
    if (kind !== 'now' && kind !== 'past') return;
    const queries = [
      queryClient.query(partitionQuery(params.partitionId)),
      ...start({ params, search }, asOfQuery(search).asOf),
    ];
    for (const query of queries) query.catch(() => undefined);
  };
}

export const startObjectsPage = starting<'partitionId'>(
  ({ params: { partitionId }, search }, asOf) => [
    queryClient.query(objectsQuery(partitionId, asOf, listRequestAt(objectsList, search))),
  ],
);

export const startRecentPage = starting<'partitionId'>(
  ({ params: { partitionId }, search }, asOf) => {
    const request = listRequestAt(recentList, search);
    return [
      isFiltered(request)
        ? queryClient.query(recentQuery(partitionId, asOf, request))
        : queryClient.query(headQuery(partitionId, asOf)),
    ];
  },
);

/** A filtered list has no numbers without gaps, so it is paged. */
export function isFiltered({ filters, cursor }: ListRequest<RecentFilter>): boolean {
  return cursor !== undefined || Object.keys(filters).length > 0;
}

export const startObjectPage = starting<'objectId'>(
  ({ params: { partitionId, objectId } }, asOf) => [
    queryClient.query(objectQuery(partitionId, objectId)).then(async (version) => {
      const { timelineId } = version;
      await Promise.all([
        timelineId && queryClient.query(latestQuery(partitionId, timelineId, asOf)),
        predecessorOf(partitionId, version),
      ]);
    }),
    queryClient.query(firstReferencedByQuery(partitionId, objectId, asOf)),
  ],
);

/** What a version is compared with: known only with the version, but not only once the code of its page has come. */
async function predecessorOf(partitionId: string, { predecessorId }: ObjectVersion): Promise<void> {
  if (typeof predecessorId === 'string')
    await queryClient.query(objectQuery(partitionId, predecessorId));
}

export const startLatestPage = starting<'timelineId'>(
  ({ params: { partitionId, timelineId } }, asOf) => [
    queryClient.query(latestQuery(partitionId, timelineId, asOf)).then(async (version) => {
      await Promise.all([
        predecessorOf(partitionId, version),
        version.id !== '' &&
          queryClient.query(firstReferencedByQuery(partitionId, version.id, asOf)),
      ]);
    }),
  ],
);

export const startHistoryPage = starting<'timelineId'>(
  ({ params: { partitionId, timelineId } }, asOf) => [
    queryClient.infiniteQuery(historyQuery(partitionId, timelineId, asOf)),
  ],
);

export const startReferencedByPage = starting<'objectId'>(
  ({ params: { partitionId, objectId } }, asOf) => [
    queryClient.query(objectQuery(partitionId, objectId)),
    queryClient.infiniteQuery(referencedByQuery(partitionId, objectId, asOf)),
  ],
);
