import sql, { empty } from 'sql-template-tag';
import type { Queryable } from '@annals/kit/database/database';
import { columnKey, keysetsOf, nullableKey, type PageRange } from '@annals/kit/lists/keyset';
import type { Scope } from '../authority/scope.sql.ts';
import type { UserRow } from './user-columns.sql.ts';
import {
  alongTheIndex,
  askedOfEach,
  isUnfiltered,
  outOfSets,
  type UserFilter,
} from './user-filter.sql.ts';

/** One without an email comes first, and one who never signed in. */
export const usersSortedBy = keysetsOf<
  ListedUser,
  'name' | 'email' | 'createdDate' | 'lastSignInDate'
>(
  'users',
  {
    name: columnKey('name', sql`u.name`, 'text'),
    email: nullableKey('email', sql`u.email`, 'text', ''),
    createdDate: columnKey('createdDate', sql`u.created`, 'timestamptz'),
    lastSignInDate: nullableKey('lastSignInDate', sql`u.last_sign_in`, 'timestamptz', '-infinity'),
  },
  columnKey('id', sql`u.id`, 'uuid'),
);

type ListedUser = Pick<UserRow, 'id' | 'name' | 'email' | 'createdDate'> &
  Partial<Pick<UserRow, 'lastSignInDate'>>;

export type UserSort = Parameters<typeof usersSortedBy>[0];

/**
 * How many users are scanned in order before the filters are queried as sets. Matches that do not fill a page out of
 * this many are rare enough to sort completely.
 */
const scannedAtMost = 2_000;

/** Ids of matching users in order, found by scanning along the order; undefined when the scan found too few. */
export async function scanUsers(
  database: Queryable,
  scope: Scope,
  filter: UserFilter,
  sort: UserSort,
  range: PageRange,
): Promise<string[] | undefined> {
  const sorted = usersSortedBy(sort);
  const count = range.pageSize + 1;
  const whole = isUnfiltered(scope, filter);
  const scanned = range.skip + count + (whole ? 0 : scannedAtMost);
  const rows = await database.query<{ id: string }>(sql`
    select u.id from (
      select u.* from authentication.user_account u
      where true ${sorted.after(range)} ${sort === 'name' || sort === '-name' ? alongTheIndex(filter) : empty}
      ${sorted.order()} limit ${scanned}) u
    where ${askedOfEach(scope, filter)}
    ${sorted.orderAndLimit(range)}`);
  return whole || rows.length === count ? rows.map(({ id }) => id) : undefined;
}

/** Ids of matching users in order, all of which are found and counted first. */
export async function findUsers(
  database: Queryable,
  scope: Scope,
  filter: UserFilter,
  sort: UserSort,
  range: PageRange,
): Promise<{ ids: string[]; total: number }> {
  const sorted = usersSortedBy(sort);
  const [row] = await database.query<{ ids: string[]; total: number }>(sql`
    with found as materialized (
      select u.id, u.name, u.email, u.created, u.last_sign_in from authentication.user_account u
      where ${outOfSets(scope, filter)})
    select (select count(*) from found) as total,
      array(select u.id from found u where true ${sorted.after(range)} ${sorted.orderAndLimit(range)}) as ids`);
  return row ?? { ids: [], total: 0 };
}

/** About how many users there are, as the database's own statistics have it; 0 while it has none. */
export async function guessUsers(database: Queryable): Promise<number> {
  const [row] = await database.query<{ users: number }>(
    sql`select case when relpages > 0 and reltuples > 0
        then (reltuples / relpages * (pg_relation_size(oid) / current_setting('block_size')::int))::bigint
        else 0 end as users
      from pg_class where oid = 'authentication.user_account'::regclass`,
    'authentication.guessUsers',
  );
  return row?.users ?? 0;
}

/** How many match of a part of the table taken at random. */
export async function sampleUsers(
  database: Queryable,
  scope: Scope,
  filter: UserFilter,
  percent: number,
): Promise<{ matching: number; looked: number }> {
  const [row] = await database.query<{ matching: number; looked: number }>(sql`
    select count(*) filter (where ${askedOfEach(scope, filter)}) as matching, count(*) as looked
    from authentication.user_account u tablesample system (${percent})`);
  return row ?? { matching: 0, looked: 0 };
}

/** How many users match, counted no further than `most`. */
export async function countUsers(
  database: Queryable,
  scope: Scope,
  filter: UserFilter,
  most: number,
): Promise<number> {
  const [row] = await database.query<{ count: number }>(sql`
    select count(*) as count
    from (select from authentication.user_account u where ${outOfSets(scope, filter)} limit ${most}) as counted`);
  return row?.count ?? 0;
}
