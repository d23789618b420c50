import { queryOptions } from '@tanstack/react-query';
import {
  getObject,
  latestObject,
  referencedBy,
  timelineObjects,
  type ObjectVersion,
} from '@annals/contracts/objects';
import { listMembers } from '@annals/contracts/partitions';
import { call } from '../../../api/call.ts';
import { infiniteQueryOf, limitedQueryOf, queryKeyOf, queryOf } from '../../../api/query.ts';

/** The moment that is shown; undefined for now. */
export type AsOf = string | undefined;

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

export const latestQuery = (partitionId: string, timelineId: string, asOf: AsOf) =>
  queryOf(latestObject, { params: { partitionId, timelineId }, query: { asOf } });

/** The newest version of the target of a reference, asked for beside many others. */
export const targetQuery = (partitionId: string, timelineId: string, asOf: AsOf) => ({
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
  asOf: AsOf,
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

/** How many of those that point at an object its own page shows. */
export const firstReferences = 10;

export const firstReferencedByQuery = (partitionId: string, objectId: string, asOf: AsOf) =>
  queryOf(referencedBy, {
    params: { partitionId, objectId },
    query: { asOf, pageSize: firstReferences },
  });

export const referencedByQuery = (partitionId: string, objectId: string, asOf: AsOf) =>
  infiniteQueryOf(referencedBy, {
    params: { partitionId, objectId },
    query: { asOf, pageSize: 200 },
  });

/** Who may write to the partition, to choose whose changes to see. */
export const authorsQuery = (partitionId: string, asOf: AsOf) => ({
  ...queryOf(listMembers, { params: { partitionId }, query: { asOf, pageSize: 200 } }),
  staleTime: 60_000,
  retry: false,
});
