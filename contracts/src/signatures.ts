import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { id, secret, text } from './fields.ts';

/** What a signature is to mean (21 CFR 11.50). */
export const signatureMeanings = ['REVIEWED', 'APPROVED', 'RESPONSIBLE'] as const;
export type SignatureMeaning = (typeof signatureMeanings)[number];

/** `PASSWORD_AND_CODE` is the weaker form: the service alone vouches for it. */
export const signatureMethods = ['PASSKEY', 'PASSWORD_AND_CODE'] as const;
export type SignatureMethod = (typeof signatureMethods)[number];

/** What is signed, as the data service says it of a change set. */
export const signatureSubject = {
  changeSetId: id,
  partitionId: id,
  /** Of the set. */
  revision: z.int().check(z.minimum(1)),
  operationCount: z.int().check(z.minimum(1), z.maximum(1000)),
  /** Over all operations, in base64 (docs/proofs.md, “Formats”). */
  root: z.string().check(z.regex(/^[A-Za-z0-9+/]{43}=$/, 'Must be a hash in base64.')),
};

/** RFC 7515, section 3.1. */
export const compactJws = z
  .string()
  .check(z.maxLength(16_384), z.regex(/^[\w-]+\.[\w-]+\.[\w-]+$/, 'Must be a signature.'));

/** One's own signature: only in a session of one's own, never with an API token. */
const access = { kind: 'session' } as const;

export const startSignature = endpoint({
  method: 'POST',
  path: '/v1/users/current/signatures',
  summary:
    'Begin to sign a change set: the statement that is signed, good for five minutes, and what navigator.credentials.get takes. 409 for an account with neither a passkey nor password and authenticator app',
  access,
  body: z.strictObject({
    subject: z.strictObject(signatureSubject),
    meaning: z.enum(signatureMeanings),
  }),
  status: 201,
  response: z.looseObject({
    signatureId: z.string(),
    /** RFC 8785 form of what is signed; the challenge of the passkey is its SHA-256. */
    statement: z.string(),
    /** Null where the account has no passkey that works here. */
    passkey: z.nullable(z.looseObject({ challenge: z.string() })),
    /** Whether the account has a password and an authenticator app, which can sign too. */
    passwordAndCode: z.boolean(),
  }),
  secretAnswer: true,
});

export const confirmSignature = endpoint({
  method: 'POST',
  path: '/v1/users/current/signatures/{signatureId}/confirmation',
  summary:
    'Sign with what navigator.credentials.get gave, or with the password and a code of the authenticator app. Works once',
  access,
  params: z.strictObject({ signatureId: id }),
  body: z.union([
    z.strictObject({ assertion: z.looseObject({}) }),
    z.strictObject({ password: secret, code: text(1, 32) }),
  ]),
  response: z.looseObject({
    /** A JWS, which approving the change set takes. */
    signature: z.string(),
  }),
  secretAnswer: true,
});

export const signatureEndpoints = [startSignature, confirmSignature] as const;
