import sql from 'sql-template-tag';
import type { Queryable } from '@annals/kit/database/database';

/**
 * Whether somebody can get into the account already: with a password, a second factor that was set up, an account at a
 * provider, a session that goes on or an API token. Have the user locked.
 */
export async function signsInAlready(
  transaction: Queryable,
  userId: string,
  at: string,
): Promise<boolean> {
  const [found] = await transaction.query<{ found: boolean }>(sql`
    select exists (select from authentication.password where user_id = ${userId})
      or exists (select from authentication.second_factor where user_id = ${userId} and confirmed)
      or exists (select from authentication.user_identity where user_id = ${userId})
      or exists (select from authentication.session
        where user_id = ${userId} and ended is null and expires_absolute > ${at})
      or exists (select from authentication.api_token
        where user_id = ${userId} and revoked is null and (expires is null or expires > ${at})) as found`);
  return found?.found === true;
}

/**
 * Whether a code sent to the email suffices to open the account. The account of a global master needs a global master;
 * and a second factor that was set up by whoever reads the mailbox is not removed by who reads it now.
 */
export async function mayConfirmByEmail(database: Queryable, userId: string): Promise<boolean> {
  const [account] = await database.query<{ may: boolean }>(sql`
    select not exists (
        select from authentication.effective_role where user_id = u.id and role = 'GLOBAL_MASTER')
      and (u.email_proven is null or not exists (
        select from authentication.second_factor where user_id = u.id and confirmed)) as may
    from authentication.user_account u where u.id = ${userId}`);
  return account?.may === true;
}

export async function deletePassword(transaction: Queryable, userId: string): Promise<boolean> {
  const rows = await transaction.query(
    sql`delete from authentication.password where user_id = ${userId} returning 1 as done`,
  );
  return rows.length > 0;
}

/** A device that is known brings no mail about a new sign-in. */
export async function deleteKnownDevices(transaction: Queryable, userId: string): Promise<void> {
  await transaction.query(sql`delete from authentication.known_device where user_id = ${userId}`);
}

export async function selectIdentityIds(transaction: Queryable, userId: string): Promise<string[]> {
  const rows = await transaction.query<{ id: string }>(sql`
    select id from authentication.user_identity where user_id = ${userId} order by id for update`);
  return rows.map(({ id }) => id);
}
