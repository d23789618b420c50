import * as z from 'zod/mini';
import { maxColumns } from '@annals/contracts/fields';
import { parseStored } from '../../platform/api/stored-text.ts';

export const pageSizes = [25, 50, 100, 200, 500] as const;
export const defaultPageSize = 50;

/** Query parameters of every list, which no filter may be named after. */
const own: ReadonlySet<string> = new Set(['q', 'sort', 'pageSize', 'cursor', 'columns']);

/** The parameters of a list request. */
export interface ListRequest<Filter extends string = string> {
  /** The search text, '' for none. */
  q: string;
  filters: Readonly<Partial<Record<Filter, string>>>;
  /** `field`, or `-field` for descending; undefined leaves the order to the service. */
  sort: string | undefined;
  pageSize: number;
  cursor: string | undefined;
}

export interface ListSettings<Filter extends string> {
  filters: readonly Filter[];
  /** The order without `sort` in the URL. */
  defaultSort?: string | undefined;
  /** The page size without `pageSize` in the URL. */
  pageSize: number;
}

/** Reads the list's parameters from the query of a URL; invalid ones are ignored. */
export function readListRequest<Filter extends string>(
  query: URLSearchParams,
  settings: ListSettings<Filter>,
): ListRequest<Filter> {
  const valueOf = (name: string) => query.get(name) || undefined;
  const filters: Partial<Record<Filter, string>> = {};
  for (const name of settings.filters) {
    const value = valueOf(name);
    if (value) filters[name] = value;
  }
  const pageSize = Number(valueOf('pageSize'));
  return {
    q: valueOf('q') ?? '',
    filters,
    sort: valueOf('sort') ?? settings.defaultSort,
    pageSize: pageSizes.find((size) => size === pageSize) ?? settings.pageSize,
    cursor: valueOf('cursor'),
  };
}

/** Whether the query of a URL contains parameters of the list. */
export function hasListQuery(
  query: URLSearchParams,
  { filters }: Pick<ListSettings<string>, 'filters'>,
): boolean {
  return [...own, ...filters].some((name) => query.has(name));
}

/** By column id whether it is shown; only columns that the user has chosen or hidden. */
export type ChosenColumns = Readonly<Record<string, boolean>>;

/** The form in a URL: `columns=data:name&columns=-type` shows one column and hides another. */
export const columnsForSearch = (columns: ChosenColumns): string[] =>
  Object.entries(columns).map(([id, isShown]) => (isShown ? id : `-${id}`));

/** Undefined if the URL contains no columns. */
export function columnsInQuery(query: URLSearchParams): ChosenColumns | undefined {
  const names = query.getAll('columns').filter((name) => /^-?[^-]/.test(name));
  if (names.length === 0) return undefined;
  const chosen = names
    .slice(0, maxColumns)
    .map((name) => [name.replace(/^-/, ''), !name.startsWith('-')] as const);
  return Object.fromEntries(chosen);
}

/** Changed parameters; an empty or undefined value removes the parameter. */
export type ListChange = Readonly<Record<string, string | undefined>>;

/**
 * The query with the changes. Unless the cursor is among them, the list starts at its first page. Parameters of others
 * are unchanged.
 */
export function changeListQuery(query: URLSearchParams, change: ListChange): URLSearchParams {
  const next = new URLSearchParams(query);
  next.delete('cursor');
  for (const [name, value] of Object.entries(change)) {
    if (value === undefined || value === '') next.delete(name);
    else next.set(name, value);
  }
  return next;
}

/** The change that clears the search and all filters. */
export function clearFilters(filters: readonly string[]): ListChange {
  return Object.fromEntries(['q', ...filters].map((name) => [name, undefined]));
}

/** Throws if a filter has the name of a parameter of every list, which is a defect of the page. */
export function assertFilterNames(filters: readonly string[]): void {
  const taken = filters.find((name) => own.has(name));
  if (taken) throw new Error(`A filter may not be called "${taken}".`);
}

/** The range of rows of a page; `from` is unknown on a page that was opened by a link with a cursor. */
export interface ListRange {
  from: number | undefined;
  count: number;
  hasMore: boolean;
  /** Whether `hasMore` is only a possibility. */
  perhapsMore?: true | undefined;
  total: { value: number; estimate: boolean } | undefined;
}

/**
 * The range of a page. Without a total from the service, the last page determines it if its first row is known.
 * @param pagesBefore how many full pages precede this one, undefined when unknown
 */
export function rangeOf(
  page: Pick<ListRange, 'hasMore' | 'perhapsMore'> & {
    data: readonly unknown[];
    total?: ListRange['total'];
  },
  pageSize: number,
  pagesBefore: number | undefined,
): ListRange {
  const count = page.data.length;
  const from = pagesBefore === undefined ? undefined : Math.round(pagesBefore * pageSize) + 1;
  const counted =
    from === undefined || page.hasMore ? undefined : { value: from - 1 + count, estimate: false };
  // If the rows contradict the total, the rows are right.
  const total = counted ?? page.total;
  return { from, count, hasMore: page.hasMore, perhapsMore: page.perhapsMore, total };
}

export const maxViews = 30;
export const maxViewNameLength = 60;
export const maxQueryLength = 4000;

const view = z.object({
  id: z.string().check(z.maxLength(40)),
  name: z.string().check(z.minLength(1), z.maxLength(maxViewNameLength)),
  /** Search, filters and order as in the address, without a prefix. */
  query: z.string().check(z.maxLength(maxQueryLength)),
  pageSize: z.number(),
  columns: z.record(z.string(), z.boolean()),
  density: z.enum(['comfortable', 'compact']),
});
export type ListView = z.infer<typeof view>;

const storedViews = z.object({ views: z.array(z.unknown()), opensWith: z.optional(z.string()) });

/** The saved views of a list, and the one it opens with. */
export interface SavedViews {
  views: readonly ListView[];
  opensWith?: string | undefined;
}

/** An invalid entry does not discard the others. */
export function readViews(text: string | null): SavedViews {
  const { data } = storedViews.safeParse(parseStored(text));
  const views = (data?.views ?? []).flatMap((each) => view.safeParse(each).data ?? []);
  return { views: views.slice(0, maxViews), opensWith: data?.opensWith };
}

export function openingViewOf({ views, opensWith }: SavedViews): ListView | undefined {
  return views.find(({ id }) => id === opensWith);
}
