import { deepestPagedRow, isInCalendar, type Page } from '@annals/contracts/fields';
import { say } from '@annals/contracts/messages';
import { badRequest } from '../problem.ts';

export interface Paging {
  cursor?: string | undefined;
  page?: number | undefined;
  pageSize: number;
}

/**
 * The number of rows before the page that was requested by number.
 * @throws Problem 400 for a page beside a cursor, or deeper than page numbers reach
 */
export function rowsBefore({ cursor, page, pageSize }: Paging): number {
  if (page === undefined) return 0;
  if (cursor !== undefined)
    throw badRequest(say('cursorOrPage'), [{ path: 'query.page', ...say('omitWithCursor') }]);
  const rows = page * pageSize;
  if (rows > deepestPagedRow)
    throw badRequest(say('pageTooDeep', { deepestPagedRow }), [
      { path: 'query.page', ...say('continueWithCursor') },
    ]);
  return rows;
}

/** Matches beyond this number are not counted on each page. */
export const maxExactTotal = 10_000;

/** The total, given a count that stops at one more than `maxExactTotal`. */
export const capTotal = (count: number) => ({
  value: Math.min(count, maxExactTotal),
  estimate: count > maxExactTotal,
});

/**
 * The page with the total.
 * @param count stops at `most`; not called when the page shows everything
 */
export async function withTotal<Item>(
  page: Page<Item>,
  begin: { after: unknown; skip: number },
  count: (most: number) => Promise<number>,
) {
  const isWhole = begin.after === undefined && begin.skip === 0 && !page.hasMore;
  const total = isWhole ? page.data.length : await count(maxExactTotal + 1);
  return { ...page, total: capTotal(total) };
}

/** A total that is stored as a counter, so it is exact. */
export const exactTotal = (value: number) => ({ value, estimate: false });

export type CursorPart = string | number;

/** The position in a list, opaque to callers. `list` prevents the use of a cursor with another list. */
export function encodeCursor(list: string, ...parts: CursorPart[]): string {
  return Buffer.from(JSON.stringify([list, ...parts])).toString('base64url');
}

export type Check = (part: unknown) => boolean;

export const isSequence: Check = (part) => Number.isSafeInteger(part) && Number(part) >= 0;

const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
export const isId: Check = (part) => typeof part === 'string' && uuid.test(part);

export const isText: Check = (part) => typeof part === 'string' && !part.includes('\0');

const momentForm = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z$/;
export const isMoment: Check = (part) =>
  typeof part === 'string' && momentForm.test(part) && part >= '0001' && isInCalendar(part);

/**
 * The parts of a cursor of this list; undefined without one.
 * @param parameter the query parameter that contains it
 * @throws Problem 400 for anything else
 */
export function decodeCursor(
  list: string,
  cursor: string | undefined,
  checks: Check[],
  parameter = 'cursor',
): CursorPart[] | undefined {
  if (cursor === undefined) return undefined;
  const parts = parse(cursor);
  if (!Array.isArray(parts) || parts.length !== checks.length + 1 || parts[0] !== list)
    throw unknownCursor(parameter);
  const values: unknown[] = parts.slice(1);
  if (!checks.every((check, index) => check(values[index]))) throw unknownCursor(parameter);
  return values.filter((value) => typeof value === 'string' || typeof value === 'number');
}

/** Undefined for an unreadable cursor. */
function parse(cursor: string): unknown {
  if (!/^[\w-]+$/.test(cursor)) return undefined;
  try {
    return JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8'));
  } catch {
    return undefined;
  }
}

export const unknownCursor = (parameter = 'cursor') =>
  badRequest(say('foreignCursor'), [{ path: `query.${parameter}`, ...say('sendCursorUnchanged') }]);
