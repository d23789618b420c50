import sql from 'sql-template-tag';
import type { Queryable } from '@annals/kit/database/database';
import { keepUserVersion } from './users.sql.ts';

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

/** Makes the row and its first version. */
export async function insertUserRow(transaction: Queryable, user: NewUser): Promise<void> {
  const { id, username, email, name, searchText, status, lang, created } = user;
  await transaction.query(sql`
    insert into authentication.user_account (id, username, email, name, search_text, status, lang, created)
    values (${id}, ${username}, ${email}, ${name}, ${searchText}, ${status}, ${lang}, ${created})`);
  await keepUserVersion(transaction, id, created);
}

export interface SignInName {
  /** Folded. */
  key: string;
  isUsername: boolean;
  isEmail: boolean;
}

/** False when somebody has the name already. */
export async function insertSignInName(
  transaction: Queryable,
  userId: string,
  { key, isUsername, isEmail }: SignInName,
): Promise<boolean> {
  const rows = await transaction.query(sql`
    insert into authentication.sign_in_name (key, user_id, is_username, is_email)
    values (${key}, ${userId}, ${isUsername}, ${isEmail})
    on conflict (key) do nothing returning 1 as done`);
  return rows.length === 1;
}

export async function deleteSignInNames(transaction: Queryable, userId: string): Promise<void> {
  await transaction.query(sql`delete from authentication.sign_in_name where user_id = ${userId}`);
}
