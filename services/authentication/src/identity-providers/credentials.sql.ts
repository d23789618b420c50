import sql from 'sql-template-tag';
import type { Queryable } from '@annals/kit/database/database';

/**
 * Whether the account already has credentials: a password, a second factor, a linked account, an active session or an
 * API token. The user must be locked.
 */
export async function hasCredentials(
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
 * Whether a code sent to the email is enough to confirm the account. The account of a global master requires a global
 * master; and a second factor set up by a verified owner of the mailbox is not removed by its current reader.
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

/** A known device causes no mail about a new sign-in. */
export async function deleteKnownDevices(transaction: Queryable, userId: string): Promise<void> {
  await transaction.query(sql`delete from authentication.known_device where user_id = ${userId}`);
}

/** The linked accounts, as the events of their removal name them. */
export function lockIdentities(
  transaction: Queryable,
  userId: string,
): Promise<
  { identityId: string; identityProviderId: string; subject: string; email: string | null }[]
> {
  return transaction.query(sql`
    select id as "identityId", provider_id as "identityProviderId", subject, email
    from authentication.user_identity where user_id = ${userId} order by id for update`);
}
