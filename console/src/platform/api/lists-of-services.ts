import { isObject } from '@annals/rules/json-values';
import type { Page } from './page.ts';
import { numberedCursor } from './numbered-page.ts';

/** The list in a response, and the fields beside it. */
interface List {
  items: unknown[];
  beside: Record<string, unknown>;
}

const wrappers = ['data', 'items', 'content', 'results'] as const;

/**
 * The list in a response: a bare array, or wrapped as `data`, `items`, `content` or `results`, or embedded (HAL).
 * Undefined if there is none.
 */
export function listIn(answer: unknown): List | undefined {
  if (Array.isArray(answer)) return { items: answer, beside: {} };
  if (!isObject(answer)) return undefined;
  for (const name of wrappers) {
    const { [name]: inner, ...beside } = answer;
    if (Array.isArray(inner)) return { items: inner, beside };
    const nested = isObject(inner) ? listIn(inner) : undefined;
    if (nested) return { items: nested.items, beside: { ...beside, ...nested.beside } };
    // Null says nothing about the entries, unless the service also says that there are none.
    if (inner === null && totalIn(beside) === 0) return { items: [], beside };
  }
  const { _embedded: embedded, ...beside } = answer;
  const lists = isObject(embedded) ? Object.values(embedded).filter(Array.isArray) : [];
  const [items] = lists;
  return lists.length === 1 && items ? { items, beside } : undefined;
}

/** Whether a response contains nothing but null. */
export const tellsNothing = (answer: unknown): boolean =>
  answer === undefined ||
  answer === null ||
  (isObject(answer) && Object.values(answer).every((value) => value === null));

/**
 * Whether rows follow a page of `count` rows, which ends with row number `read`; undefined if the service does not say.
 */
export function reportsMore(
  beside: Readonly<Record<string, unknown>>,
  page: number,
  { count, read }: { count: number; read: number },
): boolean | undefined {
  const paging = isObject(beside['page']) ? { ...beside, ...beside['page'] } : beside;
  const { last, totalPages } = paging;
  if (typeof last === 'boolean') return !last;
  if (typeof totalPages === 'number') return page + 1 < totalPages;
  if (pointsToMore(beside)) return true;
  const total = totalIn(paging, count);
  return total === undefined ? undefined : read < total;
}

/** Fields whose value, if it is no "no", leads to the next page or says that there is one. */
const nameOfMore =
  /^(@odata\.)?next(_?(page|link|cursor|token|page_?token|marker|offset|url|uri|href|key|start))?$|^(has_?|is_?)?(next(_?page)?|more|truncated)$|^continuation(_?token)?$|^last_?evaluated_?key$/i;
const nameOfPaging = /^_?(links|page|paging|pagination|page_?info|meta|metadata|cursors?)$/i;

/** Whether the fields beside a list lead to further entries. */
function pointsToMore(beside: object): boolean {
  return Object.entries(beside).some(([name, value]: [string, unknown]) => {
    if (nameOfMore.test(name) && saysYes(value)) return true;
    if (!nameOfPaging.test(name) || typeof value !== 'object' || value === null) return false;
    const isLinkToNext = (each: unknown) => isObject(each) && each['rel'] === 'next';
    return Array.isArray(value) ? value.some(isLinkToNext) : pointsToMore(value);
  });
}

const saysYes = (value: unknown): boolean =>
  isObject(value) ? Object.values(value).some(saysYes) : Boolean(value) && value !== 'false';

/**
 * The cursor of the next page if the service reports the number of the page and whether it is the last (Spring, HAL).
 */
export function nextPageIn(beside: Readonly<Record<string, unknown>>): string | undefined {
  const { number, totalPages, last } = pagingIn(beside);
  if (typeof number !== 'number') return undefined;
  const isLast =
    typeof last === 'boolean' ? last : typeof totalPages !== 'number' || number + 1 >= totalPages;
  return isLast ? undefined : numberedCursor({ page: number + 1 });
}

/** HAL has the fields in an object of their own. */
function pagingIn(beside: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  return isObject(beside['page']) ? beside['page'] : beside;
}

/**
 * Whether a response is surely the whole list. If another service tells more than the entries, only what says so is
 * proof: any other field may lead to more.
 */
export function isWhole({ data, hasMore, unknown, more }: Page<unknown>): boolean {
  if (hasMore || unknown) return false;
  if (more === undefined) return true;
  const { answer, entries, ...beside } = more;
  if (answer !== undefined || entries !== undefined) return false;
  return saysWhole(beside, data.length);
}

/** Whether the fields beside a list say that it is whole; without any, it is. */
export function saysWhole(beside: Readonly<Record<string, unknown>>, count: number): boolean {
  if (Object.keys(beside).length === 0) return true;
  if (nextPageIn(beside) !== undefined || pointsToMore(beside)) return false;
  const { number, totalPages, last } = pagingIn(beside);
  if (typeof totalPages === 'number' && totalPages > 1) return false;
  const saysOnlyThat = Object.values(beside).filter(saysYes).length === 1;
  const total = totalIn(beside, saysOnlyThat ? undefined : count);
  if (total !== undefined) return total <= count;
  if (number !== undefined && number !== 0) return false;
  return last === true || totalPages === 1;
}

/** Whether the service says that there is more than it returned. */
export function isCut({ data, hasMore, more = {} }: Page<unknown>): boolean {
  const { answer: _answer, entries: _entries, ...beside } = more;
  return hasMore || (totalIn(more) ?? 0) > data.length || pointsToMore(beside);
}

/**
 * The total number of rows, as some services report it beside them.
 * @param count the number of rows of the page, which others report as `count`
 */
export function totalIn(
  beside: Readonly<Record<string, unknown>>,
  count?: number,
): number | undefined {
  const totals = ['total', 'totalElements', 'totalCount', 'total_count'];
  const paging = pagingIn(beside);
  const total = totals.map((name) => paging[name]).find((value) => typeof value === 'number');
  if (total !== undefined) return total;
  return typeof paging['count'] === 'number' && paging['count'] !== count
    ? paging['count']
    : undefined;
}
