import type { Caller } from '@annals/kit/caller';
import { decodeCursor, encodeCursor, isId, isMoment, isText } from '@annals/kit/lists/cursor';
import { pageFrom, rowsBefore, type Paging } from '@annals/kit/lists/paging';
import { sightOf } from '../authority/sight.sql.ts';
import { momentOf } from '../clock.ts';
import type { Parts } from '../parts.ts';
import type { Roles } from '../roles/role-book.ts';
import { mayAdminister } from './application-authority.ts';
import {
  countApplications,
  selectApplications,
  type ApplicationFilter,
  type ApplicationRow,
  type ApplicationSortField,
  type Sights,
} from './applications.sql.ts';

/** Further than this the applications are not counted on each page. */
const countedExactly = 10_000;

const fields: ApplicationSortField[] = ['name', 'createdDate', 'lastUsedDate'];

export type ApplicationSort = ApplicationSortField | `-${ApplicationSortField}`;

export function sightsOf(caller: Caller): Sights {
  return {
    read: sightOf(caller, 'applications:read'),
    write: sightOf(caller, 'applications:write'),
  };
}

/** An application as the caller sees it. */
export function shownTo(caller: Caller, book: Roles, { inWriteSight, ...shown }: ApplicationRow) {
  return { ...shown, mayChange: inWriteSight && mayAdminister(book, caller, shown) };
}

/** One page of the applications in sight, by name unless told otherwise. */
export async function listApplicationsInSight(
  { database, clock, roleBook, apiTokenUses }: Parts,
  caller: Caller,
  query: Paging & ApplicationFilter & { sort?: ApplicationSort | undefined },
) {
  await apiTokenUses.write();
  const { pageSize, sort = 'name', name, organizationalUnitId } = query;
  const filter = { name, organizationalUnitId };
  const sights = sightsOf(caller);
  const field = fields.find((each) => sort === each || sort === `-${each}`) ?? 'name';
  const after = placeAfter(query.cursor, sort, field);
  const skip = rowsBefore(query);
  const rows = await selectApplications(
    database,
    sights,
    filter,
    { field, descending: sort.startsWith('-') },
    { now: momentOf(clock()), after, skip, count: pageSize + 1 },
  );
  const book = await roleBook.current();
  const page = pageFrom(
    rows,
    pageSize,
    (row) => shownTo(caller, book, row),
    (row) => encodeCursor('applications', sort, row[field] ?? '-infinity', row.id),
  );
  const whole = after === undefined && skip === 0 && !page.hasMore;
  const count = whole
    ? page.data.length
    : await countApplications(database, sights.read, filter, countedExactly + 1);
  return {
    ...page,
    total: { value: Math.min(count, countedExactly), estimate: count > countedExactly },
  };
}

/** A cursor goes with the order it was made in. */
function placeAfter(
  cursor: string | undefined,
  sort: ApplicationSort,
  field: ApplicationSortField,
): { value: string; id: string } | undefined {
  const isValue =
    field === 'name' ? isText : (part: unknown) => part === '-infinity' || isMoment(part);
  const parts = decodeCursor('applications', cursor, [(part) => part === sort, isValue, isId]);
  return parts && { value: String(parts[1]), id: String(parts[2]) };
}
