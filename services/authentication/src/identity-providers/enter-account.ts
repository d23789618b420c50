import type { Queryable } from '@annals/kit/database/database';
import { toTimestamp } from '../context/clock.ts';
import { appendEvent, type Act } from '../audit/audit-log.sql.ts';
import type { Origin } from '../context/actor.ts';
import type { ServiceContext } from '../context/service-context.ts';
import { completeSignIn, type SignedIn } from '../second-factors/complete-sign-in.ts';
import { followGroups } from './group-roles.ts';
import { insertIdentity, lockUserById, noteSignIn } from './identities.sql.ts';
import { rolesOfGroups, type ProviderPerson } from './provider-claims.ts';
import type { ProviderRow } from './providers.sql.ts';

interface Vouched {
  provider: ProviderRow;
  person: ProviderPerson;
}

/** Links the person's account at the provider to the user. Write the act that comes back. */
export async function linkIdentity(
  transaction: Queryable,
  { provider, person: { subject, email } }: Vouched,
  userId: string,
  at: number,
): Promise<{ identityId: string; act: Act }> {
  const identity = { subject, userId, email, linked: toTimestamp(at) };
  return {
    identityId: await insertIdentity(transaction, provider, identity),
    act: {
      action: 'identity.linked',
      at,
      actorId: userId,
      subject: `user/${userId}`,
      after: { identityProviderId: provider.id, subject, email },
    },
  };
}

/** Signs in to an account that the identity is linked to, with the roles of its groups, and writes down what was done. */
export async function enterAccount(
  context: ServiceContext,
  transaction: Queryable,
  { provider, person }: Vouched,
  { userId, identityId, acts }: { userId: string; identityId: string; acts: readonly Act[] },
  origin: Origin,
): Promise<SignedIn | undefined> {
  const at = context.clock();
  const wanted = rolesOfGroups(person.groups, provider.groupRoles);
  const identity = { identityId, userId, providerId: provider.id };
  const given = await followGroups(transaction, identity, wanted, at);
  await noteSignIn(transaction, { ...identity, email: person.email }, toTimestamp(at));
  const user = await lockUserById(transaction, provider, userId);
  for (const act of [...acts, ...given]) await appendEvent(transaction, act, origin);
  return (
    user &&
    completeSignIn(context, transaction, user, origin, {
      secondFactorDone: provider.trustSecondFactor,
    })
  );
}
