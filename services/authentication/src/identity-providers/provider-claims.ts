import * as z from 'zod/mini';
import { emailAddress } from '@annals/contracts/fields';
import type { ProviderSettings } from './providers.sql.ts';

export type Claims = Readonly<Record<string, unknown>>;

/** An identity at a provider, read with its claim map. */
export interface ProviderPerson {
  subject: string;
  email: string | null;
  emailVerified: boolean;
  name: string | null;
  groups: string[];
}

type Reading = Pick<ProviderSettings, 'claimMap' | 'trustEmail'>;

const maxSubjectLength = 255;
const maxNameLength = 200;
const maxGroups = 1_000;

/**
 * The claim with this name; if there is none, the one at this dotted path, for example `realm_access.roles`. The
 * literal name has precedence, since names of private claims may be URLs, which contain dots.
 */
export function claimAt(claims: Claims, name: string): unknown {
  if (Object.hasOwn(claims, name)) return claims[name];
  let value: unknown = claims;
  for (const step of name.split('.')) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, step))
      return undefined;
    value = (value as Record<string, unknown>)[step];
  }
  return value;
}

/** Whether the ID token lacks something that the claim map names, so that userinfo is needed. */
export function lacksClaims(claims: Claims, { claimMap, trustEmail }: Reading): boolean {
  const wanted = [claimMap.subject, claimMap.email, claimMap.name, claimMap.groups];
  if (!trustEmail && claimMap.email === 'email') wanted.push('email_verified');
  return wanted.some((name) => name !== null && claimAt(claims, name) === undefined);
}

/**
 * The claims of the ID token with those that only userinfo has. `email_verified` applies to the `email` of the same
 * source, so it is never combined with the email of the other source.
 */
export function joined(idToken: Claims, userinfo: Claims): Claims {
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

/** Undefined if the claims contain no subject. */
export function personOf(claims: Claims, provider: Reading): ProviderPerson | undefined {
  const { claimMap, trustEmail } = provider;
  const subject = textOf(claimAt(claims, claimMap.subject));
  if (subject === undefined || subject.length > maxSubjectLength) return undefined;
  const email = z.safeParse(emailAddress, textOf(claimAt(claims, claimMap.email))?.trim());
  const groups = claimMap.groups === null ? undefined : claimAt(claims, claimMap.groups);
  return {
    subject,
    email: email.success ? email.data : null,
    emailVerified: email.success && (trustEmail || isEmailVerified(claims, claimMap.email)),
    name: textOf(claimAt(claims, claimMap.name))?.trim().slice(0, maxNameLength) || null,
    groups: (Array.isArray(groups) ? groups : [groups])
      .filter((group): group is string => typeof group === 'string')
      .slice(0, maxGroups),
  };
}

/** Roles that the groups map to; never GLOBAL_MASTER, whatever the map says. */
export function rolesOfGroups(groups: readonly string[], map: Record<string, string>): string[] {
  const roles = groups.flatMap((group) => (Object.hasOwn(map, group) ? [map[group] ?? ''] : []));
  return [...new Set(roles)].filter((role) => role !== '' && role !== 'GLOBAL_MASTER').toSorted();
}

/** `email_verified` refers only to the claim `email`. Some providers send it as text. */
function isEmailVerified(claims: Claims, emailClaim: string): boolean {
  const verified = claims['email_verified'];
  return emailClaim === 'email' && (verified === true || verified === 'true');
}

function textOf(value: unknown): string | undefined {
  if (typeof value === 'number' && Number.isSafeInteger(value)) return String(value);
  return typeof value === 'string' && value !== '' && !value.includes('\0') ? value : undefined;
}
