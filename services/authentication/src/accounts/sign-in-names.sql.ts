import sql from 'sql-template-tag';
import type { Queryable } from '@annals/kit/database/database';
import { userInScope, type Scope } from '../authority/scope.sql.ts';

export interface SignInName {
  /** Normalized. */
  key: string;
  isUsername: boolean;
  isEmail: boolean;
}

/** False when the name is taken. */
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

/**
 * Claims a sign-in name for a user. `taken`: a user whom the actor may see has it. `unclaimed`: a user outside the
 * actor's scope has it, which must not be revealed to the actor; the user gets it when it becomes free (`claimNames`).
 */
export async function takeSignInName(
  transaction: Queryable,
  scope: Scope,
  userId: string,
  name: SignInName,
): Promise<'claimed' | 'unclaimed' | 'taken'> {
  const { key, isUsername, isEmail } = name;
  const waiting = await transaction.query(sql`
    select 1 as found from authentication.unclaimed_sign_in_name n
    where n.key = ${key} and n.user_id <> ${userId} and ${userInScope(scope, sql`n.user_id`)}`);
  if (waiting.length > 0) return 'taken';
  if (await insertSignInName(transaction, userId, name)) return 'claimed';
  const seen = await transaction.query(sql`
    select 1 as found from authentication.sign_in_name n
    where n.key = ${key} and ${userInScope(scope, sql`n.user_id`)}`);
  if (seen.length > 0) return 'taken';
  await transaction.query(sql`
    insert into authentication.unclaimed_sign_in_name (user_id, key, is_username, is_email)
    values (${userId}, ${key}, ${isUsername}, ${isEmail})`);
  return 'unclaimed';
}

/** Whether somebody signs in with this normalized name. */
export async function isNameTaken(database: Queryable, key: string): Promise<boolean> {
  const rows = await database.query(
    sql`select 1 as found from authentication.sign_in_name where key = ${key}`,
  );
  return rows.length === 1;
}

/** Whether another user signs in with this normalized name, or waits for it. */
export async function isNameOfAnother(
  database: Queryable,
  userId: string,
  key: string,
): Promise<boolean> {
  const rows = await database.query(sql`
    select 1 as found from authentication.sign_in_name where key = ${key} and user_id <> ${userId}
    union all
    select 1 from authentication.unclaimed_sign_in_name where key = ${key} and user_id <> ${userId} limit 1`);
  return rows.length === 1;
}

/** Claims the names that have become free for a user; false when another user still has one of them. */
export async function claimNames(transaction: Queryable, userId: string): Promise<boolean> {
  const waiting = await transaction.query<SignInName>(sql`
    select key, is_username as "isUsername", is_email as "isEmail"
    from authentication.unclaimed_sign_in_name where user_id = ${userId} order by key`);
  let all = true;
  for (const name of waiting) {
    if (await insertSignInName(transaction, userId, name))
      await transaction.query(sql`
        delete from authentication.unclaimed_sign_in_name where user_id = ${userId} and key = ${name.key}`);
    else all = false;
  }
  return all;
}

export async function deleteSignInNames(transaction: Queryable, userId: string): Promise<void> {
  await transaction.query(
    sql`delete from authentication.unclaimed_sign_in_name where user_id = ${userId}`,
  );
  await transaction.query(sql`delete from authentication.sign_in_name where user_id = ${userId}`);
}
