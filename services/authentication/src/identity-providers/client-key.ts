import { createPrivateKey, createPublicKey, X509Certificate, type KeyObject } from 'node:crypto';
import { calculateJwkThumbprint, exportJWK, generateKeyPair, importJWK, type JWK } from 'jose';
import { say } from '@annals/contracts/messages';
import { badRequest, ExplainedError } from '@annals/kit/problem';
import type { ClientKey } from '../context/service-context.ts';

/** The algorithm that every provider with private_key_jwt accepts. */
const algorithm = 'RS256';

export async function makeClientKey(): Promise<ClientKey> {
  const { privateKey } = await generateKeyPair(algorithm, { extractable: true });
  return keyOf(await exportJWK(privateKey), undefined, null);
}

/**
 * A private key as providers and tools write them: PEM, with the certificate that belongs to it if there is one, a JWK,
 * or the JSON file of Zitadel.
 * @throws Problem 400
 */
export async function readClientKey(written: string): Promise<ClientKey> {
  try {
    if (!written.trimStart().startsWith('{')) return await ofPem(written);
    const { key, keyId, ...jwk } = JSON.parse(written) as JWK & { key?: string; keyId?: string };
    if (typeof key === 'string') return await ofPem(key, keyId);
    if (typeof jwk.d !== 'string') throw new Unreadable(say('publicKeyGiven'));
    await importJWK(jwk, jwk.alg ?? algorithmOf(jwk));
    return await keyOf(jwk, jwk.kid, null);
  } catch (error) {
    const message = error instanceof Unreadable ? error.explanation : say('privateKeyForm');
    throw badRequest(say('clientKeyNotUsable'), [{ path: 'body.clientKey', ...message }]);
  }
}

/** What may be published. */
export function publicPartOf({ jwk }: ClientKey): Record<string, unknown> {
  const { kty, n, e, crv, x, y, kid, alg } = jwk;
  const shown = { kty, use: 'sig', alg, kid, n, e, crv, x, y };
  return Object.fromEntries(Object.entries(shown).filter(([, value]) => value !== undefined));
}

class Unreadable extends ExplainedError {}

async function ofPem(pem: string, kid?: string): Promise<ClientKey> {
  const key = createPrivateKey(pem);
  if (key.asymmetricKeyType === 'rsa' && (key.asymmetricKeyDetails?.modulusLength ?? 0) < 2048)
    throw new Unreadable(say('keyTooShort'));
  return keyOf(key.export({ format: 'jwk' }), kid, thumbprintIn(pem, key));
}

function thumbprintIn(pem: string, key: KeyObject): string | null {
  if (!pem.includes('-----BEGIN CERTIFICATE-----')) return null;
  const certificate = new X509Certificate(pem.slice(pem.indexOf('-----BEGIN CERTIFICATE-----')));
  if (!certificate.publicKey.equals(createPublicKey(key)))
    throw new Unreadable(say('certificateOfOtherKey'));
  return Buffer.from(certificate.fingerprint.replaceAll(':', ''), 'hex').toString('base64url');
}

async function keyOf(jwk: JWK, kid: string | undefined, x5t: string | null): Promise<ClientKey> {
  return {
    jwk: {
      ...jwk,
      alg: jwk.alg ?? algorithmOf(jwk),
      kid: kid ?? (await calculateJwkThumbprint(jwk)),
    },
    x5t,
  };
}

function algorithmOf({ kty, crv }: JWK): string {
  if (kty === 'RSA') return algorithm;
  const ofCurve: Record<string, string> = {
    'P-256': 'ES256',
    'P-384': 'ES384',
    'P-521': 'ES512',
    Ed25519: 'EdDSA',
  };
  const found = ofCurve[crv ?? ''];
  if (found === undefined) throw new Unreadable(say('keyTypeUnsupported'));
  return found;
}
