import {
  infiniteQueryOptions,
  queryOptions,
  QueryClient,
  type QueryKey,
} from '@tanstack/react-query';
import type { CallInput, Endpoint } from '@annals/contracts/endpoint';
import type { Page } from './page.ts';
import { call } from './call.ts';
import {
  CallError,
  ContractError,
  NoSuchPath,
  NotAnswered,
  NotOffered,
  NotWhole,
  reauthenticationNeeded,
} from './errors.ts';
import { wasRejected } from './rejections.ts';
import { callForPage } from './skip-empty-pages.ts';
import { nameOfCall, type Input } from './request.ts';
import { inputFor, isListed } from './specified-input.ts';
import { sessionPhase } from './session.ts';
import type { AnswerOf, ListEndpoint } from './told.ts';

/** Refusals and invalid responses would repeat, and late ones have been waited for; only network errors are worth a retry. */
function isWorthRetrying(failures: number, error: Error): boolean {
  if (
    [ContractError, NoSuchPath, NotAnswered, NotOffered, NotWhole].some(
      (kind) => error instanceof kind,
    )
  )
    return false;
  if (error instanceof CallError && (error.status < 500 || error.secondsToWait > maxPauseSeconds))
    return false;
  return failures < 2;
}

/** The longest wait that a page bridges by itself; it says that it is longer. */
const maxPauseSeconds = 30;
/** For so long nothing that appears asks again, after an answer or a failure. */
const justNowMs = 5_000;

/** Longer each time, and never sooner than the service says. */
function pauseBefore(failures: number, error: Error): number {
  const seconds = error instanceof CallError ? (error.retryAfter ?? 0) : 0;
  return 1000 * Math.min(Math.max(2 ** failures, seconds), maxPauseSeconds);
}

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      retry: isWorthRetrying,
      retryDelay: pauseBefore,
      // Each part of a page that needs the same data asks for it when it appears; not just after a failure, which can be
      // why the part appears.
      retryOnMount: (query) =>
        !wasRejected(query) && Date.now() - query.state.errorUpdatedAt >= justNowMs,
      refetchOnWindowFocus: (query) => !wasRejected(query),
      staleTime: justNowMs,
      networkMode: 'always',
    },
    mutations: { retry: false, networkMode: 'always' },
  },
});

// The data of an earlier user. The login page does without this code, so it cannot do it there.
sessionPhase.subscribe(() => {
  if (sessionPhase.get() === 'begun') queryClient.clear();
});

export { everyPage } from '@annals/client/exchange';

export type InputOf<E extends Endpoint> = CallInput<E> & Input;
/** May be left out where the endpoint needs none. */
export type InputArgument<E extends Endpoint> = [E['params'], E['body']] extends [
  undefined,
  undefined,
]
  ? [input?: InputOf<E>]
  : [input: InputOf<E>];

/**
 * The key of a call: the row of the contract, then what is sent. One call has one key, however its input is written: a
 * list that a service returns whole is read once, whatever page of it, order or search is shown.
 */
export function queryKeyOf(row: Endpoint, input: Input = {}) {
  return [
    nameOfCall(row),
    normalizeInput(isListed(row, input) ? inputFor(row, input) : input),
  ] as const;
}

/** Without what is undefined, and without a query that is empty then. */
function normalizeInput(input: Input): Input {
  const parts = Object.entries(input).map(([name, part]: [string, unknown]) => {
    const given = Object.entries(part ?? {}).filter(([, value]) => value !== undefined);
    return [name, Object.fromEntries(given)] as const;
  });
  return Object.fromEntries(parts.filter(([, part]) => Object.keys(part).length > 0));
}

/**
 * The query of one call: `useQuery(queryOf(getUser, { params: { userId } }))`. A query that does more than call a row has
 * its own `queryFn`, and a key that begins with `queryKeyOf`.
 */
export function queryOf<E extends Endpoint>(row: E, ...[given]: InputArgument<E>) {
  const input = given ?? ({} as InputOf<E>);
  return queryOptions({
    queryKey: queryKeyOf(row, input),
    queryFn: ({ signal }) => call(row, input, { signal }),
  });
}

/** All pages of a list, one after the other. */
export function infiniteQueryOf<E extends ListEndpoint>(row: E, input: InputOf<E>) {
  return infiniteQueryOptions({
    queryKey: [...queryKeyOf(row, input), 'pages'] as const,
    queryFn: ({ signal, pageParam: cursor }) =>
      callForPage(
        row,
        { ...input, query: { ...(input.query as object | undefined), cursor } },
        { signal },
      ),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page: AnswerOf<E>) => (page as Page<unknown>).nextCursor ?? undefined,
  });
}

interface AnyQuery {
  queryKey: QueryKey;
}

/** Prefetches the queries of a page while its code loads. The page retries failed ones. */
export function prefetch(...queries: readonly AnyQuery[]): void {
  for (const options of queries) {
    const known = queryClient.getQueryCache().find({ queryKey: options.queryKey });
    if (known && wasRejected(known)) continue;
    const execute = 'initialPageParam' in options ? executeInfinite : executeOne;
    execute(options).catch(() => undefined);
  }
}

const executeOne = (options: AnyQuery) => queryClient.query(options);
const executeInfinite = (options: AnyQuery) =>
  queryClient.infiniteQuery(options as Parameters<typeof queryClient.infiniteQuery>[0]);

/** Invalidates the responses of these calls: shown data is refetched immediately, the rest when it is shown. */
export async function invalidate(...rows: readonly Endpoint[]): Promise<void> {
  await Promise.all(
    rows.map((row) => queryClient.invalidateQueries({ queryKey: [nameOfCall(row)] })),
  );
}

/** The same for every call with this partition in its path. */
export async function invalidatePartition(partitionId: string): Promise<void> {
  await queryClient.invalidateQueries({
    predicate: ({ queryKey: [, input] }) => isOfPartition(input, partitionId),
  });
}

function isOfPartition(input: unknown, partitionId: string): boolean {
  const { params } = (input ?? {}) as Input;
  return (params as { partitionId?: string } | undefined)?.partitionId === partitionId;
}

/**
 * Whether asking again is in vain: the service does not have the call, or the person may not make it. Who has not confirmed
 * it can still do so.
 */
export function isRefused(error: unknown): boolean {
  if (!(error instanceof CallError)) return false;
  const isForbidden = error.status === 403 && error.problem.code !== reauthenticationNeeded;
  return error instanceof NotOffered || isForbidden;
}
