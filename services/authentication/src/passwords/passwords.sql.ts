import sql from 'sql-template-tag';
import type { Queryable } from '@annals/kit/database/database';

/** Sets the password of a user; returns whether there was one before. */
export async function upsertPassword(
  transaction: Queryable,
  password: { userId: string; hash: string; changed: string },
): Promise<boolean> {
  const [set] = await transaction.query<{ replaced: boolean }>(sql`
    with before as (select 1 from authentication.password where user_id = ${password.userId})
    insert into authentication.password (user_id, hash, changed)
    values (${password.userId}, ${password.hash}, ${password.changed})
    on conflict (user_id) do update set hash = excluded.hash, changed = excluded.changed
    returning exists (select from before) as replaced`);
  return set?.replaced === true;
}

export interface PasswordHolder {
  userId: string;
  username: string;
  name: string;
  email: string | null;
  lang: string;
  roles: string[];
  hash: string | null;
}

export async function selectPasswordHolder(
  database: Queryable,
  userId: string,
): Promise<PasswordHolder | undefined> {
  const [holder] = await database.query<PasswordHolder>(sql`
    select u.id as "userId", u.username, u.name, u.email, u.lang, p.hash,
      array(select distinct role from authentication.effective_role where user_id = u.id order by role) as roles
    from authentication.user_account u left join authentication.password p on p.user_id = u.id
    where u.id = ${userId}`);
  return holder;
}

/** Replaces the password that was checked; false when the password has changed since. */
export async function replacePassword(
  transaction: Queryable,
  password: { userId: string; before: string; hash: string; changed: string },
): Promise<boolean> {
  const rows = await transaction.query(sql`
    update authentication.password set hash = ${password.hash}, changed = ${password.changed}
    where user_id = ${password.userId} and hash = ${password.before}
    returning 1 as done`);
  return rows.length === 1;
}
