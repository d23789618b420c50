import { randomBytes } from 'node:crypto';
import type { Database, Queryable } from '@annals/kit/database/database';
import { beingPrepared } from '@annals/kit/problem';
import { sameBytes } from '@annals/proofs/bytes';
import { checkpointText, type Checkpoint } from '@annals/proofs/checkpoint';
import { receiptText, type ErasureEntry } from '@annals/proofs/log-entry';
import { evidenceText } from '@annals/proofs/evidence-format';
import {
  openNote,
  signNote,
  verifierOf,
  writeVerifierKey,
  type SignerKey,
} from '@annals/proofs/signed-note';
import { namedLogs, serviceLog } from './log.sql.ts';
import * as table from './log-key.sql.ts';
import { signersOf, type Signers } from './log-signers.ts';

export interface LogKeyOptions {
  /** The first key is named after both, and so are the logs. */
  host?: string;
  product?: string;
  /** A key stored outside the database, in the file named by CHECKPOINT_KEY_FILE. */
  given?: SignerKey | undefined;
  /** The earlier keys in that file, which sign beside it. */
  former?: readonly SignerKey[] | undefined;
}

/** There is no signing key, or it does not belong to the logs of this database. */
export class LogKeyRefused extends Error {
  override readonly name = 'LogKeyRefused';
}

/** Signs for the logs: with the same keys for all of them, each under the name of its log. */
export class LogKey {
  readonly #database: Database;
  readonly #options: LogKeyOptions;
  #signers: Signers | undefined;

  constructor(database: Database, options: LogKeyOptions = {}) {
    this.#database = database;
    this.#options = options;
  }

  /**
   * Reads the keys, or creates the first one. Nothing is signed before that. Call it again to load keys created by
   * other servers and commands.
   * @throws LogKeyRefused
   */
  async load(): Promise<void> {
    const { given, former = [] } = this.#options;
    // Checked first, so that a server can start on a full disk.
    let stored = await table.listKeys(this.#database);
    if (this.#isToBeAdded(stored)) stored = await this.#addKey();
    const newest = stored.at(-1);
    if (newest && !given && !newest.seed)
      throw new LogKeyRefused(
        `The checkpoints of ${newest.name} are signed with a key that is kept outside of the database, and it was not given. ` +
          'Set CHECKPOINT_KEY_FILE to the file that holds it, for example CHECKPOINT_KEY_FILE=/etc/annals/checkpoint.key.',
      );
    this.#signers = signersOf(stored, given ? [given, ...former] : []);
  }

  /** The name of a log, and of the keys that sign it. */
  logName(logId: string): string {
    const { name } = this.#loaded();
    if (logId === serviceLog) return name;
    return `${name}/${namedLogs[logId] ?? logId.toLowerCase()}`;
  }

  /** The published verifier key of the log. */
  verifierKey(logId: string): string {
    return writeVerifierKey({
      name: this.logName(logId),
      publicKey: this.#loaded().named().publicKey,
    });
  }

  /** Changes whenever other keys sign, or another one is published. */
  get generation(): string {
    return this.#loaded().generation();
  }

  sign(checkpoint: Checkpoint): string {
    return this.#signed(checkpointText(checkpoint), checkpoint.origin);
  }

  signReceipt(partitionId: string, entry: ErasureEntry): string {
    const name = this.logName(partitionId);
    return this.#signed(receiptText(name, entry), name);
  }

  /** Signs the list of the files of evidence of a partition. */
  signEvidence(partitionId: string, hashOfSums: Uint8Array): string {
    const name = this.logName(partitionId);
    return this.#signed(evidenceText(name, hashOfSums), name);
  }

  /** Adds the signature of the published key to a note that only earlier keys have signed. */
  signedToday(logId: string, note: string): string {
    const signers = this.#loaded();
    const { publicKey, seed } = signers.named();
    const split = note.lastIndexOf('\n\n');
    const name = this.logName(logId);
    if (!signers.several || split < 0 || openNote(note, { name, publicKey }) !== undefined)
      return note;
    const text = note.slice(0, split + 1);
    return note + signatureOf(text, { name, seed });
  }

  /**
   * Creates a new key in the database. Earlier keys continue to sign beside it, so that verifiers who know one of them
   * can accept the new one.
   * @param compromised earlier keys never sign again
   * @throws LogKeyRefused where the key is kept outside of the database
   */
  async rotate(compromised: boolean): Promise<{ verifierKey: string; compromised: boolean }> {
    const added = await this.#database.transaction(async (transaction) => {
      await table.lockKeys(transaction);
      const newest = (await table.listKeys(transaction)).at(-1);
      if (this.#options.given || !newest?.seed)
        throw new LogKeyRefused(
          'The checkpoints are signed with a key that is kept outside of the database. Put a new line into the file that CHECKPOINT_KEY_FILE names, ' +
            `above the ones before: annals checkpoint-key ${newest?.name ?? 'NAME'}`,
        );
      const key = { name: newest.name, seed: randomBytes(32) };
      const position = newest.position + 1;
      await insert(transaction, position, key, key.seed);
      if (compromised) await table.eraseSeedsBefore(transaction, position);
      return key;
    });
    await this.load();
    return { verifierKey: writeVerifierKey(verifierOf(added)), compromised };
  }

  #isToBeAdded(stored: readonly table.StoredKey[]): boolean {
    const { given, former = [] } = this.#options;
    const newest = stored.at(-1);
    if (!newest || !given) return !newest;
    if (newest.name !== given.name)
      throw new LogKeyRefused(
        `CHECKPOINT_KEY_FILE holds a key of the name ${given.name}, but the logs of this database are named ${newest.name}. ` +
          `Make one of that name: annals checkpoint-key ${newest.name}`,
      );
    if (!stored.some((key) => isSameKey(key, given))) return true;
    if (![given, ...former].some((key) => isSameKey(newest, key)))
      throw new LogKeyRefused(
        'CHECKPOINT_KEY_FILE holds an earlier key of these logs, but not the one that took its place. ' +
          `Put that above it: its verifier key is ${writeVerifierKey(newest)}`,
      );
    return false;
  }

  async #addKey() {
    const { host = 'localhost', product = 'annals', given } = this.#options;
    return this.#database.transaction(async (transaction) => {
      await table.lockKeys(transaction);
      const stored = await table.listKeys(transaction);
      if (!this.#isToBeAdded(stored)) return stored;
      const signer = given ?? {
        name: `${host}/${product}-${randomBytes(4).toString('hex')}`,
        seed: randomBytes(32),
      };
      const position = (stored.at(-1)?.position ?? 0) + 1;
      await insert(transaction, position, signer, given ? null : signer.seed);
      return table.listKeys(transaction);
    });
  }

  #signed(text: string, name: string): string {
    const lines = this.#loaded()
      .all()
      .map(({ seed }) => signatureOf(text, { name, seed }));
    return `${text}\n${lines.join('')}`;
  }

  #loaded(): Signers {
    if (!this.#signers) throw beingPrepared();
    return this.#signers;
  }
}

/** The line that stands under a text. */
const signatureOf = (text: string, key: SignerKey): string =>
  signNote(text, key).slice(text.length + 1);

const insert = (
  transaction: Queryable,
  position: number,
  key: SignerKey,
  seed: Uint8Array | null,
): Promise<void> => table.insertKey(transaction, { position, ...verifierOf(key), seed });

const isSameKey = (stored: table.StoredKey, key: SignerKey): boolean =>
  sameBytes(stored.publicKey, verifierOf(key).publicKey);
