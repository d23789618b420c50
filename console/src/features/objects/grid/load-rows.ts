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

export interface WantedRows {
  query: string;
  /** Of the objects that the search finds, only these, by the ids of their timelines. */
  only: readonly string[] | undefined;
}

/**
 * The objects found by a search, as initial rows of the grid. It is not invalidated with the partition: writes
 * of others must not change the rows being edited.
 */
export function gridRowsQuery(
  partitionId: string,
  { query, only }: WantedRows,
  onProgress: (count: number) => void,
) {
  return queryOptions({
    queryKey: ['grid-rows', partitionId, query, only],
    queryFn: async ({ signal }): Promise<LoadedRows> => {
      const versions = new Map<string, ObjectVersion>();
      const wanted = only && new Set(only);
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
          const id = version.timelineId ?? version.id;
          if (wanted?.has(id) ?? true) versions.set(id, version);
        }
        onProgress(versions.size);
        if (versions.size === wanted?.size) break;
      }
      return { versions: [...versions.values()], hasMore: false };
    },
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    retry: false,
  });
}
