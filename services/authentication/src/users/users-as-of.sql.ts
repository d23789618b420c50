import sql, { join, type Sql } from 'sql-template-tag';
import type { Queryable } from '@annals/kit/database/database';
import type { PageRange } from '@annals/kit/lists/keyset';
import { oversizedPage, type Found } from '@annals/kit/lists/page-bytes';
import { usersInScopeSet, unitInScope, userInScope, type Scope } from '../authority/scope.sql.ts';
import {
  jsonTimestamp,
  namedActor,
  unitOfUserInScope,
  type Reader,
  type UserRow,
} from './user-columns.sql.ts';
import { usersSortedBy, type UserFilter, type UserSort } from './user-search.sql.ts';
import { containsWords } from '../search/search-text.ts';

/** What is known of a user as of a moment: not when or how they signed in. */
export type PastUserRow = Omit<
  UserRow,
  | 'lastSignInDate'
  | 'lockedUntil'
  | 'secondFactor'
  | 'secondFactorDueDate'
  | 'hasPassword'
  | 'externalEmail'
  | 'mayChange'
  | 'changeSetMails'
  | 'looksLike'
  | 'version'
>;

/** Whether a period from `since` until `until` (columns) contains the moment. */
const heldAt = (since: Sql, until: Sql, asOf: string): Sql =>
  sql`(${since} <= ${asOf} and (${until} is null or ${until} > ${asOf}))`;

/**
 * Names for what follows: `unit_then`, the units of that moment; `path_then`, each with itself and all above it;
 * `role_then`, the roles of units with the units whose members hold them; `user_then`, the accounts.
 */
function thatMoment(asOf: string): Sql {
  return sql`with recursive
    unit_then as (
      select v.unit_id as id, v.name, v.parent_id from authentication.organizational_unit_version v
      where v.changed <= ${asOf} and not v.deleted and not exists (
        select from authentication.organizational_unit_version later
        where later.unit_id = v.unit_id and later.version > v.version and later.changed <= ${asOf})),
    path_then(ancestor_id, descendant_id) as (
      select id, id from unit_then
      union
      select unit_then.parent_id, path_then.descendant_id
      from path_then join unit_then on unit_then.id = path_then.ancestor_id
      where unit_then.parent_id is not null),
    role_then as (
      select p.descendant_id as member_of, r.unit_id, r.role, r.granted_by, r.granted_at
      from authentication.organizational_unit_role_period r join path_then p on p.ancestor_id = r.unit_id
      where ${heldAt(sql`r.granted_at`, sql`r.removed_at`, asOf)}),
    user_then as not materialized (
      select v.user_id as id, v.username, v.name, v.email, v.status, v.lang, v.access_ends, v.search_text, u.created
      from authentication.user_account_version v join authentication.user_account u on u.id = v.user_id
      where v.changed <= ${asOf} and not exists (
        select from authentication.user_account_version later
        where later.user_id = v.user_id and later.version > v.version and later.changed <= ${asOf}))`;
}

const memberOfUser = (asOf: string): Sql => sql`
  authentication.organizational_unit_member_period m
  where m.user_id = u.id and ${heldAt(sql`m.assigned_at`, sql`m.removed_at`, asOf)}`;

/** The sources of the roles of `u`: granted directly, or through units. */
const grantsOfUser = (asOf: string): Sql => sql`(
  select d.role, null::uuid as unit_id, d.granted_by, d.granted_at
  from authentication.user_role_period d
  where d.user_id = u.id and ${heldAt(sql`d.granted_at`, sql`d.removed_at`, asOf)}
  union all
  select r.role, r.unit_id, r.granted_by, greatest(r.granted_at, g.assigned_at)
  from (select * from ${memberOfUser(asOf)}) g join role_then r on r.member_of = g.unit_id)`;

/** The visible units are those in the reader's current scope. */
function columns({ scope }: Reader, asOf: string): Sql {
  const userId = sql`u.id`;
  return sql`u.id, u.username, u.name, u.email, u.status, u.lang, u.created as "createdDate",
    u.access_ends as "accessEndsDate",
    array(select distinct e.role from ${grantsOfUser(asOf)} e order by e.role) as roles,
    (select coalesce(json_agg(json_build_object('role', e.role,
        'organizationalUnit', case
          when e.unit_id is null then null
          when ${unitOfUserInScope(scope, userId, sql`e.unit_id`)} then json_build_object('id', unit.id, 'name', unit.name)
          else json_build_object('id', '') end,
        'grantedDate', ${jsonTimestamp(sql`e.granted_at`)},
        'grantedBy', ${namedActor(scope, sql`e.granted_by`)})
      order by e.role, e.unit_id is not null, unit.name, e.unit_id, e.granted_at), '[]')
      from ${grantsOfUser(asOf)} e left join unit_then unit on unit.id = e.unit_id) as "roleGrants",
    (select coalesce(json_agg(json_build_object('id', unit.id, 'name', unit.name,
        'assignedDate', ${jsonTimestamp(sql`m.assigned_at`)}) order by unit.name, unit.id), '[]')
      from (select * from ${memberOfUser(asOf)}) m join unit_then unit on unit.id = m.unit_id
      where ${unitOfUserInScope(scope, userId, sql`m.unit_id`)}) as "organizationalUnits"`;
}

/** As sets to start from, because all matches are counted. */
function matching(scope: Scope, filter: UserFilter, asOf: string): Sql {
  const { status, role, unitId, below, containing } = filter;
  const conditions = [usersInScopeSet(scope, sql`u.id`)];
  if (status !== undefined) conditions.push(sql`u.status = ${status}`);
  if (containing !== undefined) conditions.push(containsWords(sql`u.search_text`, containing));
  if (unitId !== undefined) {
    const units =
      below === true
        ? sql`(select p.descendant_id from path_then p where p.ancestor_id = ${unitId})`
        : sql`(${unitId}::uuid)`;
    conditions.push(unitInScope(scope, sql`${unitId}::uuid`));
    conditions.push(sql`u.id in (
      select m.user_id from authentication.organizational_unit_member_period m
      where m.unit_id in ${units} and ${heldAt(sql`m.assigned_at`, sql`m.removed_at`, asOf)})`);
  }
  if (role !== undefined)
    conditions.push(sql`u.id in (
      select d.user_id from authentication.user_role_period d
      where d.role = ${role} and ${heldAt(sql`d.granted_at`, sql`d.removed_at`, asOf)}
      union all
      select m.user_id from authentication.organizational_unit_member_period m
      where ${heldAt(sql`m.assigned_at`, sql`m.removed_at`, asOf)}
        and m.unit_id in (select r.member_of from role_then r where r.role = ${role}))`);
  return join(conditions, ' and ');
}

/** The users in scope who existed at the moment, as they were, in order. */
export async function selectUsersAsOf(
  database: Queryable,
  reader: Reader,
  filter: UserFilter,
  sort: UserSort,
  range: PageRange,
  asOf: string,
): Promise<{ users: Found<PastUserRow>[]; total: number }> {
  const sorted = usersSortedBy(sort);
  const [found] = await database.query<{ ids: string[]; total: number }>(sql`${thatMoment(asOf)},
    found as materialized (
      select u.id, u.name, u.email, u.created from user_then u where ${matching(reader.scope, filter, asOf)})
    select (select count(*) from found) as total,
      array(select u.id from found u where true ${sorted.after(range)} ${sorted.orderAndLimit(range)}) as ids`);
  if (found === undefined) return { users: [], total: 0 };
  const { ids, total } = found;
  if (ids.length === 0) return { users: [], total };
  const rowWith = (id: Sql) =>
    sql`select ${columns(reader, asOf)} from user_then u where u.id = ${id}`;
  const page = oversizedPage(sql`select unnest(${ids}::uuid[])`, rowWith, range.pageSize);
  const users = await database.query<Found<PastUserRow>>(
    sql`${thatMoment(asOf)} select * from (${page}) page_row order by place`,
  );
  return { users, total };
}

/** The user as of the moment; undefined if the user did not exist yet. */
export async function selectUserAsOf(
  database: Queryable,
  reader: Reader,
  userId: string,
  asOf: string,
): Promise<PastUserRow | undefined> {
  const [user] = await database.query<PastUserRow>(sql`${thatMoment(asOf)}
    select ${columns(reader, asOf)} from user_then u
    where u.id = ${userId} and ${userInScope(reader.scope, sql`u.id`)}`);
  return user;
}
