import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { id, secret, text } from './fields.ts';
import { messageCode } from './message-code.ts';

/** The meaning of a signature (21 CFR 11.50). */
export const signatureMeanings = ['REVIEWED', 'APPROVED', 'RESPONSIBLE'] as const;
export type SignatureMeaning = (typeof signatureMeanings)[number];

/** `PASSWORD_AND_CODE` is the weaker form: only the service vouches for it. */
export const signatureMethods = ['PASSKEY', 'PASSWORD_AND_CODE'] as const;
export type SignatureMethod = (typeof signatureMethods)[number];

/** What is signed, as the data service describes a change set. */
export const signatureSubject = {
  changeSetId: id,
  partitionId: id,
  /** The revision of the change set. */
  revision: z.int().check(z.minimum(1)),
  operationCount: z.int().check(z.minimum(1), z.maximum(1000)),
  /** Over all operations, in base64 (docs/proofs.md, “Formats”). */
  root: z.string().check(z.regex(/^[A-Za-z0-9+/]{43}=$/, messageCode('base64Hash'))),
};

/** The same for the conclusions of an auditor, as the data service describes a sample. */
export const auditSubject = {
  sampleId: id,
  partitionId: id,
  itemCount: z.int().check(z.minimum(1), z.maximum(200)),
  /** Over the conclusions, in base64 (docs/proofs.md, “Formats”). */
  root: z.string().check(z.regex(/^[A-Za-z0-9+/]{43}=$/, messageCode('base64Hash'))),
};

/** RFC 7515, section 3.1. */
export const compactJws = z
  .string()
  .check(
    z.maxLength(16_384),
    z.regex(/^[A-Za-z0-9_-]+\.[A-Za-z0-9_-]+\.[A-Za-z0-9_-]+$/, messageCode('signatureForm')),
  );

/** Requires a session of the user: never an API token. */
const access = { kind: 'session' } as const;

export const startSignature = endpoint({
  method: 'POST',
  path: '/v1/users/current/signatures',
  records: 'nothing',
  summary:
    'Starts signing a change set, or the conclusions about a sample. Returns the statement to sign, valid for five minutes, and the options for navigator.credentials.get. 409 for an account with neither a passkey nor a password and authenticator app',
  access,
  body: z.union([
    z.strictObject({
      subject: z.strictObject(signatureSubject),
      meaning: z.enum(signatureMeanings),
    }),
    z.strictObject({ subject: z.strictObject(auditSubject), meaning: z.literal('CONCLUDED') }),
  ]),
  status: 201,
  response: z.object({
    signatureId: z.string(),
    /** RFC 8785 form of what is signed; the challenge of the passkey is its SHA-256. */
    statement: z.string(),
    /** Null if the account has no passkey that works here. */
    passkey: z.nullable(z.looseObject({ challenge: z.string() })),
    /** Whether the account has a password and an authenticator app, which can also sign. */
    passwordAndCode: z.boolean(),
  }),
  secretAnswer: true,
});

export const confirmSignature = endpoint({
  method: 'POST',
  path: '/v1/users/current/signatures/{signatureId}/confirmation',
  records: ['signature.given', 'signature.failed'],
  summary:
    'Signs with the result of navigator.credentials.get, or with the password and a code of the authenticator app. Works once',
  access,
  params: z.strictObject({ signatureId: id }),
  body: z.union([
    z.strictObject({ assertion: z.looseObject({}) }),
    z.strictObject({ password: secret, code: text(1, 32) }),
  ]),
  response: z.object({
    /** A JWS, to be sent when the change set is approved or the sample signed. */
    signature: z.string(),
  }),
  secretAnswer: true,
});

export const signatureEndpoints = [startSignature, confirmSignature] as const;
