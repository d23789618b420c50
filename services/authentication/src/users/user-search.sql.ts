import sql, { empty, join, type Sql } from 'sql-template-tag';
import type { Queryable } from '@annals/kit/database/database';
import { columnKey, keysetsOf, nullableKey, type PageRange } from '@annals/kit/lists/keyset';
import { usersInScopeSet, unitInScope, userInScope, type Scope } from '../authority/scope.sql.ts';
import type { UserRow } from './user-columns.sql.ts';
import { externalEmail, hasSecondFactor } from './user-risks.sql.ts';
import { containsWords, gramsOf } from '../search/search-text.ts';

export interface UserFilter {
  status?: string | undefined;
  role?: string | undefined;
  unitId?: string | undefined;
  /** Includes the units below the given unit. */
  below?: boolean | undefined;
  neverSignedIn?: boolean | undefined;
  /** Last signed in before this moment, or never. */
  notSignedInSince?: string | undefined;
  secondFactor?: boolean | undefined;
  externalEmail?: boolean | undefined;
  /** Folded words, all of which have to occur. */
  containing?: readonly string[] | undefined;
  /** The text matches so many users that the trigram index does not help. */
  isCommonText?: boolean | undefined;
  /** The current time. */
  now: string;
}

/** Whether the filter selects all users of the table. */
export function isUnfiltered({ kind }: Scope, filter: UserFilter): boolean {
  const { now: _now, isCommonText: _isCommonText, ...conditions } = filter;
  return kind === 'all' && Object.values(conditions).every((condition) => condition === undefined);
}

/** The units whose members hold the role through them. */
const unitsThatGive = (role: string): Sql => sql`(
  select p.descendant_id from authentication.organizational_unit_role r
  join authentication.organizational_unit_path p on p.ancestor_id = r.unit_id where r.role = ${role})`;

/** The unit, and with `below` those below it, limited to the scope: members of hidden units are not shown. */
function wantedUnits(scope: Scope, unitId: string, below: boolean | undefined): Sql {
  return below === true
    ? sql`(select p.descendant_id from authentication.organizational_unit_path p
        where p.ancestor_id = ${unitId} and ${unitInScope(scope, sql`p.ancestor_id`)})`
    : sql`(select unit.id from authentication.organizational_unit unit
        where unit.id = ${unitId} and ${unitInScope(scope, sql`unit.id`)})`;
}

function statusIs(status: string, now: string): Sql {
  if (status === 'LOCKED') return sql`u.status = 'ACTIVE' and u.locked_until > ${now}`;
  if (status === 'ACTIVE')
    return sql`u.status = 'ACTIVE' and (u.locked_until is null or u.locked_until <= ${now})`;
  return sql`u.status = ${status}`;
}

/** The conditions that an index in the order of names contains, so that a scan along it reads no others. */
export function indexConditions({ status, neverSignedIn, now }: UserFilter): Sql {
  const conditions: Sql[] = [];
  if (status !== undefined) conditions.push(statusIs(status, now));
  if (neverSignedIn === true) conditions.push(sql`u.last_sign_in is null`);
  return conditions.length === 0 ? empty : sql`and ${join(conditions, ' and ')}`;
}

function ofTheAccount(filter: UserFilter): Sql[] {
  const { status, neverSignedIn, notSignedInSince, now } = filter;
  const conditions: Sql[] = [];
  if (status !== undefined) conditions.push(statusIs(status, now));
  if (neverSignedIn !== undefined)
    conditions.push(neverSignedIn ? sql`u.last_sign_in is null` : sql`u.last_sign_in is not null`);
  if (notSignedInSince !== undefined)
    conditions.push(sql`coalesce(u.last_sign_in, '-infinity') < ${notSignedInSince}`);
  if (filter.secondFactor !== undefined)
    conditions.push(filter.secondFactor ? hasSecondFactor : sql`not ${hasSecondFactor}`);
  if (filter.externalEmail !== undefined)
    conditions.push(sql`${externalEmail} = ${filter.externalEmail}`);
  return conditions;
}

/**
 * Whether such a row exists. The planner would turn an "exists" into a set of all such rows before the first lookup.
 */
const exists = (from: Sql): Sql => sql`(select true ${from} limit 1) is not null`;

function isSeen(scope: Scope): Sql {
  if (scope.kind !== 'unit') return userInScope(scope, sql`u.id`);
  return sql`(u.id = ${scope.readerId} or ${exists(sql`
    from authentication.organizational_unit_member sm
    where sm.user_id = u.id and ${unitInScope(scope, sql`sm.unit_id`)}`)})`;
}

/** The filter as conditions checked user by user, for a scan that soon finds enough. */
export function filterConditions(scope: Scope, filter: UserFilter): Sql {
  const { role, unitId, below, containing } = filter;
  const conditions = [isSeen(scope), ...ofTheAccount(filter)];
  if (containing !== undefined) conditions.push(containsWords(sql`u.search_text`, containing));
  if (unitId !== undefined)
    conditions.push(
      exists(sql`from authentication.organizational_unit_member um
        where um.user_id = u.id and um.unit_id in ${wantedUnits(scope, unitId, below)}`),
    );
  if (role !== undefined) {
    const direct = sql`from authentication.user_role dr where dr.user_id = u.id and dr.role = ${role}`;
    const throughUnit = sql`from authentication.organizational_unit_member rm
      where rm.user_id = u.id and rm.unit_id in ${unitsThatGive(role)}`;
    conditions.push(sql`(${exists(direct)} or ${exists(throughUnit)})`);
  }
  return join(conditions, ' and ');
}

/** The same filter as sets to start from, for filters that few users match. */
export function filterAsSets(scope: Scope, filter: UserFilter): Sql {
  const { role, unitId, below, containing, isCommonText } = filter;
  const conditions = [usersInScopeSet(scope, sql`u.id`), ...ofTheAccount(filter)];
  if (containing !== undefined) conditions.push(containsWords(sql`u.search_text`, containing));
  // Expensive for a row that the index did not find.
  if (containing !== undefined && isCommonText !== true)
    conditions.push(
      sql`authentication.grams_of(u.search_text) @> ${containing.flatMap(gramsOf)}::text[]`,
    );
  if (unitId !== undefined)
    conditions.push(sql`u.id in (
      select um.user_id from authentication.organizational_unit_member um
      where um.unit_id in ${wantedUnits(scope, unitId, below)})`);
  if (role !== undefined)
    conditions.push(sql`u.id in (
      select dr.user_id from authentication.user_role dr where dr.role = ${role}
      union all select rm.user_id from authentication.organizational_unit_member rm
        where rm.unit_id in ${unitsThatGive(role)})`);
  return join(conditions, ' and ');
}

/** Users without an email, and those who never signed in, come first. */
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
      where true ${sorted.after(range)} ${sort === 'name' || sort === '-name' ? indexConditions(filter) : empty}
      ${sorted.order()} limit ${scanned}) u
    where ${filterConditions(scope, filter)}
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
      where ${filterAsSets(scope, filter)})
    select (select count(*) from found) as total,
      array(select u.id from found u where true ${sorted.after(range)} ${sorted.orderAndLimit(range)}) as ids`);
  return row ?? { ids: [], total: 0 };
}

/** The approximate number of users from the database's statistics; 0 while it has none. */
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

/** How many users match in a random sample of the table. */
export async function sampleUsers(
  database: Queryable,
  scope: Scope,
  filter: UserFilter,
  percent: number,
): Promise<{ matching: number; looked: number }> {
  const [row] = await database.query<{ matching: number; looked: number }>(sql`
    select count(*) filter (where ${filterConditions(scope, filter)}) as matching, count(*) as looked
    from authentication.user_account u tablesample system (${percent})`);
  return row ?? { matching: 0, looked: 0 };
}

/** The number of matching users, counted up to `most`. */
export async function countUsers(
  database: Queryable,
  scope: Scope,
  filter: UserFilter,
  most: number,
): Promise<number> {
  const [row] = await database.query<{ count: number }>(sql`
    select count(*) as count
    from (select from authentication.user_account u where ${filterAsSets(scope, filter)} limit ${most}) as counted`);
  return row?.count ?? 0;
}
