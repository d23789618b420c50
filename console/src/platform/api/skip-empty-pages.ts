import type { CallInput, Endpoint } from '@annals/contracts/endpoint';
import { serviceOf } from '@annals/contracts/service-name';
import type { Page } from './page.ts';
import { isAnnounced } from './announced.ts';
import { call } from './call.ts';
import { reportsMore, totalIn } from './lists-of-services.ts';
import { markOf } from './mark-of.ts';
import { numberedCursor, numberOfCursor, type NumberedPage } from './numbered-page.ts';
import type { Input } from './request.ts';
import type { ItemOf, ListEndpoint } from './told.ts';

/** The most calls before the user has to ask a search without results to continue. */
const maxCalls = 20;

/**
 * The next page of a search with at least one row. A search scans a bounded number of objects for each request, so a
 * page can be empty although more follow.
 */
export async function skipEmptyPages<Answer>(
  cursor: string | undefined,
  ask: (cursor: string | undefined) => Promise<Answer>,
): Promise<Answer> {
  let answer = await ask(cursor);
  for (let calls = 1; calls < maxCalls; calls++) {
    const next = nextAfterEmpty(answer);
    if (next === undefined) return answer;
    answer = await ask(next);
  }
  return answer;
}

/** The cursor after an empty page that is not the last. */
function nextAfterEmpty(answer: unknown): string | undefined {
  const { data, nextCursor } = (answer ?? {}) as { data?: unknown; nextCursor?: unknown };
  const isEmpty = Array.isArray(data) && data.length === 0;
  return isEmpty && typeof nextCursor === 'string' ? nextCursor : undefined;
}

/** Calls a list for a page with at least one row. */
export const callForPage = <E extends Endpoint>(
  row: E,
  input: CallInput<E> & Input,
  options: Parameters<typeof call<E>>[2],
) =>
  skipEmptyPages((input.query as { cursor?: string } | undefined)?.cursor, async (cursor) => {
    const answer = await call(
      row,
      { ...input, query: { ...(input.query as object | undefined), cursor } },
      options,
    );
    if (!isPage(answer)) return answer;
    // A service that ignores cursors would return the same page forever.
    if (cursor !== undefined && answer.nextCursor === cursor)
      return { ...answer, nextCursor: null, hasMore: false };
    const isNumbered = row.path === pagedByNumber && !isAnnounced(serviceOf(row.path));
    return isNumbered
      ? asNumberedPage(answer, numberOfCursor(cursor) ?? { page: 0, before: 0 })
      : answer;
  });

/**
 * The object search, the only list that the specification pages by number. Importing its row would add it to the first
 * load.
 */
const pagedByNumber = '/v1/partitions/{partitionId}/objects/search';
/** The size of its pages there. */
const fullPage = 10;

/**
 * A page of the object search of another vendor. The next one is requested by number, if the service says that there is
 * more, or if it does not say but the page is full.
 */
function asNumberedPage<Answer extends Page<unknown>>(
  answer: Answer,
  { page, before, mark }: NumberedPage,
): Answer {
  const { unpaged, ...rest } = answer;
  const { data, more = {} } = rest;
  // By which a service that returns the same page again is noticed.
  const ownMark = markOf(JSON.stringify(data));
  // A service that ignores the number returns the same page forever.
  if (data.length > 0 && ownMark === mark) return { ...(rest as Answer), data: [], ...noMore };
  const read = before === undefined ? undefined : before + data.length;
  const isPagedAsOurs = unpaged === undefined;
  const said =
    reportsMore(more, page, { count: data.length, read: read ?? 0 }) ??
    (isPagedAsOurs ? answer.hasMore || answer.nextCursor !== null : undefined);
  const isLast = data.length === 0 || !(said ?? data.length === fullPage);
  // The only page is the whole list, which the list component searches and sorts.
  if (isLast) return { ...((page === 0 ? answer : rest) as Answer), ...noMore };
  const total = totalIn(more, data.length);
  return {
    ...(rest as Answer),
    nextCursor: numberedCursor({ page: page + 1, before: read, mark: ownMark }),
    hasMore: true,
    ...(said === undefined && { perhapsMore: true }),
    ...(total !== undefined && { total: { value: total, estimate: false } }),
  };
}

const noMore = { nextCursor: null, hasMore: false };

const isPage = (answer: unknown): answer is Page<unknown> =>
  typeof answer === 'object' && answer !== null && 'nextCursor' in answer;

/** The most pages that are read of a service with very many entries. */
const enoughPages = 100;

/**
 * Calls a list for all of its entries.
 * @returns a single page, with `hasMore` if not all pages were read
 */
export async function callForAll<E extends ListEndpoint>(
  row: E,
  query: object,
  {
    signal,
    params,
    maxPages = enoughPages,
  }: { signal: AbortSignal; params?: object; maxPages?: number },
): Promise<Page<ItemOf<E>>> {
  type Item = ItemOf<E>;
  const keyOf = (entry: Item) => {
    const { id, name } = entry as { id?: string; name?: string };
    return id || name || entry;
  };
  const entries: Item[] = [];
  let cursor: string | null = null;
  let last: Page<Item> | undefined;
  for (let pages = 0; pages < maxPages; pages++) {
    const input = {
      ...(params && { params }),
      query: { ...query, ...(cursor !== null && { cursor }) },
    };
    const page = (await callForPage(row, input as never, { signal })) as Page<Item>;
    // Pages may overlap if something is added meanwhile; within a page a service may tell two things alike.
    const before = new Set(entries.map(keyOf));
    entries.push(...page.data.filter((entry) => !before.has(keyOf(entry))));
    last = page;
    cursor = page.nextCursor;
    if (cursor === null) break;
  }
  return {
    data: entries,
    nextCursor: cursor,
    hasMore: cursor !== null || last?.hasMore === true,
    ...(last?.knownSince !== undefined && { knownSince: last.knownSince }),
    ...(last?.more && { more: last.more }),
    ...(last?.unknown && entries.length === 0 && { unknown: true }),
  };
}
