import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { dateTime, id, secret, shownText, text } from './fields.ts';
import { tokens } from './sign-in.ts';

/** Requires a session of the user: never an API token. */
const access = { kind: 'session' } as const;

export const changePassword = endpoint({
  method: 'POST',
  path: '/v1/users/current/password',
  records: ['password.changed', 'reauthentication.failed'],
  summary: 'Changes your own password; ends all sessions and starts a new one',
  access,
  body: z.strictObject({
    currentPassword: secret,
    newPassword: secret,
    /** Also revokes the user's API tokens. By default they stay valid. */
    revokeTokens: z.optional(z.boolean()),
  }),
  response: tokens,
  secretAnswer: true,
});

export const startReauthentication = endpoint({
  method: 'POST',
  path: '/v1/users/current/reauthentication/options',
  records: 'nothing',
  summary:
    'Starts a reauthentication with a passkey: returns the options for navigator.credentials.get, with a challenge that is valid for five minutes',
  access,
  response: z.object({
    /** Null if the account has no passkey that works here and has verified its user before. */
    passkey: z.nullable(z.looseObject({ challenge: z.string() })),
  }),
  secretAnswer: true,
});

export const reauthenticate = endpoint({
  method: 'POST',
  path: '/v1/users/current/reauthentication',
  records: ['reauthentication.failed'],
  summary:
    'Reauthenticates you by password or passkey, as creating tokens and changing factors, identities or names require; valid for ten minutes',
  access,
  body: z.union([
    z.strictObject({ password: secret }),
    z.strictObject({ assertion: z.looseObject({}) }),
  ]),
  status: 204,
  response: z.void(),
});

export const factor = z.object({
  id: z.string(),
  kind: z.enum(['TOTP', 'PASSKEY']),
  name: z.string(),
  createdDate: dateTime,
  lastUsedDate: z.nullable(dateTime),
});
export type Factor = z.infer<typeof factor>;

const factors = z.object({
  data: z.array(factor),
  recoveryCodesLeft: z.number(),
  /** A role or unit requires a second factor, so the last one cannot be removed. */
  required: z.boolean(),
  /** Passkeys need a host name, not an IP address. */
  passkeysAvailable: z.boolean(),
});

export const listFactors = endpoint({
  method: 'GET',
  path: '/v1/users/current/factors',
  summary: 'Lists your own second factors',
  access,
  response: factors,
});

const withRecoveryCodes = z.object({
  factor,
  /** Only with the first factor; shown once. */
  recoveryCodes: z.optional(z.array(z.string())),
});

export const startTotp = endpoint({
  method: 'POST',
  path: '/v1/users/current/factors/totp',
  records: 'nothing',
  summary: 'Starts setting up an authenticator app (RFC 6238)',
  access,
  body: z.strictObject({ name: shownText(1, 100) }),
  status: 201,
  response: z.object({ id: z.string(), secret: z.string(), uri: z.string() }),
  secretAnswer: true,
});

const factorParams = z.strictObject({ factorId: id });

export const confirmTotp = endpoint({
  method: 'POST',
  path: '/v1/users/current/factors/totp/{factorId}/confirmation',
  records: ['factor.added'],
  summary: 'Finishes setting up an authenticator app with a code it shows',
  access,
  params: factorParams,
  body: z.strictObject({ code: text(1, 16) }),
  response: withRecoveryCodes,
  secretAnswer: true,
});

export const startPasskey = endpoint({
  method: 'POST',
  path: '/v1/users/current/factors/passkeys/options',
  records: 'nothing',
  summary:
    'Returns the options for navigator.credentials.create, as JSON, with a challenge that is valid for five minutes',
  access,
  // WebAuthn defines the rest.
  response: z.looseObject({ challenge: z.string() }),
  secretAnswer: true,
});

export const addPasskey = endpoint({
  method: 'POST',
  path: '/v1/users/current/factors/passkeys',
  records: ['factor.added'],
  summary: 'Adds the passkey created by navigator.credentials.create',
  access,
  body: z.strictObject({ name: shownText(1, 100), attestation: z.looseObject({}) }),
  status: 201,
  response: withRecoveryCodes,
  secretAnswer: true,
});

export const removeFactor = endpoint({
  method: 'DELETE',
  path: '/v1/users/current/factors/{factorId}',
  records: ['factor.removed'],
  summary: 'Removes a second factor; removing the last one also removes the recovery codes',
  access,
  params: factorParams,
  status: 204,
  response: z.void(),
});

export const renewRecoveryCodes = endpoint({
  method: 'POST',
  path: '/v1/users/current/factors/recovery-codes',
  records: ['recoveryCodes.made'],
  summary: 'Creates new recovery codes, which replace all earlier ones; shown once',
  access,
  response: z.object({ recoveryCodes: z.array(z.string()) }),
  secretAnswer: true,
});

export const startLinkingIdentity = endpoint({
  method: 'POST',
  path: '/v1/users/current/identities',
  records: ['identity.linked'],
  summary: 'Starts linking an account at an identity provider. Returns where to send the browser',
  access,
  body: z.strictObject({ identityProviderId: id }),
  response: z.object({ authorizationUrl: z.string(), state: z.string() }),
  secretAnswer: true,
});

export const accountEndpoints = [
  changePassword,
  startReauthentication,
  reauthenticate,
  listFactors,
  startTotp,
  confirmTotp,
  startPasskey,
  addPasskey,
  removeFactor,
  renewRecoveryCodes,
  startLinkingIdentity,
] as const;
