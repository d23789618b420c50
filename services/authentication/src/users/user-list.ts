import * as z from 'zod/mini';
import { deepestPagedRow, isInCalendar } from '@annals/contracts/fields';
import { badRequest } from '@annals/kit/problem';
import type { Queryable } from '@annals/kit/database/database';
import { fold } from './fold.ts';
import {
  countUsers,
  selectUsers,
  type Sight,
  type SortField,
  type UserOrder,
  type UserRow,
} from './users.sql.ts';

/** Further than this the number of users is not counted on each page. */
const countedExactly = 10_000;

export interface ListQuery {
  cursor?: string | undefined;
  page?: number | undefined;
  pageSize: number;
  status?: string | undefined;
  role?: string | undefined;
  sort?: SortField | `-${SortField}` | undefined;
}

const cursorContent = z.strictObject({ sort: z.string(), value: z.string(), id: z.uuid() });

/** One page of the users in sight. */
export async function listUsersInSight(
  database: Queryable,
  sight: Sight,
  query: ListQuery,
  containing?: string,
) {
  const { pageSize, status, role, sort = 'name' } = query;
  const order = orderOf(sort);
  const filter = {
    status,
    role,
    containing: containing === undefined ? undefined : fold(containing),
  };
  const after = query.cursor === undefined ? undefined : readCursor(query.cursor, sort, order);
  const skip = rowsToSkip(query);
  const rows = await selectUsers(database, sight, filter, order, {
    after,
    skip,
    count: pageSize + 1,
  });
  const hasMore = rows.length > pageSize;
  const shown = rows.slice(0, pageSize);
  const last = shown.at(-1);
  const whole = after === undefined && skip === 0 && !hasMore;
  const count = whole
    ? shown.length
    : await countUsers(database, sight, filter, countedExactly + 1);
  return {
    data: shown,
    nextCursor:
      hasMore && last
        ? writeCursor({ sort, value: sortValueOf(last, order.field), id: last.id })
        : null,
    hasMore,
    total: { value: Math.min(count, countedExactly), estimate: count > countedExactly },
  };
}

function orderOf(sort: NonNullable<ListQuery['sort']>): UserOrder {
  const fields: SortField[] = ['name', 'email', 'createdDate', 'lastSignInDate'];
  const field = fields.find((each) => sort === each || sort === `-${each}`) ?? 'name';
  return { field, descending: sort.startsWith('-') };
}

function rowsToSkip({ page, pageSize, cursor }: ListQuery): number {
  if (page === undefined) return 0;
  if (cursor !== undefined)
    throw badRequest('Give either cursor or page.', [
      { path: 'query.page', message: 'Leave it out beside cursor.' },
    ]);
  const skip = page * pageSize;
  if (skip > deepestPagedRow) {
    const message = `page goes ${deepestPagedRow} rows deep at most. Use the cursor that each page gives as nextCursor.`;
    throw badRequest(message, [{ path: 'query.page', message }]);
  }
  return skip;
}

function writeCursor(content: z.infer<typeof cursorContent>): string {
  return Buffer.from(JSON.stringify(content)).toString('base64url');
}

function readCursor(
  cursor: string,
  sort: string,
  { field }: UserOrder,
): { value: string; id: string } {
  const content = cursorContent.safeParse(decoded(cursor));
  const wellFormed =
    content.success &&
    content.data.sort === sort &&
    (field === 'name' || field === 'email'
      ? !content.data.value.includes('\0')
      : isMoment(content.data.value));
  if (wellFormed) return content.data;
  const message = 'This cursor does not belong to this list in this order. Start again without it.';
  throw badRequest(message, [{ path: 'query.cursor', message }]);
}

/** Whether PostgreSQL reads it as a timestamp: written as it writes them, and in the calendar. */
function isMoment(value: string): boolean {
  if (value === '-infinity') return true;
  return /^\d{4}-.*\.\d{6}Z$/.test(value) && value >= '0001' && isInCalendar(value);
}

function decoded(cursor: string): unknown {
  try {
    return JSON.parse(Buffer.from(cursor, 'base64url').toString());
  } catch {
    return undefined;
  }
}

/** As the database orders it: users without one come as if it were the least. */
function sortValueOf(user: UserRow, field: SortField): string {
  return user[field] ?? (field === 'email' ? '' : '-infinity');
}
