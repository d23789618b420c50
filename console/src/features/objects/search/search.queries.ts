import { searchObjects, searchText } from '@annals/contracts/object-search';
import { infiniteQueryOf } from '../../../api/query.ts';
import { listOf } from '../../../shared/list/list-of.ts';
import type { PageAddress } from '../../../shared/page/page-address.ts';
import { oneOf } from '../../../shared/search.ts';
import type { AsOfQuery } from '../../../shared/time-travel/as-of-search.ts';
import { type ObjectFilter, objectSearchOf, searchFilters } from './object-filters.ts';

export const objectsList = listOf(searchObjects, {
  name: 'objects',
  filters: inBody('type', 'ended', ...searchFilters),
  adapt: (input, { q, filters }) => ({ ...input, body: objectSearchOf(q, filters) }),
});

/** Filters that are part of the body, not of the query. */
function inBody(...names: readonly ObjectFilter[]): Record<ObjectFilter, () => object> {
  return Object.fromEntries(names.map((name) => [name, () => ({})])) as Record<
    ObjectFilter,
    () => object
  >;
}

/** The search in the URL of the page. */
export interface TextSearch {
  text: string;
  type: string | undefined;
}

export function textSearchAt(search: PageAddress['search']): TextSearch {
  return { text: (oneOf(search['text']) ?? '').trim(), type: oneOf(search['type']) || undefined };
}

export const searchTextQuery = (
  partitionId: string,
  at: AsOfQuery,
  { text, type }: TextSearch,
) => ({
  ...infiniteQueryOf(searchText, {
    params: { partitionId },
    query: { text, type, ...at, pageSize: 20 },
  }),
  enabled: text !== '',
});
