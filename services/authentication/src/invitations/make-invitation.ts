import type { MailTemplateParameters } from '@annals/contracts/users';
import type { Queryable } from '@annals/kit/database/database';
import * as audit from '../audit/audit-log.sql.ts';
import type { AuditSource } from '../context/actor.ts';
import { toTimestamp } from '../context/clock.ts';
import type { ServiceContext } from '../context/service-context.ts';
import { enqueueMail } from '../mail/outbox.sql.ts';
import { insertInvitation } from './invitations.sql.ts';

/** Invites a new user: puts the welcome mail into the outbox. Wake the mail worker after the transaction. */
export async function makeInvitation(
  { clock }: ServiceContext,
  transaction: Queryable,
  invitation: {
    userId: string;
    email: string;
    lang: string;
    invitedBy: string | null;
    parameters: MailTemplateParameters;
  },
  source: AuditSource,
): Promise<string> {
  const { userId, email, lang, invitedBy, parameters } = invitation;
  const at = clock();
  const created = toTimestamp(at);
  const id = await insertInvitation(transaction, { userId, invitedBy, created, parameters });
  await enqueueMail(
    transaction,
    { kind: 'INVITATION', recipient: email, userId, parameters, lang },
    created,
  );
  await audit.record(
    transaction,
    { id: invitedBy, at, source },
    'invitation.made',
    `user/${userId}`,
    { after: { email } },
  );
  return id;
}
