import { queryOptions } from '@tanstack/react-query';
import type { BodyOf, CallInput } from '@annals/contracts/endpoint';
import {
  changeSavedSearch,
  createSavedSearch,
  findSavedSearches,
  listSavedSearches,
  removeSavedSearch,
  type SavedSearch,
  type SavedSearchKind,
} from '@annals/contracts/saved-searches';
import { call } from '../../../platform/api/call.ts';
import { everyPage, invalidate, queryKeyOf } from '../../../platform/api/query.ts';

/** All saved searches of a partition that the user can see; their number is limited. */
export function savedSearchesQuery(partitionId: string, kind: SavedSearchKind) {
  const params = { partitionId };
  return queryOptions({
    queryKey: [...queryKeyOf(listSavedSearches, { params, query: { kind } }), 'all'],
    queryFn: async ({ signal }): Promise<SavedSearch[]> => {
      const pages = everyPage((cursor) =>
        call(listSavedSearches, { params, query: { kind, cursor, pageSize: 500 } }, { signal }),
      );
      const all: SavedSearch[] = [];
      for await (const { data } of pages) all.push(...data);
      return all;
    },
  });
}

export async function saveSearch(
  partitionId: string,
  body: CallInput<typeof createSavedSearch>['body'],
): Promise<SavedSearch> {
  const saved = await call(createSavedSearch, { params: { partitionId }, body });
  await invalidateSearches();
  return saved;
}

/** @throws CallError 412 if it has changed since it was read */
export async function changeSearch(
  { partitionId, id, version }: Pick<SavedSearch, 'partitionId' | 'id' | 'version'>,
  body: BodyOf<typeof changeSavedSearch>,
): Promise<void> {
  const params = { partitionId, searchId: id };
  try {
    await call(changeSavedSearch, { params, body }, { ifMatch: version });
  } finally {
    await invalidateSearches();
  }
}

export async function removeSearch({
  partitionId,
  id,
}: Pick<SavedSearch, 'partitionId' | 'id'>): Promise<void> {
  try {
    await call(removeSavedSearch, { params: { partitionId, searchId: id } });
  } finally {
    await invalidateSearches();
  }
}

const invalidateSearches = async () => invalidate(listSavedSearches, findSavedSearches);
