import {
  listInvitations,
  makeInvitationLink,
  resendInvitation as resendInvitationCall,
  withdrawInvitation,
} from '@annals/contracts/user-administration';
import type { Caller } from '@annals/kit/caller';
import { decodeCursor, encodeCursor, isId, isMoment } from '@annals/kit/lists/cursor';
import { pageOfFound, rowOf } from '@annals/kit/lists/page-bytes';
import { rowsBefore } from '@annals/kit/lists/paging';
import type { Mount } from '@annals/kit/mount';
import { notFound } from '@annals/kit/problem';
import type { Queryable } from '@annals/kit/database/database';
import { requireMayActAs, userToChange } from '../authority/authority.ts';
import { scopeOf } from '../authority/scope.sql.ts';
import { toTimestamp } from '../context/clock.ts';
import * as audit from '../audit/audit-log.sql.ts';
import { sourceOf, type AuditSource } from '../context/actor.ts';
import { deleteMailsOf } from '../mail/outbox.sql.ts';
import { newLink, type NewLink } from '../one-time-links/one-time-links.ts';
import { useLinksOf } from '../one-time-links/one-time-links.sql.ts';
import type { RolesByName, ServiceContext } from '../context/service-context.ts';
import { requireRecentProof } from '../sessions/fresh-proof.ts';
import { normalizeForSearch } from '../context/normalize.ts';
import { selectInvitations, type InvitationRow } from './invitation-list.sql.ts';
import {
  noteLinkOfInvitation,
  noteWithdrawnInvitation,
  reopenInvitation,
} from './invitations.sql.ts';
import { alreadyIn, resendInvitation } from './resend-invitation.ts';
import { updateStatus } from '../accounts/accounts.sql.ts';

const list = 'invitations';

export function mountInvitations(mount: Mount, context: ServiceContext): void {
  const { database, clock } = context;

  mount(listInvitations, async ({ caller, query }) => {
    const { state, open, userId, name, pageSize } = query;
    const place = decodeCursor(list, query.cursor, [isMoment, isId]);
    const rows = await selectInvitations(
      database,
      scopeOf(caller, 'users:read'),
      {
        state,
        open,
        userId,
        containing: name === undefined ? undefined : normalizeForSearch(name),
      },
      {
        now: toTimestamp(clock()),
        after: place && { created: String(place[0]), id: String(place[1]) },
        skip: rowsBefore(query),
        pageSize,
      },
    );
    return pageOfFound(
      rows,
      query,
      (row) => row,
      (row) => encodeCursor(list, row.createdDate, row.id),
    );
  });

  mount(resendInvitationCall, async ({ params, caller, request }) => {
    const source = sourceOf(request);
    const answer = await database.transaction(async (transaction) => {
      const { userId } = await find(context, transaction, caller, params.invitationId);
      await resendInvitation(context, transaction, caller, userId, source);
      return find(context, transaction, caller, params.invitationId);
    });
    context.mailWorker.wake();
    return answer;
  });

  mount(makeInvitationLink, async ({ params, caller, request }) => {
    const source = sourceOf(request);
    await requireRecentProof(context, caller);
    const rolesByName = await context.roleCache.current();
    const link = await database.transaction(async (transaction) => {
      const { userId, state } = await find(context, transaction, caller, params.invitationId);
      if (state === 'ACCEPTED') throw alreadyIn();
      return linkOf(context, transaction, { caller, rolesByName }, userId, source);
    });
    return { link: link.address, expiresDate: link.expires };
  });

  mount(withdrawInvitation, async ({ params, caller, request }) => {
    const source = sourceOf(request);
    await database.transaction(async (transaction) => {
      const { userId, state } = await find(context, transaction, caller, params.invitationId);
      if (state === 'ACCEPTED') throw alreadyIn();
      await withdraw(context, transaction, caller, userId, source);
    });
  });
}

/** @throws Problem 404 also when its user is out of scope */
async function find(
  { clock }: ServiceContext,
  transaction: Queryable,
  caller: Caller,
  id: string,
): Promise<InvitationRow> {
  const now = toTimestamp(clock());
  const scope = scopeOf(caller, 'users:write');
  const [found] = await selectInvitations(
    transaction,
    scope,
    { id },
    { now, skip: 0, pageSize: 1 },
  );
  if (!found) throw notFound('invitation');
  return rowOf(found);
}

/** A link to hand over, in place of those before. A mail that still waits brings another one, which works as well. */
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
  const at = context.clock();
  const moment = toTimestamp(at);
  if (status === 'DISABLED') {
    if (!(await reopenInvitation(transaction, userId))) throw alreadyIn();
    await updateStatus(transaction, userId, 'INVITED', moment);
  }
  await useLinksOf(transaction, userId, moment);
  const link = await newLink(context, transaction, { userId, purpose: 'INVITATION' });
  await noteLinkOfInvitation(transaction, userId, link.expires);
  await audit.record(
    transaction,
    { id: caller.userId, at, source },
    'link.made',
    `user/${userId}`,
    { after: { purpose: 'INVITATION', expires: link.expires } },
  );
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
  const at = clock();
  const moment = toTimestamp(at);
  // the mails first: one that is just made holds its row until its link is there
  await deleteMailsOf(transaction, userId, 'INVITATION');
  await useLinksOf(transaction, userId, moment);
  const withdrawn = await noteWithdrawnInvitation(transaction, userId, moment);
  if (!withdrawn && status === 'DISABLED') return;
  await updateStatus(transaction, userId, 'DISABLED', moment);
  await audit.record(
    transaction,
    { id: caller.userId, at, source },
    'invitation.withdrawn',
    `user/${userId}`,
    { before: { status }, after: { status: 'DISABLED' } },
  );
}
