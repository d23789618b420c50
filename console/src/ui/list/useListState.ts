import { localStore } from '../../platform/api/storage.ts';
import { useRouter } from '@tanstack/react-router';
import { useCallback, useLayoutEffect, useMemo, useState } from 'react';
import * as z from 'zod/mini';
import type { Endpoint } from '@annals/contracts/endpoint';
import { product } from '../../platform/api/product.ts';
import { currentPersonKey, usePersonKey } from '../../platform/api/state.ts';
import { usePageLocation } from '../../platform/page-location.ts';
import { parseSearch, stringifySearch, type PlainSearch } from '../../platform/search.ts';
import { parseStored, storeText, useStoredText } from '../../platform/api/stored-text.ts';
import { serviceCursor } from './client-side-list.ts';
import {
  assertFilterNames,
  changeListQuery,
  columnsInQuery,
  clearFilters,
  hasListQuery,
  readListRequest,
  defaultPageSize,
  openingViewOf,
  readViews,
  type ListChange,
  type ListRequest,
  type ListView,
  type SavedViews,
} from './list-request.ts';

/** The state of a list in the browser history besides the URL; survives a reload. */
interface ListHistory {
  /** The cursors of the previous pages, '' for the first, because a cursor only leads forward. */
  trail?: string[] | undefined;
  /** The saved view that was chosen last. */
  view?: string | undefined;
  /** Whether a URL without a query means no filters, instead of the view with which the list opens. */
  bare?: true | undefined;
}

declare module '@tanstack/history' {
  interface HistoryState {
    lists?: Record<string, ListHistory>;
  }
}

/** The options of a page's list; one constant of the page's queries. */
export interface ListOptions<Filter extends string = never> {
  /** The name under which settings of the list are stored, for example `users`. */
  name: string;
  filters: readonly Filter[];
  /** The order if the user has chosen none. */
  defaultSort?: string;
  /** The call of the list. */
  row?: Pick<Endpoint, 'response'>;
}

/**
 * The request of the list at a URL, for prefetching before the code of the page has loaded.
 * @param opens as for `useListState`
 */
export function listRequestAt<Filter extends string>(
  options: ListOptions<Filter>,
  search: PlainSearch,
  opens = true,
): ListRequest<Filter> {
  const person = currentPersonKey() ?? '';
  const query = new URLSearchParams(stringifySearch(search));
  const opening =
    hasListQuery(query, options) || !opens
      ? undefined
      : openingViewOf(readViews(localStore.get(viewsKey(person, options.name))));
  if (opening) return requestOfView(options, opening);
  const { pageSize } = parseSettings(localStore.get(settingsKey(person, options.name)));
  return asService(readListRequest(query, { ...options, pageSize: pageSize ?? defaultPageSize }));
}

function asService<Filter extends string>(request: ListRequest<Filter>): ListRequest<Filter> {
  return { ...request, cursor: serviceCursor(request.cursor) };
}

/** The state of a view; filters that the list no longer has are omitted. */
function requestOfView<Filter extends string>(
  { filters, defaultSort }: ListOptions<Filter>,
  { query, pageSize }: ListView,
): ListRequest<Filter> {
  const stored = new URLSearchParams(query);
  stored.delete('pageSize');
  stored.delete('cursor');
  return readListRequest(stored, { filters, defaultSort, pageSize });
}

interface Navigation {
  replace?: boolean;
  trail?: string[] | undefined;
  toTop?: boolean;
  view?: string;
  to?: string;
}

/**
 * The state of a list: in the query of the URL, without defaults; page size, columns and views are stored in the
 * browser.
 * @param opens whether a URL without a query shows the view that the user has chosen for opening
 */
export function useListState<Filter extends string = never>(
  options: ListOptions<Filter>,
  opens = true,
) {
  const { name, filters, defaultSort } = options;
  assertFilterNames(filters);
  const router = useRouter();
  const person = usePersonKey() ?? '';
  const memory = useListMemory(person, name);
  const saved = useSavedViews(person, name);
  const {
    searchStr: text,
    state: { lists },
  } = usePageLocation();
  const history = lists?.[name] ?? {};
  const { trail } = history;

  const isBare = !hasListQuery(new URLSearchParams(text), options);
  const opening = useOpeningView(isBare, opens && !history.bare ? openingViewOf(saved) : undefined);
  const pageSize = memory.pageSize ?? defaultPageSize;
  const state = useMemo(
    () =>
      opening
        ? requestOfView(options, opening)
        : readListRequest(new URLSearchParams(text), { ...options, pageSize }),
    [text, options, opening, pageSize],
  );

  function go(change: ListChange, how: Navigation = {}) {
    // Not the text of this render: a debounced input may arrive after another change of the query.
    const { searchStr, state: before } = router.latestLocation;
    const query = changeListQuery(new URLSearchParams(searchStr), change);
    const next: ListHistory = {
      ...(how.trail && { trail: how.trail }),
      ...((how.view ?? history.view) && { view: how.view ?? history.view }),
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
      pageSize: size === defaultPageSize ? undefined : String(size),
    };
  }

  function showView(view: ListView, how: Pick<Navigation, 'replace' | 'to'> = {}) {
    const { id, columns, density } = view;
    memory.remember({ pageSize: view.pageSize, columns, density });
    go(changeOf(requestOfView(options, view)), { ...how, view: id, toTop: !how.replace });
  }

  // Before the first paint: the address determines the state.
  useLayoutEffect(() => {
    if (opening) showView(opening, { replace: true });
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- once for each opening, not for each render
  }, [opening?.id, text]);

  // Columns in the URL are stored as the user's choice and removed from it, because the choice may change.
  useLayoutEffect(() => {
    const columns = columnsInQuery(new URLSearchParams(text));
    if (columns === undefined) return;
    memory.remember({ columns });
    go({ columns: undefined, cursor: state.cursor }, { replace: true, trail });
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- once for each address
  }, [text]);

  return {
    row: options.row,
    name,
    memory,
    state,
    /** The request to the service. */
    request: asService(state),
    views: {
      ...saved,
      chosen: history.view,
      /** Search, filters and order in the form of a stored view. */
      query: changeListQuery(new URLSearchParams(), {
        ...changeOf(state),
        pageSize: '',
      }).toString(),
      /** The state of a view. */
      requestOf: (view: ListView) => requestOfView(options, view),
      /** `to` is another path, for a list that is shown at several paths. */
      show: (view: ListView, to = '.') => showView(view, { to }),
      /** Marks the shown state as that of this view. */
      choose: (id: string) =>
        go({ ...changeOf(state), cursor: state.cursor }, { replace: true, trail, view: id }),
    },
    /** While typing, each text replaces the previous one in the history. */
    search: (q: string) => go({ q }, { replace: true }),
    filters: {
      /** '' removes the filter. */
      set: (filter: Filter, value: string) => go({ [filter]: value }),
      /** While typing, each text replaces the previous one in the history. */
      type: (filter: Filter, value: string) => go({ [filter]: value }, { replace: true }),
      /** Replaces all filters by the search, while typing. */
      replace: (q: string) => go({ ...clearFilters(filters), q }, { replace: true }),
      /** Sets several filters at once. */
      change: (change: Partial<Record<Filter, string>>) => go({ ...change }),
      /** Also clears the search. */
      clear: () => go(clearFilters(filters), { view: '' }),
    },
    order: {
      /** The order if the user has chosen none. */
      default: defaultSort,
      set: (sort: string | undefined) => go({ sort: sort === defaultSort ? undefined : sort }),
      /** Removes the order from the URL; the page stays the same. */
      remove: () => go({ sort: undefined, cursor: state.cursor }, { replace: true, trail }),
    },
    pages: {
      /** The number of previous pages; undefined on a page opened by a link with a cursor. */
      before: state.cursor === undefined ? 0 : trail?.length,
      first: () => go({}, { toTop: true }),
      /** Goes to the previous page, or to the first one if the previous is unknown. */
      previous: () => go({ cursor: trail?.at(-1) }, { toTop: true, trail: trail?.slice(0, -1) }),
      next: (cursor: string) => {
        const before = state.cursor === undefined ? [] : trail;
        go({ cursor }, { toTop: true, trail: before && [...before, state.cursor ?? ''] });
      },
      setSize: (size: number) => {
        memory.remember({ pageSize: size });
        go({ pageSize: size === defaultPageSize ? undefined : String(size) });
      },
    },
  };
}

export type ListState<Filter extends string = string> = ReturnType<typeof useListState<Filter>>;

/**
 * The view with which the list opens, as long as the URL has no query. A list that was first shown without a view is
 * not changed by one that is stored later.
 */
function useOpeningView(isBare: boolean, view: ListView | undefined): ListView | undefined {
  const [opensWithView] = useState(!isBare || view !== undefined);
  return isBare && opensWithView ? view : undefined;
}

const viewsKey = (person: string, list: string) => `${product}.views:${person}:${list}`;

/** The saved views of a list, stored in this browser for each user. */
function useSavedViews(person: string, list: string) {
  const key = viewsKey(person, list);
  const text = useStoredText(key);
  const saved = useMemo(() => readViews(text), [text]);
  /** Rereads the views, because another tab may have stored some. Returns whether the browser keeps the change. */
  const change = useCallback(
    (next: (before: SavedViews) => SavedViews) =>
      storeText(key, JSON.stringify(next(readViews(localStore.get(key))))),
    [key],
  );
  return { ...saved, change };
}

const settings = z.object({
  pageSize: z.optional(z.number()),
  /** By column id whether it is shown; only columns that the user has chosen or hidden. */
  columns: z.optional(z.record(z.string(), z.boolean())),
  density: z.optional(z.enum(['comfortable', 'compact'])),
});
type Settings = z.infer<typeof settings>;

const settingsKey = (person: string, list: string) => `${product}.list:${person}:${list}`;

const noChoice: Readonly<Record<string, boolean>> = {};

function parseSettings(text: string | null): Settings {
  return settings.safeParse(parseStored(text)).data ?? {};
}

/**
 * The settings of a list, stored in this browser for each user: page size and columns of the list, and the density of
 * all lists.
 */
function useListMemory(person: string, list: string) {
  const listKey = settingsKey(person, list);
  const allKey = `${product}.list:${person}`;
  const ownText = useStoredText(listKey);
  const own = useMemo(() => parseSettings(ownText), [ownText]);
  const allText = useStoredText(allKey);
  const all = useMemo(() => parseSettings(allText), [allText]);
  const remember = useCallback(
    ({ density, ...change }: Settings) => {
      const merge = (key: string, changed: Settings) =>
        storeText(key, JSON.stringify({ ...parseSettings(localStore.get(key)), ...changed }));
      if (density) merge(allKey, { density });
      if (Object.keys(change).length > 0) merge(listKey, change);
    },
    [allKey, listKey],
  );
  return {
    pageSize: own.pageSize,
    columns: own.columns ?? noChoice,
    density: all.density ?? 'comfortable',
    remember,
  };
}
