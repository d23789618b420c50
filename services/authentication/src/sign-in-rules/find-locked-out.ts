import type { SignInRules } from '../context/service-context.ts';
import { combineRules } from './combine-rules.ts';
import type { ExaminedUser } from './sign-in-rules.sql.ts';

export type LockedOutReason = 'NETWORK' | 'PASSKEY';

/** Why a user could not sign in under these rules, from where the user has signed in lately and with what is set up. */
export function findLockedOut(rules: SignInRules, user: ExaminedUser): LockedOutReason[] {
  const rule = combineRules(rules, user);
  const addresses = addressesOf(user);
  const reasons: LockedOutReason[] = [];
  // Nothing is known about who has not signed in lately.
  if (
    addresses.length > 0 &&
    !addresses.some((address) => rule.isAllowedFrom('peopleNetworks', address))
  )
    reasons.push('NETWORK');
  if (rule.passkeyRequired && !user.hasPasskey) reasons.push('PASSKEY');
  return reasons;
}

function addressesOf({ sessions, networks }: ExaminedUser): string[] {
  const known = [...sessions.map(({ address }) => address ?? ''), ...networks];
  return known.map((network) => network.replace(/\/64$/, '')).filter((address) => address !== '');
}
