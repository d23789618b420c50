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
  text,
  version,
} from './fields.ts';

const url = z
  .string()
  .check(z.maxLength(2048), z.url('Enter an address that starts with https://.'));
const claimName = text(1, 200);

/** Endpoints of the provider; filled by discovery (OpenID Connect Discovery 1.0, section 4). */
export const providerEndpoints = z.strictObject({
  authorization: z.optional(url),
  token: z.optional(url),
  userinfo: z.optional(url),
  jwks: z.optional(url),
});

export const clientAuthentications = ['client_secret_basic', 'client_secret_post', 'none'] as const;
export const provisionings = ['NONE', 'EXISTING', 'CREATE'] as const;

/** The settings of a provider. */
const settings = {
  name: text(1, 200),
  enabled: z.boolean(),
  buttonLabel: text(1, 100),
  issuer: url,
  clientId: text(1, 500),
  clientAuthentication: z.enum(clientAuthentications),
  scopes: z.array(text(1, 100)).check(z.minLength(1), z.maxLength(30)),
  /** Overrides what discovery returns. */
  endpoints: providerEndpoints,
  emailDomains,
  /** Names of claims. If no claim has the full name, a dot descends one level, as in realm_access.roles. */
  claimMap: z.strictObject({
    subject: z._default(claimName, 'sub'),
    email: z._default(claimName, 'email'),
    name: z._default(claimName, 'name'),
    groups: z._default(z.nullable(claimName), null),
  }),
  /** Maps groups of the provider to roles; never GLOBAL_MASTER. */
  groupRoles: z.record(text(1, 200), text(1, 64)),
  /** Treat every email of this provider as verified, whatever its claim says. */
  trustEmail: z.boolean(),
  /** The provider requires a second factor itself, so Annals does not. */
  trustSecondFactor: z.boolean(),
  /** NONE: only linked accounts. EXISTING: links to the user with the verified email. CREATE: otherwise creates one. */
  provisioning: z.enum(provisionings),
  newUserRoles: z.array(text(1, 64)).check(z.maxLength(20)),
  newUserOrganizationalUnitId: z.nullable(id),
};

/** The secret is never returned. */
export const identityProvider = z.object({
  id: givenId,
  name: z.string(),
  organizationalUnit: z.nullable(named),
  protocol: z.string(),
  enabled: z.boolean(),
  buttonLabel: z.string(),
  issuer: z.string(),
  clientId: z.string(),
  hasClientSecret: z.boolean(),
  clientAuthentication: z.string(),
  scopes: z.array(z.string()),
  endpoints: z.record(z.string(), z.string()),
  emailDomains: z.array(z.string()),
  /** The same domains with their state. */
  domains: z.array(emailDomain),
  claimMap: z.record(z.string(), z.nullable(z.string())),
  groupRoles: z.record(z.string(), z.string()),
  trustEmail: z.boolean(),
  trustSecondFactor: z.boolean(),
  provisioning: z.string(),
  newUserRoles: z.array(z.string()),
  newUserOrganizationalUnitId: z.nullable(z.string()),
  /** To be registered at the provider. */
  callbackUrl: z.string(),
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
const anySettings = z.partial(z.strictObject({ ...settings, clientSecret }));

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
      message: z.string(),
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
  body: z.strictObject({ issuer: url }),
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
