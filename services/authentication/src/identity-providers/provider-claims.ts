import * as z from 'zod/mini';
import { emailAddress } from '@annals/contracts/fields';
import { claimAt, readClaim, type ClaimReading, type Claims } from './claim-values.ts';
import type { ProviderSettings } from './providers.sql.ts';

/** An identity at a provider, read with its claim map. */
export interface ProviderPerson {
  subject: string;
  email: string | null;
  /** The provider sent one that is not valid. */
  emailInvalid: boolean;
  emailVerified: boolean;
  name: string | null;
  language: 'en' | 'de' | null;
  /** Null if the provider is not configured to send them. */
  groups: ClaimReading | null;
  units: ClaimReading | null;
}

type Mapping = Pick<
  ProviderSettings,
  'claimMap' | 'trustEmail' | 'groupsForm' | 'unitsForm' | 'synchronization'
>;

const maxSubjectLength = 255;
const maxNameLength = 200;

/** Whether the ID token lacks something that the claim map names, so that userinfo is needed. */
export function lacksClaims(
  claims: Claims,
  { claimMap, trustEmail, synchronization }: Mapping,
): boolean {
  const wanted = [claimMap.subject, claimMap.email, claimMap.name, claimMap.groups, claimMap.units];
  if (!trustEmail && claimMap.email === 'email') wanted.push('email_verified');
  if (synchronization.language === 'ALWAYS') wanted.push(claimMap.language);
  return wanted.some((name) => name !== null && claimAt(claims, name) === undefined);
}

/**
 * The claims of the ID token with those that only userinfo has. `email_verified` applies to the `email` of the same
 * source, so it is never combined with the email of the other source.
 */
export function joinClaims(idToken: Claims, userinfo: Claims): Claims {
  const { email, email_verified: verified, ...rest } = { ...userinfo, ...idToken };
  const sources = [idToken, userinfo].filter((source) => source['email'] === email);
  const verifiedSource = sources.find((source) => source['email_verified'] !== undefined);
  return {
    ...rest,
    ...(email === undefined ? {} : { email }),
    ...(email === undefined || verified === undefined || verifiedSource === undefined
      ? {}
      : { email_verified: verifiedSource['email_verified'] }),
  };
}

/**
 * Undefined if the claims contain no subject.
 * @param tenant of the issuer, where the provider has several: a subject is unique within its issuer only
 */
export function personOf(
  claims: Claims,
  provider: Mapping,
  tenant?: string,
): ProviderPerson | undefined {
  const { claimMap, trustEmail, groupsForm, unitsForm } = provider;
  const own = textOf(claimAt(claims, claimMap.subject));
  const subject = own !== undefined && tenant !== undefined ? `${tenant}/${own}` : own;
  if (subject === undefined || subject.length > maxSubjectLength) return undefined;
  const writtenEmail = textOf(claimAt(claims, claimMap.email))?.trim();
  const email = z.safeParse(emailAddress, writtenEmail);
  return {
    subject,
    email: email.success ? email.data : null,
    emailInvalid: Boolean(writtenEmail) && !email.success,
    emailVerified: email.success && (trustEmail || isEmailVerified(claims, claimMap.email)),
    name: textOf(claimAt(claims, claimMap.name))?.trim().slice(0, maxNameLength) || null,
    language: claimMap.language === null ? null : languageOf(claimAt(claims, claimMap.language)),
    groups: claimMap.groups === null ? null : readClaim(claims, claimMap.groups, groupsForm),
    units: claimMap.units === null ? null : readClaim(claims, claimMap.units, unitsForm),
  };
}

/** Roles that the groups map to; never GLOBAL_MASTER, whatever the map says. */
export function rolesOfGroups(groups: readonly string[], map: Record<string, string>): string[] {
  return mapValues(groups, map).filter((role) => role !== 'GLOBAL_MASTER');
}

/** What the values map to, each once. */
export function mapValues(values: readonly string[], map: Record<string, string>): string[] {
  const found = values.flatMap((value) => (Object.hasOwn(map, value) ? [map[value] ?? ''] : []));
  return [...new Set(found)].filter((each) => each !== '').toSorted();
}

/** `email_verified` refers only to the claim `email`. Some providers send it as text. */
function isEmailVerified(claims: Claims, emailClaim: string): boolean {
  const verified = claims['email_verified'];
  return emailClaim === 'email' && (verified === true || verified === 'true');
}

/** Of a BCP 47 tag such as de-AT, or a POSIX locale such as de_AT. */
function languageOf(value: unknown): 'en' | 'de' | null {
  const language = textOf(value)
    ?.toLowerCase()
    .split(/[-_.@]/, 1)[0];
  return language === 'en' || language === 'de' ? language : null;
}

function textOf(value: unknown): string | undefined {
  if (typeof value === 'number' && Number.isSafeInteger(value)) return String(value);
  return typeof value === 'string' && value !== '' && !value.includes('\0') ? value : undefined;
}
