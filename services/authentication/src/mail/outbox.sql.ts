import sql from 'sql-template-tag';
import { uuidv7 } from 'uuidv7';
import type { ServiceMessage } from '@annals/contracts/messages';
import type { RemovedCredentials } from '@annals/contracts/sign-in';
import type { MailTemplateParameters } from '@annals/contracts/users';
import type { ChangeSetMail, FollowedMail, WebhookMail } from '@annals/kit/change-reports';
import type { Queryable } from '@annals/kit/database/database';

export type MailKind =
  | 'INVITATION'
  | 'RESET'
  | 'SIGNUP'
  | 'PASSWORD_CHANGED'
  | 'TOKEN_CREATED'
  | 'NEW_SIGN_IN'
  | 'EMAIL_CODE'
  | 'CREDENTIALS_REMOVED'
  | 'SESSION_REUSED'
  | 'SECOND_FACTOR_DUE'
  | 'CHANGE_SET'
  | 'WEBHOOK_GIVEN_UP'
  | 'FOLLOWED';

export type GivenUpWebhook = Pick<WebhookMail, 'webhook'> & Partial<WebhookMail>;

export interface MailToSend {
  kind: MailKind;
  /** An email address as entered; for RESET and SIGNUP its user is looked up when the mail is sent. */
  recipient: string;
  userId?: string | undefined;
  parameters?: MailParameters | undefined;
  lang: string;
}

/** Parameters stored with the mail; for INVITATION the specification's mailTemplateParameters. */
export interface MailParameters {
  /** Overrides the language of the user. */
  lang?: string | undefined;
  /** The source of the request that caused the mail: recorded with mail.sent, and shown in the mail. */
  address?: string | null | undefined;
  requestId?: string | null | undefined;
  /** PASSWORD_CHANGED, TOKEN_CREATED, NEW_SIGN_IN, CREDENTIALS_REMOVED and SESSION_REUSED: the User-Agent header. */
  userAgent?: string | undefined;
  /** EMAIL_CODE: the confirmation that the code is for, in hexadecimal. */
  confirmationHash?: string | undefined;
  /**
   * CREDENTIALS_REMOVED: the provider that the user signed in with, and the removed credentials.
   */
  providerName?: string | undefined;
  removed?: RemovedCredentials | undefined;
  /** TOKEN_CREATED: the new token. */
  tokenId?: string | undefined;
  /** SECOND_FACTOR_DUE: the deadline. */
  due?: string | undefined;
  /** CHANGE_SET: what happened to it. */
  changeSet?: ChangeSetMail | undefined;
  /** WEBHOOK_GIVEN_UP: the webhook; without a partition one of the audit log. */
  webhook?: GivenUpWebhook | undefined;
  /** FOLLOWED: what changed. */
  followed?: FollowedMail | undefined;
  /** RESET: requested by an administrator. */
  byAdministrator?: boolean | undefined;
  /** SIGNUP: as typed; INVITATION has none of its own. */
  name?: string | undefined;
  email?: string | undefined;
  headline?: string | undefined;
  body?: string | undefined;
  ctaText?: string | undefined;
  ctaLink?: string | undefined;
  footer?: string | undefined;
}

/**
 * Puts a mail into the outbox, in the transaction of the change. Wake the mail worker after the transaction.
 * @param created RFC 3339
 */
export async function enqueueMail(
  transaction: Queryable,
  { kind, recipient, userId, parameters = {}, lang }: MailToSend,
  created: string,
): Promise<void> {
  await transaction.query(sql`
    insert into authentication.mail (id, kind, recipient, user_id, parameters, lang, created, next_attempt)
    values (${uuidv7()}, ${kind}, ${recipient}, ${userId ?? null}, ${JSON.stringify(parameters)}::jsonb, ${lang},
      ${created}, ${created})`);
}

export interface QueuedMail {
  id: string;
  kind: MailKind;
  recipient: string;
  userId: string | null;
  parameters: MailParameters;
  lang: string;
  created: string;
  /** Includes the mail being sent. */
  attempts: number;
}

/** Claims one due mail for the time of the lease; other servers see it again after that. */
export async function claimMail(
  database: Queryable,
  at: string,
  leaseEnd: string,
): Promise<QueuedMail | undefined> {
  const [mail] = await database.query<QueuedMail>(sql`
    update authentication.mail set attempts = attempts + 1, next_attempt = ${leaseEnd}
    where id = (
      select id from authentication.mail where next_attempt <= ${at} order by next_attempt, id limit 1
      for update skip locked)
    returning id, kind, recipient, user_id as "userId", parameters, lang, created, attempts`);
  return mail;
}

/** Whether the mail is still to be sent; locks it until the end of the transaction. */
export async function lockMail(transaction: Queryable, id: string): Promise<boolean> {
  const rows = await transaction.query(
    sql`select 1 as found from authentication.mail where id = ${id} for update`,
  );
  return rows.length === 1;
}

export async function postponeMail(
  database: Queryable,
  id: string,
  { nextAttempt, failure }: { nextAttempt: string; failure: ServiceMessage },
): Promise<void> {
  await database.query(sql`
    update authentication.mail set next_attempt = ${nextAttempt}, failure = ${JSON.stringify(failure)}::jsonb where id = ${id}`);
}

/**
 * Makes failed mails due now.
 * @param leaseEnd a mail that is due earlier may be in progress, and is retried by then anyway
 */
export async function makeFailedMailsDue(
  transaction: Queryable,
  at: string,
  leaseEnd: string,
): Promise<number> {
  const rows = await transaction.query(sql`
    update authentication.mail set next_attempt = ${at}
    where failure is not null and next_attempt > ${leaseEnd}::timestamptz
    returning id`);
  return rows.length;
}

export async function deleteMail(transaction: Queryable, id: string): Promise<void> {
  await transaction.query(sql`delete from authentication.mail where id = ${id}`);
}

/** Removes the pending mails of a user from the outbox. The user must be locked; invalidate the links afterwards. */
export async function deleteMailsOf(
  transaction: Queryable,
  userId: string,
  kind: MailKind,
): Promise<void> {
  await transaction.query(sql`
    delete from authentication.mail where user_id = ${userId} and kind = ${kind}`);
}

/** Removes values, titles and reasons of objects from unsent mails. Does not wait for a mail in progress. */
export async function eraseFromMails(transaction: Queryable, timelineIds: string[]): Promise<void> {
  const mails = await transaction.query<Pick<QueuedMail, 'id' | 'parameters'>>(sql`
    select id, parameters from authentication.mail where kind = 'FOLLOWED' for update`);
  for (const { id, parameters } of mails) {
    const { followed } = parameters;
    if (!followed) continue;
    const left = withoutObjects(followed, new Set(timelineIds));
    if (left !== followed)
      await transaction.query(sql`
        update authentication.mail set parameters = ${JSON.stringify({ ...parameters, followed: left })}::jsonb
        where id = ${id}`);
  }
}

/** Renames a change set in unsent mails. */
export async function renameInMails(
  transaction: Queryable,
  { id, name }: { id: string; name: string },
): Promise<void> {
  await transaction.query(sql`
    update authentication.mail set parameters = jsonb_set(parameters, '{changeSet,changeSet,name}', to_jsonb(${name}::text))
    where kind = 'CHANGE_SET' and parameters #>> '{changeSet,changeSet,id}' = ${id}`);
}

/** The same mail without these objects. */
function withoutObjects(mail: FollowedMail, timelineIds: ReadonlySet<string>): FollowedMail {
  const isGone = (one: { timelineId: string } | null) =>
    one !== null && timelineIds.has(one.timelineId);
  const withoutTitle = <Titled extends { timelineId: string; title: string | null }>(one: Titled) =>
    isGone(one) ? { ...one, title: null } : one;
  if (
    !mail.subscriptions.some(({ object, references, versions }) =>
      [object, ...references, ...versions].some(isGone),
    )
  )
    return mail;
  return {
    ...mail,
    subscriptions: mail.subscriptions.map((subscription) => ({
      ...subscription,
      object: subscription.object && withoutTitle(subscription.object),
      references: subscription.references.map(withoutTitle),
      versions: subscription.versions.map((version) =>
        isGone(version)
          ? {
              ...version,
              title: null,
              reason: null,
              changes: [],
              moreChanges: version.changes.length + version.moreChanges,
            }
          : version,
      ),
    })),
  };
}

/** The recipient of a mail, with what its content depends on. */
export interface Recipient {
  userId: string;
  email: string | null;
  status: 'INVITED' | 'ACTIVE' | 'DISABLED';
  lang: string;
  /** Wants emails about change sets. */
  changeSetMails: boolean;
  hasPassword: boolean;
  /** Names of the enabled identity providers the user can sign in with. */
  providers: string[];
  /** The parameters of the welcome mail. */
  invitationParameters: MailTemplateParameters | null;
}

/**
 * The user with this id, or with this normalized user name or email. Locks the status until the end of the transaction.
 */
export async function selectRecipient(
  transaction: Queryable,
  who: { userId: string } | { key: string },
): Promise<Recipient | undefined> {
  const matches =
    'userId' in who
      ? sql`u.id = ${who.userId}`
      : sql`u.id = (select user_id from authentication.sign_in_name where key = ${who.key})`;
  const [recipient] = await transaction.query<Recipient>(sql`
    select u.id as "userId", u.email, u.status, u.lang, u.change_set_mails as "changeSetMails",
      exists (select from authentication.password p where p.user_id = u.id) as "hasPassword",
      array(select distinct provider.name::text
        from authentication.user_identity i join authentication.identity_provider provider on provider.id = i.provider_id
        where i.user_id = u.id and provider.enabled) as providers,
      (select i.parameters from authentication.invitation i where i.user_id = u.id) as "invitationParameters"
    from authentication.user_account u
    where ${matches}
    for share of u`);
  return recipient;
}

/**
 * Records that the mail was sent, with a link that works until `expires`. This reopens an invitation that was withdrawn
 * before its user was enabled again.
 */
export async function recordSentInvitation(
  transaction: Queryable,
  userId: string,
  { sent, expires }: { sent: string; expires: string },
): Promise<void> {
  await transaction.query(sql`
    update authentication.invitation i set sent = ${sent}, expires = ${expires}, failure = null,
      withdrawn = case when u.status = 'INVITED' then null else i.withdrawn end
    from authentication.user_account u
    where i.user_id = ${userId} and u.id = i.user_id`);
}

/** Records that the mail was not sent and will not be. */
export async function recordFailedInvitation(
  transaction: Queryable,
  userId: string,
  failure: ServiceMessage,
): Promise<void> {
  await transaction.query(sql`
    update authentication.invitation set failure = ${JSON.stringify(failure)}::jsonb
    where user_id = ${userId} and accepted is null and withdrawn is null`);
}

/** Sets the code that is about to be mailed; undefined if nothing waits for one any more. */
export async function setConfirmationCode(
  transaction: Queryable,
  { hash, userId, codeHash }: { hash: Buffer; userId: string; codeHash: Buffer },
  at: string,
): Promise<{ providerName: string } | undefined> {
  const [set] = await transaction.query<{ providerName: string }>(sql`
    update authentication.identity_confirmation c set code_hash = ${codeHash}
    from authentication.identity_provider p
    where c.hash = ${hash} and c.user_id = ${userId} and c.expires > ${at} and p.id = c.provider_id
    returning p.name as "providerName"`);
  return set;
}
