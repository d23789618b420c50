import { domainOf } from '@annals/contracts/email-address';
import type { Queryable } from '@annals/kit/database/database';
import { signInKey } from '../context/normalize.ts';
import { isVerifiedFor } from '../email-domains/email-domains.sql.ts';
import { hasCredentials } from './credentials.sql.ts';
import {
  lockLinkedUser,
  lockUserBySignInName,
  rolesEverywhereThrough,
  unitsOfNewUser,
  type KnownUser,
} from './identities.sql.ts';
import { type ProviderPerson } from './provider-claims.ts';
import type { ProviderRow } from './providers.sql.ts';
import type { Refusal } from './refusals.ts';

export type Decision =
  | { outcome: 'SIGN_IN'; user: KnownUser; identityId: string }
  | { outcome: 'LINK'; user: KnownUser }
  | { outcome: 'CONFIRM'; user: KnownUser; email: string }
  | { outcome: 'CREATE'; email: string }
  | { outcome: 'REFUSE'; reason: Refusal; userId?: string };

/**
 * Decides what a sign-in with this identity does. Nothing is changed; the affected users stay locked.
 *
 * The administrator of a unit configures its providers and could use a server that asserts anything. So a provider of a
 * unit has no more power than that administrator: it signs in and links only users who are in the unit or its subunits
 * and in no other unit, and who hold no role with global scope, except roles that the provider grants. The same limits
 * apply to users it creates. Its email claims count only for the domains that are verified for it.
 *
 * An account that already has credentials is not linked by its email alone (decision 0036): it may have been set up by
 * someone other than the owner of the email.
 */
export async function decide(
  transaction: Queryable,
  provider: ProviderRow,
  person: ProviderPerson,
  at: string,
): Promise<Decision> {
  const linked = await lockLinkedUser(transaction, provider, person.subject);
  if (linked) {
    const { identityId, ...user } = linked;
    const reason = refusalOf(provider, user);
    if (reason) return { outcome: 'REFUSE', reason, userId: user.userId };
    return { outcome: 'SIGN_IN', user, identityId };
  }
  if (provider.provisioning === 'NONE') return refuse('not_provisioned');
  if (person.email === null) return refuse(person.emailInvalid ? 'email_invalid' : 'email_missing');
  if (!person.emailVerified) return refuse('email_not_verified');
  const domain = domainOf(person.email);
  if (provider.unitId !== null && !(await isVerifiedFor(transaction, provider.id, domain)))
    return refuse('domain_not_verified');
  const user = await lockUserBySignInName(transaction, provider, signInKey(person.email));
  if (user) {
    const reason = user.isEmail ? refusalOf(provider, user) : 'email_taken';
    if (reason) return { outcome: 'REFUSE', reason, userId: user.userId };
    // The email was reassigned at the provider, or another user there claimed it.
    if (user.linkedOtherwise)
      return { outcome: 'REFUSE', reason: 'other_identity_linked', userId: user.userId };
    return (await hasCredentials(transaction, user.userId, at))
      ? { outcome: 'CONFIRM', user, email: person.email }
      : { outcome: 'LINK', user };
  }
  if (provider.provisioning === 'EXISTING') return refuse('not_provisioned');
  const { email } = person;
  if (provider.unitId !== null) {
    const unitIds = await unitsOfNewUser(transaction, provider, domain);
    if (givesLessThan(provider, await rolesEverywhereThrough(transaction, unitIds)))
      return refuse('beyond_unit');
  }
  return { outcome: 'CREATE', email };
}

/** Why the provider may not sign in this user, regardless of the identity. */
export function refusalOf(provider: ProviderRow, user: KnownUser): Refusal | undefined {
  const isOfUnit = provider.unitId !== null;
  if (isOfUnit && (!user.withinUnit || givesLessThan(provider, user.rolesEverywhere)))
    return 'beyond_unit';
  if (isOfUnit && isGlobalMaster(user)) return 'beyond_unit';
  if (user.status === 'DISABLED') return 'account_disabled';
  return undefined;
}

export const isGlobalMaster = ({ roles }: KnownUser) => roles.includes('GLOBAL_MASTER');

/** The administrator who configured the provider could grant these roles. */
export function givesLessThan(
  { newUserRoles, groupRoles }: ProviderRow,
  held: readonly string[],
): boolean {
  const given = new Set([...newUserRoles, ...Object.values(groupRoles)]);
  return held.some((role) => !given.has(role));
}

const refuse = (reason: Refusal): Decision => ({ outcome: 'REFUSE', reason });
