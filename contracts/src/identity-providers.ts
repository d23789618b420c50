import { messageFields } from './problem.ts';
import * as z from 'zod/mini';
import { emailDomain, emailDomains } from './email-domains.ts';
import { endpoint } from './endpoint.ts';
import {
  dateTime,
  flag,
  givenId,
  id,
  include,
  named,
  pageOf,
  paging,
  shownText,
  text,
  version,
} from './fields.ts';
import { messageCode } from './message-code.ts';

const url = z.string().check(z.maxLength(2048), z.url(messageCode('httpsAddress')));
const claimName = text(1, 200);

/** What a person means who enters the address of the discovery document instead of the issuer. */
export const withoutWellKnown = (issuer: string): string =>
  issuer.replace(/\/\.well-known\/openid-configuration\/?$/, '');

/** Endpoints of the provider; filled by discovery (OpenID Connect Discovery 1.0, section 4). */
export const providerEndpoints = z.strictObject({
  authorization: z.optional(url),
  token: z.optional(url),
  userinfo: z.optional(url),
  jwks: z.optional(url),
  /** Where the browser is sent to sign out (OpenID Connect RP-Initiated Logout 1.0). */
  endSession: z.optional(url),
});

export const clientAuthentications = [
  'client_secret_basic',
  'client_secret_post',
  'private_key_jwt',
  'none',
] as const;
export const provisionings = ['NONE', 'EXISTING', 'CREATE'] as const;
export const idTokenAlgorithms = [
  'RS256',
  'RS384',
  'RS512',
  'PS256',
  'PS384',
  'PS512',
  'ES256',
  'ES384',
  'ES512',
  'EdDSA',
  'HS256',
  'HS384',
  'HS512',
] as const;
export const responseModes = ['query', 'form_post'] as const;
export const claimFormKinds = ['LIST', 'OBJECTS', 'KEYS', 'TEXT'] as const;
export const synchronizationRules = ['ALWAYS', 'FIRST', 'NEVER'] as const;
/** What a provider can keep up to date. */
export const synchronizedAttributes = ['name', 'email', 'language', 'units'] as const;

/** How the values of a claim with several values are written. */
export const claimForm = z.strictObject({
  /** LIST: texts. OBJECTS: objects with the value in `property`. KEYS: the names in an object. TEXT: one text. */
  kind: z._default(z.enum(claimFormKinds), 'LIST'),
  property: z._default(z.nullable(text(1, 200)), null),
  separator: z._default(z.nullable(z.string().check(z.minLength(1), z.maxLength(10))), null),
  /** A missing claim means that there are no values. Otherwise it means that they are unknown. */
  absentMeansNone: z._default(z.boolean(), false),
});
export type ClaimForm = z.infer<typeof claimForm>;

const synchronizationRule = (usual: (typeof synchronizationRules)[number]) =>
  z._default(z.enum(synchronizationRules), usual);

/** The settings of a provider. */
const settings = {
  name: shownText(1, 200),
  enabled: z.boolean(),
  buttonLabel: shownText(1, 100),
  issuer: url,
  /** Whether the provider publishes a discovery document. Without one, all endpoints are configured. */
  discovery: z.boolean(),
  /** The issuer in its documents and tokens, where it differs from the issuer. {tenantid} stands for one of `tenants`. */
  tokenIssuer: z.nullable(text(1, 2048)),
  tenants: z.array(text(1, 100)).check(z.maxLength(100)),
  clientId: text(1, 500),
  clientAuthentication: z.enum(clientAuthentications),
  /** The only algorithm that ID tokens are accepted with; null: the asymmetric ones that the provider announces. */
  idTokenAlgorithm: z.nullable(z.enum(idTokenAlgorithms)),
  responseMode: z.enum(responseModes),
  scopes: z.array(text(1, 100)).check(z.minLength(1), z.maxLength(30)),
  /** Overrides what discovery returns. */
  endpoints: providerEndpoints,
  emailDomains,
  /** Names of claims. If no claim has the full name, a dot descends one level, as in realm_access.roles. */
  claimMap: z.strictObject({
    subject: z._default(claimName, 'sub'),
    email: z._default(claimName, 'email'),
    name: z._default(claimName, 'name'),
    language: z._default(z.nullable(claimName), 'locale'),
    groups: z._default(z.nullable(claimName), null),
    units: z._default(z.nullable(claimName), null),
  }),
  groupsForm: claimForm,
  unitsForm: claimForm,
  /** Maps groups of the provider to roles; never GLOBAL_MASTER. */
  groupRoles: z.record(text(1, 200), text(1, 64)),
  /** Maps values of the claim for the units to ids of organizational units. */
  unitMap: z.record(text(1, 200), id),
  /** When the provider sets an attribute of a user: at every sign-in, when the account is created or linked, or never. */
  synchronization: z.strictObject({
    name: synchronizationRule('ALWAYS'),
    email: synchronizationRule('ALWAYS'),
    language: synchronizationRule('FIRST'),
    units: synchronizationRule('ALWAYS'),
  }),
  /** Signing out here also signs out at the provider. */
  signOutAtProvider: z.boolean(),
  /** Treat every email of this provider as verified, whatever its claim says. */
  trustEmail: z.boolean(),
  /** The provider requires a second factor itself, so Annals does not. */
  trustSecondFactor: z.boolean(),
  /** NONE: only linked accounts. EXISTING: links to the user with the verified email. CREATE: otherwise creates one. */
  provisioning: z.enum(provisionings),
  newUserRoles: z.array(text(1, 64)).check(z.maxLength(20)),
  newUserOrganizationalUnitId: z.nullable(id),
};

const claimFormAnswer = z.object({
  kind: z.string(),
  property: z.nullable(z.string()),
  separator: z.nullable(z.string()),
  absentMeansNone: z.boolean(),
});

/** The form of a claim, without its values. */
export const foundClaim = z.object({
  /** MISSING, NULL, OVERAGE, TEXT, NUMBER, BOOLEAN, TEXTS, OBJECTS, MIXED, OBJECT. */
  kind: z.string(),
  /** How many a list or an object has. */
  count: z.nullable(z.number()),
  /** The names in an object, or in the objects of a list; the first of them. */
  properties: z.array(z.string()),
});
export type FoundClaim = z.infer<typeof foundClaim>;

/** What a provider sent about a user and could not be used. The user keeps what they had. */
export const unreadClaim = z.object({
  /** What it was for: groups, units, email. */
  attribute: z.string(),
  claim: z.string(),
  /**
   * MISSING, OVERAGE, FORM: could not be read. UNANSWERED: the user info endpoint did not answer. EMAIL_TAKEN: another user has it. UNIT_BEYOND: outside the unit.
   * NO_MASTER_LEFT: after it no global master could sign in under the sign-in rules.
   */
  reason: z.string(),
  found: foundClaim,
});
export type UnreadClaim = z.infer<typeof unreadClaim>;

export const unreadAtSignIn = z.object({
  user: z.object({ id: z.string(), name: z.string() }),
  date: dateTime,
  claims: z.array(unreadClaim),
});
export type UnreadAtSignIn = z.infer<typeof unreadAtSignIn>;

/** The secret is never returned. */
export const identityProvider = z.object({
  id: givenId,
  name: z.string(),
  organizationalUnit: z.nullable(named),
  protocol: z.string(),
  enabled: z.boolean(),
  buttonLabel: z.string(),
  issuer: z.string(),
  discovery: z.boolean(),
  tokenIssuer: z.nullable(z.string()),
  tenants: z.array(z.string()),
  clientId: z.string(),
  hasClientSecret: z.boolean(),
  clientAuthentication: z.string(),
  /** The public key of private_key_jwt as a JWK; null for every other authentication. */
  clientPublicKey: z.nullable(z.looseObject({})),
  /** Where the provider can read that key; null if there is none. */
  clientKeysUrl: z.nullable(z.string()),
  idTokenAlgorithm: z.nullable(z.string()),
  responseMode: z.string(),
  scopes: z.array(z.string()),
  endpoints: z.record(z.string(), z.string()),
  emailDomains: z.array(z.string()),
  /** The same domains with their state. */
  domains: z.array(emailDomain),
  claimMap: z.record(z.string(), z.nullable(z.string())),
  groupsForm: claimFormAnswer,
  unitsForm: claimFormAnswer,
  groupRoles: z.record(z.string(), z.string()),
  unitMap: z.record(z.string(), z.string()),
  synchronization: z.record(z.string(), z.string()),
  signOutAtProvider: z.boolean(),
  trustEmail: z.boolean(),
  trustSecondFactor: z.boolean(),
  provisioning: z.string(),
  newUserRoles: z.array(z.string()),
  newUserOrganizationalUnitId: z.nullable(z.string()),
  /** To be registered at the provider. */
  callbackUrl: z.string(),
  /** To be registered at the provider as the address of back-channel logout. */
  backChannelLogoutUrl: z.string(),
  /** Users whose last sign-in contained something that could not be used. */
  unreadUserCount: z.number(),
  /** The latest of them; only where one provider is returned. */
  unread: z.optional(z.array(unreadAtSignIn)),
  userCount: z.number(),
  lastSignInDate: z.nullable(dateTime),
  createdDate: dateTime,
  mayChange: z.boolean(),
  version,
});
export type IdentityProvider = z.infer<typeof identityProvider>;

const read = { kind: 'permission', permission: 'identity-providers:read' } as const;
const write = { kind: 'permission', permission: 'identity-providers:write' } as const;

export const listIdentityProviders = endpoint({
  method: 'GET',
  path: '/v1/identity-providers',
  specified: { defaults: { include: ['id', 'name'] } },
  summary: 'Lists the identity providers in your scope, by name',
  access: read,
  query: z.strictObject({
    ...paging,
    ...include,
    name: z.optional(text(1, 200)),
    organizationalUnitId: z.optional(id),
    /** Only those with an email domain that is not verified yet. */
    pendingDomains: flag,
    /** Only those with users whose last sign-in contained something that could not be used. */
    unread: flag,
  }),
  response: pageOf(identityProvider),
});

const providerParams = z.strictObject({ identityProviderId: id });

export const getIdentityProvider = endpoint({
  method: 'GET',
  path: '/v1/identity-providers/{identityProviderId}',
  summary: 'Returns an identity provider',
  access: read,
  params: providerParams,
  query: z.strictObject(include),
  response: identityProvider,
});

const clientSecret = z.optional(z.nullable(z.string().check(z.minLength(1), z.maxLength(2000))));
/** The private key of private_key_jwt: PEM (with a certificate if the provider needs its thumbprint) or a JWK. */
const clientKey = z.optional(z.nullable(z.string().check(z.minLength(1), z.maxLength(20_000))));
const anySettings = z.partial(z.strictObject({ ...settings, clientSecret, clientKey }));

export const createIdentityProvider = endpoint({
  method: 'POST',
  path: '/v1/identity-providers',
  records: ['identityProvider.created'],
  specified: { query: ['organizationalUnitId'] },
  summary: 'Creates an OpenID Connect provider; of a unit if organizationalUnitId is sent',
  access: write,
  query: z.strictObject({ organizationalUnitId: z.optional(id) }),
  body: z.extend(anySettings, {
    name: settings.name,
    issuer: settings.issuer,
    clientId: settings.clientId,
  }),
  status: 201,
  response: identityProvider,
});

export const changeIdentityProvider = endpoint({
  method: 'PATCH',
  path: '/v1/identity-providers/{identityProviderId}',
  records: ['identityProvider.changed'],
  specified: {},
  summary:
    'Changes a provider; omitted fields stay as they are. The last way to sign in cannot be disabled',
  access: write,
  params: providerParams,
  body: z.extend(anySettings, { organizationalUnitId: z.optional(z.nullable(id)) }),
  response: identityProvider,
  takesIfMatch: true,
});

export const deleteIdentityProvider = endpoint({
  method: 'DELETE',
  path: '/v1/identity-providers/{identityProviderId}',
  records: ['identityProvider.deleted'],
  summary: 'Deletes a provider and unlinks its accounts; the last way to sign in cannot be deleted',
  access: write,
  params: providerParams,
  status: 204,
  response: z.void(),
  takesIfMatch: true,
});

export const providerChecks = z.object({
  ok: z.boolean(),
  checks: z.array(
    z.object({
      name: z.enum(['DISCOVERY', 'ISSUER', 'ENDPOINTS', 'PKCE', 'KEYS', 'SCOPES']),
      ok: z.boolean(),
      ...messageFields,
    }),
  ),
  endpoints: z.optional(z.record(z.string(), z.string())),
  scopesSupported: z.optional(z.array(z.string())),
  callbackUrl: z.optional(z.string()),
});
export type ProviderChecks = z.infer<typeof providerChecks>;

export const discoverIdentityProvider = endpoint({
  method: 'POST',
  path: '/v1/identity-providers/discovery',
  records: 'nothing',
  summary:
    'Discovers an issuer before it is saved: its endpoints, and whether they meet the requirements',
  access: write,
  body: z.strictObject({
    issuer: url,
    tokenIssuer: z.optional(z.nullable(text(1, 2048))),
  }),
  response: providerChecks,
});

export const testIdentityProvider = endpoint({
  method: 'POST',
  path: '/v1/identity-providers/{identityProviderId}/test',
  records: ['identityProvider.tested'],
  summary: 'Runs the first step of the test: discovery and keys with the saved settings',
  access: write,
  params: providerParams,
  response: providerChecks,
});

export const startProviderTrial = endpoint({
  method: 'POST',
  path: '/v1/identity-providers/{identityProviderId}/trial',
  records: 'nothing',
  summary: 'Starts the second step of the test: a test sign-in, which creates no session',
  access: { ...write, inSession: true },
  params: providerParams,
  response: z.object({ authorizationUrl: z.string(), state: z.string() }),
  secretAnswer: true,
});

export const identityProviderEndpoints = [
  listIdentityProviders,
  getIdentityProvider,
  createIdentityProvider,
  changeIdentityProvider,
  deleteIdentityProvider,
  discoverIdentityProvider,
  testIdentityProvider,
  startProviderTrial,
] as const;
