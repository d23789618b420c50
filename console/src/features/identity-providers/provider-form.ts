import { isAnnounced } from '../../platform/api/announced.ts';
import { isReadInPart } from '../../platform/api/read-in-part.ts';
import { isPublicDomain } from '@annals/contracts/email-address';
import type { IdentityProvider as WholeProvider } from '@annals/contracts/identity-providers';
import type { IdentityProvider, OrganizationalUnit } from '../../platform/api/things.ts';
import type { ProviderTexts } from './providers.texts.ts';

export const endpointNames = ['authorization', 'token', 'userinfo', 'jwks'] as const;
export const claimNames = ['subject', 'email', 'name', 'groups'] as const;
export const provisioningChoices = ['NONE', 'EXISTING', 'CREATE'] as const;
export const authenticationChoices = ['client_secret_basic', 'client_secret_post', 'none'] as const;

/** The values of the form, with lists as typed. */
export interface ProviderValues {
  name: string;
  unit: OrganizationalUnit | null;
  buttonLabel: string;
  issuer: string;
  clientId: string;
  /** Empty to keep the stored secret. */
  clientSecret: string;
  clientAuthentication: (typeof authenticationChoices)[number];
  scopes: string;
  authorization: string;
  token: string;
  userinfo: string;
  jwks: string;
  emailDomains: string;
  provisioning: (typeof provisioningChoices)[number];
  trustEmail: boolean;
  trustSecondFactor: boolean;
  newUserRoles: string[];
  newUserUnit: OrganizationalUnit | null;
  subject: string;
  email: string;
  displayName: string;
  groups: string;
  groupRoles: string;
}

export const emptyProvider: ProviderValues = {
  name: '',
  unit: null,
  buttonLabel: '',
  issuer: '',
  clientId: '',
  clientSecret: '',
  clientAuthentication: 'client_secret_basic',
  scopes: 'openid email profile',
  authorization: '',
  token: '',
  userinfo: '',
  jwks: '',
  emailDomains: '',
  provisioning: 'EXISTING',
  trustEmail: false,
  trustSecondFactor: false,
  newUserRoles: ['USER'],
  newUserUnit: null,
  subject: 'sub',
  email: 'email',
  displayName: 'name',
  groups: '',
  groupRoles: '',
};

/** Fields whose names differ between the form and the service. */
const serviceNames: Partial<Record<keyof ProviderValues, keyof WholeProvider>> = {
  unit: 'organizationalUnit',
  clientSecret: 'hasClientSecret',
  authorization: 'endpoints',
  token: 'endpoints',
  userinfo: 'endpoints',
  jwks: 'endpoints',
  newUserUnit: 'newUserOrganizationalUnitId',
  subject: 'claimMap',
  email: 'claimMap',
  displayName: 'claimMap',
  groups: 'claimMap',
};

/** Their names in the bodies of calls. */
const bodyNames: Partial<Record<keyof ProviderValues, string>> = {
  ...serviceNames,
  unit: 'organizationalUnitId',
  clientSecret: 'clientSecret',
};

/**
 * Whether a provider has a field. The specification names only its id and name: another service that does not report
 * another field may not have it, so the form neither shows nor requires it.
 */
export type HasField = (name: keyof ProviderValues) => boolean;

/** The fields of a new provider: for a service of another vendor those that every OpenID Connect provider has. */
export const fieldsOfNew: HasField = (name) => isAnnounced('authentication') || common.has(name);

const common = new Set<keyof ProviderValues>([
  'name',
  'unit',
  'issuer',
  'clientId',
  'clientSecret',
]);

export function fieldsOf(provider: IdentityProvider): HasField {
  if (isAnnounced('authentication')) return () => true;
  return (name) => name === 'name' || isShown(provider, name);
}

const choicesOf: Partial<Record<keyof ProviderValues, readonly unknown[]>> = {
  clientAuthentication: authenticationChoices,
  provisioning: provisioningChoices,
};

/** Whether the form can show all of what a service tells in a field: the rest would be misstated, and lost when saved. */
function isShown(provider: IdentityProvider, name: keyof ProviderValues): boolean {
  const field = serviceNames[name] ?? name;
  const value: unknown = Reflect.get(provider, field);
  if (value === undefined || isReadInPart(provider, field)) return false;
  return choicesOf[name]?.includes(value) ?? true;
}

export function valuesOf(provider: IdentityProvider): ProviderValues {
  const { endpoints = {}, claimMap = {}, groupRoles = {} } = provider;
  const endpoint = Object.fromEntries(endpointNames.map((name) => [name, endpoints[name] ?? '']));
  // Which claim a service of another vendor uses unless it says so is not known.
  const usual = isAnnounced('authentication')
    ? emptyProvider
    : { subject: '', email: '', displayName: '' };
  return {
    ...emptyProvider,
    ...endpoint,
    name: provider.name ?? '',
    unit: provider.organizationalUnit ?? null,
    buttonLabel: provider.buttonLabel ?? '',
    issuer: provider.issuer ?? '',
    clientId: provider.clientId ?? '',
    clientAuthentication: oneOf(authenticationChoices, provider.clientAuthentication),
    scopes: provider.scopes?.join(' ') ?? emptyProvider.scopes,
    emailDomains: (provider.emailDomains ?? []).join('\n'),
    provisioning: oneOf(provisioningChoices, provider.provisioning),
    trustEmail: provider.trustEmail ?? false,
    trustSecondFactor: provider.trustSecondFactor ?? false,
    newUserRoles: provider.newUserRoles ?? [],
    newUserUnit: unitOf(provider.newUserOrganizationalUnitId),
    subject: claimMap['subject'] ?? usual.subject,
    email: claimMap['email'] ?? usual.email,
    displayName: claimMap['name'] ?? usual.displayName,
    groups: claimMap['groups'] ?? '',
    groupRoles: Object.entries(groupRoles)
      .map(([group, role]) => `${group} = ${role}`)
      .join('\n'),
  };
}

function oneOf<const Choices extends readonly [string, ...string[]]>(
  choices: Choices,
  value: string | undefined,
): Choices[number] {
  return choices.find((choice) => choice === value) ?? choices[0];
}

const unitOf = (id: string | null | undefined): OrganizationalUnit | null => (id ? { id } : null);
const labelsOf = (written: string) => written.split(/[\s,;]+/).filter((word) => word !== '');
const linesOf = (written: string) =>
  written
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');

/**
 * The body that creates a provider, disabled at first; its unit is part of the query. A service of another vendor gets
 * what was entered and no defaults of ours.
 */
export function bodyOfNew(values: ProviderValues) {
  const body = bodyOf(values);
  if (isAnnounced('authentication')) return { ...body, enabled: false };
  const { name, issuer, clientId } = body;
  return { ...enteredIn(body, emptyProvider, values), name, issuer, clientId };
}

/** The part of a body whose fields in the form differ. */
function enteredIn<Body extends object>(
  body: Body,
  before: ProviderValues,
  after: ProviderValues,
): Partial<Body> {
  const changed = (Object.keys(after) as (keyof ProviderValues)[]).filter(
    (name) => JSON.stringify(after[name]) !== JSON.stringify(before[name]),
  );
  const names = new Set<string>(changed.map((name) => bodyNames[name] ?? name));
  return Object.fromEntries(
    Object.entries(body).filter(([name]) => names.has(name)),
  ) as Partial<Body>;
}

export function bodyOf(values: ProviderValues) {
  const endpoints = Object.fromEntries(
    endpointNames.flatMap((name) => (values[name].trim() ? [[name, values[name].trim()]] : [])),
  );
  return {
    name: values.name.trim(),
    buttonLabel: values.buttonLabel.trim() || values.name.trim(),
    issuer: values.issuer.trim(),
    clientId: values.clientId.trim(),
    ...(values.clientSecret !== '' &&
      values.clientAuthentication !== 'none' && { clientSecret: values.clientSecret }),
    clientAuthentication: values.clientAuthentication,
    scopes: labelsOf(values.scopes),
    endpoints,
    emailDomains: labelsOf(values.emailDomains),
    provisioning: values.provisioning,
    trustEmail: values.trustEmail,
    trustSecondFactor: values.trustSecondFactor,
    newUserRoles: values.newUserRoles,
    newUserOrganizationalUnitId: values.newUserUnit?.id ?? null,
    claimMap: {
      subject: values.subject.trim() || 'sub',
      email: values.email.trim() || 'email',
      name: values.displayName.trim() || 'name',
      groups: values.groups.trim() || null,
    },
    groupRoles: Object.fromEntries(
      linesOf(values.groupRoles).map((line) => {
        const at = line.lastIndexOf('=');
        return [line.slice(0, at).trim(), line.slice(at + 1).trim()];
      }),
    ),
  };
}

const endpointFields = endpointNames.map((name) => [name, name] as const);
const claimFields = [
  ['subject', 'subject'],
  ['email', 'email'],
  ['displayName', 'name'],
  ['groups', 'groups'],
] as const;

/**
 * The body that changes a provider: for a service of another vendor the changed fields alone, and of a field that consists
 * of several what it told of the others.
 */
export function changesOf(provider: IdentityProvider, values: ProviderValues) {
  const body = { ...bodyOf(values), organizationalUnitId: values.unit?.id ?? null };
  if (isAnnounced('authentication')) return body;
  const before = valuesOf(provider);
  const changes = enteredIn(body, before, values);
  type TextField = (typeof claimFields | typeof endpointFields)[number][0];
  const changed = (fields: readonly (readonly [TextField, string])[]) =>
    Object.fromEntries(
      fields
        .filter(([name]) => values[name] !== before[name])
        .map(([name, key]) => [key, values[name].trim() || null]),
    );
  const endpoints = Object.entries({ ...provider.endpoints, ...changed(endpointFields) });
  return {
    ...changes,
    ...(changes.buttonLabel !== undefined && { buttonLabel: values.buttonLabel.trim() }),
    ...(changes.claimMap && { claimMap: { ...provider.claimMap, ...changed(claimFields) } }),
    ...(changes.endpoints && {
      endpoints: Object.fromEntries(endpoints.filter(([, url]) => url !== null)),
    }),
  } as Partial<typeof body>;
}

export function validationRules(t: ProviderTexts, has: HasField) {
  const present = (name: keyof ProviderValues, missing: string) => (text: string) =>
    has(name) && text.trim() === '' ? missing : null;
  // What a service of another vendor accepts is its own decision.
  const isOurs = isAnnounced('authentication');
  return {
    name: present('name', t.nameMissing),
    issuer: present('issuer', t.issuerMissing),
    clientId: present('clientId', t.clientIdMissing),
    scopes: (text: string) =>
      isOurs && !labelsOf(text).includes('openid') ? t.scopesMissing : null,
    emailDomains: (text: string) => {
      const wrong = labelsOf(text).find((word) => isOurs && !isPublicDomain(word));
      return wrong === undefined ? null : t.wrongDomain(wrong);
    },
    groupRoles: (text: string) => {
      const form = isOurs ? /^[^=].*=\s*[A-Z][A-Z0-9_]*$/ : /^[^=].*=\s*\S/;
      const wrong = linesOf(text).find((line) => !form.test(line));
      return wrong === undefined ? null : t.wrongGroupRole(wrong);
    },
  };
}
