import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto';

const algorithm = 'aes-256-gcm';
const idBytes = 4;
const nonceBytes = 12;
const tagBytes = 16;

export const sealKeyBytes = 32;

/** No available key decrypts it. */
export class UnknownSealKey extends Error {
  override readonly name = 'UnknownSealKey';
  constructor() {
    super('No key decrypts this secret.');
  }
}

/**
 * Encrypts secrets that have to be read again (AES-256-GCM). The output starts with the id of its key, so that keys can
 * be rotated: the first one encrypts, all of them decrypt.
 */
export class SecretSeal {
  readonly #keys: readonly { id: Buffer; key: Buffer }[];

  constructor(keys: readonly Buffer[]) {
    this.#keys = keys.map((key) => ({ id: idOf(key), key }));
  }

  /** @param place where it is stored: sealed text of another place is refused */
  seal(secret: string, place: string): Buffer {
    const [first] = this.#keys;
    if (!first) throw new UnknownSealKey();
    const nonce = randomBytes(nonceBytes);
    const cipher = createCipheriv(algorithm, first.key, nonce).setAAD(Buffer.from(place));
    const sealed = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()]);
    return Buffer.concat([first.id, nonce, cipher.getAuthTag(), sealed]);
  }

  /** @throws UnknownSealKey */
  open(sealed: Uint8Array, place: string): string {
    const bytes = Buffer.from(sealed);
    const found = this.#keys.find(({ id }) => id.equals(bytes.subarray(0, idBytes)));
    if (!found) throw new UnknownSealKey();
    const nonce = bytes.subarray(idBytes, idBytes + nonceBytes);
    const tag = bytes.subarray(idBytes + nonceBytes, idBytes + nonceBytes + tagBytes);
    try {
      const decipher = createDecipheriv(algorithm, found.key, nonce, { authTagLength: tagBytes })
        .setAAD(Buffer.from(place))
        .setAuthTag(tag);
      const rest = bytes.subarray(idBytes + nonceBytes + tagBytes);
      return decipher.update(rest, undefined, 'utf8') + decipher.final('utf8');
    } catch {
      throw new UnknownSealKey();
    }
  }
}

const idOf = (key: Buffer): Buffer =>
  createHash('sha256').update('annals seal ').update(key).digest().subarray(0, idBytes);
