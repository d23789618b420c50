import sql, { empty, type Sql } from 'sql-template-tag';
import type { DataUser } from '@annals/contracts/data-user';
import type { Caller } from '@annals/kit/caller';
import type { Queryable } from '@annals/kit/database/database';
import { columnKey, keysetsOf, type Keyset, type PageRange } from '@annals/kit/lists/keyset';
import type { Found } from '@annals/kit/lists/page-bytes';
import { mayOpen, type Scope } from '../partitions/scope.sql.ts';

/** Saves the names that are shown beside the changes of a user. Writes only what differs. */
export async function saveDataUser(
  database: Queryable,
  { userId, username, name }: Caller,
): Promise<void> {
  await database.query(
    sql`insert into data.data_user as kept (user_id, username, name) values (${userId}, ${username}, ${name})
      on conflict (user_id) do update set username = excluded.username, name = excluded.name
      where (kept.username, kept.name) is distinct from (excluded.username, excluded.name)`,
    'data-user-keep',
  );
}

/** What a user is called, as an expression; null for one who is not known. */
export const nameOf = (user: Sql): Sql =>
  sql`(select coalesce(nullif(name, ''), username) from data.data_user where user_id = ${user})`;

/** The names of those who have one, by their ids. */
export async function findNames(
  database: Queryable,
  userIds: readonly string[],
): Promise<Record<string, string>> {
  const rows = await database.query<{ id: string; name: string }>(
    sql`select user_id as id, name from data.data_user where user_id = any(${[...new Set(userIds)]}::uuid[]) and name <> ''`,
    'data-user-names',
  );
  return Object.fromEntries(rows.map(({ id, name }) => [id, name]));
}

/** The caller who searches for users. */
export interface Asker {
  askerId: string;
  /** May see all users, not only themselves and users who share a partition. */
  all: boolean;
}

const maySee = ({ askerId, all }: Asker, userId: Sql): Sql =>
  sql`(${all}::boolean or ${userId} = ${askerId} or exists (
    select from data.member theirs
    join data.member mine on mine.partition_id = theirs.partition_id and mine.user_id = ${askerId}
    where theirs.user_id = ${userId}))`;

/** Undefined also for a user whom the asker may not see. */
export async function findDataUser(
  database: Queryable,
  userId: string,
  asker: Asker,
): Promise<DataUser | undefined> {
  const [user] = await database.query<{ id: string; username: string; name: string }>(
    sql`select u.user_id as id, u.username, u.name from data.data_user u
      where u.user_id = ${userId} and ${maySee(asker, sql`u.user_id`)}`,
    'data-user-find',
  );
  return user;
}

export type ListedUser = {
  id: string;
  username: string;
  name: string;
  shownName: string;
  partitionCount: number;
  versionCount: number;
};

export interface UserFilter {
  asker: Asker;
  scope: Scope;
  /** Contained in name or username, in any case of letters. */
  name: string | undefined;
}

const shownName = sql`coalesce(nullif(u.name, ''), u.username) collate "und-x-icu"`;

export const usersSortedBy = keysetsOf<ListedUser, 'name'>(
  'dataUsers',
  { name: columnKey('shownName', shownName, 'text', 'und-x-icu') },
  columnKey('id', sql`u.user_id`, 'uuid'),
);

/** Users by name, with their activity in the partitions that the caller can open. */
export async function listDataUsers(
  database: Queryable,
  { asker, scope, name }: UserFilter,
  sorted: Keyset<ListedUser>,
  range: PageRange,
): Promise<Found<ListedUser>[]> {
  const rows = sql`select shown.*, counted."partitionCount", counted."versionCount"
      from (
        select u.user_id as id, u.username, u.name, ${shownName} as "shownName" from data.data_user u
        where ${maySee(asker, sql`u.user_id`)} ${nameContains(name)} ${sorted.after(range)}
        ${sorted.orderAndLimit(range)}
      ) shown
      cross join lateral (
        select count(*) as "partitionCount", coalesce(sum(w.version_count), 0)::bigint as "versionCount"
        from (select partition_id from data.member where user_id = shown.id
            union select partition_id from data.writer where user_id = shown.id) touched
        left join data.writer w on w.partition_id = touched.partition_id and w.user_id = shown.id
        where ${mayOpen(scope, sql`touched.partition_id`)}
      ) counted`;
  return database.query<Found<ListedUser>>(sorted.measured(rows, range));
}

function nameContains(name: string | undefined): Sql {
  if (name === undefined) return empty;
  const wanted = sql`lower(${name}::text collate "und-x-icu")`;
  return sql`and (position(${wanted} in lower(u.name collate "und-x-icu")) > 0
    or position(${wanted} in lower(u.username collate "und-x-icu")) > 0)`;
}
