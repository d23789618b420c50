import type { Caller } from '@annals/kit/caller';
import type { Queryable } from '@annals/kit/database/database';
import { updateStatus } from '../accounts/accounts.sql.ts';
import * as audit from '../audit/audit-log.sql.ts';
import { requireMayActAs, userToChange } from '../authority/authority.ts';
import type { AuditSource } from '../context/actor.ts';
import { toTimestamp } from '../context/clock.ts';
import type { RolesByName, ServiceContext } from '../context/service-context.ts';
import { deleteMailsOf } from '../mail/outbox.sql.ts';
import { consumePasswordLinks } from '../one-time-links/one-time-links.sql.ts';
import { newLink, type NewLink } from '../one-time-links/one-time-links.ts';
import { requireRecentProof } from '../sessions/fresh-proof.ts';
import type { InvitationRow } from './invitation-list.sql.ts';
import { findInvitation } from './invitation-list.ts';
import {
  recordLinkOfInvitation,
  recordWithdrawnInvitation,
  reopenInvitation,
} from './invitations.sql.ts';
import { alreadyIn, resendInvitation } from './resend-invitation.ts';

/** Resends the welcome mail. @throws Problem 403, 404, 409 for a user who has already signed in */
export async function resend(
  context: ServiceContext,
  caller: Caller,
  invitationId: string,
  source: AuditSource,
): Promise<InvitationRow> {
  const { database } = context;
  const answer = await database.transaction(async (transaction) => {
    const { userId } = await findInvitation(context, transaction, caller, invitationId);
    await resendInvitation(context, transaction, caller, userId, source);
    return findInvitation(context, transaction, caller, invitationId);
  });
  context.mailWorker.wake();
  return answer;
}

/** Creates a link to send instead of the mail. @throws Problem 403, 404, 409 for a user who has already signed in */
export async function makeInvitationLink(
  context: ServiceContext,
  caller: Caller,
  invitationId: string,
  source: AuditSource,
): Promise<{ link: string; expiresDate: string }> {
  const { database } = context;
  await requireRecentProof(context, caller);
  const rolesByName = await context.roleCache.current();
  const link = await database.transaction(async (transaction) => {
    const { userId, state } = await findInvitation(context, transaction, caller, invitationId);
    if (state === 'ACCEPTED') throw alreadyIn();
    return linkOf(context, transaction, { caller, rolesByName }, userId, source);
  });
  return { link: link.address, expiresDate: link.expires };
}

/**
 * Withdraws the invitation and disables the user. @throws Problem 403, 404, 409 for a user who has already signed in
 */
export async function withdrawInvitation(
  context: ServiceContext,
  caller: Caller,
  invitationId: string,
  source: AuditSource,
): Promise<void> {
  const { database } = context;
  await database.transaction(async (transaction) => {
    const { userId, state } = await findInvitation(context, transaction, caller, invitationId);
    if (state === 'ACCEPTED') throw alreadyIn();
    await withdraw(context, transaction, caller, userId, source);
  });
}

/** Creates a link to send, which replaces earlier ones. A queued mail contains another link, which works too. */
async function linkOf(
  context: ServiceContext,
  transaction: Queryable,
  { caller, rolesByName }: { caller: Caller; rolesByName: RolesByName },
  userId: string,
  source: AuditSource,
): Promise<NewLink> {
  const user = await userToChange(transaction, caller, userId);
  const { status } = user;
  if (status === 'ACTIVE') throw alreadyIn();
  requireMayActAs(rolesByName, caller, user);
  const actor = { id: caller.userId, at: context.clock(), source };
  const at = toTimestamp(actor.at);
  if (status === 'DISABLED') {
    if (!(await reopenInvitation(transaction, userId))) throw alreadyIn();
    await updateStatus(transaction, userId, 'INVITED', at);
  }
  const replacedLinks = await consumePasswordLinks(transaction, userId, at);
  const link = await newLink(context, transaction, { userId, purpose: 'INVITATION' });
  await recordLinkOfInvitation(transaction, userId, link.expires);
  await audit.record(transaction, actor, 'link.made', `user/${userId}`, {
    // Who is given a link after the invitation was withdrawn is invited again.
    before: status === 'DISABLED' ? { status } : undefined,
    after: {
      purpose: 'INVITATION',
      expires: link.expires,
      ...(status === 'DISABLED' ? { status: 'INVITED' } : {}),
      ...(replacedLinks > 0 ? { replacedLinks } : {}),
    },
  });
  return link;
}

async function withdraw(
  { clock }: ServiceContext,
  transaction: Queryable,
  caller: Caller,
  userId: string,
  source: AuditSource,
): Promise<void> {
  const { status } = await userToChange(transaction, caller, userId);
  if (status === 'ACTIVE') throw alreadyIn();
  const actor = { id: caller.userId, at: clock(), source };
  const at = toTimestamp(actor.at);
  // The mails first: one that is being prepared locks its row until its link exists.
  await deleteMailsOf(transaction, userId, 'INVITATION');
  await consumePasswordLinks(transaction, userId, at);
  const withdrawn = await recordWithdrawnInvitation(transaction, userId, at);
  if (!withdrawn && status === 'DISABLED') return;
  await updateStatus(transaction, userId, 'DISABLED', at);
  await audit.record(transaction, actor, 'invitation.withdrawn', `user/${userId}`, {
    before: { status },
    after: { status: 'DISABLED' },
  });
}
