import sql, { empty, join, type Sql } from 'sql-template-tag';
import type { Queryable } from '@annals/kit/database/database';

/** Whom the reader may see: everybody, or those of the reader's units and the units below, and the reader. */
export interface Sight {
  readerId: string;
  reach: 'all' | 'unit' | 'self';
}

export type UserRow = {
  id: string;
  username: string;
  name: string;
  email: string | null;
  status: string;
  lang: string;
  roles: string[];
  organizationalUnits: { id: string; name: string }[];
  createdDate: string;
  lastSignInDate: string | null;
};

/** Names the units within reach as `reachable`; put it before a select that uses `within` or `columns`. */
function reachableUnits({ readerId, reach }: Sight): Sql {
  if (reach !== 'unit') return empty;
  return sql`
    with recursive reachable(id) as (
      select unit_id from authentication.organizational_unit_member where user_id = ${readerId}
      union
      select unit.id from authentication.organizational_unit unit join reachable on unit.parent_id = reachable.id)`;
}

function within({ readerId, reach }: Sight): Sql {
  if (reach === 'all') return sql`true`;
  if (reach === 'self') return sql`u.id = ${readerId}`;
  return sql`(u.id = ${readerId} or exists (
    select from authentication.organizational_unit_member m join reachable on reachable.id = m.unit_id
    where m.user_id = u.id))`;
}

function columns({ readerId, reach }: Sight): Sql {
  // of a user seen through a unit, the units beyond the reader's reach stay unseen
  const seen =
    reach === 'unit'
      ? sql`and (u.id = ${readerId} or m.unit_id in (select id from reachable))`
      : empty;
  return sql`u.id, u.username, u.name, u.email, u.status, u.lang,
    array(select distinct role from authentication.effective_role where user_id = u.id order by role) as roles,
    (select coalesce(json_agg(json_build_object('id', unit.id, 'name', unit.name) order by unit.name, unit.id), '[]')
      from authentication.organizational_unit_member m
      join authentication.organizational_unit unit on unit.id = m.unit_id
      where m.user_id = u.id ${seen}) as "organizationalUnits",
    u.created as "createdDate", u.last_sign_in as "lastSignInDate"`;
}

export async function selectUser(
  database: Queryable,
  sight: Sight,
  userId: string,
): Promise<UserRow | undefined> {
  const [user] = await database.query<UserRow>(
    sql`
    ${reachableUnits(sight)}
    select ${columns(sight)} from authentication.user_account u where u.id = ${userId} and ${within(sight)}`,
    `authentication.user.${sight.reach}`,
  );
  return user;
}

/** @param key the folded user name */
export async function selectUserByName(
  database: Queryable,
  sight: Sight,
  key: string,
): Promise<UserRow | undefined> {
  const [user] = await database.query<UserRow>(sql`
    ${reachableUnits(sight)}
    select ${columns(sight)}
    from authentication.sign_in_name n join authentication.user_account u on u.id = n.user_id
    where n.key = ${key} and n.is_username and ${within(sight)}`);
  return user;
}

export type SortField = 'name' | 'email' | 'createdDate' | 'lastSignInDate';

const sortKeys: Record<SortField, Sql> = {
  name: sql`u.name`,
  email: sql`coalesce(u.email, '')`,
  createdDate: sql`u.created`,
  lastSignInDate: sql`coalesce(u.last_sign_in, '-infinity')`,
};

const sortTypes: Record<SortField, Sql> = {
  name: sql`text`,
  email: sql`text`,
  createdDate: sql`timestamptz`,
  lastSignInDate: sql`timestamptz`,
};

export interface UserFilter {
  status?: string | undefined;
  role?: string | undefined;
  /** Folded. */
  containing?: string | undefined;
}

export interface UserOrder {
  field: SortField;
  descending: boolean;
}

function matching(sight: Sight, { status, role, containing }: UserFilter): Sql {
  const conditions = [within(sight)];
  if (status !== undefined) conditions.push(sql`u.status = ${status}`);
  if (role !== undefined)
    conditions.push(
      sql`exists (select from authentication.user_role r where r.user_id = u.id and r.role = ${role})`,
    );
  if (containing !== undefined) conditions.push(sql`strpos(u.search_text, ${containing}) > 0`);
  return join(conditions, ' and ');
}

/** Users in order, after `after` (the value and id of the last one of the page before), at most `count`. */
export function selectUsers(
  database: Queryable,
  sight: Sight,
  filter: UserFilter,
  { field, descending }: UserOrder,
  part: { after?: { value: string; id: string } | undefined; skip: number; count: number },
): Promise<UserRow[]> {
  const key = sortKeys[field];
  const { after, skip, count } = part;
  const direction = descending ? sql`desc` : sql`asc`;
  const beyond = after
    ? sql`and (${key}, u.id) ${descending ? sql`<` : sql`>`} (${after.value}::${sortTypes[field]}, ${after.id}::uuid)`
    : empty;
  return database.query(sql`
    ${reachableUnits(sight)}
    select ${columns(sight)}
    from authentication.user_account u
    where ${matching(sight, filter)} ${beyond}
    order by ${key} ${direction}, u.id ${direction}
    limit ${count} offset ${skip}`);
}

/** How many users match, counted no further than `most`. */
export async function countUsers(
  database: Queryable,
  sight: Sight,
  filter: UserFilter,
  most: number,
): Promise<number> {
  const [row] = await database.query<{ count: number }>(sql`
    ${reachableUnits(sight)}
    select count(*) as count
    from (select from authentication.user_account u where ${matching(sight, filter)} limit ${most}) as counted`);
  return row?.count ?? 0;
}

/** Lets an invited user sign in; undefined when the user is disabled or gone. */
export async function activateUser(
  transaction: Queryable,
  userId: string,
): Promise<
  | { userId: string; username: string; name: string; roles: string[]; signInNames: string[] }
  | undefined
> {
  const [user] = await transaction.query<{
    userId: string;
    username: string;
    name: string;
    roles: string[];
    signInNames: string[];
  }>(sql`
    update authentication.user_account u set status = 'ACTIVE'
    where id = ${userId} and status <> 'DISABLED'
    returning id as "userId", username, name,
      array(select distinct role from authentication.effective_role where user_id = u.id order by role) as roles,
      array(select key from authentication.sign_in_name where user_id = u.id) as "signInNames"`);
  return user;
}

export async function someUserExists(database: Queryable): Promise<boolean> {
  return (
    (await database.query(sql`select 1 as found from authentication.user_account limit 1`)).length >
    0
  );
}
