import type { IdentityConfirmation } from '@annals/contracts/sign-in';
import type { Queryable } from '@annals/kit/database/database';
import { activateUser } from '../accounts/accounts.sql.ts';
import { insertUser } from '../accounts/insert-user.ts';
import type { AuditEvent } from '../audit/audit-log.sql.ts';
import type { Actor, AuditSource } from '../context/actor.ts';
import { toTimestamp } from '../context/clock.ts';
import { domainOf } from '@annals/contracts/email-address';
import type { ServiceContext } from '../context/service-context.ts';
import { recordAcceptedInvitation } from '../invitations/invitations.sql.ts';
import { consumePasswordLinks } from '../one-time-links/one-time-links.sql.ts';
import type { SignedIn } from '../second-factors/complete-sign-in.ts';
import { askToConfirm } from './confirm-identity.ts';
import { decide, type Decision } from './sign-in-decision.ts';
import { enterAccount, linkIdentity, type Account, type Vouched } from './linked-account.ts';
import { existingRoles, unitsOfNewUser, type KnownUser } from './identities.sql.ts';
import { writeRefusal, type Refused } from './refusals.ts';

/** Signs in an identity: a linked user, or one to be linked or created according to the provider's provisioning. */
export async function signInAtProvider(
  context: ServiceContext,
  transaction: Queryable,
  vouched: Vouched,
  source: AuditSource,
): Promise<{ signedIn: SignedIn | undefined } | { toConfirm: IdentityConfirmation } | Refused> {
  const { provider, person, session } = vouched;
  const at = context.clock();
  const decision = await decide(transaction, provider, person, toTimestamp(at));
  switch (decision.outcome) {
    case 'REFUSE': {
      const { reason, userId } = decision;
      await writeRefusal(context, transaction, { reason, userId, providerId: provider.id }, source);
      return { refused: reason };
    }
    case 'CONFIRM': {
      const { email, user } = decision;
      const asked = { provider, person, session, email, userId: user.userId };
      return { toConfirm: await askToConfirm(context, transaction, asked, source) };
    }
    default: {
      const account = await settle(context, transaction, vouched, decision, source);
      return { signedIn: await enterAccount(context, transaction, vouched, account, source) };
    }
  }
}

/** The user and the identity of the decision, created if they do not exist yet. */
export async function settle(
  context: ServiceContext,
  transaction: Queryable,
  { provider, person }: Pick<Vouched, 'provider' | 'person'>,
  decision: Exclude<Decision, { outcome: 'REFUSE' | 'CONFIRM' }>,
  source: AuditSource,
): Promise<Account> {
  const at = context.clock();
  const created = decision.outcome === 'CREATE';
  const userId = created
    ? await create(context, transaction, { provider, person, email: decision.email }, source)
    : decision.user.userId;
  const actor = { id: userId, at, source };
  const events = created ? [] : await activate(transaction, decision.user, actor);
  if (decision.outcome === 'SIGN_IN')
    return { userId, identityId: decision.identityId, isFirst: false, events };
  const linked = await linkIdentity(transaction, { provider, person }, userId, actor);
  return {
    userId,
    identityId: linked.identityId,
    isFirst: true,
    events: [...events, linked.event],
  };
}

/** An invited user who signs in with a provider no longer needs the invitation. */
async function activate(
  transaction: Queryable,
  { userId, status }: KnownUser,
  actor: Actor,
): Promise<AuditEvent[]> {
  if (status !== 'INVITED') return [];
  const at = toTimestamp(actor.at);
  await activateUser(transaction, userId, at);
  await consumePasswordLinks(transaction, userId, at);
  const about = { actor, subject: `user/${userId}` };
  const activated: AuditEvent = {
    ...about,
    action: 'user.statusChanged',
    before: { status: 'INVITED' },
    after: { status: 'ACTIVE' },
  };
  return (await recordAcceptedInvitation(transaction, userId, at))
    ? [activated, { ...about, action: 'invitation.accepted' }]
    : [activated];
}

async function create(
  context: ServiceContext,
  transaction: Queryable,
  { provider, person, email }: Pick<Vouched, 'provider' | 'person'> & { email: string },
  source: AuditSource,
): Promise<string> {
  const user = {
    email,
    name: provider.synchronization.name === 'NEVER' ? undefined : (person.name ?? undefined),
    lang:
      provider.synchronization.language === 'NEVER' ? undefined : (person.language ?? undefined),
    // A role may have been deleted since it was configured.
    roles: await existingRoles(transaction, provider.newUserRoles),
    status: 'ACTIVE',
    organizationalUnitIds: await unitsOfNewUser(transaction, provider, domainOf(email)),
  } as const;
  return insertUser(transaction, user, { id: null, at: context.clock(), source });
}
