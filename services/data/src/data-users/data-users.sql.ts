import sql from 'sql-template-tag';
import type { DataUser } from '@annals/contracts/data-user';
import type { Caller } from '@annals/kit/caller';
import type { Queryable } from '@annals/kit/database/database';

/** Keeps what is shown of a user beside their changes. Writes only what differs. */
export async function keepDataUser(
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

/** A user who is the asker, shares a partition with them, or is anyone when `all`; undefined otherwise. */
export async function findDataUser(
  database: Queryable,
  { userId, askerId, all }: { userId: string; askerId: string; all: boolean },
): Promise<DataUser | undefined> {
  const [user] = await database.query<{ id: string; username: string; name: string }>(
    sql`select user_id as id, username, name from data.data_user
      where user_id = ${userId} and (${all} or user_id = ${askerId} or exists (
        select from data.member theirs
        join data.member mine on mine.partition_id = theirs.partition_id and mine.user_id = ${askerId}
        where theirs.user_id = ${userId}))`,
    'data-user-find',
  );
  return user;
}
