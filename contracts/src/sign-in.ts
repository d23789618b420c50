import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { dateTime, emailAddress, secret, shownText, text } from './text-fields.ts';
import {
  authenticate,
  endSession,
  renewAccess,
  secondFactorChallenge,
  signOut,
  tokens,
} from './session.ts';

export {
  authenticate,
  endSession,
  identityConfirmation,
  linkedIdentity,
  providerTrial,
  renewAccess,
  secondFactorChallenge,
  secondFactorMethods,
  signOut,
  tokens,
  type Tokens,
  type SecondFactorChallenge,
  type IdentityConfirmation,
  type ProviderTrial,
  type RemovedCredentials,
} from './session.ts';
import {
  getSignUpRules,
  listClientKeys,
  listSignInProviders,
  receiveBackChannelLogout,
  sendEmailCode,
  startPasskeySignIn,
  startProviderSignIn,
} from './sign-in-options.ts';

export {
  getSignUpRules,
  listClientKeys,
  listSignInProviders,
  receiveBackChannelLogout,
  sendEmailCode,
  startPasskeySignIn,
  startProviderSignIn,
} from './sign-in-options.ts';

export const minimalPasswordLength = 12;
export const maximalPasswordLength = 256;

export const enrolSecondFactor = endpoint({
  method: 'POST',
  path: '/v1/auth/second-factor',
  records: ['session.started', 'factor.added', 'factor.failed', 'recoveryCode.used'],
  summary: 'Sets up TOTP during a sign-in that requires a second factor the account lacks',
  access: { kind: 'public' },
  requestClass: 'signIn',
  body: z.strictObject({ challenge: secret }),
  response: z.object({ secret: z.string(), uri: z.string() }),
});

export const signUp = endpoint({
  method: 'POST',
  path: '/v1/auth/signup',
  records: ['signUp.requested'],
  summary: 'Requests an account; the response is the same if there already is one',
  access: { kind: 'public' },
  requestClass: 'signIn',
  body: z.strictObject({
    email: emailAddress,
    name: shownText(1, 200),
    lang: z.optional(z.enum(['en', 'de'])),
  }),
  status: 202,
  response: z.object({}),
});

export const requestPasswordReset = endpoint({
  method: 'POST',
  path: '/v1/auth/password-reset',
  records: ['password.resetRequested'],
  summary:
    'Requests an email with a link to set a new password; the response is the same for any email',
  access: { kind: 'public' },
  requestClass: 'signIn',
  body: z.strictObject({ email: text(1, 320), lang: z.optional(z.enum(['en', 'de'])) }),
  status: 202,
  response: z.object({}),
});

export const checkPasswordToken = endpoint({
  method: 'GET',
  path: '/v1/auth/password-token/{token}',
  summary: 'Returns whether a one-time link is still valid, and for whom; does not use it up',
  access: { kind: 'public' },
  params: z.strictObject({ token: secret }),
  response: z.object({
    state: z.enum(['valid', 'expired', 'used', 'unknown']),
    /** Only if the link is valid. */
    email: z.optional(z.string()),
    /** Also for expired and used links, so that people learn where to get a new one; not for unknown ones. */
    purpose: z.optional(z.enum(['SETUP', 'INVITATION', 'RESET', 'SIGNUP'])),
    /** The API tokens that setting the password revokes by default; only if there are any. */
    tokens: z.optional(
      z.array(
        z.object({
          description: z.string(),
          prefix: z.string(),
          lastUsedDate: z.nullable(dateTime),
        }),
      ),
    ),
  }),
});

export const setPassword = endpoint({
  method: 'POST',
  path: '/v1/auth/password',
  records: [
    'password.set',
    'invitation.accepted',
    'invitation.opened',
    'link.used',
    'session.started',
  ],
  summary:
    'Sets the password with a one-time link, and signs in; revokes the API tokens by default',
  access: { kind: 'public' },
  requestClass: 'signIn',
  body: z.strictObject({
    token: secret,
    password: secret,
    /** Required with a SETUP link, which creates the first user; refused with any other. */
    email: z.optional(emailAddress),
    name: z.optional(shownText(1, 200)),
    /** Keep the API tokens of the account, which are revoked by default. */
    keepTokens: z.optional(z.boolean()),
  }),
  // An account with a second factor is asked for it.
  response: z.union([tokens, secondFactorChallenge]),
});

export const signInEndpoints = [
  authenticate,
  enrolSecondFactor,
  renewAccess,
  signOut,
  endSession,
  listSignInProviders,
  startProviderSignIn,
  startPasskeySignIn,
  listClientKeys,
  receiveBackChannelLogout,
  sendEmailCode,
  signUp,
  getSignUpRules,
  requestPasswordReset,
  checkPasswordToken,
  setPassword,
] as const;
