import type { Queryable } from '@annals/kit/database/database';
import { recordAll, type AuditEvent } from '../audit/audit-log.sql.ts';
import type { Actor, AuditSource } from '../context/actor.ts';
import { toTimestamp } from '../context/clock.ts';
import type { ServiceContext } from '../context/service-context.ts';
import { completeSignIn, type SignedIn } from '../second-factors/complete-sign-in.ts';
import {
  insertProviderSession,
  type ProviderSessionOf,
} from '../sessions/provider-sessions.sql.ts';
import { secretHash } from '../tokens/secrets.ts';
import { insertIdentity, lockUserById, recordSignIn } from './identities.sql.ts';
import type { ProviderPerson } from './provider-claims.ts';
import type { ProviderRow } from './providers.sql.ts';
import { synchronizeUser } from './synchronize-user.ts';

export interface Vouched {
  provider: ProviderRow;
  person: ProviderPerson;
  session: ProviderSessionOf;
}

/** Links the account at the provider to the user. Record the returned event. */
export async function linkIdentity(
  transaction: Queryable,
  { provider, person: { subject, email } }: Pick<Vouched, 'provider' | 'person'>,
  userId: string,
  actor: Actor,
): Promise<{ identityId: string; event: AuditEvent }> {
  const identity = { subject, userId, email, linked: toTimestamp(actor.at) };
  return {
    identityId: await insertIdentity(transaction, provider, identity),
    event: {
      actor,
      action: 'identity.linked',
      subject: `user/${userId}`,
      after: { identityProviderId: provider.id, subject, email },
    },
  };
}

/** The account of the sign-in, and the changes made to it so far. */
export interface Account {
  userId: string;
  identityId: string;
  /** It is created or linked by this sign-in. */
  isFirst: boolean;
  events: readonly AuditEvent[];
}

/** Signs in to the linked account, gives the user what the provider says about them, and records the changes. */
export async function enterAccount(
  context: ServiceContext,
  transaction: Queryable,
  { provider, person, session }: Vouched,
  { userId, identityId, isFirst, events }: Account,
  source: AuditSource,
): Promise<SignedIn | undefined> {
  const at = context.clock();
  const actor: Actor = { id: null, at, source };
  const identity = { identityId, userId };
  const { events: changes, unread } = await synchronizeUser(
    transaction,
    { provider, person, identity, isFirst },
    actor,
  );
  const { isNews } = await recordSignIn(
    transaction,
    { identityId, providerId: provider.id, email: person.email, unread },
    toTimestamp(at),
  );
  const unreadEvents = unread.map(({ attribute, claim, reason }): AuditEvent => ({
    actor,
    action: 'identity.claimUnread',
    subject: `user/${userId}`,
    after: { identityProviderId: provider.id, attribute, claim, reason },
  }));
  const user = await lockUserById(transaction, provider, userId);
  await recordAll(transaction, [...events, ...changes, ...(isNews ? unreadEvents : [])]);
  if (!user) return undefined;
  const signedIn = await completeSignIn(context, transaction, user, source, {
    secondFactorDone: provider.trustSecondFactor,
    origin: { identityProviderId: provider.id, authTime: session.authTime, fresh: session.fresh },
  });
  if (signedIn)
    await insertProviderSession(
      transaction,
      identityId,
      session,
      'session' in signedIn
        ? { sessionId: signedIn.session.sessionId }
        : { challengeHash: secretHash(signedIn.challenge.challenge) },
    );
  return signedIn;
}
