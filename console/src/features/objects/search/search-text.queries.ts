import { infiniteQueryOptions } from '@tanstack/react-query';
import { searchText } from '@annals/contracts/object-search';
import { call } from '../../../api/call.ts';
import { queryClient } from '../../../api/queries.ts';
import type { PageAddress } from '../../../shared/page/page-address.ts';
import { oneOf } from '../../../shared/search.ts';
import { asOfQuery, momentOfSearch } from '../../../shared/time-travel/as-of-search.ts';
import { type Moment, partitionKey } from '../objects.queries.ts';

const pageSize = 20;

/** What is looked for, as the page's URL says it. */
export interface TextSearch {
  text: string;
  type: string | undefined;
}

export function textSearchAt(search: PageAddress['search']): TextSearch {
  return { text: (oneOf(search['text']) ?? '').trim(), type: oneOf(search['type']) || undefined };
}

export function searchTextQuery(partitionId: string, asOf: Moment, { text, type }: TextSearch) {
  return infiniteQueryOptions({
    queryKey: [...partitionKey(partitionId), 'search-text', asOf ?? null, text, type ?? null],
    queryFn: ({ signal, pageParam: cursor }) =>
      call(
        searchText,
        { params: { partitionId }, query: { text, type, asOf, pageSize, cursor } },
        { signal },
      ),
    enabled: text !== '',
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.nextCursor ?? undefined,
  });
}

/** Asks for what the page will show while its code is still on the way. */
export function startSearchTextPage({ params, search }: PageAddress<'partitionId'>): void {
  const { kind } = momentOfSearch(search);
  const wish = textSearchAt(search);
  if ((kind !== 'now' && kind !== 'past') || wish.text === '') return;
  void queryClient
    .infiniteQuery(searchTextQuery(params.partitionId, asOfQuery(search).asOf, wish))
    .catch(() => undefined);
}
