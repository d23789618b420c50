import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { pageOf } from './page.ts';
import { flag, id, secret } from './text-fields.ts';

/** What the login page offers. A foreign service may lack it. */
export const listSignInProviders = endpoint({
  method: 'GET',
  path: '/v1/auth/identity-providers',
  summary:
    'Lists the identity providers that can be used to sign in, or those of the domain of an email',
  access: { kind: 'public' },
  query: z.strictObject({ email: z.optional(z.string().check(z.maxLength(320))) }),
  response: pageOf(z.object({ id: z.string(), name: z.string(), buttonLabel: z.string() })),
});

export const startProviderSignIn = endpoint({
  method: 'POST',
  path: '/v1/auth/identity-providers/{identityProviderId}/authorization',
  records: 'nothing',
  summary:
    'Starts a sign-in with a provider. Returns where to send the browser, and the state that comes back',
  access: { kind: 'public' },
  requestClass: 'signIn',
  params: z.strictObject({ identityProviderId: id }),
  query: z.strictObject({
    /** The provider is to authenticate the person again, and to say when it did, so that the sign-in is a confirmation. */
    fresh: flag,
  }),
  response: z.object({ authorizationUrl: z.string(), state: z.string() }),
});

export const sendEmailCode = endpoint({
  method: 'POST',
  path: '/v1/auth/email-code',
  records: ['link.made', 'link.replaced'],
  summary: 'Emails the code that confirms an account, for a sign-in that requires it',
  access: { kind: 'public' },
  requestClass: 'signIn',
  body: z.strictObject({ confirmation: secret, lang: z.optional(z.enum(['en', 'de'])) }),
  status: 202,
  response: z.object({}),
});

export const getSignUpRules = endpoint({
  method: 'GET',
  path: '/v1/auth/signup',
  summary: 'Returns whether people can sign up, and with which email domains',
  access: { kind: 'public' },
  response: z.object({ open: z.boolean(), domains: z.optional(z.array(z.string())) }),
});

export const startPasskeySignIn = endpoint({
  method: 'POST',
  path: '/v1/auth/passkey',
  records: 'nothing',
  summary: 'Starts a sign-in with a passkey alone: without a user name and a password',
  access: { kind: 'public' },
  requestClass: 'signIn',
  response: z.object({
    /**
     * The options for navigator.credentials.get, as JSON, with a challenge that is valid for ten minutes. Null where
     * passkeys are not available: they need https and a host name.
     */
    passkey: z.nullable(z.looseObject({ challenge: z.string() })),
  }),
});

/** The address that a provider fetches; see clientKeysUrl of the provider. */
export const listClientKeys = endpoint({
  method: 'GET',
  path: '/v1/auth/identity-providers/{identityProviderId}/keys',
  summary: 'Returns the public keys with which the service authenticates at a provider (RFC 7517)',
  access: { kind: 'public' },
  params: z.strictObject({ identityProviderId: id }),
  response: z.object({ keys: z.array(z.looseObject({})) }),
});

/** The console server passes on what a provider posts to its address; see backChannelLogoutUrl of the provider. */
export const receiveBackChannelLogout = endpoint({
  method: 'POST',
  path: '/v1/auth/identity-providers/{identityProviderId}/logout',
  records: ['session.ended'],
  summary: 'Ends the sessions that a provider names (OpenID Connect Back-Channel Logout 1.0)',
  access: { kind: 'public' },
  requestClass: 'signIn',
  params: z.strictObject({ identityProviderId: id }),
  body: z.strictObject({ logoutToken: z.string().check(z.minLength(1), z.maxLength(16_384)) }),
  status: 204,
  response: z.void(),
  repeatable: true,
});
