import sql from 'sql-template-tag';
import type { Queryable } from '@annals/kit/database/database';
import { storeSkeletons } from './look-alikes.sql.ts';

/**
 * Stores the current state of the account as its newest version. Call it after each change of the row, in the same
 * transaction.
 */
async function storeUserVersion(
  transaction: Queryable,
  userId: string,
  changed: string,
): Promise<void> {
  await transaction.query(sql`
    insert into authentication.user_account_version
      (user_id, version, changed, username, email, name, status, lang, access_ends, search_text)
    select id, version, ${changed}, username, email, name, status, lang, access_ends, search_text
    from authentication.user_account where id = ${userId}`);
}

/** Activates an invited user; undefined if the user is disabled or deleted. */
export async function activateUser(
  transaction: Queryable,
  userId: string,
  at: string,
): Promise<
  | { userId: string; username: string; name: string; roles: string[]; signInNames: string[] }
  | undefined
> {
  const activated = await transaction.query(sql`
    update authentication.user_account set status = 'ACTIVE', version = version + 1
    where id = ${userId} and status = 'INVITED' returning 1 as done`);
  if (activated.length > 0) await storeUserVersion(transaction, userId, at);
  const [user] = await transaction.query<{
    userId: string;
    username: string;
    name: string;
    roles: string[];
    signInNames: string[];
  }>(sql`
    select id as "userId", username, name,
      array(select distinct role from authentication.effective_role where user_id = u.id order by role) as roles,
      array(select key from authentication.sign_in_name where user_id = u.id) as "signInNames"
    from authentication.user_account u where id = ${userId} and status = 'ACTIVE' for update of u`);
  return user;
}

/** Marks the email as verified: the user has shown access to its mailbox. */
export async function markEmailVerified(
  transaction: Queryable,
  userId: string,
  at: string,
): Promise<void> {
  await transaction.query(
    sql`update authentication.user_account set email_proven = ${at} where id = ${userId}`,
  );
}

export async function someUserExists(database: Queryable): Promise<boolean> {
  return (
    (await database.query(sql`select 1 as found from authentication.user_account limit 1`)).length >
    0
  );
}

interface NewUser {
  id: string;
  username: string;
  email: string;
  name: string;
  searchText: string;
  status: 'INVITED' | 'ACTIVE';
  lang: string;
  accessEnds: string | null;
  created: string;
}

/** Inserts the row and its first version. */
export async function insertUserRow(transaction: Queryable, user: NewUser): Promise<void> {
  const { id, username, email, name, searchText, status, lang, accessEnds, created } = user;
  await transaction.query(sql`
    insert into authentication.user_account (id, username, email, name, search_text, status, lang, access_ends, created)
    values (${id}, ${username}, ${email}, ${name}, ${searchText}, ${status}, ${lang}, ${accessEnds}, ${created})`);
  await storeSkeletons(transaction, id, username);
  await storeUserVersion(transaction, id, created);
}

export async function updateStatus(
  transaction: Queryable,
  userId: string,
  status: string,
  at: string,
): Promise<void> {
  await transaction.query(sql`
    update authentication.user_account set status = ${status}, version = version + 1 where id = ${userId}`);
  await storeUserVersion(transaction, userId, at);
}

/** Whether the user can sign in once active: with a password, or with an account at a provider. */
export async function hasSignInMethod(transaction: Queryable, userId: string): Promise<boolean> {
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
  /** Emails about change sets. */
  changeSetMails: boolean;
  /** From when the user has no access any more; null: it does not end. */
  accessEndsDate: string | null;
}

export async function updateProfile(
  transaction: Queryable,
  userId: string,
  { name, username, email, lang, changeSetMails, accessEndsDate }: Profile,
  searchText: string,
  at: string,
): Promise<void> {
  await transaction.query(sql`
    update authentication.user_account
    set name = ${name}, username = ${username}, email = ${email}, lang = ${lang}, search_text = ${searchText},
      change_set_mails = ${changeSetMails},
      access_ends = ${accessEndsDate},
      email_proven = case when email is not distinct from ${email}::text then email_proven end, version = version + 1
    where id = ${userId}`);
  await storeSkeletons(transaction, userId, username);
  await storeUserVersion(transaction, userId, at);
}
