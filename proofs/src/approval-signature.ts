import * as z from 'zod/mini';
import { sha256, sha256OfText } from '#sha256';
import { fromBase64Url, joinBytes, sameBytes, textOf, toBase64Url, utf8 } from './bytes.ts';
import { canonicalJson } from './canonical-json.ts';
import { isLossless } from './lossless-json.ts';
import { isSignedBy, p256Key, publicKey } from './public-key.ts';

const text = z.string();
const count = z.int().check(z.minimum(0));

export const statementFormat = 'annals-signature/1';

/** The content of a signature: who approves what, when, and what that means (21 CFR 11.50). */
export const signatureStatement = z.strictObject({
  format: z.literal(statementFormat),
  partitionId: text,
  changeSetId: text,
  revision: count,
  operationCount: count,
  /** The root hash over the operations, in base64. */
  root: text,
  userId: text,
  /** The name of the signer. */
  name: text,
  meaning: z.enum(['REVIEWED', 'APPROVED', 'RESPONSIBLE']),
  signedDate: text,
});
export type SignatureStatement = z.infer<typeof signatureStatement>;

export const auditStatementFormat = 'annals-audit-signature/1';

/** The content of an auditor's signature: the conclusions about a sample. */
export const auditStatement = z.strictObject({
  format: z.literal(auditStatementFormat),
  partitionId: text,
  sampleId: text,
  itemCount: count,
  /** `conclusionsRoot`, in base64. */
  root: text,
  userId: text,
  /** The name of the signer. */
  name: text,
  meaning: z.literal('CONCLUDED'),
  signedDate: text,
});
export type AuditStatement = z.infer<typeof auditStatement>;

/** Anything that somebody signs. */
export const anyStatement = z.discriminatedUnion('format', [signatureStatement, auditStatement]);
export type AnyStatement = z.infer<typeof anyStatement>;

const payloadWith = <Statement extends z.core.$ZodType<AnyStatement>>(statement: Statement) => {
  const common = { iss: text, statement };
  return z.discriminatedUnion('method', [
    z.strictObject({
      ...common,
      method: z.literal('PASSKEY'),
      credential: z.strictObject({ id: text, publicKey, addedDate: text }),
      /** Fields of a WebAuthn assertion, each in base64url. */
      assertion: z.strictObject({
        authenticatorData: text,
        clientDataJSON: text,
        signature: text,
      }),
    }),
    /** Only the service vouches for it. */
    z.strictObject({ ...common, method: z.literal('PASSWORD_AND_CODE') }),
  ]);
};
const approvalPayload = payloadWith(signatureStatement);
const auditPayload = payloadWith(auditStatement);
export type SignaturePayload = z.infer<typeof approvalPayload>;
export type AuditPayload = z.infer<typeof auditPayload>;
export type AnyPayload = z.infer<ReturnType<typeof payloadWith<typeof anyStatement>>>;
type PasskeyPayload = Extract<AnyPayload, { method: 'PASSKEY' }>;

/** As recorded in a log: a JWS of the authentication service, and its key. */
export const signedApproval = z.strictObject({ jws: text, key: p256Key });
export type SignedApproval = z.infer<typeof signedApproval>;

/** The JWS type, chosen so that no reader mistakes it for a token. */
export const signatureType = 'annals-signature+jwt';
const header = z.looseObject({
  alg: z.literal('ES256'),
  typ: z.literal(signatureType),
  kid: text,
});

/** The id of the key of a signature; empty if it is not a signature. */
export const keyIdOf = (jws: string): string =>
  header.safeParse(jsonOf(jws.split('.')[0] ?? '')).data?.kid ?? '';

export type SignatureProblem =
  | 'signatureUnreadable'
  | 'signatureNotByKey'
  | 'signatureNotByPasskey';

/** Verifies both signatures, the service's and the passkey's inside, and returns the statement or the problem. */
export const openSignature = (
  signed: SignedApproval,
): SignaturePayload | { problem: SignatureProblem } => open(signed, approvalPayload);

/** The same for the signature of an auditor. */
export const openAuditSignature = (
  signed: SignedApproval,
): AuditPayload | { problem: SignatureProblem } => open(signed, auditPayload);

function open<Payload extends AnyPayload>(
  { jws, key }: SignedApproval,
  payload: z.core.$ZodType<Payload>,
): Payload | { problem: SignatureProblem } {
  const parts = jws.split('.');
  const [head = '', body = '', signature = ''] = parts;
  const signedPayload = z.safeParse(payload, jsonOf(body)).data;
  const bytes = fromBase64Url(signature);
  if (parts.length !== 3 || !header.safeParse(jsonOf(head)).success || !signedPayload || !bytes)
    return { problem: 'signatureUnreadable' };
  if (!isSignedBy(key, utf8(`${head}.${body}`), bytes)) return { problem: 'signatureNotByKey' };
  if (signedPayload.method === 'PASSKEY' && !isByPasskey(signedPayload))
    return { problem: 'signatureNotByPasskey' };
  return signedPayload;
}

/** The challenge that a passkey signs. */
export const challengeOf = (statement: AnyStatement): string =>
  toBase64Url(sha256OfText(canonicalJson(statement)));

const clientData = z.looseObject({
  type: z.literal('webauthn.get'),
  challenge: text,
  origin: text,
});
const userPresent = 0x01;
const userVerified = 0x04;
/** Hash of the site, flags and counter (WebAuthn level 3, section 6.1). */
const authenticatorDataLength = 37;

/** The checks of WebAuthn level 3, section 7.2 that can be repeated at any later time. */
function isByPasskey({ statement, credential, assertion }: PasskeyPayload): boolean {
  const authenticatorData = fromBase64Url(assertion.authenticatorData);
  const json = fromBase64Url(assertion.clientDataJSON);
  const signature = fromBase64Url(assertion.signature);
  const client = clientData.safeParse(jsonOf(assertion.clientDataJSON)).data;
  if (!authenticatorData || !json || !signature || !client) return false;
  if (client.challenge !== challengeOf(statement)) return false;
  if (authenticatorData.length < authenticatorDataLength) return false;
  const site = sha256OfText(new URL(client.origin).hostname);
  if (!sameBytes(authenticatorData.slice(0, site.length), site)) return false;
  const flags = authenticatorData[site.length] ?? 0;
  if ((flags & userPresent) === 0 || (flags & userVerified) === 0) return false;
  const signed = joinBytes([authenticatorData, sha256(json)]);
  return isSignedBy(credential.publicKey, signed, signature, 'der');
}

/** Undefined if it is not JSON in base64url, or contains duplicate names. */
function jsonOf(base64url: string): unknown {
  try {
    const json = textOf(fromBase64Url(base64url) ?? new Uint8Array());
    const value: unknown = JSON.parse(json);
    return isLossless(json, value) ? value : undefined;
  } catch {
    return undefined;
  }
}
