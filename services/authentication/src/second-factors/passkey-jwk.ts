import { publicKey, type PublicKey } from '@annals/proofs/public-key';

const base64url = (bytes: Uint8Array | undefined) => Buffer.from(bytes ?? []).toString('base64url');

/** The public key of a passkey as a JWK; undefined for an unsupported kind. */
export async function publicJwkOf(stored: Uint8Array): Promise<PublicKey | undefined> {
  const { cose, decodeCredentialPublicKey } = await import('@simplewebauthn/server/helpers');
  const key = decodeCredentialPublicKey(new Uint8Array(stored));
  const { x, y, n, e } = cose.COSEKEYS;
  if (cose.isCOSEPublicKeyRSA(key))
    return valid({ kty: 'RSA', n: base64url(key.get(n)), e: base64url(key.get(e)) });
  if (cose.isCOSEPublicKeyEC2(key))
    return key.get(cose.COSEKEYS.crv) === cose.COSECRV.P256
      ? valid({ kty: 'EC', crv: 'P-256', x: base64url(key.get(x)), y: base64url(key.get(y)) })
      : undefined;
  if (cose.isCOSEPublicKeyOKP(key))
    return key.get(cose.COSEKEYS.crv) === cose.COSECRV.ED25519
      ? valid({ kty: 'OKP', crv: 'Ed25519', x: base64url(key.get(x)) })
      : undefined;
  return undefined;
}

const valid = (key: PublicKey): PublicKey | undefined => publicKey.safeParse(key).data;
