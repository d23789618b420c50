import * as z from 'zod/mini';
import { queryOptions, useQuery, type QueryKey, type UseQueryOptions } from '@tanstack/react-query';
import type { CallInput, Endpoint } from '@annals/contracts/endpoint';
import type { Page } from '../../platform/api/page.ts';
import { callForPage } from '../../platform/api/skip-empty-pages.ts';
import { queryKeyOf } from '../../platform/api/query.ts';
import type { Input } from '../../platform/api/request.ts';
import type { AnswerOf } from '../../platform/api/told.ts';
import type { ShownCall } from '../copy-as/CopyAs.tsx';
import type { PlainSearch } from '../../platform/search.ts';
import { listRequestAt, type ListOptions } from './useListState.ts';
import type { ListRequest } from './list-request.ts';

type QueryOf<E extends Endpoint> =
  CallInput<E> extends { query?: infer Q } ? NonNullable<Q> : never;
type Parameter<E extends Endpoint> = keyof QueryOf<E> & string;
type RowOf<E extends Endpoint> = AnswerOf<E> extends Page<infer Row> ? Row : unknown;
type SortOf<E extends Endpoint> = QueryOf<E> extends { sort?: infer S } ? S & string : never;

/** The part of a call's input that does not come from the list's state: ids in the path, the moment. */
type FixedInput<E extends Endpoint> = Pick<CallInput<E>, Extract<'params', keyof CallInput<E>>> & {
  query?: Partial<QueryOf<E>>;
};
type FixedArgument<E extends Endpoint> = E['params'] extends undefined
  ? [fixed?: FixedInput<E>]
  : [fixed: FixedInput<E>];

interface ListSettings<E extends Endpoint, Filter extends string, Row> {
  /** The name under which the browser stores settings of the list, for example `users`. */
  name: string;
  /** The parameter that carries the search text. */
  search?: Parameter<E>;
  /** By the name of the filter in the URL: the parameter of the call, or the query for a value. */
  filters?: Record<Filter, Parameter<E> | ((value: string) => Partial<QueryOf<E>>)>;
  /** The order without `sort` in the URL. */
  defaultSort?: SortOf<E>;
  /** Changes the input of the call if it depends on several values. */
  adapt?: (input: CallInput<E>, request: ListRequest<Filter>) => CallInput<E> & Input;
  /** Converts a response that is not a page. */
  toPage?: (answer: AnswerOf<E>) => Page<Row>;
}

/** A paged list of a call. Its sorts and filters come from the contract row: unknown values in the URL are ignored. */
export function listOf<E extends Endpoint, Filter extends string = never, Row = RowOf<E>>(
  row: E,
  settings: ListSettings<E, Filter, Row>,
) {
  const { name, search, filters, defaultSort, adapt, toPage } = settings;
  const options: ListOptions<Filter> = {
    name,
    filters: Object.keys(filters ?? {}) as Filter[],
    ...(defaultSort !== undefined && { defaultSort }),
  };
  const parameters = shapeOf(row);

  function inputOf(request: ListRequest<Filter>, fixed: Input): CallInput<E> & Input {
    const sent: Record<string, unknown> = {
      ...(fixed.query as object | undefined),
      pageSize: request.pageSize,
      cursor: request.cursor,
    };
    if (search !== undefined) sent[search] = request.q || undefined;
    if (parameters['sort']) sent['sort'] ??= valueOf(parameters['sort'], request.sort);
    for (const [filter, meaning] of Object.entries(filters ?? {}) as [Filter, Meaning][]) {
      const value = request.filters[filter];
      if (value === undefined) continue;
      if (typeof meaning === 'function') Object.assign(sent, meaning(value));
      else sent[meaning] = valueOf(parameters[meaning], value);
    }
    const input = { ...fixed, query: sent } as CallInput<E> & Input;
    return adapt ? adapt(input, request) : input;
  }

  function query(request: ListRequest<Filter>, ...[fixed]: FixedArgument<E>) {
    const input = inputOf(request, fixed ?? {});
    return queryOptions({
      // Lists differ in all parts but the last, pages of one list only in the last (useListQuery).
      queryKey: [...queryKeyOf(row, fixed), queryKeyOf(row, input)[1]] as const,
      meta: { call: { row, input } satisfies ShownCall },
      queryFn: async ({ signal }): Promise<Page<Row>> => {
        const answer = await callForPage(row, input, { signal });
        const page = toPage ? toPage(answer) : (answer as Page<Row>);
        return isKnown(row, page) ? page : { ...page, unknown: true };
      },
    });
  }

  return {
    ...options,
    row,
    /** The query for a request of `useListState`. */
    query,
    /** The query for the state in a URL, for prefetching. */
    queryAt: (address: PlainSearch, ...fixed: FixedArgument<E>) =>
      query(listRequestAt(options, address), ...fixed),
  };
}

/**
 * A service that does not have the call may answer it with an empty list all the same. Ours say with every page whether
 * more follow.
 */
function isKnown({ specified }: Endpoint, { data, unpaged }: Page<unknown>): boolean {
  const isListed = specified !== undefined && specified.needs === undefined;
  return isListed || data.length > 0 || !unpaged;
}

type Meaning = string | ((value: string) => object);
type Shape = Readonly<Record<string, z.core.$ZodType>>;

function shapeOf({ query }: Endpoint): Shape {
  return (query as z.core.$ZodObject | undefined)?._zod.def.shape ?? {};
}

/**
 * Texts are passed on as they are, since ids of other services look different; other values only if the row allows
 * them.
 */
function valueOf(parameter: z.core.$ZodType | undefined, written: string | undefined): unknown {
  if (parameter === undefined || written === undefined || isText(parameter)) return written;
  const parsed = z.safeParse(parameter, written);
  return parsed.success ? parsed.data : undefined;
}

function isText({ _zod: { def } }: z.core.$ZodType): boolean {
  return def.type === 'optional'
    ? isText((def as z.core.$ZodOptionalDef).innerType)
    : def.type === 'string';
}

/**
 * The query of a list, with the call that it makes. Its key ends with the list's request; while the next request of the
 * same list loads, the old rows stay. Rows of another list (another partition, another moment) never do.
 */
export function useListQuery<Row, Key extends QueryKey>(
  options: UseQueryOptions<Page<Row>, Error, Page<Row>, Key>,
) {
  const { data, error, isError, isPending, isPlaceholderData, refetch } = useQuery({
    ...options,
    placeholderData: (previous, query) =>
      query && sameList(query.queryKey, options.queryKey) ? previous : undefined,
  });
  const call = options.meta?.['call'] as ShownCall | undefined;
  return { data, error, isError, isPending, isPlaceholderData, refetch, call };
}

function sameList(left: QueryKey, right: QueryKey): boolean {
  return (
    left.length === right.length &&
    JSON.stringify(left.slice(0, -1)) === JSON.stringify(right.slice(0, -1))
  );
}
