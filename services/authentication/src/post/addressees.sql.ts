import sql from 'sql-template-tag';
import type { MailTemplateParameters } from '@annals/contracts/users';
import type { Queryable } from '@annals/kit/database/database';

/** The user a mail is for, as far as the mail hangs on it. */
export interface Addressee {
  userId: string;
  email: string | null;
  status: 'INVITED' | 'ACTIVE' | 'DISABLED';
  lang: string;
  hasPassword: boolean;
  /** Names of the enabled identity providers the user can sign in with. */
  providers: string[];
  /** What was given for the welcome mail. */
  invitationParameters: MailTemplateParameters | null;
}

/**
 * The user with this id, or with this normalized user name or email. Nobody changes its status until the transaction is
 * over.
 */
export async function selectAddressee(
  transaction: Queryable,
  who: { userId: string } | { key: string },
): Promise<Addressee | undefined> {
  const matches =
    'userId' in who
      ? sql`u.id = ${who.userId}`
      : sql`u.id = (select user_id from authentication.sign_in_name where key = ${who.key})`;
  const [addressee] = await transaction.query<Addressee>(sql`
    select u.id as "userId", u.email, u.status, u.lang,
      exists (select from authentication.password p where p.user_id = u.id) as "hasPassword",
      array(select distinct provider.name::text
        from authentication.user_identity i join authentication.identity_provider provider on provider.id = i.provider_id
        where i.user_id = u.id and provider.enabled) as providers,
      (select i.parameters from authentication.invitation i where i.user_id = u.id) as "invitationParameters"
    from authentication.user_account u
    where ${matches}
    for share of u`);
  return addressee;
}
