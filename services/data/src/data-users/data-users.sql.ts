import sql, { empty, type Sql } from 'sql-template-tag';
import type { DataUser } from '@annals/contracts/data-user';
import type { Caller } from '@annals/kit/caller';
import type { Queryable } from '@annals/kit/database/database';
import { searchedWords } from '@annals/rules/searched-words';
import { columnKey, keysetsOf, type Keyset, type PageRange } from '@annals/kit/lists/keyset';
import type { Found } from '@annals/kit/lists/page-bytes';
import { mayOpen, scopeOf, type Scope } from '../partitions/scope.sql.ts';

/** The names of a user. */
export type UserNames = Pick<Caller, 'username' | 'name'>;

/** The names of a user or an application according to the authentication service; undefined for an unknown id. */
export type FindUserNames = (userId: string) => Promise<UserNames | undefined>;

/** Saves the names that are shown beside the changes of a user. Writes only what differs. */
export async function saveDataUser(
  database: Queryable,
  { userId, username, name }: Caller,
): Promise<void> {
  await database.query(
    sql`insert into data.data_user as kept (user_id, username, name) values (${userId}, ${username}, ${name})
      on conflict (user_id) do update set username = excluded.username, name = excluded.name, has_called = true
      where (kept.username, kept.name, kept.has_called) is distinct from (excluded.username, excluded.name, true)`,
    'data-user-keep',
  );
}

/** Saves the names of a user who may not have called this service yet; existing names are kept. */
export async function introduceUser(
  database: Queryable,
  userId: string,
  { username, name }: UserNames,
): Promise<void> {
  await database.query(
    sql`insert into data.data_user as kept (user_id, username, name, has_called)
      values (${userId}, ${username}, ${name}, false)
      on conflict (user_id) do update set username = excluded.username, name = excluded.name
      where not kept.has_called and (kept.username, kept.name) is distinct from (excluded.username, excluded.name)`,
    'data-user-introduce',
  );
}

/** The name of a user, as an expression; null for an unknown one. */
export const nameOf = (user: Sql): Sql =>
  sql`(select coalesce(nullif(name, ''), username) from data.data_user where user_id = ${user})`;

/** The names of users who have one, by their ids. */
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
export interface UserViewer {
  viewerId: string;
  /** May see all users, not only themselves and users who share a partition. */
  all: boolean;
}

/** The users of the partitions where the viewer is a member. */
const knownTo = (viewerId: string): Sql => sql`select theirs.user_id from data.member theirs
  join data.member mine on mine.partition_id = theirs.partition_id where mine.user_id = ${viewerId}`;

export const viewerOf = (caller: Caller): UserViewer => ({
  viewerId: caller.userId,
  all: caller.scope('data-users:read') === 'all',
});

/** Whether the viewer may see the user `u`. */
const isSeenBy = ({
  all,
  viewerId,
}: UserViewer): Sql => sql`(${all}::boolean or u.user_id = ${viewerId}
  or exists (${knownTo(viewerId)} and theirs.user_id = u.user_id))`;

/** Also undefined for a user whom the viewer may not see. */
export async function findDataUser(
  database: Queryable,
  userId: string,
  viewer: UserViewer,
): Promise<DataUser | undefined> {
  const [user] = await database.query<{ id: string; username: string; name: string }>(
    sql`select u.user_id as id, u.username, u.name from data.data_user u
      where u.user_id = ${userId} and u.has_called and ${isSeenBy(viewer)}`,
    'data-user-find',
  );
  return user;
}

/** A user who did something in a partition. */
export interface PartitionActor {
  partitionId: string;
  userId: string;
}

/** Those of the actors whom the caller may see, in partitions that the caller may open. */
export async function findVisibleActors(
  database: Queryable,
  caller: Caller,
  actors: readonly PartitionActor[],
): Promise<PartitionActor[]> {
  const partitionIds = actors.map(({ partitionId }) => partitionId);
  const userIds = actors.map(({ userId }) => userId);
  return database.query<PartitionActor & Record<string, unknown>>(
    sql`select acted.partition_id as "partitionId", acted.user_id as "userId"
      from unnest(${partitionIds}::uuid[], ${userIds}::uuid[]) as acted (partition_id, user_id)
      join data.data_user u on u.user_id = acted.user_id and u.has_called
      where ${mayOpen(scopeOf(caller), sql`acted.partition_id`)} and ${isSeenBy(viewerOf(caller))}`,
    'data-user-actors',
  );
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
  viewer: UserViewer;
  scope: Scope;
  /** A part of name or username, ignoring case. */
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
  { viewer, scope, name }: UserFilter,
  sorted: Keyset<ListedUser>,
  range: PageRange,
): Promise<Found<ListedUser>[]> {
  const { all, viewerId } = viewer;
  const seen = all
    ? empty
    : sql`and (u.user_id = ${viewerId} or u.user_id in (${knownTo(viewerId)}))`;
  const rows = sql`select u.user_id as id, u.username, u.name, ${shownName} as "shownName" from data.data_user u
    where u.has_called ${seen} ${nameContains(name)} ${sorted.after(range)} ${sorted.orderAndLimit(range)}`;
  const users = await database.query<Found<Omit<ListedUser, keyof Activity>>>(
    sorted.measured(rows, range),
  );
  const activities = await findActivities(
    database,
    scope,
    users.map(({ id }) => id),
  );
  return users.map((user) => Object.assign(user, activities.get(user.id) ?? none));
}

type Activity = Pick<ListedUser, 'partitionCount' | 'versionCount'>;
const none: Activity = { partitionCount: 0, versionCount: 0 };

/** By user, in the partitions that the caller can open. */
async function findActivities(
  database: Queryable,
  scope: Scope,
  userIds: string[],
): Promise<Map<string, Activity>> {
  const rows = await database.query<Activity & { userId: string }>(
    sql`select touched.user_id as "userId", count(*) as "partitionCount",
        coalesce(sum(w.version_count), 0)::bigint as "versionCount"
      from (select partition_id, user_id from data.member where user_id = any(${userIds}::uuid[])
          union select partition_id, user_id from data.writer where user_id = any(${userIds}::uuid[])) touched
      left join data.writer w on w.partition_id = touched.partition_id and w.user_id = touched.user_id
      where ${mayOpen(scope, sql`touched.partition_id`)} group by touched.user_id`,
    'data-users-activity',
  );
  return new Map(rows.map(({ userId, ...activity }) => [userId, activity]));
}

/** All words of the text, in any order. */
function nameContains(name: string | undefined): Sql {
  if (name === undefined) return empty;
  return sql`and not exists (select from unnest(${searchedWords(name)}::text[]) as wanted (word)
    where strpos(data.folded(u.name || ' ' || u.username), word) = 0)`;
}
