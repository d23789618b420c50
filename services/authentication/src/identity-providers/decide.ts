import type { Queryable } from '@annals/kit/database/database';
import { fold } from '../users/fold.ts';
import {
  domainBelongsElsewhere,
  lockLinkedUser,
  lockUserBySignInName,
  type KnownUser,
} from './identities.sql.ts';
import { domainOf, type ProviderPerson } from './provider-claims.ts';
import type { ProviderRow } from './providers.sql.ts';
import type { Refusal } from './refusals.ts';

export type Decision =
  | { outcome: 'SIGN_IN'; user: KnownUser; identityId: string }
  | { outcome: 'LINK'; user: KnownUser }
  | { outcome: 'CREATE'; email: string }
  | { outcome: 'REFUSE'; reason: Refusal; userId?: string };

/**
 * What becomes of somebody whom the provider vouches for. Nothing is changed; users it is about stay locked.
 *
 * Who administers a unit sets up its providers and could point one at a server that says anything. So a provider of a
 * unit reaches no further than that administrator: it signs in and links only users who are in the unit or below it and
 * nowhere else, never a global master, and makes no users with emails whose domain belongs elsewhere.
 */
export async function decide(
  transaction: Queryable,
  provider: ProviderRow,
  person: ProviderPerson,
): Promise<Decision> {
  const linked = await lockLinkedUser(transaction, provider, person.subject);
  if (linked) {
    const { identityId, ...user } = linked;
    const reason = whyNot(provider, user);
    if (reason) return { outcome: 'REFUSE', reason, userId: user.userId };
    return { outcome: 'SIGN_IN', user, identityId };
  }
  if (provider.provisioning === 'NONE') return refuse('not_provisioned');
  if (person.email === null) return refuse('email_missing');
  if (!person.emailVerified) return refuse('email_not_verified');
  const user = await lockUserBySignInName(transaction, provider, fold(person.email));
  if (user) {
    const reason = user.isEmail ? whyNot(provider, user) : 'email_taken';
    if (reason) return { outcome: 'REFUSE', reason, userId: user.userId };
    // the email went to somebody else at the provider, or somebody there took it
    if (user.linkedOtherwise)
      return { outcome: 'REFUSE', reason: 'other_identity_linked', userId: user.userId };
    return { outcome: 'LINK', user };
  }
  if (provider.provisioning === 'EXISTING') return refuse('not_provisioned');
  const elsewhere =
    provider.unitId !== null &&
    (await domainBelongsElsewhere(transaction, provider, domainOf(person.email)));
  return elsewhere ? refuse('domain_elsewhere') : { outcome: 'CREATE', email: person.email };
}

/** Why the provider may not sign the user in, whoever it says they are. */
export function whyNot({ unitId }: ProviderRow, user: KnownUser): Refusal | undefined {
  if (unitId !== null && (!user.withinUnit || user.roles.includes('GLOBAL_MASTER')))
    return 'beyond_unit';
  if (user.status === 'DISABLED') return 'account_disabled';
  return undefined;
}

const refuse = (reason: Refusal): Decision => ({ outcome: 'REFUSE', reason });
