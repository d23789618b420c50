import type { Queryable } from '@annals/kit/database/database';
import { decodeCursor, encodeCursor, isId, isMoment, isText } from '@annals/kit/lists/cursor';
import { pageFrom, rowsBefore, type Paging } from '@annals/kit/lists/paging';
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

export interface ListQuery extends Paging {
  status?: string | undefined;
  role?: string | undefined;
  sort?: SortField | `-${SortField}` | undefined;
}

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
  const after = placeAfter(query.cursor, sort, order);
  const skip = rowsBefore(query);
  const rows = await selectUsers(database, sight, filter, order, {
    after,
    skip,
    count: pageSize + 1,
  });
  const page = pageFrom(
    rows,
    pageSize,
    (user) => user,
    (user) => encodeCursor('users', sort, sortValueOf(user, order.field), user.id),
  );
  const whole = after === undefined && skip === 0 && !page.hasMore;
  const count = whole
    ? page.data.length
    : await countUsers(database, sight, filter, countedExactly + 1);
  return {
    ...page,
    total: { value: Math.min(count, countedExactly), estimate: count > countedExactly },
  };
}

function orderOf(sort: NonNullable<ListQuery['sort']>): UserOrder {
  const fields: SortField[] = ['name', 'email', 'createdDate', 'lastSignInDate'];
  const field = fields.find((each) => sort === each || sort === `-${each}`) ?? 'name';
  return { field, descending: sort.startsWith('-') };
}

/** A cursor goes with the order it was made in. */
function placeAfter(
  cursor: string | undefined,
  sort: string,
  { field }: UserOrder,
): { value: string; id: string } | undefined {
  const isValue =
    field === 'name' || field === 'email'
      ? isText
      : (part: unknown) => part === '-infinity' || isMoment(part);
  const parts = decodeCursor('users', cursor, [(part) => part === sort, isValue, isId]);
  return parts && { value: String(parts[1]), id: String(parts[2]) };
}

/** As the database orders it: users without one come as if it were the least. */
function sortValueOf(user: UserRow, field: SortField): string {
  return user[field] ?? (field === 'email' ? '' : '-infinity');
}
