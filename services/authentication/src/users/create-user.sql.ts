import sql from 'sql-template-tag';
import type { Queryable } from '@annals/kit/database/database';

export interface NewUser {
  id: string;
  username: string;
  email: string;
  name: string;
  searchText: string;
  status: 'INVITED' | 'ACTIVE';
  lang: string;
  created: string;
}

export async function insertUserRow(transaction: Queryable, user: NewUser): Promise<void> {
  const { id, username, email, name, searchText, status, lang, created } = user;
  await transaction.query(sql`
    insert into authentication.user_account (id, username, email, name, search_text, status, lang, created)
    values (${id}, ${username}, ${email}, ${name}, ${searchText}, ${status}, ${lang}, ${created})`);
}

/** False when somebody has the name already. */
export async function insertSignInName(
  transaction: Queryable,
  { key, userId }: { key: string; userId: string },
): Promise<boolean> {
  const rows = await transaction.query(sql`
    insert into authentication.sign_in_name (key, user_id, is_username, is_email)
    values (${key}, ${userId}, true, true)
    on conflict (key) do nothing returning 1 as done`);
  return rows.length === 1;
}

/** Grants roles and gives the names of those that exist. */
export async function insertUserRoles(
  transaction: Queryable,
  userId: string,
  roles: string[],
  at: string,
): Promise<string[]> {
  const rows = await transaction.query<{ role: string }>(sql`
    insert into authentication.user_role (user_id, role, granted_at)
    select ${userId}, name, ${at} from authentication.role where name = any(${roles})
    returning role`);
  return rows.map(({ role }) => role);
}
