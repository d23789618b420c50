import sql from 'sql-template-tag';
import type { Queryable } from '@annals/kit/database/database';
import { keepUserVersion } from './users.sql.ts';

export async function updateStatus(
  transaction: Queryable,
  userId: string,
  status: string,
  at: string,
): Promise<void> {
  await transaction.query(sql`
    update authentication.user_account set status = ${status}, version = version + 1 where id = ${userId}`);
  await keepUserVersion(transaction, userId, at);
}

/** Whether the user can sign in once active: with a password, or with an account at a provider. */
export async function hasWayIn(transaction: Queryable, userId: string): Promise<boolean> {
  const rows = await transaction.query(sql`
    select 1 as found from authentication.password where user_id = ${userId}
    union all select 1 from authentication.user_identity where user_id = ${userId} limit 1`);
  return rows.length > 0;
}

export interface Profile {
  name: string;
  username: string;
  email: string | null;
  lang: string;
}

export async function updateProfile(
  transaction: Queryable,
  userId: string,
  { name, username, email, lang }: Profile,
  searchText: string,
  at: string,
): Promise<void> {
  await transaction.query(sql`
    update authentication.user_account
    set name = ${name}, username = ${username}, email = ${email}, lang = ${lang}, search_text = ${searchText},
      email_proven = case when email is not distinct from ${email}::text then email_proven end, version = version + 1
    where id = ${userId}`);
  await keepUserVersion(transaction, userId, at);
}
