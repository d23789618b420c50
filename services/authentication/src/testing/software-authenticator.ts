import {
  createHash,
  createSign,
  generateKeyPairSync,
  randomBytes,
  type KeyObject,
} from 'node:crypto';

type Encodable = number | string | Uint8Array | Map<number | string, Encodable>;

/** The part of CBOR that passkeys use (RFC 8949): short integers, bytes, texts and maps. */
function cbor(value: Encodable): Buffer {
  if (typeof value === 'number') return value < 0 ? head(1, -1 - value) : head(0, value);
  if (typeof value === 'string')
    return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)]);
  if (value instanceof Uint8Array) return Buffer.concat([head(2, value.length), value]);
  const entries = [...value].flatMap(([name, inner]) => [cbor(name), cbor(inner)]);
  return Buffer.concat([head(5, value.size), ...entries]);
}

function head(major: number, length: number): Buffer {
  const kind = major << 5;
  if (length < 24) return Buffer.from([kind | length]);
  if (length < 256) return Buffer.from([kind | 24, length]);
  return Buffer.from([kind | 25, length >> 8, length & 255]);
}

const sha256 = (data: string | Buffer) => createHash('sha256').update(data).digest();

const userPresent = 0x01;
const userVerified = 0x04;
const attestedData = 0x40;

interface Site {
  origin: string;
  rpId: string;
}

/** A software passkey that does what an authenticator and a browser do together (WebAuthn level 3, section 6). */
export class SoftwareAuthenticator {
  readonly credentialId = randomBytes(16);
  signCount = 0;
  /** Whether it checks who uses it: a security key without a PIN does not. */
  verifiesUser = true;
  /** What it says about its owner when it signs in alone, in base64url. */
  userHandle: string | undefined;
  readonly #privateKey: KeyObject;
  readonly #publicKey: Buffer;

  constructor(public site: Site) {
    const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    this.#privateKey = privateKey;
    const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
    // A COSE key (RFC 9053, section 7.1.1): EC2, ES256, P-256.
    this.#publicKey = cbor(
      new Map<number, Encodable>([
        [1, 2],
        [3, -7],
        [-1, 1],
        [-2, Buffer.from(x, 'base64url')],
        [-3, Buffer.from(y, 'base64url')],
      ]),
    );
  }

  /** The result of navigator.credentials.create, as JSON. */
  create(
    challenge: string,
    { format = 'none', userHandle }: { format?: string; userHandle?: string | undefined } = {},
  ) {
    this.userHandle = userHandle;
    const authenticatorData = Buffer.concat([
      this.#data(this.#presence | attestedData),
      Buffer.alloc(16),
      Buffer.from([0, this.credentialId.length]),
      this.credentialId,
      this.#publicKey,
    ]);
    const attestation = new Map<string, Encodable>([
      ['fmt', format],
      ['attStmt', new Map()],
      ['authData', authenticatorData],
    ]);
    return this.#credential({
      clientDataJSON: this.#clientData('webauthn.create', challenge).toString('base64url'),
      attestationObject: cbor(attestation).toString('base64url'),
      transports: ['internal'],
    });
  }

  /** The result of navigator.credentials.get, as JSON. */
  get(challenge: string) {
    this.signCount += 1;
    const authenticatorData = this.#data(this.#presence);
    const clientData = this.#clientData('webauthn.get', challenge);
    const signed = Buffer.concat([authenticatorData, sha256(clientData)]);
    return this.#credential({
      clientDataJSON: clientData.toString('base64url'),
      authenticatorData: authenticatorData.toString('base64url'),
      signature: createSign('sha256').update(signed).sign(this.#privateKey).toString('base64url'),
      ...(this.userHandle !== undefined && { userHandle: this.userHandle }),
    });
  }

  get #presence(): number {
    return this.verifiesUser ? userPresent | userVerified : userPresent;
  }

  #data(flags: number): Buffer {
    const count = Buffer.alloc(4);
    count.writeUInt32BE(this.signCount);
    return Buffer.concat([sha256(this.site.rpId), Buffer.from([flags]), count]);
  }

  #clientData(type: string, challenge: string): Buffer {
    const { origin } = this.site;
    return Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }));
  }

  #credential<Response extends object>(response: Response) {
    const id = this.credentialId.toString('base64url');
    return { id, rawId: id, type: 'public-key', response, clientExtensionResults: {} };
  }
}
