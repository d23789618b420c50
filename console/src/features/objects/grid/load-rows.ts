import { queryOptions } from '@tanstack/react-query';
import { searchObjects } from '@annals/contracts/object-search';
import type { ObjectVersion } from '../../../platform/api/things.ts';
import { everyPage } from '../../../platform/api/query.ts';
import { callForPage } from '../../../platform/api/skip-empty-pages.ts';

/** The maximum number of rows; larger searches have to be narrowed. */
export const maxRows = 5000;
const rowsOfPage = 500;

export interface LoadedRows {
  readonly versions: readonly ObjectVersion[];
  /** Whether the search finds more than the maximum. */
  readonly hasMore: boolean;
}

/**
 * The objects found by a search, as initial rows of the grid. It is not invalidated with the partition: writes
 * of others must not change the rows being edited.
 */
export function gridRowsQuery(
  partitionId: string,
  query: string,
  onProgress: (count: number) => void,
) {
  return queryOptions({
    queryKey: ['grid-rows', partitionId, query],
    queryFn: async ({ signal }): Promise<LoadedRows> => {
      const versions = new Map<string, ObjectVersion>();
      const pages = everyPage((cursor) =>
        callForPage(
          searchObjects,
          {
            params: { partitionId },
            query: { pageSize: rowsOfPage, cursor },
            body: { query: query || undefined },
          },
          { signal },
        ),
      );
      for await (const { data } of pages) {
        for (const version of data) {
          if (versions.size === maxRows) return { versions: [...versions.values()], hasMore: true };
          versions.set(version.timelineId ?? version.id, version);
        }
        onProgress(versions.size);
      }
      return { versions: [...versions.values()], hasMore: false };
    },
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    retry: false,
  });
}
