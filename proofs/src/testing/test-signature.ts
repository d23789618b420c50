import { p256 } from '@noble/curves/nist.js';
import {
  challengeOf,
  signatureType,
  type SignaturePayload,
  type SignatureStatement,
  type SignedApproval,
} from '../approval-signature.ts';
import { joinBytes, toBase64Url, utf8 } from '../bytes.ts';
import { sha256 } from '../sha256.ts';

/** A key pair that is the same each time for the same name. */
class TestKey {
  readonly #secret: Uint8Array;
  readonly jwk: SignedApproval['key'];

  constructor(name: string) {
    this.#secret = sha256(utf8(name));
    const point = p256.getPublicKey(this.#secret, false);
    this.jwk = {
      kty: 'EC',
      crv: 'P-256',
      x: toBase64Url(point.slice(1, 33)),
      y: toBase64Url(point.slice(33)),
    };
  }

  sign(message: Uint8Array, format: 'compact' | 'der'): Uint8Array {
    return p256.sign(message, this.#secret, { format });
  }
}

const base64urlOf = (value: object): string => toBase64Url(utf8(JSON.stringify(value)));

const userPresentAndVerified = 0x05;

/** Creates the signatures of an authentication service and a passkey. */
export class TestSigner {
  readonly #service: TestKey;
  readonly #passkey: TestKey;
  readonly origin = 'https://annals.example.org';

  constructor(name = 'annals') {
    this.#service = new TestKey(`service of ${name}`);
    this.#passkey = new TestKey(`passkey of ${name}`);
  }

  get key(): SignedApproval['key'] {
    return this.#service.jwk;
  }

  /** As the service signs it. @param header fields that differ from the correct header */
  jws(payload: object, header: object = {}): string {
    const head = { alg: 'ES256', typ: signatureType, kid: 'made', ...header };
    const text = `${base64urlOf(head)}.${base64urlOf(payload)}`;
    return `${text}.${toBase64Url(this.#service.sign(utf8(text), 'compact'))}`;
  }

  /** The assertion of a passkey for this statement. @param flags of the authenticator */
  byPasskey(
    statement: SignatureStatement,
    flags = userPresentAndVerified,
  ): Extract<SignaturePayload, { method: 'PASSKEY' }> {
    const clientData = utf8(
      JSON.stringify({
        type: 'webauthn.get',
        challenge: challengeOf(statement),
        origin: this.origin,
        crossOrigin: false,
      }),
    );
    const authenticatorData = joinBytes([
      sha256(utf8(new URL(this.origin).hostname)),
      Uint8Array.of(flags, 0, 0, 0, 1),
    ]);
    const signed = joinBytes([authenticatorData, sha256(clientData)]);
    return {
      iss: this.origin,
      statement,
      method: 'PASSKEY',
      credential: {
        id: 'AAEC',
        publicKey: this.#passkey.jwk,
        addedDate: '2026-01-01T00:00:00.000000Z',
      },
      assertion: {
        authenticatorData: toBase64Url(authenticatorData),
        clientDataJSON: toBase64Url(clientData),
        signature: toBase64Url(this.#passkey.sign(signed, 'der')),
      },
    };
  }

  byPassword(statement: SignatureStatement): SignaturePayload {
    return { iss: this.origin, statement, method: 'PASSWORD_AND_CODE' };
  }
}
