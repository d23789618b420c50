import sql from 'sql-template-tag';
import { uuidv7 } from 'uuidv7';
import type { Queryable } from '@annals/kit/database/database';

export type MailKind = 'INVITATION' | 'RESET' | 'SIGNUP' | 'PASSWORD_CHANGED' | 'NEW_SIGN_IN';

export interface MailToSend {
  kind: MailKind;
  /** An email address as typed; for RESET and SIGNUP whether it is a user's is found out when the mail goes out. */
  recipient: string;
  userId?: string | undefined;
  parameters?: object | undefined;
  lang: string;
}

/**
 * Puts a mail into the outbox, in the transaction of what it tells of. Wake the post when that is over.
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
