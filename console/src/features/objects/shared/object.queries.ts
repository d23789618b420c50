import { queryOptions } from '@tanstack/react-query';
import { getObject, latestObject, referencedBy, timelineObjects } from '@annals/contracts/objects';
import { listMembers } from '@annals/contracts/partitions';
import type { ObjectVersion } from '../../../platform/api/things.ts';
import { call } from '../../../platform/api/call.ts';
import { limitedQueryOf } from '../../../platform/api/limited-query.ts';
import { infiniteQueryOf, queryKeyOf, queryOf } from '../../../platform/api/query.ts';
import type { AsOfQuery, ShownQuery } from '../../../domain/time-travel/as-of-search.ts';

/** One version. Versions are immutable, so it is fetched once; uncommitted versions of a change set are not. */
export const objectQuery = (partitionId: string, objectId: string, shown: ShownQuery = {}) => {
  const params = { partitionId, objectId };
  return 'changeSet' in shown
    ? { ...queryOf(getObject, { params, query: shown }), staleTime: 0 }
    : { ...queryOf(getObject, { params }), staleTime: Number.POSITIVE_INFINITY };
};

/** The predecessor of a version, fetched alongside many others. */
export const predecessorQuery = (partitionId: string, objectId: string) => ({
  ...limitedQueryOf(getObject, { params: { partitionId, objectId } }),
  staleTime: Number.POSITIVE_INFINITY,
  // Scrolling through a list of a million rows loads many of them.
  gcTime: 60_000,
});

export const latestQuery = (partitionId: string, timelineId: string, shown: ShownQuery) =>
  queryOf(latestObject, { params: { partitionId, timelineId }, query: shown });

/** The newest version of the target of a reference, fetched alongside many others. */
export const targetQuery = (partitionId: string, timelineId: string, shown: ShownQuery) => ({
  ...limitedQueryOf(latestObject, { params: { partitionId, timelineId }, query: shown }),
  staleTime: 60_000,
});

/**
 * The successor of a version, null for the newest. The history is sorted newest first, so the position of a
 * version in it follows from the two counts.
 */
export function nextVersionQuery(
  partitionId: string,
  version: ObjectVersion,
  latest: ObjectVersion,
  at: AsOfQuery,
  /** It is not part of any history yet. */
  isDrafted = false,
) {
  const { id, timelineId = '', modificationCount: count = 0 } = version;
  const { modificationCount: newest = 0 } = latest;
  const params = { partitionId, timelineId };
  return queryOptions({
    queryKey: [...queryKeyOf(timelineObjects, { params, query: at }), 'next', id, latest.id],
    queryFn: async ({ signal }) => {
      if (newest <= count) return null;
      if (latest.predecessorId === id) return latest;
      const later = newest - count - (isDrafted ? 1 : 0);
      const query = { ...at, page: later - 1, pageSize: 1 };
      const { data } = await call(timelineObjects, { params, query }, { signal });
      return data.find((one) => one.predecessorId === id) ?? null;
    },
    staleTime: Number.POSITIVE_INFINITY,
  });
}

/** The number of incoming references on the page of an object. */
export const firstReferences = 10;

export const firstReferencedByQuery = (partitionId: string, objectId: string, shown: ShownQuery) =>
  queryOf(referencedBy, {
    params: { partitionId, objectId },
    query: { ...shown, pageSize: firstReferences },
  });

export const referencedByQuery = (partitionId: string, objectId: string, shown: ShownQuery) =>
  infiniteQueryOf(referencedBy, {
    params: { partitionId, objectId },
    query: { ...shown, pageSize: 200 },
  });

/** The members of the partition, as options of the author filter. */
export const authorsQuery = (partitionId: string, { asOf }: AsOfQuery) => ({
  ...queryOf(listMembers, { params: { partitionId }, query: { asOf, pageSize: 200 } }),
  staleTime: 60_000,
  retry: false,
});
