import { isIP } from 'node:net';
import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server';
import * as z from 'zod/mini';
import type { ServiceContext } from '../context/service-context.ts';
import type { PasskeyRow } from './factors.sql.ts';

export const passkeyLifetimeMs = 5 * 60_000;

/** Loaded with the first passkey, because a start does not need it and its certificates. */
const loadWebauthn = () => import('@simplewebauthn/server');
const loadHelpers = () => import('@simplewebauthn/server/helpers');

const base64url = z.string().check(z.minLength(1), z.maxLength(65_536), z.regex(/^[\w-]+=*$/));

const attestation = z.looseObject({
  id: base64url,
  rawId: base64url,
  type: z.literal('public-key'),
  response: z.looseObject({
    clientDataJSON: base64url,
    attestationObject: base64url,
    transports: z.optional(z.array(z.string().check(z.maxLength(32))).check(z.maxLength(16))),
  }),
  clientExtensionResults: z._default(z.looseObject({}), {}),
});

const assertion = z.looseObject({
  id: base64url,
  rawId: base64url,
  type: z.literal('public-key'),
  response: z.looseObject({
    clientDataJSON: base64url,
    authenticatorData: base64url,
    signature: base64url,
    userHandle: z.optional(z.nullable(z.string())),
  }),
  clientExtensionResults: z._default(z.looseObject({}), {}),
});

export interface NewPasskey {
  credentialId: Buffer;
  publicKey: Buffer;
  signCount: number;
  transports: string[];
  verifiesUser: boolean;
}

/** The site a passkey is bound to; undefined where browsers support none: at an IP address, and without TLS. */
export function relyingParty({ publicUrl }: Pick<ServiceContext, 'publicUrl'>) {
  const { hostname, origin, protocol } = new URL(publicUrl);
  if (hostname.startsWith('[') || isIP(hostname) !== 0) return undefined;
  const isLocal = hostname === 'localhost' || hostname.endsWith('.localhost');
  return protocol === 'https:' || isLocal ? { id: hostname, origin } : undefined;
}

type RelyingParty = NonNullable<ReturnType<typeof relyingParty>>;

/**
 * EdDSA, ES256 and RS256 (IANA, COSE Algorithms). The library also supports those of newer Node versions, such as
 * ML-DSA on Node 24, which browsers cannot verify.
 */
const algorithms = [-8, -7, -257];

/** The options of navigator.credentials.create (WebAuthn level 3, section 5.1.10). */
export async function creationOptions(
  rp: RelyingParty,
  productName: string,
  user: { userId: string; username: string; name: string },
  challenge: string,
  existing: readonly PasskeyRow[],
): Promise<{ challenge: string }> {
  const { generateRegistrationOptions } = await loadWebauthn();
  const options = await generateRegistrationOptions({
    rpName: productName,
    rpID: rp.id,
    userID: new Uint8Array(userHandleOf(user.userId)),
    userName: user.username,
    userDisplayName: user.name,
    challenge: new Uint8Array(Buffer.from(challenge, 'base64url')),
    timeout: passkeyLifetimeMs,
    excludeCredentials: existing.map(describePasskey),
    supportedAlgorithmIDs: algorithms,
    authenticatorSelection: { residentKey: 'preferred', userVerification: 'preferred' },
  });
  return { ...options };
}

/** The options of navigator.credentials.get (WebAuthn level 3, section 5.1.10). */
export async function requestOptions(
  rp: RelyingParty,
  challenge: string,
  passkeys: readonly PasskeyRow[],
  userVerification: 'preferred' | 'required' = 'preferred',
): Promise<Record<string, unknown>> {
  const { generateAuthenticationOptions } = await loadWebauthn();
  const options = await generateAuthenticationOptions({
    rpID: rp.id,
    challenge: new Uint8Array(Buffer.from(challenge, 'base64url')),
    timeout: passkeyLifetimeMs,
    allowCredentials: passkeys.map(describePasskey),
    userVerification,
  });
  return { ...options };
}

function describePasskey({ credentialId, transports }: PasskeyRow) {
  return { id: credentialId.toString('base64url'), ...(transports ? { transports } : {}) };
}

const clientData = z.looseObject({
  response: z.looseObject({ clientDataJSON: base64url }),
});

export interface ClientData {
  challenge: string;
  /** Where the browser used the passkey. */
  origin: string;
}

/** What the browser says about a use of a passkey, which the passkey signs; undefined if it is unreadable. */
export async function readClientData(given: object): Promise<ClientData | undefined> {
  const parsed = z.safeParse(clientData, given);
  if (!parsed.success) return undefined;
  const { decodeClientDataJSON } = await loadHelpers();
  try {
    const { challenge, origin } = decodeClientDataJSON(parsed.data.response.clientDataJSON);
    return typeof challenge === 'string' && typeof origin === 'string'
      ? { challenge, origin }
      : undefined;
  } catch {
    return undefined;
  }
}

/** The passkey created for this challenge on this site; undefined if the response does not prove that. */
export async function verifyPasskey(
  rp: RelyingParty,
  given: object,
  expectedChallenge: string,
): Promise<NewPasskey | undefined> {
  const parsed = z.safeParse(attestation, given);
  if (!parsed.success || !(await isWithoutCertificates(parsed.data.response.attestationObject)))
    return undefined;
  const { verifyRegistrationResponse } = await loadWebauthn();
  try {
    const { registrationInfo } = await verifyRegistrationResponse({
      response: parsed.data as unknown as RegistrationResponseJSON,
      expectedChallenge,
      expectedOrigin: rp.origin,
      expectedRPID: rp.id,
      requireUserVerification: false,
      supportedAlgorithmIDs: algorithms,
    });
    if (!registrationInfo) return undefined;
    const { id, publicKey, counter } = registrationInfo.credential;
    return {
      credentialId: Buffer.from(id, 'base64url'),
      publicKey: Buffer.from(publicKey),
      signCount: counter,
      transports: parsed.data.response.transports ?? [],
      verifiesUser: registrationInfo.userVerified,
    };
  } catch {
    return undefined;
  }
}

/** Not requested; verifying it would mean fetching URLs from the attestation. */
async function isWithoutCertificates(attestationObject: string): Promise<boolean> {
  const { decodeAttestationObject } = await loadHelpers();
  try {
    const decoded = decodeAttestationObject(
      new Uint8Array(Buffer.from(attestationObject, 'base64url')),
    );
    const format = decoded.get('fmt');
    const hasChain = decoded.get('attStmt').get('x5c') !== undefined;
    return format === 'none' || (format === 'packed' && !hasChain);
  } catch {
    return false;
  }
}

/** The ids that an assertion names; undefined if it is malformed. */
export function readCredential(
  given: object,
): { credentialId: Buffer; userHandle: Buffer | undefined } | undefined {
  const parsed = z.safeParse(assertion, given);
  if (!parsed.success) return undefined;
  const { id, response } = parsed.data;
  const { userHandle } = response;
  return {
    credentialId: Buffer.from(id, 'base64url'),
    userHandle: userHandle ? Buffer.from(userHandle, 'base64url') : undefined,
  };
}

/** What an authenticator stores with a passkey to say whose it is (WebAuthn level 3, user handle). */
export function userHandleOf(userId: string): Buffer {
  return Buffer.from(userId.replaceAll('-', ''), 'hex');
}

export interface VerifiedAssertion {
  signCount: number;
  /** Whether the authenticator verified its user, by a PIN or a fingerprint, for example. */
  isVerified: boolean;
}

/**
 * A valid assertion, with user verification if required; undefined for an invalid one. A counter that did not increase
 * belongs to a copy of the authenticator (WebAuthn level 3, section 6.1.1).
 */
export async function verifyAssertion(
  rp: RelyingParty,
  given: object,
  expectedChallenge: string,
  passkey: PasskeyRow,
  { requireVerification = false } = {},
): Promise<VerifiedAssertion | undefined> {
  const parsed = z.safeParse(assertion, given);
  if (!parsed.success) return undefined;
  const { verifyAuthenticationResponse } = await loadWebauthn();
  try {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: parsed.data as unknown as AuthenticationResponseJSON,
      expectedChallenge,
      expectedOrigin: rp.origin,
      expectedRPID: rp.id,
      credential: {
        id: passkey.credentialId.toString('base64url'),
        publicKey: new Uint8Array(passkey.publicKey),
        counter: passkey.signCount,
      },
      requireUserVerification: requireVerification,
    });
    const { newCounter, userVerified } = authenticationInfo;
    return verified ? { signCount: newCounter, isVerified: userVerified } : undefined;
  } catch {
    return undefined;
  }
}

/** The parts of an assertion with which it can be verified again, in base64url without padding. */
export function readAssertion(given: object) {
  const parsed = z.safeParse(assertion, given);
  if (!parsed.success) return undefined;
  const { id, response } = parsed.data;
  const plain = (text: string) => Buffer.from(text, 'base64url').toString('base64url');
  return {
    credentialId: Buffer.from(id, 'base64url'),
    authenticatorData: plain(response.authenticatorData),
    clientDataJSON: plain(response.clientDataJSON),
    signature: plain(response.signature),
  };
}
