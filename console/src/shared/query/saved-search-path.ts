import type { SavedSearch } from '@annals/contracts/saved-searches';
import { pathTo } from '../links.ts';

/** The list that shows what a saved search finds. */
export function savedSearchPath({
  kind,
  partitionId,
  query,
  view,
}: Pick<SavedSearch, 'kind' | 'partitionId' | 'query' | 'view'>): string {
  const search = {
    ...(query !== '' && { q: query }),
    ...(view.sort !== undefined && { sort: view.sort }),
  };
  return kind === 'objects'
    ? pathTo('v1-partitions-partitionId-objects', { partitionId }, search)
    : pathTo('v1-partitions-partitionId-objects-recent', { partitionId }, search);
}
