import type { Queryable } from '@annals/kit/database/database';
import type { AuditSource } from '../context/actor.ts';
import { enqueueMail } from '../mail/outbox.sql.ts';

/** Puts the mail that tells of a changed password into the outbox. Wake the mail worker after the transaction. */
export async function tellOfChange(
  transaction: Queryable,
  user: { userId: string; email: string | null; lang: string },
  created: string,
  { address, userAgent, requestId }: AuditSource,
): Promise<void> {
  const { userId, email, lang } = user;
  if (email === null) return;
  const parameters = { address, userAgent, requestId };
  const mail = { kind: 'PASSWORD_CHANGED', recipient: email, userId, parameters, lang } as const;
  await enqueueMail(transaction, mail, created);
}
