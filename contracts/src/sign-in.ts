import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { emailAddress, id, pageOf, secret, text } from './fields.ts';

export const minimalPasswordLength = 12;
export const maximalPasswordLength = 256;

/** What a successful sign-in or refresh answers; a foreign service may leave out all but the access token. */
export const tokens = z.looseObject({
  accessToken: z.string(),
  refreshToken: z.optional(z.string()),
  /** Seconds until the access token expires. */
  expiresIn: z.optional(z.number()),
  /** Shown once, when this sign-in set up the first second factor. */
  recoveryCodes: z.optional(z.array(z.string())),
});
export type Tokens = z.infer<typeof tokens>;

export const secondFactorMethods = ['TOTP', 'PASSKEY', 'RECOVERY_CODE'] as const;

/** The password was right and a second factor is due. */
export const secondFactorChallenge = z.looseObject({
  challenge: z.string(),
  methods: z.array(z.string()),
  /** With the method PASSKEY: what navigator.credentials.get takes, as JSON (WebAuthn level 3, section 5.1.8). */
  passkey: z.optional(z.looseObject({})),
  /** The account must have a second factor and has none: POST /v1/auth/second-factor sets one up. */
  enrolment: z.optional(z.boolean()),
});
export type SecondFactorChallenge = z.infer<typeof secondFactorChallenge>;

/** What came of linking an account at a provider: no session. */
export const linkedIdentity = z.looseObject({
  linked: z.looseObject({ identityProviderId: z.string() }),
});

/** What came of a trial sign-in at a provider: no session. */
export const providerTrial = z.looseObject({
  trial: z.looseObject({
    identityProviderId: z.string(),
    claims: z.record(z.string(), z.unknown()),
    /** Read through the claim map. */
    user: z.looseObject({
      subject: z.string(),
      email: z.optional(z.nullable(z.string())),
      emailVerified: z.optional(z.boolean()),
      name: z.optional(z.nullable(z.string())),
      roles: z.optional(z.array(z.string())),
    }),
    /** What a real sign-in would do. */
    outcome: z.enum(['SIGN_IN', 'LINK', 'CREATE', 'REFUSE']),
    reason: z.optional(z.string()),
  }),
});
export type ProviderTrial = z.infer<typeof providerTrial>['trial'];

export const authenticate = endpoint({
  method: 'POST',
  path: '/v1/auth',
  summary: 'Sign in, finish a sign-in, or exchange a refresh token for new tokens',
  access: { kind: 'public' },
  query: z.strictObject({
    type: z.enum(['PASSWORD', 'REFRESH_TOKEN', 'SECOND_FACTOR', 'IDENTITY_PROVIDER']),
  }),
  body: z.union([
    z.strictObject({ username: text(1, 320), password: secret }),
    z.strictObject({ refreshToken: secret }),
    /** A TOTP code of six digits or a recovery code. */
    z.strictObject({ challenge: secret, code: text(1, 64) }),
    /** What navigator.credentials.get gave, as JSON. */
    z.strictObject({ challenge: secret, assertion: z.looseObject({}) }),
    z.strictObject({
      code: text(1, 4096),
      state: secret,
      /** Issuer as the provider's answer names it (RFC 9207). */
      iss: z.optional(text(1, 2048)),
    }),
  ]),
  response: z.union([tokens, secondFactorChallenge, linkedIdentity, providerTrial]),
});

export const enrolSecondFactor = endpoint({
  method: 'POST',
  path: '/v1/auth/second-factor',
  summary: 'Set up TOTP in the middle of a sign-in that asks for a second factor the account lacks',
  access: { kind: 'public' },
  body: z.strictObject({ challenge: secret }),
  response: z.looseObject({ secret: z.string(), uri: z.string() }),
});

export const renewAccess = endpoint({
  method: 'GET',
  path: '/v1/auth',
  summary: 'A current access token for this session: the same while it is fresh, else a new one',
  access: { kind: 'signedIn' },
  response: z.looseObject({ accessToken: z.optional(z.string()) }),
});

export const endSession = endpoint({
  method: 'DELETE',
  path: '/v1/auth',
  summary: 'End this session',
  access: { kind: 'session' },
  status: 204,
  response: z.void(),
});

/** What the login page offers. A foreign service need not answer it. */
export const listSignInWays = endpoint({
  method: 'GET',
  path: '/v1/auth/identity-providers',
  summary: 'The identity providers that can be signed in with, or those of the domain of an email',
  access: { kind: 'public' },
  query: z.strictObject({ email: z.optional(z.string().check(z.maxLength(320))) }),
  response: pageOf(z.looseObject({ id: z.string(), name: z.string(), buttonLabel: z.string() })),
});

export const startProviderSignIn = endpoint({
  method: 'POST',
  path: '/v1/auth/identity-providers/{identityProviderId}/authorization',
  summary:
    'Start a sign-in with a provider: where to send the browser, and the state that comes back',
  access: { kind: 'public' },
  params: z.strictObject({ identityProviderId: id }),
  response: z.looseObject({ authorizationUrl: z.string(), state: z.string() }),
});

export const signUp = endpoint({
  method: 'POST',
  path: '/v1/auth/signup',
  summary: 'Ask for an account; the answer is the same whether there is one already',
  access: { kind: 'public' },
  body: z.strictObject({
    email: emailAddress,
    name: text(1, 200),
    lang: z.optional(z.enum(['en', 'de'])),
  }),
  status: 202,
  response: z.looseObject({}),
});

export const getSignUpRules = endpoint({
  method: 'GET',
  path: '/v1/auth/signup',
  summary: 'Whether people may ask for an account themselves, and of which email domains',
  access: { kind: 'public' },
  response: z.looseObject({ open: z.boolean(), domains: z.optional(z.array(z.string())) }),
});

export const requestPasswordReset = endpoint({
  method: 'POST',
  path: '/v1/auth/password-reset',
  summary: 'Ask for a mail with a link to set a new password; the same answer for any email',
  access: { kind: 'public' },
  body: z.strictObject({ email: text(1, 320), lang: z.optional(z.enum(['en', 'de'])) }),
  status: 202,
  response: z.looseObject({}),
});

export const checkPasswordToken = endpoint({
  method: 'GET',
  path: '/v1/auth/password-token/{token}',
  summary: 'Whether a one-time link is still good, and for whom; does not use it up',
  access: { kind: 'public' },
  params: z.strictObject({ token: secret }),
  response: z.looseObject({
    state: z.enum(['valid', 'expired', 'used', 'unknown']),
    /** Only when the link is valid. */
    email: z.optional(z.string()),
    purpose: z.optional(z.enum(['SETUP', 'INVITATION', 'RESET', 'SIGNUP'])),
  }),
});

export const setPassword = endpoint({
  method: 'POST',
  path: '/v1/auth/password',
  summary: 'Set the password with a one-time link, and sign in',
  access: { kind: 'public' },
  body: z.strictObject({
    token: secret,
    password: secret,
    /** Needed with a SETUP link, which makes the first user; refused with any other. */
    email: z.optional(emailAddress),
    name: z.optional(text(1, 200)),
  }),
  // an account with a second factor is asked for it
  response: z.union([tokens, secondFactorChallenge]),
});

export const signInEndpoints = [
  authenticate,
  enrolSecondFactor,
  renewAccess,
  endSession,
  listSignInWays,
  startProviderSignIn,
  signUp,
  getSignUpRules,
  requestPasswordReset,
  checkPasswordToken,
  setPassword,
] as const;
