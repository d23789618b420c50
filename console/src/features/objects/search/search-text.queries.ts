import { searchText } from '@annals/contracts/object-search';
import { infiniteQueryOf } from '../../../api/query.ts';
import type { PageAddress } from '../../../shared/page/page-address.ts';
import { oneOf } from '../../../shared/search.ts';
import type { Moment } from '../objects.queries.ts';

/** What is looked for, as the page's URL says it. */
export interface TextSearch {
  text: string;
  type: string | undefined;
}

export function textSearchAt(search: PageAddress['search']): TextSearch {
  return { text: (oneOf(search['text']) ?? '').trim(), type: oneOf(search['type']) || undefined };
}

export const searchTextQuery = (partitionId: string, asOf: Moment, { text, type }: TextSearch) => ({
  ...infiniteQueryOf(searchText, {
    params: { partitionId },
    query: { text, type, asOf, pageSize: 20 },
  }),
  enabled: text !== '',
});
