import sql from 'sql-template-tag';
import type { Queryable } from '@annals/kit/database/database';

export type LinkPurpose = 'SETUP' | 'INVITATION' | 'RESET' | 'SIGNUP' | 'REVOCATION';
/** The links that set a password and sign in. */
export type PasswordLinkPurpose = Exclude<LinkPurpose, 'REVOCATION'>;

/** The user to create when a SIGNUP link is used. */
export interface SignUp {
  email: string;
  name: string;
  lang: string;
}

export interface LinkRow<Purpose extends LinkPurpose = LinkPurpose> {
  purpose: Purpose;
  expires: string;
  used: string | null;
  userId: string | null;
  username: string | null;
  email: string | null;
  name: string | null;
  lang: string | null;
  status: string | null;
  signUp: SignUp | null;
  /** Whether the link was sent only to the email. */
  mailed: boolean;
}

/** The link and its user. */
export async function selectLink(database: Queryable, hash: Buffer): Promise<LinkRow | undefined> {
  const [link] = await database.query<LinkRow>(sql`
    select l.purpose, l.expires, l.used, u.id as "userId", u.username, u.email, u.name, u.lang, u.status,
      l.sign_up as "signUp", l.mailed
    from authentication.one_time_link l left join authentication.user_account u on u.id = l.user_id
    where l.hash = ${hash}`);
  return link;
}

/** Consumes the link; false when it was already used or has expired. */
export async function consumeLink(
  transaction: Queryable,
  hash: Buffer,
  at: string,
): Promise<boolean> {
  const rows = await transaction.query(sql`
    update authentication.one_time_link set used = ${at}
    where hash = ${hash} and used is null and expires > ${at}
    returning 1 as done`);
  return rows.length === 1;
}

/**
 * Invalidates all links with which a user could set a password: it was set, or they are replaced. Links that revoke
 * tokens stay valid: whoever knows the password could otherwise invalidate the one in a warning.
 */
export async function consumePasswordLinks(
  transaction: Queryable,
  userId: string,
  at: string,
): Promise<number> {
  const links = await transaction.query(sql`
    update authentication.one_time_link set used = ${at}
    where user_id = ${userId} and purpose <> 'REVOCATION' and used is null returning 1 as done`);
  return links.length;
}

export async function insertLink(
  transaction: Queryable,
  link: {
    hash: Buffer;
    userId: string | null;
    purpose: LinkPurpose;
    signUp?: SignUp | undefined;
    mailed?: boolean | undefined;
    created: string;
    expires: string;
  },
): Promise<void> {
  const signUp = link.signUp === undefined ? null : JSON.stringify(link.signUp);
  await transaction.query(sql`
    insert into authentication.one_time_link (hash, user_id, purpose, sign_up, mailed, created, expires)
    values (${link.hash}, ${link.userId}, ${link.purpose}, ${signUp}::jsonb, ${link.mailed ?? false}, ${link.created}, ${link.expires})`);
}

/** Deletes a link that was not delivered. */
export async function deleteLink(transaction: Queryable, hash: Buffer): Promise<void> {
  await transaction.query(sql`
    delete from authentication.one_time_link where hash = ${hash} and used is null`);
}

/** Deletes unused set-up links created before a given time. */
export async function deleteUnusedSetUpLinks(
  transaction: Queryable,
  before: string,
): Promise<number> {
  const rows = await transaction.query(sql`
    delete from authentication.one_time_link
    where purpose = 'SETUP' and used is null and created < ${before} returning 1 as done`);
  return rows.length;
}

/** Whether there is a user who can sign in. */
export async function someoneCanSignIn(database: Queryable): Promise<boolean> {
  const rows = await database.query(sql`
    select 1 as found from authentication.user_account u join authentication.password p on p.user_id = u.id
    where u.status = 'ACTIVE' limit 1`);
  return rows.length > 0;
}

/** Prevents other transactions from creating or using a set-up link until the end of this one. */
export async function lockSetUp(transaction: Queryable): Promise<void> {
  await transaction.query(sql`select pg_advisory_xact_lock(hashtextextended('annals set-up', 0))`);
}
