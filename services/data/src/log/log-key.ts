import { randomBytes } from 'node:crypto';
import type { Database } from '@annals/kit/database/database';
import { Problem } from '@annals/kit/problem';
import { sameBytes } from '@annals/proofs/bytes';
import { signCheckpoint, type Checkpoint } from '@annals/proofs/checkpoint';
import { receiptText, type ErasureEntry } from '@annals/proofs/log-entry';
import {
  openNote,
  signNote,
  verifierOf,
  writeVerifierKey,
  type SignerKey,
} from '@annals/proofs/signed-note';
import { serviceLog } from './log-head.sql.ts';
import * as table from './log-key.sql.ts';

export interface LogKeyOptions {
  /** The logs are named after both when the first key is made. */
  host?: string;
  product?: string;
  /** A key that is kept outside of the database, from the file that CHECKPOINT_KEY_FILE names. */
  given?: SignerKey | undefined;
}

/** There is no key to sign with, or one that is not for the logs of this database. */
export class LogKeyRefused extends Error {
  override readonly name = 'LogKeyRefused';
}

interface Signer extends SignerKey {
  publicKey: Uint8Array;
  /** Whether another key signed before. */
  isLater: boolean;
}

/** Signs in the name of the logs: one key for all of them, with the origin of each as its name. */
export class LogKey {
  readonly #database: Database;
  readonly #options: LogKeyOptions;
  #signer: Signer | undefined;

  constructor(database: Database, options: LogKeyOptions = {}) {
    this.#database = database;
    this.#options = options;
  }

  /**
   * Reads the key, or makes it at the first start. Before that nothing is signed.
   * @throws LogKeyRefused
   */
  async load(): Promise<void> {
    const { given } = this.#options;
    // Asked first, so that a server starts on a full disk too.
    const newest = await table.findNewestKey(this.#database);
    const key =
      newest && (!given || isOf(newest, given)) ? newest : await this.#addKey(this.#options);
    const seed = given?.seed ?? key.seed;
    if (!seed)
      throw new LogKeyRefused(
        `The checkpoints of ${key.name} are signed with a key that is kept outside of the database, and it was not given. ` +
          'Set CHECKPOINT_KEY_FILE to the file that holds it, for example CHECKPOINT_KEY_FILE=/etc/annals/checkpoint.key.',
      );
    const { name, publicKey } = key;
    this.#signer = { name, seed, publicKey, isLater: key.position > 1 };
  }

  /** Name of a partition's log, or of the service's own for `serviceLog`; also of the key that signs there. */
  origin(logId: string): string {
    const { name } = this.#present();
    return logId === serviceLog ? name : `${name}/${logId.toLowerCase()}`;
  }

  /** As it is published. */
  verifierKey(logId: string): string {
    return writeVerifierKey({ name: this.origin(logId), publicKey: this.#present().publicKey });
  }

  sign(checkpoint: Checkpoint): string {
    return signCheckpoint(checkpoint, this.#present().seed);
  }

  signReceipt(partitionId: string, entry: ErasureEntry): string {
    const name = this.origin(partitionId);
    return signNote(receiptText(name, entry), { name, seed: this.#present().seed });
  }

  /** A note that an earlier key signed, with the signature of this one added; any other as it is. */
  signedToday(logId: string, note: string): string {
    const { publicKey, seed, isLater } = this.#present();
    const split = note.lastIndexOf('\n\n');
    const name = this.origin(logId);
    if (!isLater || split < 0 || openNote(note, { name, publicKey }) !== undefined) return note;
    const text = note.slice(0, split + 1);
    return note + signNote(text, { name, seed }).slice(text.length + 1);
  }

  async #addKey({ host = 'localhost', product = 'annals', given }: LogKeyOptions) {
    return this.#database.transaction(async (transaction) => {
      await table.lockKeys(transaction);
      const newest = await table.findNewestKey(transaction);
      if (newest && (!given || isOf(newest, given))) return newest;
      if (newest && given && newest.name !== given.name)
        throw new LogKeyRefused(
          `CHECKPOINT_KEY_FILE holds a key of the name ${given.name}, but the logs of this database are named ${newest.name}. ` +
            `Make one of that name: annals checkpoint-key ${newest.name}`,
        );
      const signer = given ?? {
        name: `${host}/${product}-${randomBytes(4).toString('hex')}`,
        seed: randomBytes(32),
      };
      const key: table.StoredKey = {
        position: (newest?.position ?? 0) + 1,
        ...verifierOf(signer),
        seed: given ? null : signer.seed,
      };
      await table.insertKey(transaction, key);
      return key;
    });
  }

  #present(): Signer {
    if (!this.#signer)
      throw new Problem(503, 'not_migrated', 'The database is being prepared. Try again shortly.', {
        retryAfter: 2,
      });
    return this.#signer;
  }
}

function isOf(stored: table.StoredKey, given: SignerKey): boolean {
  return stored.name === given.name && sameBytes(stored.publicKey, verifierOf(given).publicKey);
}
