import { useLocation, useRouter } from '@tanstack/react-router';
import { useCallback, useLayoutEffect, useMemo, useState } from 'react';
import { product } from '../../api/product.ts';
import { currentState, useAppState } from '../../api/state.ts';
import { parseSearch, type PlainSearch, stringifySearch } from '../search.ts';
import { storeText, useStoredText } from '../stored-text.ts';
import { rememberedPageSize, useListMemory } from './list-memory.ts';
import {
  assertFilterNames,
  changeListQuery,
  clearedFilters,
  hasListQuery,
  type ListChange,
  type ListRequest,
  readListRequest,
  usualPageSize,
} from './list-request.ts';
import { type ListView, openingViewOf, readViews, type SavedViews } from './list-views.ts';
import { serviceCursor } from './client-side-list.ts';

/** What the history knows of a list beyond the address; survives a reload. */
interface ListPlace {
  /** The cursors of the pages before this one, '' for the first: a cursor leads forward only. */
  trail?: string[] | undefined;
  /** The saved view that was chosen last. */
  view?: string | undefined;
  /** An address without a query means just that, and not the view with which the list opens. */
  bare?: true | undefined;
}

declare module '@tanstack/history' {
  interface HistoryState {
    lists?: Record<string, ListPlace>;
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
  options: ListOptions<Filter>,
  search: PlainSearch,
): ListRequest<Filter> {
  const userId = currentState().user?.id ?? '';
  const query = new URLSearchParams(stringifySearch(search));
  const opening = hasListQuery(query, options) ? undefined : openingView(userId, options.name);
  if (opening) return requestOfView(options, opening);
  const pageSize = rememberedPageSize(userId, options.name) ?? usualPageSize;
  return asService(readListRequest(query, { ...options, pageSize }));
}

function asService<Filter extends string>(request: ListRequest<Filter>): ListRequest<Filter> {
  return { ...request, cursor: serviceCursor(request.cursor) };
}

/** What a view asks for; a filter that the list no longer has is left out. */
function requestOfView<Filter extends string>(
  { filters, defaultSort }: ListOptions<Filter>,
  { query, pageSize }: ListView,
): ListRequest<Filter> {
  const said = new URLSearchParams(query);
  said.delete('pageSize');
  said.delete('cursor');
  return readListRequest(said, { filters, defaultSort, pageSize });
}

/**
 * The state of a list: all of it in the URL's query, defaults left out; page size, columns and views remembered.
 * @param opens with the view a person has chosen for that, where the address says nothing else
 */
export function useListState<Filter extends string = never>(
  options: ListOptions<Filter>,
  opens = true,
) {
  const { name, filters, defaultSort } = options;
  assertFilterNames(filters);
  const router = useRouter();
  const userId = useAppState(({ user }) => user?.id) ?? '';
  const memory = useListMemory(userId, name);
  const views = useSavedViews(userId, name);
  const text = useLocation({ select: (location) => location.searchStr });
  const place = useLocation({ select: (location) => location.state.lists?.[name] }) ?? {};
  const { trail } = place;

  const bare = !hasListQuery(new URLSearchParams(text), options);
  const opener = bare && opens && !place.bare ? openingViewOf(views) : undefined;
  // Once the list was shown without a view, no other change of the address brings one in.
  const [wasBare, setWasBare] = useState(bare && !opener);
  const opening = wasBare ? undefined : opener;
  if (wasBare !== (bare && !opening)) setWasBare(bare && !opening);

  const pageSize = memory.pageSize ?? usualPageSize;
  const state = useMemo(
    () =>
      opening
        ? requestOfView(options, opening)
        : readListRequest(new URLSearchParams(text), { ...options, pageSize }),
    [text, options, opening, pageSize],
  );

  function go(
    change: ListChange,
    how: {
      replace?: boolean;
      trail?: string[] | undefined;
      toTop?: boolean;
      view?: string;
      to?: string;
    } = {},
  ) {
    // Not the text of this render: a pause in typing may end after something else has changed the query.
    const { searchStr, state: before } = router.latestLocation;
    const query = changeListQuery(new URLSearchParams(searchStr), change);
    const next: ListPlace = {
      ...(how.trail && { trail: how.trail }),
      ...((how.view ?? place.view) && { view: how.view ?? place.view }),
      ...(!hasListQuery(query, options) && { bare: true }),
    };
    void router.navigate({
      to: how.to ?? '.',
      search: parseSearch(query.toString()),
      state: { lists: { ...before.lists, [name]: next } },
      replace: how.replace ?? false,
      resetScroll: how.toTop ?? false,
    });
  }

  function changeOf({ q, filters: chosen, sort, pageSize: size }: ListRequest<Filter>): ListChange {
    return {
      ...Object.fromEntries(filters.map((filter) => [filter, chosen[filter]])),
      q,
      sort: sort === defaultSort ? undefined : sort,
      pageSize: size === usualPageSize ? undefined : String(size),
    };
  }

  function showView(view: ListView, how: { replace?: boolean; to?: string } = {}) {
    const { id, columns, density } = view;
    memory.remember({ pageSize: view.pageSize, columns, density });
    go(changeOf(requestOfView(options, view)), { ...how, view: id, toTop: !how.replace });
  }

  // Before anything is painted: the address says what the list shows.
  useLayoutEffect(() => {
    if (opening) showView(opening, { replace: true });
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- once for each opening, not for each render
  }, [opening?.id, text]);

  return {
    name,
    memory,
    state,
    /** What to ask the service for. */
    request: asService(state),
    views: {
      ...views,
      chosen: place.view,
      /** What a view asks for. */
      requestOf: (view: ListView) => requestOfView(options, view),
      /** Elsewhere for a list that is shown under several addresses. */
      show: (view: ListView, to = '.') => showView(view, { to }),
      /** What is shown now belongs to this view. */
      choose: (id: string) =>
        go({ ...changeOf(state), cursor: state.cursor }, { replace: true, trail, view: id }),
    },
    /** Search, filters and order as in the address of this list alone. */
    query: changeListQuery(new URLSearchParams(), { ...changeOf(state), pageSize: '' }).toString(),
    filtered: state.q !== '' || Object.keys(state.filters).length > 0,
    /** While one types, each text takes the place of the one before it in the history. */
    search: (q: string) => go({ q }, { replace: true }),
    typeFilter: (filter: Filter, value: string) => go({ [filter]: value }, { replace: true }),
    filter: (filter: Filter, value: string) => go({ [filter]: value }),
    /** Several at once; '' takes one away. */
    changeFilters: (change: Partial<Record<Filter, string>>) => go({ ...change }),
    clear: () => go(clearedFilters(filters), { view: '' }),
    order: {
      /** The order without a choice. */
      usual: defaultSort,
      set: (sort: string | undefined) => go({ sort: sort === defaultSort ? undefined : sort }),
      /** Takes the choice out of the address; the rows stay as they are. */
      forget: () => go({ sort: undefined, cursor: state.cursor }, { replace: true, trail }),
    },
    pages: {
      /** How many come before this one; undefined on a page opened by a link with a cursor. */
      before: state.cursor === undefined ? 0 : trail?.length,
      first: () => go({}, { toTop: true }),
      /** Back by one page, or to the first one where the way here is not known. */
      previous: () => go({ cursor: trail?.at(-1) }, { toTop: true, trail: trail?.slice(0, -1) }),
      next: (cursor: string) => {
        const before = state.cursor === undefined ? [] : trail;
        go({ cursor }, { toTop: true, trail: before && [...before, state.cursor ?? ''] });
      },
      setSize: (size: number) => {
        memory.remember({ pageSize: size });
        go({ pageSize: size === usualPageSize ? undefined : String(size) });
      },
    },
  };
}

export type ListState<Filter extends string = string> = ReturnType<typeof useListState<Filter>>;

function keyOf(userId: string, list: string): string {
  return `${product}.views:${userId}:${list}`;
}

/** The view with which a list opens, outside of components. */
function openingView(userId: string, list: string): ListView | undefined {
  return openingViewOf(readViews(localStorage.getItem(keyOf(userId, list))));
}

/** The views a person has saved for a list, kept in this browser for each user. */
function useSavedViews(userId: string, list: string) {
  const key = keyOf(userId, list);
  const text = useStoredText(key);
  const saved = useMemo(() => readViews(text), [text]);
  /** Starts from what another tab may have kept meanwhile. */
  const change = useCallback(
    (next: (before: SavedViews) => SavedViews) =>
      storeText(key, JSON.stringify(next(readViews(localStorage.getItem(key))))),
    [key],
  );
  return { ...saved, change };
}
