import { searchObjects, searchText } from '@annals/contracts/object-search';
import { infiniteQueryOf } from '../../../platform/api/query.ts';
import type { ListRequest } from '../../../ui/list/list-request.ts';
import { listOf } from '../../../ui/list/list-of.ts';
import type { PageAddress } from '../../../ui/page/page-address.ts';
import { oneOf } from '../../../platform/search.ts';
import type { ShownQuery } from '../../../domain/time-travel/as-of-search.ts';

export type ObjectFilter = 'type' | 'ended';

export const objectsList = listOf(searchObjects, {
  name: 'objects',
  // These filters are part of the body.
  filters: { type: () => ({}), ended: () => ({}) },
  adapt: (input, request) => ({ ...input, body: bodyOf(request) }),
});

const bodyOf = ({ q, filters: { type, ended } }: ListRequest<ObjectFilter>) => ({
  query: q || undefined,
  type,
  ended: ended === undefined ? undefined : ended === 'true',
});

/** The search in the URL of the page: words with optional `type:` conditions, and the selected type. */
export interface TextSearch {
  text: string;
  type: string | undefined;
}

export function textSearchAt(search: PageAddress['search']): TextSearch {
  return { text: (oneOf(search['text']) ?? '').trim(), type: oneOf(search['type']) || undefined };
}

export const searchTextQuery = (
  partitionId: string,
  shown: ShownQuery,
  { text, type }: TextSearch,
) => ({
  ...infiniteQueryOf(searchText, {
    params: { partitionId },
    query: { query: text, type, ...shown, pageSize: 20 },
  }),
  enabled: text !== '',
});
