import type { RemovedCredentials } from '@annals/contracts/sign-in';
import type { Queryable } from '@annals/kit/database/database';
import { revokeTokensOf } from '../api-tokens/api-tokens.sql.ts';
import { toTimestamp } from '../context/clock.ts';
import type { AuditEvent } from '../audit/audit-log.sql.ts';
import type { Actor } from '../context/actor.ts';
import { deleteMailsOf } from '../mail/outbox.sql.ts';
import { useLinksOf } from '../one-time-links/one-time-links.sql.ts';
import { deleteFactorsOf } from '../second-factors/factors.sql.ts';
import { endSessionsOf } from '../sessions/sessions.sql.ts';
import { deleteConfirmationsOf } from './confirmations.sql.ts';
import { deleteKnownDevices, deletePassword, selectIdentityIds } from './credentials.sql.ts';
import { takeBackAllGroupRoles } from './group-roles.ts';
import { deleteIdentity } from './identities.sql.ts';

/**
 * Removes everything that somebody could get into the account with, so that only the person who goes on from here can:
 * password, sessions, the user's own API tokens, second factors, accounts at providers, and links, mails and sign-ins that
 * are under way. Have the user locked. After the transaction forget the sessions and the tokens of the user.
 */
export async function removeCredentials(
  transaction: Queryable,
  userId: string,
  actor: Actor,
): Promise<{ removed: RemovedCredentials; sessions: string[]; events: AuditEvent[] }> {
  const at = toTimestamp(actor.at);
  const events: AuditEvent[] = [];
  const identityIds = await selectIdentityIds(transaction, userId);
  for (const identityId of identityIds) {
    const taken = await takeBackAllGroupRoles(transaction, { identityId }, actor, () =>
      deleteIdentity(transaction, identityId),
    );
    events.push(...taken.events);
  }
  const password = await deletePassword(transaction, userId);
  const sessions = await endSessionsOf(transaction, userId, at);
  const tokens = await revokeTokensOf(transaction, userId, at);
  const factors = (await deleteFactorsOf(transaction, userId)).filter(({ confirmed }) => confirmed);
  await deleteMailsOf(transaction, userId, 'INVITATION');
  await deleteMailsOf(transaction, userId, 'RESET');
  await useLinksOf(transaction, userId, at);
  await deleteKnownDevices(transaction, userId);
  await deleteConfirmationsOf(transaction, userId);
  return {
    removed: {
      password,
      sessions: sessions.length,
      tokens: tokens.length,
      factors: factors.length,
      identities: identityIds.length,
    },
    sessions,
    events,
  };
}
