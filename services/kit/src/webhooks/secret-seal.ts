import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto';

const algorithm = 'aes-256-gcm';
const idBytes = 4;
const nonceBytes = 12;
const tagBytes = 16;

export const sealKeyBytes = 32;

/** No key that is there opens it. */
export class SealUnknown extends Error {
  override readonly name = 'SealUnknown';
  constructor() {
    super('No key opens this secret.');
  }
}

/**
 * Encrypts secrets that have to be read again (AES-256-GCM). What it writes begins with the id of its key, so that a key can be
 * replaced: the first one seals, all of them open.
 */
export class SecretSeal {
  readonly #keys: readonly { id: Buffer; key: Buffer }[];

  constructor(keys: readonly Buffer[]) {
    this.#keys = keys.map((key) => ({ id: idOf(key), key }));
  }

  /** @param place where it is stored: sealed text of another place is not opened */
  seal(secret: string, place: string): Buffer {
    const [first] = this.#keys;
    if (!first) throw new SealUnknown();
    const nonce = randomBytes(nonceBytes);
    const cipher = createCipheriv(algorithm, first.key, nonce).setAAD(Buffer.from(place));
    const sealed = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()]);
    return Buffer.concat([first.id, nonce, cipher.getAuthTag(), sealed]);
  }

  /** @throws SealUnknown */
  open(sealed: Uint8Array, place: string): string {
    const bytes = Buffer.from(sealed);
    const found = this.#keys.find(({ id }) => id.equals(bytes.subarray(0, idBytes)));
    if (!found) throw new SealUnknown();
    const nonce = bytes.subarray(idBytes, idBytes + nonceBytes);
    const tag = bytes.subarray(idBytes + nonceBytes, idBytes + nonceBytes + tagBytes);
    try {
      const decipher = createDecipheriv(algorithm, found.key, nonce, { authTagLength: tagBytes })
        .setAAD(Buffer.from(place))
        .setAuthTag(tag);
      const rest = bytes.subarray(idBytes + nonceBytes + tagBytes);
      return decipher.update(rest, undefined, 'utf8') + decipher.final('utf8');
    } catch {
      throw new SealUnknown();
    }
  }
}

const idOf = (key: Buffer): Buffer =>
  createHash('sha256').update('annals seal ').update(key).digest().subarray(0, idBytes);
