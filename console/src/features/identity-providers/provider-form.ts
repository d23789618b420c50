import { isAnnounced } from '../../platform/api/announced.ts';
import { isReadInPart } from '../../platform/api/read-in-part.ts';
import { isPublicDomain } from '@annals/contracts/email-address';
import {
  idTokenAlgorithms,
  withoutWellKnown,
  type IdentityProvider as WholeProvider,
} from '@annals/contracts/identity-providers';
import { rolesByName } from '../../domain/permissions/roles-by-name.ts';
import { foldName } from '../../platform/plain-text.ts';
import type { ProviderPreset } from '@annals/rules/provider-presets';
import type { IdentityProvider, OrganizationalUnit } from '../../platform/api/things.ts';
import type { ProviderTexts } from './providers.texts.ts';

export const endpointNames = ['authorization', 'token', 'userinfo', 'jwks', 'endSession'] as const;
export const claimNames = ['subject', 'email', 'name', 'language', 'groups', 'units'] as const;
export const provisioningChoices = ['NONE', 'EXISTING', 'CREATE'] as const;
export const authenticationChoices = [
  'client_secret_basic',
  'client_secret_post',
  'private_key_jwt',
  'none',
] as const;
export const responseModeChoices = ['query', 'form_post'] as const;
export const claimFormChoices = ['LIST', 'OBJECTS', 'KEYS', 'TEXT'] as const;
export const ruleChoices = ['ALWAYS', 'FIRST', 'NEVER'] as const;
export const ruledAttributes = ['name', 'email', 'language', 'units'] as const;
/** The empty choice: those that the provider announces. */
export const algorithmChoices = ['', ...idTokenAlgorithms] as const;

/** A claim with several values, as the form edits its form. */
export interface ClaimFormValues {
  kind: (typeof claimFormChoices)[number];
  property: string;
  separator: string;
  absentMeansNone: boolean;
}

/** A value of the claim for the units, and the unit that it stands for. */
export interface MappedUnit {
  /** Tells rows apart that have no value yet. */
  key: string;
  value: string;
  unit: OrganizationalUnit | null;
}

/** The values of the form, with lists as typed. */
export interface ProviderValues {
  name: string;
  unit: OrganizationalUnit | null;
  buttonLabel: string;
  issuer: string;
  discovery: boolean;
  tokenIssuer: string;
  tenants: string;
  clientId: string;
  /** Empty to keep the stored secret. */
  clientSecret: string;
  clientAuthentication: (typeof authenticationChoices)[number];
  /** Empty to keep the stored key, or to have one made. */
  clientKey: string;
  idTokenAlgorithm: (typeof algorithmChoices)[number];
  responseMode: (typeof responseModeChoices)[number];
  scopes: string;
  authorization: string;
  token: string;
  userinfo: string;
  jwks: string;
  endSession: string;
  signOutAtProvider: boolean;
  emailDomains: string;
  provisioning: (typeof provisioningChoices)[number];
  trustEmail: boolean;
  trustSecondFactor: boolean;
  newUserRoles: string[];
  newUserUnit: OrganizationalUnit | null;
  subject: string;
  email: string;
  displayName: string;
  language: string;
  groups: string;
  groupsForm: ClaimFormValues;
  groupRoles: string;
  units: string;
  unitsForm: ClaimFormValues;
  unitMap: MappedUnit[];
  synchronization: Record<(typeof ruledAttributes)[number], (typeof ruleChoices)[number]>;
}

const plainList: ClaimFormValues = {
  kind: 'LIST',
  property: '',
  separator: '',
  absentMeansNone: false,
};

export const emptyProvider: ProviderValues = {
  name: '',
  unit: null,
  buttonLabel: '',
  issuer: '',
  discovery: true,
  tokenIssuer: '',
  tenants: '',
  clientId: '',
  clientSecret: '',
  clientAuthentication: 'client_secret_basic',
  clientKey: '',
  idTokenAlgorithm: '',
  responseMode: 'query',
  scopes: 'openid email profile',
  authorization: '',
  token: '',
  userinfo: '',
  jwks: '',
  endSession: '',
  signOutAtProvider: true,
  emailDomains: '',
  provisioning: 'EXISTING',
  trustEmail: false,
  trustSecondFactor: false,
  newUserRoles: ['USER'],
  newUserUnit: null,
  subject: 'sub',
  email: 'email',
  displayName: 'name',
  language: 'locale',
  groups: '',
  groupsForm: plainList,
  groupRoles: '',
  units: '',
  unitsForm: plainList,
  unitMap: [],
  synchronization: { name: 'ALWAYS', email: 'ALWAYS', language: 'FIRST', units: 'ALWAYS' },
};

/** Fields whose names differ between the form and the service. */
const serviceNames: Partial<Record<keyof ProviderValues, keyof WholeProvider>> = {
  unit: 'organizationalUnit',
  clientSecret: 'hasClientSecret',
  authorization: 'endpoints',
  token: 'endpoints',
  userinfo: 'endpoints',
  jwks: 'endpoints',
  endSession: 'endpoints',
  clientKey: 'clientPublicKey',
  newUserUnit: 'newUserOrganizationalUnitId',
  subject: 'claimMap',
  email: 'claimMap',
  displayName: 'claimMap',
  language: 'claimMap',
  groups: 'claimMap',
  units: 'claimMap',
};

/** Their names in the bodies of calls. */
const bodyNames: Partial<Record<keyof ProviderValues, string>> = {
  ...serviceNames,
  unit: 'organizationalUnitId',
  clientSecret: 'clientSecret',
  clientKey: 'clientKey',
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
    : { subject: '', email: '', displayName: '', language: '' };
  return {
    ...emptyProvider,
    ...endpoint,
    name: provider.name ?? '',
    unit: provider.organizationalUnit ?? null,
    buttonLabel: provider.buttonLabel ?? '',
    issuer: provider.issuer ?? '',
    discovery: provider.discovery ?? true,
    tokenIssuer: provider.tokenIssuer ?? '',
    tenants: (provider.tenants ?? []).join('\n'),
    clientId: provider.clientId ?? '',
    clientAuthentication: oneOf(authenticationChoices, provider.clientAuthentication),
    idTokenAlgorithm: oneOf(algorithmChoices, provider.idTokenAlgorithm ?? ''),
    responseMode: oneOf(responseModeChoices, provider.responseMode),
    signOutAtProvider: provider.signOutAtProvider ?? true,
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
    // A claim that is switched off is not the usual one.
    language: 'language' in claimMap ? (claimMap['language'] ?? '') : usual.language,
    groups: claimMap['groups'] ?? '',
    groupsForm: formOf(provider.groupsForm),
    units: claimMap['units'] ?? '',
    unitsForm: formOf(provider.unitsForm),
    unitMap: Object.entries(provider.unitMap ?? {}).map(([value, id]) => ({
      key: value,
      value,
      unit: unitOf(id),
    })),
    synchronization: {
      name: oneOf(ruleChoices, provider.synchronization?.['name']),
      email: oneOf(ruleChoices, provider.synchronization?.['email']),
      language: oneOf(ruleChoices, provider.synchronization?.['language'] ?? 'FIRST'),
      units: oneOf(ruleChoices, provider.synchronization?.['units']),
    },
    groupRoles: Object.entries(groupRoles)
      .map(([group, role]) => `${group} = ${role}`)
      .join('\n'),
  };
}

const formOf = (form: IdentityProvider['groupsForm']): ClaimFormValues => ({
  kind: oneOf(claimFormChoices, form?.kind),
  property: form?.property ?? '',
  separator: form?.separator ?? '',
  absentMeansNone: form?.absentMeansNone ?? false,
});

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
    issuer: issuerIn(values),
    discovery: values.discovery,
    tokenIssuer: values.tokenIssuer.trim() || null,
    tenants: labelsOf(values.tenants),
    clientId: values.clientId.trim(),
    ...(values.clientSecret !== '' && needsSecret(values) && { clientSecret: values.clientSecret }),
    clientAuthentication: values.clientAuthentication,
    ...(values.clientKey.trim() !== '' &&
      values.clientAuthentication === 'private_key_jwt' && { clientKey: values.clientKey.trim() }),
    idTokenAlgorithm: values.idTokenAlgorithm === '' ? null : values.idTokenAlgorithm,
    responseMode: values.responseMode,
    signOutAtProvider: values.signOutAtProvider,
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
      language: values.language.trim() || null,
      groups: values.groups.trim() || null,
      units: values.units.trim() || null,
    },
    groupsForm: bodyOfForm(values.groupsForm),
    unitsForm: bodyOfForm(values.unitsForm),
    unitMap: Object.fromEntries(
      values.unitMap.flatMap(({ value, unit }) =>
        value.trim() === '' || unit === null ? [] : [[value.trim(), unit.id]],
      ),
    ),
    synchronization: values.synchronization,
    groupRoles: Object.fromEntries(
      linesOf(values.groupRoles).map((line) => {
        const at = line.lastIndexOf('=');
        return [line.slice(0, at).trim(), roleNamed(line.slice(at + 1).trim())];
      }),
    ),
  };
}

/** The address of the discovery document is what products show, and what people paste. */
export const issuerIn = ({ issuer }: Pick<ProviderValues, 'issuer'>): string =>
  // What a service of another vendor accepts is its own decision.
  isAnnounced('authentication') ? withoutWellKnown(issuer.trim()) : issuer.trim();

/** A role may be written as it is shown, in any language. Which names another service has is not known. */
const roleNamed = (written: string): string =>
  (isAnnounced('authentication') ? rolesByName().get(foldName(written)) : undefined) ?? written;

/** Whether the client secret is used: to authenticate, or to verify ID tokens. */
export const needsSecret = (
  values: Pick<ProviderValues, 'clientAuthentication' | 'idTokenAlgorithm'>,
): boolean =>
  values.clientAuthentication.startsWith('client_secret') ||
  values.idTokenAlgorithm.startsWith('HS');

const bodyOfForm = ({ kind, property, separator, absentMeansNone }: ClaimFormValues) => ({
  kind,
  property: kind === 'OBJECTS' ? property.trim() || null : null,
  separator: kind === 'TEXT' ? separator || null : null,
  absentMeansNone,
});

/** The values that a preset sets; what was entered elsewhere stays. */
export function withPreset(preset: ProviderPreset): Partial<ProviderValues> {
  const { claimMap, groupsForm } = preset;
  return {
    name: preset.name,
    issuer: preset.issuer,
    scopes: preset.scopes.join(' '),
    subject: claimMap.subject,
    email: claimMap.email,
    displayName: claimMap.name,
    language: claimMap.language ?? '',
    groups: claimMap.groups ?? '',
    units: claimMap.units ?? '',
    groupsForm: formOf(groupsForm),
  };
}

const endpointFields = endpointNames.map((name) => [name, name] as const);
const claimFields = [
  ['subject', 'subject'],
  ['email', 'email'],
  ['displayName', 'name'],
  ['language', 'language'],
  ['groups', 'groups'],
  ['units', 'units'],
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
  const pickChanged = (fields: readonly (readonly [TextField, string])[]) =>
    Object.fromEntries(
      fields
        .filter(([name]) => values[name] !== before[name])
        .map(([name, key]) => [key, values[name].trim() || null]),
    );
  const endpoints = Object.entries({ ...provider.endpoints, ...pickChanged(endpointFields) });
  return {
    ...changes,
    ...(changes.buttonLabel !== undefined && { buttonLabel: values.buttonLabel.trim() }),
    ...(changes.claimMap && { claimMap: { ...provider.claimMap, ...pickChanged(claimFields) } }),
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
    tenants: (text: string, { tokenIssuer }: ProviderValues) =>
      tokenIssuer.includes('{tenantid}') && labelsOf(text).length === 0 ? t.tenantsMissing : null,
    unitMap: (entries: MappedUnit[]) =>
      entries.some(({ value, unit }) => (value.trim() === '') !== (unit === null))
        ? t.unitMapIncomplete
        : null,
    groupsForm: (form: ClaimFormValues, { groups }: ProviderValues) =>
      groups.trim() !== '' && form.kind === 'OBJECTS' && form.property.trim() === ''
        ? t.propertyMissing
        : null,
    unitsForm: (form: ClaimFormValues, { units }: ProviderValues) =>
      units.trim() !== '' && form.kind === 'OBJECTS' && form.property.trim() === ''
        ? t.propertyMissing
        : null,
    scopes: (text: string) =>
      isOurs && !labelsOf(text).includes('openid') ? t.scopesMissing : null,
    emailDomains: (text: string) => {
      const wrong = labelsOf(text).find((word) => isOurs && !isPublicDomain(word));
      return wrong === undefined ? null : t.wrongDomain(wrong);
    },
    groupRoles: (text: string) => {
      const isRole = (written: string) =>
        isOurs ? /^[A-Z][A-Z0-9_]*$/.test(roleNamed(written)) : written !== '';
      const wrong = linesOf(text).find((line) => {
        const at = line.lastIndexOf('=');
        return at < 1 || !isRole(line.slice(at + 1).trim());
      });
      return wrong === undefined ? null : t.wrongGroupRole(wrong);
    },
  };
}
