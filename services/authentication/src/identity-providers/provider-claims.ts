import * as z from 'zod/mini';
import { emailAddress } from '@annals/contracts/fields';
import {
  claimAt,
  isObject,
  readClaim,
  textOf,
  type ClaimReading,
  type Claims,
} from './claim-values.ts';
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
export function lacksClaims(claims: Claims, mapping: Mapping): boolean {
  const { claimMap, synchronization } = mapping;
  const wanted = [claimMap.name, claimMap.groups, claimMap.units];
  if (synchronization.language === 'ALWAYS') wanted.push(claimMap.language);
  return (
    lacksIdentity(claims, mapping) ||
    wanted.some((name) => name !== null && isMissing(claimAt(claims, name)))
  );
}

/** Whether it lacks what says whose account it is. */
export function lacksIdentity(claims: Claims, { claimMap, trustEmail }: Mapping): boolean {
  const wanted = [claimMap.subject, claimMap.email];
  if (!trustEmail && claimMap.email === 'email') wanted.push('email_verified');
  return wanted.some((name) => isMissing(claimAt(claims, name)));
}

/** Whether it lacks the language that a person gets at the first sign-in. */
export function lacksFirstLanguage(
  claims: Claims,
  { claimMap: { language }, synchronization }: Mapping,
): boolean {
  return (
    language !== null &&
    synchronization.language === 'FIRST' &&
    isMissing(claimAt(claims, language))
  );
}

const isMissing = (value: unknown): boolean => value === undefined || value === null;

/**
 * The claims of the ID token with those that only userinfo has. `email_verified` applies to the `email` of the same
 * source, so it is never combined with the email of the other source.
 */
export function joinClaims(whole: Claims, userinfo: Claims): Claims {
  // Some write null for what only userinfo tells.
  const idToken = Object.fromEntries(Object.entries(whole).filter(([, value]) => value !== null));
  const {
    email,
    email_verified: verified,
    ...rest
  } = {
    ...whole,
    ...userinfo,
    ...idToken,
  };
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
 * @param told `tenant` of the issuer, where the provider has several: a subject is unique within its issuer only; `isWhole`
 * false if userinfo did not answer
 */
export function personOf(
  claims: Claims,
  provider: Mapping,
  { tenant, isWhole = true }: { tenant?: string | undefined; isWhole?: boolean } = {},
): ProviderPerson | undefined {
  const { claimMap, trustEmail, groupsForm, unitsForm } = provider;
  const subject = subjectOf(claims, claimMap, tenant);
  if (subject === undefined) return undefined;
  const writtenEmail = onlyOne(claimAt(claims, claimMap.email));
  const email = z.safeParse(emailAddress, textOf(writtenEmail)?.trim());
  return {
    subject,
    email: email.success ? email.data : null,
    emailInvalid: !isBlank(writtenEmail) && !email.success,
    emailVerified: email.success && (trustEmail || isEmailVerified(claims, claimMap.email)),
    name: nameIn(claims, claimMap.name),
    language:
      claimMap.language === null ? null : languageOf(onlyOne(claimAt(claims, claimMap.language))),
    groups:
      claimMap.groups === null ? null : readClaim(claims, claimMap.groups, groupsForm, isWhole),
    units: claimMap.units === null ? null : readClaim(claims, claimMap.units, unitsForm, isWhole),
  };
}

/** The subject as identities are stored; undefined if there is none that could be stored. */
export function subjectOf(
  claims: Claims,
  { subject: path }: Mapping['claimMap'],
  tenant: string | undefined,
): string | undefined {
  const own = textOf(claimAt(claims, path));
  const subject = own !== undefined && tenant !== undefined ? `${tenant}/${own}` : own;
  return subject !== undefined && subject.length <= maxSubjectLength ? subject : undefined;
}

/** Providers with a directory behind them write attributes as lists, and Azure AD B2C its `emails`. */
const onlyOne = (value: unknown): unknown =>
  Array.isArray(value) && value.length <= 1 ? value[0] : value;

const isBlank = (value: unknown): boolean =>
  value === undefined || value === null || (typeof value === 'string' && value.trim() === '');

/** Some send the parts of a name alone (OpenID Connect Core 1.0, section 5.1). */
function nameIn(claims: Claims, path: string): string | null {
  const whole = nameOf(onlyOne(claimAt(claims, path)));
  if (whole !== null || path !== 'name') return whole;
  const parts = [claims['given_name'], claims['family_name']].map((part) => nameOf(onlyOne(part)));
  return nameOf(parts.filter((part) => part !== null).join(' '));
}

/** Cut between two characters, not within one. */
function nameOf(value: unknown): string | null {
  const name = textOf(typeof value === 'string' ? value.toWellFormed() : value)?.trim() ?? '';
  const cut = name.slice(0, maxNameLength);
  return (cut.isWellFormed() ? cut : cut.slice(0, -1)).trim() || null;
}

/** Roles that the groups map to; never GLOBAL_MASTER, whatever the map says. */
export function rolesOfGroups(groups: readonly string[], map: Record<string, string>): string[] {
  return mapValues(groups, map).filter((role) => role !== 'GLOBAL_MASTER');
}

/** What the values map to, each once. */
export function mapValues(values: readonly string[], map: Record<string, string>): string[] {
  const byValue = new Map(Object.entries(map).map(([value, mapped]) => [plain(value), mapped]));
  const found = values.flatMap((value) => byValue.get(plain(value)) ?? []);
  return [...new Set(found)].filter((each) => each !== '').toSorted();
}

/** The same text however its accents are composed (Unicode, NFC), without space around it. */
const plain = (text: string): string => text.trim().normalize('NFC');

/** `email_verified` refers only to the claim `email`. Some providers send it as text. */
function isEmailVerified(claims: Claims, emailClaim: string): boolean {
  const verified = claims['email_verified'];
  return emailClaim === 'email' && (verified === true || verified === 'true');
}

/** Of a BCP 47 tag such as de-AT, a POSIX locale such as de_AT, or an object with language and country, as of LinkedIn. */
function languageOf(value: unknown): 'en' | 'de' | null {
  const language = textOf(isObject(value) ? value['language'] : value)
    ?.trim()
    ?.toLowerCase()
    .split(/[-_.@]/, 1)[0];
  return language === 'en' || language === 'de' ? language : null;
}
