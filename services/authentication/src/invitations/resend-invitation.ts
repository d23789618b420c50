import { say } from '@annals/contracts/messages';
import type { Caller } from '@annals/kit/caller';
import type { Queryable } from '@annals/kit/database/database';
import { conflict } from '@annals/kit/problem';
import { updateStatus } from '../accounts/accounts.sql.ts';
import * as audit from '../audit/audit-log.sql.ts';
import { userToChange } from '../authority/authority.ts';
import type { AuditSource } from '../context/actor.ts';
import { toTimestamp } from '../context/clock.ts';
import type { ServiceContext } from '../context/service-context.ts';
import { deleteMailsOf, enqueueMail } from '../mail/outbox.sql.ts';
import { consumePasswordLinks } from '../one-time-links/one-time-links.sql.ts';
import { insertInvitation, reopenInvitation } from './invitations.sql.ts';

/**
 * Resends the welcome mail with a new link, which replaces earlier ones; a withdrawn invitation is open again. Wake the
 * mail worker after the transaction.
 * @throws Problem 404 or 403 as userToChange, 409 for a user who has already signed in
 */
export async function resendInvitation(
  context: ServiceContext,
  transaction: Queryable,
  caller: Caller,
  userId: string,
  source: AuditSource,
): Promise<void> {
  const user = await userToChange(transaction, caller, userId);
  const { status, email, lang } = user;
  if (status === 'ACTIVE') throw alreadyIn();
  if (email === null) throw conflict('no_email', say('noEmail'));
  const actor = { id: caller.userId, at: context.clock(), source };
  const at = toTimestamp(actor.at);
  // The mails first: one that is being prepared locks its row until its link exists.
  await deleteMailsOf(transaction, userId, 'INVITATION');
  await consumePasswordLinks(transaction, userId, at);
  const reopened = await reopenInvitation(transaction, userId);
  if (!reopened) {
    // Disabled without an open invitation: there was an account.
    if (status === 'DISABLED') throw alreadyIn();
    const invitation = { userId, invitedBy: caller.userId, created: at, parameters: {} };
    await insertInvitation(transaction, invitation);
  }
  if (status === 'DISABLED') await updateStatus(transaction, userId, 'INVITED', at);
  await enqueueMail(transaction, { kind: 'INVITATION', recipient: email, userId, lang }, at);
  await audit.record(transaction, actor, 'invitation.resent', `user/${userId}`, {
    before: { status },
    after: { status: 'INVITED', email },
  });
}

/** The user has signed in before or was created with a password, so there is nothing to invite to. */
export function alreadyIn() {
  return conflict('already_accepted', say('alreadyAccepted'));
}
