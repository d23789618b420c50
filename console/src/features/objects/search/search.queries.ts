import { searchObjects, searchText } from '@annals/contracts/object-search';
import { infiniteQueryOf } from '../../../api/query.ts';
import type { ListRequest } from '../../../shared/list/list-request.ts';
import { listOf } from '../../../shared/list/list-of.ts';
import type { PageAddress } from '../../../shared/page/page-address.ts';
import { oneOf } from '../../../shared/search.ts';
import type { AsOfQuery } from '../../../shared/time-travel/as-of-search.ts';
import { type ObjectFilter, objectSearchOf, searchFilters } from './object-filters.ts';

export const objectsList = listOf(searchObjects, {
  name: 'objects',
  filters: inBody('type', 'ended', ...searchFilters),
  adapt: ({ query: { sort, ...query } = {}, ...input }, request) => ({
    ...input,
    query: sort !== undefined && isInAnyOrder(request, query) ? { ...query, sort } : query,
    body: objectSearchOf(request.q, request.filters),
  }),
});

/** Whether the service has the list in other orders too: all objects of now, or those of a type. */
export function isInAnyOrder(
  { q, filters: { type: _type, ...others } }: Pick<ListRequest<ObjectFilter>, 'q' | 'filters'>,
  { asOf }: { asOf?: string | undefined },
): boolean {
  return asOf === undefined && q === '' && Object.values(others).every((value) => !value);
}

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
