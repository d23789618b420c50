import type { FoundClaim, UnreadClaim } from '@annals/contracts/identity-providers';
import type { Queryable } from '@annals/kit/database/database';
import { difference } from '@annals/kit/difference';
import { updateProfile, type Profile } from '../accounts/accounts.sql.ts';
import { readableName } from '../accounts/readable-text.ts';
import { searchTextOf } from '../search/search-text.ts';
import {
  deleteSignInNames,
  insertSignInName,
  isNameOfAnother,
} from '../accounts/sign-in-names.sql.ts';
import { signInNames, usernameWith } from '../accounts/sign-in-names.ts';
import { lockEventChain, type AuditEvent } from '../audit/audit-log.sql.ts';
import type { Actor } from '../context/actor.ts';
import { toTimestamp } from '../context/clock.ts';
import { domainOf } from '@annals/contracts/email-address';
import { signInKey } from '../context/normalize.ts';
import { isVerifiedFor } from '../email-domains/email-domains.sql.ts';
import { consumePasswordLinks } from '../one-time-links/one-time-links.sql.ts';
import type { ClaimReading } from './claim-values.ts';
import { followGroups, followUnits } from './grants.ts';
import { assignableUnits, rolesEverywhereThrough, selectProfile } from './identities.sql.ts';
import { mapValues, rolesOfGroups, type ProviderPerson } from './provider-claims.ts';
import type { ProviderRow } from './providers.sql.ts';
import { nobody, tryKeepingAbleMaster } from '../sign-in-rules/keep-able-master.ts';
import { givesLessThan } from './sign-in-decision.ts';

interface Synchronized {
  provider: ProviderRow;
  person: ProviderPerson;
  identity: { userId: string; identityId: string };
  /** The account is created or linked by this sign-in. */
  isFirst: boolean;
}

/**
 * Gives a user what the provider says about them, as far as it could be read and the provider may set it. Whatever could
 * not be read or used leaves the user as they are. Call it with the user locked, and record the returned events.
 */
export async function synchronizeUser(
  transaction: Queryable,
  synchronized: Synchronized,
  actor: Actor,
): Promise<{ events: AuditEvent[]; unread: UnreadClaim[] }> {
  const unread: UnreadClaim[] = [];
  const events = [
    ...(await synchronizeRoles(transaction, synchronized, actor, unread)),
    ...(await synchronizeUnits(transaction, synchronized, actor, unread)),
    ...(await synchronizeProfile(transaction, synchronized, actor, unread)),
  ];
  return { events, unread };
}

async function synchronizeRoles(
  transaction: Queryable,
  { provider, person, identity }: Synchronized,
  actor: Actor,
  unread: UnreadClaim[],
): Promise<AuditEvent[]> {
  const groups = wholeValues(person.groups, provider.groupRoles);
  if (groups === undefined) {
    unread.push(unreadOf('groups', provider.claimMap.groups, person.groups));
    return [];
  }
  const wanted = rolesOfGroups(groups, provider.groupRoles);
  const about = { attribute: 'groups', claim: provider.claimMap.groups, reading: person.groups };
  return followSafely(transaction, actor, about, unread, () =>
    followGroups(transaction, { ...identity, providerId: provider.id }, wanted, actor),
  );
}

async function synchronizeUnits(
  transaction: Queryable,
  { provider, person, identity, isFirst }: Synchronized,
  actor: Actor,
  unread: UnreadClaim[],
): Promise<AuditEvent[]> {
  if (!applies(provider.synchronization.units, isFirst)) return [];
  const values = wholeValues(person.units, provider.unitMap);
  if (values === undefined) {
    unread.push(unreadOf('units', provider.claimMap.units, person.units));
    return [];
  }
  const mappedIds = mapValues(values, provider.unitMap);
  const wanted = await assignableUnits(transaction, provider, mappedIds);
  // As in the decision on a sign-in: a provider of a unit gives no more than its administrator could.
  const givesMore =
    provider.unitId !== null &&
    givesLessThan(provider, await rolesEverywhereThrough(transaction, wanted));
  if (givesMore || wanted.length < mappedIds.length) {
    const { found } = person.units ?? { found: nothing };
    unread.push({
      attribute: 'units',
      claim: provider.claimMap.units ?? '',
      reason: 'UNIT_BEYOND',
      found,
    });
    return [];
  }
  const about = { attribute: 'units', claim: provider.claimMap.units, reading: person.units };
  return followSafely(transaction, actor, about, unread, () =>
    followUnits(transaction, { ...identity, providerId: provider.id }, wanted, actor),
  );
}

/** Undefined if it is not known whether there are any. Without a claim or a map for them there are none. */
function wholeValues(
  reading: ClaimReading | null,
  map: Record<string, string>,
): readonly string[] | undefined {
  if (reading === null || Object.keys(map).length === 0) return [];
  return reading.state === 'READ' ? reading.values : undefined;
}

const nothing: FoundClaim = { kind: 'MISSING', count: null, properties: [] };

function unreadOf(
  attribute: string,
  claim: string | null,
  reading: ClaimReading | null,
): UnreadClaim {
  const { state, found } = reading ?? { state: 'MISSING', found: nothing };
  return { attribute, claim: claim ?? '', reason: state, found };
}

/**
 * Follows what was read, unless it would lock out the last global master who can sign in. Then nothing changes, so that
 * the sign-in succeeds and an administrator can act.
 */
async function followSafely(
  transaction: Queryable,
  { at }: Actor,
  about: { attribute: string; claim: string | null; reading: ClaimReading | null },
  unread: UnreadClaim[],
  follow: () => Promise<AuditEvent[]>,
): Promise<AuditEvent[]> {
  const followed = await tryKeepingAbleMaster(transaction, nobody, at, async () => {
    const events = await follow();
    // Two sign-ins at once could each see the other global master, and lock out both.
    if (events.length > 0) await lockEventChain(transaction);
    return { events };
  });
  if (followed) return followed.events;
  const { attribute, claim, reading } = about;
  const { found } = reading ?? { found: nothing };
  unread.push({ attribute, claim: claim ?? '', reason: 'NO_MASTER_LEFT', found });
  return [];
}

const applies = (rule: ProviderRow['synchronization']['name'], isFirst: boolean): boolean =>
  rule === 'ALWAYS' || (rule === 'FIRST' && isFirst);

async function synchronizeProfile(
  transaction: Queryable,
  { provider, person, identity: { userId }, isFirst }: Synchronized,
  actor: Actor,
  unread: UnreadClaim[],
): Promise<AuditEvent[]> {
  const rules = provider.synchronization;
  const before = await selectProfile(transaction, userId);
  const name = applies(rules.name, isFirst) ? readableName(person.name ?? '') : '';
  const language = applies(rules.language, isFirst) ? person.language : null;
  const email = applies(rules.email, isFirst)
    ? await usableEmail(transaction, { provider, person, userId, before }, unread)
    : undefined;
  const after: Profile = {
    ...before,
    ...(name !== '' && { name }),
    ...(language !== null && { lang: language }),
    ...(email !== undefined && { email, username: usernameWith(before, email) }),
  };
  const [was, is] = difference(before, after);
  if (Object.keys(is).length === 0) return [];
  const at = toTimestamp(actor.at);
  if ('email' in is || 'username' in is) {
    await deleteSignInNames(transaction, userId);
    for (const each of signInNames(after.username, after.email))
      await insertSignInName(transaction, userId, each);
    // Links sent to the old mailbox must not work any more.
    await consumePasswordLinks(transaction, userId, at);
  }
  await updateProfile(transaction, userId, after, searchTextOf(after), at);
  const identityProviderId = provider.id;
  return [
    {
      actor,
      action: 'user.changed',
      subject: `user/${userId}`,
      before: was,
      after: { ...is, identityProviderId },
    },
  ];
}

/** The email that the provider vouches for, if it is another one and nobody else's. */
async function usableEmail(
  transaction: Queryable,
  {
    provider,
    person,
    userId,
    before,
  }: { provider: ProviderRow; person: ProviderPerson; userId: string; before: Profile },
  unread: UnreadClaim[],
): Promise<string | undefined> {
  const claim = provider.claimMap.email;
  const refuse = (reason: string) => {
    const found = { kind: 'TEXT', count: null, properties: [] };
    unread.push({ attribute: 'email', claim, reason, found });
    return undefined;
  };
  if (person.emailInvalid) return refuse('FORM');
  const { email } = person;
  if (email === null || email === before.email) return undefined;
  const isOther = signInKey(email) !== signInKey(before.email ?? '');
  if (!isOther) return email;
  if (!person.emailVerified) return refuse('EMAIL_NOT_VERIFIED');
  if (provider.unitId !== null && !(await isVerifiedFor(transaction, provider.id, domainOf(email))))
    return refuse('DOMAIN_NOT_VERIFIED');
  if (await isNameOfAnother(transaction, userId, signInKey(email))) return refuse('EMAIL_TAKEN');
  return email;
}
