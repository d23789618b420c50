import { useLocation, useRouter } from '@tanstack/react-router';
import { useMemo } from 'react';
import { currentState, useAppState } from '../../api/state.ts';
import { parseSearch, type PlainSearch, stringifySearch } from '../search.ts';
import { rememberedPageSize, useListMemory } from './list-memory.ts';
import {
  assertFilterNames,
  changeListQuery,
  clearedFilters,
  type ListChange,
  type ListRequest,
  readListRequest,
  usualPageSize,
} from './list-request.ts';
import { serviceCursor } from './whole-list.ts';

declare module '@tanstack/history' {
  interface HistoryState {
    /** The cursors of the pages before this one, '' for the first: a cursor leads forward only. Survives a reload. */
    listTrail?: string[];
  }
}

/** What a page says about its list; one constant of the page's queries. */
export interface ListOptions<Filter extends string = never> {
  /** Names the list in what is remembered, for example `users`. */
  name: string;
  filters: readonly Filter[];
  /** The order the service is asked for when the person has chosen none. */
  defaultSort?: string;
}

/** What the list at an address will ask for, to start its query before the page's code is here. */
export function listRequestAt<Filter extends string>(
  { name, filters, defaultSort }: ListOptions<Filter>,
  search: PlainSearch,
): ListRequest<Filter> {
  const pageSize = rememberedPageSize(currentState().user?.id ?? '', name) ?? usualPageSize;
  const query = new URLSearchParams(stringifySearch(search));
  return asService(readListRequest(query, { filters, defaultSort, pageSize }));
}

function asService<Filter extends string>(request: ListRequest<Filter>): ListRequest<Filter> {
  return { ...request, cursor: serviceCursor(request.cursor) };
}

/** The state of a list: all of it in the URL's query, defaults left out; the page size and columns remembered. */
export function useListState<Filter extends string = never>(options: ListOptions<Filter>) {
  const { name, filters, defaultSort } = options;
  assertFilterNames(filters);
  const router = useRouter();
  const memory = useListMemory(useAppState(({ user }) => user?.id) ?? '', name);
  const text = useLocation({ select: (location) => location.searchStr });
  const trail = useLocation({ select: (location) => location.state.listTrail });
  const pageSize = memory.pageSize ?? usualPageSize;
  const state = useMemo(
    () => readListRequest(new URLSearchParams(text), { filters, defaultSort, pageSize }),
    [text, filters, defaultSort, pageSize],
  );

  function go(
    change: ListChange,
    how: { replace?: boolean; trail?: string[] | undefined; toTop?: boolean } = {},
  ) {
    // Not the text of this render: a pause in typing may end after something else has changed the query.
    const query = changeListQuery(new URLSearchParams(router.latestLocation.searchStr), change);
    void router.navigate({
      to: '.',
      search: parseSearch(query.toString()),
      state: how.trail ? { listTrail: how.trail } : {},
      replace: how.replace ?? false,
      resetScroll: how.toTop ?? false,
    });
  }

  return {
    name,
    memory,
    state,
    /** What to ask the service for. */
    request: asService(state),
    defaultSort,
    filtered: state.q !== '' || Object.keys(state.filters).length > 0,
    /** How many pages come before this one; undefined on a page opened by a link with a cursor. */
    pagesBefore: state.cursor === undefined ? 0 : trail?.length,
    /** While one types, each text takes the place of the one before it in the history. */
    search: (q: string) => go({ q }, { replace: true }),
    typeFilter: (filter: Filter, value: string) => go({ [filter]: value }, { replace: true }),
    filter: (filter: Filter, value: string) => go({ [filter]: value }),
    /** Several at once; '' takes one away. */
    changeFilters: (change: Partial<Record<Filter, string>>) => go({ ...change }),
    clear: () => go(clearedFilters(filters)),
    sort: (sort: string | undefined) => go({ sort: sort === defaultSort ? undefined : sort }),
    setPageSize: (size: number) => {
      memory.remember({ pageSize: size });
      go({ pageSize: size === usualPageSize ? undefined : String(size) });
    },
    next: (cursor: string) => {
      const before = state.cursor === undefined ? [] : trail;
      go({ cursor }, { toTop: true, trail: before && [...before, state.cursor ?? ''] });
    },
    first: () => go({}, { toTop: true }),
    /** Back by one page, or to the first one where the way here is not known. */
    previous: () => go({ cursor: trail?.at(-1) }, { toTop: true, trail: trail?.slice(0, -1) }),
  };
}

export type ListState<Filter extends string = string> = ReturnType<typeof useListState<Filter>>;
