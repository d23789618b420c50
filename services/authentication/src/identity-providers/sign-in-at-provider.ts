import type { IdentityConfirmation } from '@annals/contracts/sign-in';
import type { Queryable } from '@annals/kit/database/database';
import { toTimestamp } from '../context/clock.ts';
import type { Act } from '../audit/audit-log.sql.ts';
import type { Origin } from '../context/actor.ts';
import { noteAcceptedInvitation } from '../invitations/invitations.sql.ts';
import { useLinksOf } from '../one-time-links/one-time-links.sql.ts';
import type { ServiceContext } from '../context/service-context.ts';
import type { SignedIn } from '../second-factors/complete-sign-in.ts';
import { activateUser } from '../accounts/accounts.sql.ts';
import { askToConfirm } from './confirm-identity.ts';
import { decide, type Decision } from './decide.ts';
import { enterAccount, linkIdentity } from './enter-account.ts';
import { existingRoles, unitsOfNewUser, type KnownUser } from './identities.sql.ts';
import { domainOf, type ProviderPerson } from './provider-claims.ts';
import type { ProviderRow } from './providers.sql.ts';
import { writeRefusal, type Refused } from './refusals.ts';
import { insertUser } from '../accounts/insert-user.ts';

interface Vouched {
  provider: ProviderRow;
  person: ProviderPerson;
}

/** Signs in whom the provider vouches for: somebody linked, or somebody to be linked or made as it provisions. */
export async function signInAtProvider(
  context: ServiceContext,
  transaction: Queryable,
  vouched: Vouched,
  origin: Origin,
): Promise<{ signedIn: SignedIn | undefined } | { toConfirm: IdentityConfirmation } | Refused> {
  const { provider, person } = vouched;
  const at = context.clock();
  const decision = await decide(transaction, provider, person, toTimestamp(at));
  switch (decision.outcome) {
    case 'REFUSE': {
      const { reason, userId } = decision;
      await writeRefusal(context, transaction, { reason, userId, providerId: provider.id }, origin);
      return { refused: reason };
    }
    case 'CONFIRM': {
      const { email, user } = decision;
      const asked = { provider, person, email, userId: user.userId };
      return { toConfirm: await askToConfirm(context, transaction, asked, origin) };
    }
    default: {
      const account = await settle(context, transaction, vouched, decision, origin);
      return { signedIn: await enterAccount(context, transaction, vouched, account, origin) };
    }
  }
}

/** The user and the identity that the decision is about, made where they are not there yet. */
async function settle(
  context: ServiceContext,
  transaction: Queryable,
  { provider, person }: Vouched,
  decision: Exclude<Decision, { outcome: 'REFUSE' | 'CONFIRM' }>,
  origin: Origin,
): Promise<{ userId: string; identityId: string; acts: Act[] }> {
  const at = context.clock();
  const made =
    decision.outcome === 'CREATE'
      ? await create(context, transaction, { provider, person, email: decision.email }, origin)
      : { userId: decision.user.userId, acts: await activate(transaction, decision.user, at) };
  const { userId, acts } = made;
  if (decision.outcome === 'SIGN_IN') return { userId, identityId: decision.identityId, acts };
  const { identityId, act } = await linkIdentity(transaction, { provider, person }, userId, at);
  return { userId, identityId, acts: [...acts, act] };
}

/** An invited user who comes in through a provider needs the invitation no more. */
async function activate(transaction: Queryable, user: KnownUser, at: number): Promise<Act[]> {
  if (user.status !== 'INVITED') return [];
  const { userId } = user;
  const moment = toTimestamp(at);
  await activateUser(transaction, userId, moment);
  await useLinksOf(transaction, userId, moment);
  const about = { at, actorId: userId, subject: `user/${userId}` };
  const activated: Act = {
    ...about,
    action: 'user.statusChanged',
    before: { status: 'INVITED' },
    after: { status: 'ACTIVE' },
  };
  return (await noteAcceptedInvitation(transaction, userId, moment))
    ? [activated, { ...about, action: 'invitation.accepted' }]
    : [activated];
}

async function create(
  context: ServiceContext,
  transaction: Queryable,
  { provider, person, email }: Vouched & { email: string },
  origin: Origin,
): Promise<{ userId: string; acts: Act[] }> {
  const user = {
    email,
    name: person.name ?? undefined,
    // a role may have been deleted since it was set
    roles: await existingRoles(transaction, provider.newUserRoles),
    status: 'ACTIVE',
    organizationalUnitIds: await unitsOfNewUser(transaction, provider, domainOf(email)),
  } as const;
  return { userId: await insertUser(context, transaction, user, origin), acts: [] };
}
