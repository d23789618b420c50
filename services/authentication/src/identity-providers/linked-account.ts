import type { Queryable } from '@annals/kit/database/database';
import { recordAll, type AuditEvent } from '../audit/audit-log.sql.ts';
import type { Actor, AuditSource } from '../context/actor.ts';
import { toTimestamp } from '../context/clock.ts';
import type { ServiceContext } from '../context/service-context.ts';
import { completeSignIn, type SignedIn } from '../second-factors/complete-sign-in.ts';
import { followGroups } from './group-roles.ts';
import { insertIdentity, lockUserById, recordSignIn } from './identities.sql.ts';
import { rolesOfGroups, type ProviderPerson } from './provider-claims.ts';
import type { ProviderRow } from './providers.sql.ts';

interface Vouched {
  provider: ProviderRow;
  person: ProviderPerson;
}

/** Links the account at the provider to the user. Record the returned event. */
export async function linkIdentity(
  transaction: Queryable,
  { provider, person: { subject, email } }: Vouched,
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
  events: readonly AuditEvent[];
}

/** Signs in to the linked account, updates the roles of its groups, and records the changes. */
export async function enterAccount(
  context: ServiceContext,
  transaction: Queryable,
  { provider, person }: Vouched,
  { userId, identityId, events }: Account,
  source: AuditSource,
): Promise<SignedIn | undefined> {
  const at = context.clock();
  const wanted = rolesOfGroups(person.groups, provider.groupRoles);
  const identity = { identityId, userId, providerId: provider.id };
  const given = await followGroups(transaction, identity, wanted, {
    id: null,
    at,
    source,
  });
  await recordSignIn(transaction, { ...identity, email: person.email }, toTimestamp(at));
  const user = await lockUserById(transaction, provider, userId);
  await recordAll(transaction, [...events, ...given]);
  return (
    user &&
    completeSignIn(context, transaction, user, source, {
      secondFactorDone: provider.trustSecondFactor,
    })
  );
}
