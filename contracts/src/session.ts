import { message } from './problem.ts';
import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { essential } from './essential.ts';
import { dateTime, secret, text } from './text-fields.ts';

// The calls that every page of the console needs. Separate because the login page loads no other.

/** What was removed from the account when its owner confirmed the email. */
export const removedCredentials = z.object({
  password: z.boolean(),
  sessions: z.number(),
  tokens: z.number(),
  factors: z.number(),
  identities: z.number(),
});
export type RemovedCredentials = z.infer<typeof removedCredentials>;

/** The response of a successful sign-in or refresh. */
export const tokens = z.object({
  accessToken: essential(z.string()),
  refreshToken: z.string(),
  /** Seconds until the access token expires. */
  expiresIn: z.number(),
  /** After EMAIL_CODE. */
  removedCredentials: z.optional(removedCredentials),
  /** Shown once, if this sign-in set up the first second factor. */
  recoveryCodes: z.optional(z.array(z.string())),
});
export type Tokens = z.infer<typeof tokens>;

export const secondFactorMethods = ['TOTP', 'PASSKEY', 'RECOVERY_CODE'] as const;

/** The password was correct and a second factor is required. */
export const secondFactorChallenge = z.object({
  challenge: z.string(),
  methods: z.array(z.string()),
  /** For the method PASSKEY: the options for navigator.credentials.get, as JSON (WebAuthn level 3, section 5.1.8). */
  passkey: z.optional(z.looseObject({})),
  /** The account has to have a second factor and has none: POST /v1/auth/second-factor sets one up. */
  enrolment: z.optional(z.boolean()),
  /** For how many days `trustDevice` makes the factor unnecessary on this device; omitted if the rules forbid it. */
  trustDays: z.optional(z.number()),
  /** After EMAIL_CODE. */
  removedCredentials: z.optional(removedCredentials),
});
export type SecondFactorChallenge = z.infer<typeof secondFactorChallenge>;

/** The result of linking an account at a provider; creates no session. */
export const linkedIdentity = z.object({
  linked: z.object({ identityProviderId: z.string() }),
});

/** The form of a claim, without its values; see foundClaim of the identity providers. */
const foundClaim = z.object({
  kind: z.string(),
  count: z.nullable(z.number()),
  properties: z.array(z.string()),
});

/** The result of a test sign-in at a provider; creates no session. */
export const providerTrial = z.object({
  trial: z.object({
    identityProviderId: z.string(),
    claims: z.record(z.string(), z.unknown()),
    /**
     * When the provider last authenticated the user, as it says; null if it does not, so that signing in there again
     * confirms nothing. A service of an earlier version lacks it.
     */
    authenticatedDate: z.optional(z.nullable(dateTime)),
    /** As read through the claim map. */
    user: z.object({
      subject: z.string(),
      email: z.optional(z.nullable(z.string())),
      emailVerified: z.optional(z.boolean()),
      name: z.optional(z.nullable(z.string())),
      language: z.optional(z.nullable(z.string())),
      roles: z.optional(z.array(z.string())),
    }),
    /** What the mapping made of the claims. A service of an earlier version lacks it. */
    mapping: z.optional(
      z.array(
        z.object({
          attribute: z.string(),
          claim: z.string(),
          /** READ, MISSING, OVERAGE, FORM. */
          state: z.string(),
          found: foundClaim,
          values: z.array(z.string()),
        }),
      ),
    ),
    /** What a real sign-in would change. */
    changes: z.optional(
      z.object({
        rolesGained: z.array(z.string()),
        rolesLost: z.array(z.string()),
        unitsGained: z.array(z.object({ id: z.string(), name: z.string() })),
        unitsLost: z.array(z.object({ id: z.string(), name: z.string() })),
        attributes: z.array(
          z.object({
            attribute: z.string(),
            before: z.nullable(z.string()),
            after: z.nullable(z.string()),
          }),
        ),
        unread: z.array(
          z.object({
            attribute: z.string(),
            claim: z.string(),
            reason: z.string(),
            found: foundClaim,
          }),
        ),
      }),
    ),
    /** The outcome that a real sign-in would have. */
    outcome: z.enum(['SIGN_IN', 'LINK', 'CONFIRM', 'CREATE', 'REFUSE']),
    reason: z.optional(message),
  }),
});
export type ProviderTrial = z.infer<typeof providerTrial>['trial'];

/**
 * An account with the email that the provider vouches for already has other ways to sign in. The user proves that it is
 * theirs before the provider is linked: by signing in as before, or with a code sent to the email.
 */
export const identityConfirmation = z.object({
  confirmation: z.string(),
  identityProviderId: z.string(),
  identityProviderName: z.string(),
  email: z.string(),
  /** Whether POST /v1/auth/email-code sends a code. It does not for a global master. */
  byEmail: z.boolean(),
});
export type IdentityConfirmation = z.infer<typeof identityConfirmation>;

const forSecondFactor = {
  /** Remember this device as long as the challenge says, in a cookie that only the service reads. */
  trustDevice: z.optional(z.boolean()),
};

export const authenticate = endpoint({
  method: 'POST',
  path: '/v1/auth',
  records: [
    'session.started',
    'signIn.failed',
    'signIn.refused',
    'refreshToken.reused',
    'link.used',
    'trustedDevice.added',
  ],
  specified: { query: ['type'] },
  summary: 'Signs in, finishes a sign-in, or exchanges a refresh token for new tokens',
  access: { kind: 'public' },
  requestClass: ({ type }) => (type === 'REFRESH_TOKEN' ? 'renewal' : 'signIn'),
  query: z.strictObject({
    type: z.enum([
      'PASSWORD',
      'REFRESH_TOKEN',
      'SECOND_FACTOR',
      'IDENTITY_PROVIDER',
      'EMAIL_CODE',
      'PASSKEY',
    ]),
  }),
  body: z.union([
    z.strictObject({ username: text(1, 320), password: secret }),
    z.strictObject({ refreshToken: secret }),
    /** A TOTP code of six digits or a recovery code; for EMAIL_CODE the confirmation and the emailed code. */
    z.strictObject({ challenge: secret, code: text(1, 64), ...forSecondFactor }),
    /** The result of navigator.credentials.get, as JSON. */
    z.strictObject({ challenge: secret, assertion: z.looseObject({}), ...forSecondFactor }),
    /** For PASSKEY: as above, with the challenge of POST /v1/auth/passkey in it. */
    z.strictObject({ assertion: z.looseObject({}) }),
    z.strictObject({
      code: text(1, 4096),
      state: secret,
      /** The issuer named in the provider's response (RFC 9207). */
      iss: z.optional(text(1, 2048)),
    }),
  ]),
  response: z.union([
    tokens,
    secondFactorChallenge,
    linkedIdentity,
    providerTrial,
    identityConfirmation,
  ]),
});

export const renewAccess = endpoint({
  method: 'GET',
  path: '/v1/auth',
  specified: {},
  summary:
    'Returns a current access token for this session: the same one while it is fresh, otherwise a new one',
  // Called before each call, so tokens that can only write need it too.
  access: { kind: 'signedIn', anyScope: true },
  response: z.object({
    /** Omitted for an API token, which is not renewed. */
    accessToken: z.optional(z.string()),
    /** Seconds until it expires; only of a new one. */
    expiresIn: z.optional(z.number()),
  }),
});

export const signOut = endpoint({
  method: 'POST',
  path: '/v1/auth/sign-out',
  records: ['session.ended'],
  summary: 'Ends this session. Returns where the browser signs out at its provider, if it has to',
  access: { kind: 'session' },
  response: z.object({
    /** Null: there is nothing to do at a provider. */
    providerSignOutUrl: z.nullable(z.string()),
  }),
  secretAnswer: true,
});

export const endSession = endpoint({
  method: 'DELETE',
  path: '/v1/auth',
  records: ['session.ended'],
  summary: 'Ends this session',
  access: { kind: 'session' },
  status: 204,
  response: z.void(),
});
