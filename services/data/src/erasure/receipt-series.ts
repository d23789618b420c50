import type { Queryable } from '@annals/kit/database/database';
import { entryLeaf, type ErasureEntry, type SealedValue } from '@annals/proofs/log-entry';
import { appendToLog, partitionLeaves } from '../log/append-log.ts';
import type { LogHead } from '../log/log.sql.ts';
import type { LogKey } from '../log/log-key.ts';
import * as table from './erase.sql.ts';

export interface ReceiptSeriesOptions {
  logKey: LogKey;
  /** As it was read under the lock of the partition. */
  log: LogHead;
  /** Number of the first receipt. */
  first: number;
  /** Values that one receipt lists at most. */
  mostInReceipt: number;
  /** What all of them say. */
  common: Omit<ErasureEntry, 'receipt' | 'sealed'>;
}

/**
 * The receipts of one erasure, numbered one after the other. One of a million values could not be read by anybody, nor
 * be held in memory.
 */
export class ReceiptSeries {
  readonly #transaction: Queryable;
  readonly #options: ReceiptSeriesOptions;
  /** Of each receipt that was written. */
  readonly #leaves: Uint8Array[] = [];
  /** What those list that were not written yet; only the last one takes more. */
  #begun: SealedValue[][] = [];

  constructor(transaction: Queryable, options: ReceiptSeriesOptions) {
    this.#transaction = transaction;
    this.#options = options;
  }

  /** Of those that were written. */
  get numbers(): number[] {
    return this.#leaves.map((_, index) => this.#options.first + index);
  }

  /** Begins another receipt where these values would come into two: the proof of a version has each of its receipts. */
  keepTogether(values: number): void {
    const last = this.#begun.at(-1);
    if (last && last.length + values > this.#options.mostInReceipt) this.#begun.push([]);
  }

  /** @returns number of the receipt that lists it */
  add(value: SealedValue): number {
    let last = this.#begun.at(-1);
    if (!last || last.length >= this.#options.mostInReceipt) {
      last = [];
      this.#begun.push(last);
    }
    last.push(value);
    return this.#options.first + this.#leaves.length + this.#begun.length - 1;
  }

  /** Writes the receipts that take no more, so that not all of them are in memory together. */
  async writeFull(): Promise<void> {
    const last = this.#begun.pop();
    await this.#write();
    if (last) this.#begun.push(last);
  }

  /** Writes what is left, and appends all of them to the log. */
  async finish(): Promise<void> {
    await this.#write();
    const { log, common } = this.#options;
    const { partitionId } = common;
    await appendToLog(
      this.#transaction,
      partitionId,
      log,
      this.#leaves,
      partitionLeaves(this.#transaction, partitionId),
    );
  }

  async #write(): Promise<void> {
    const { logKey, log, first, common } = this.#options;
    for (const sealed of this.#begun) {
      const written = this.#leaves.length;
      const entry: ErasureEntry = { ...common, receipt: first + written, sealed };
      const leaf = entryLeaf(entry);
      await table.insertReceipt(this.#transaction, {
        entry,
        logIndex: log.size + written,
        leaf,
        note: logKey.signReceipt(common.partitionId, entry),
        versionCount: new Set(sealed.map(({ objectId }) => objectId)).size,
      });
      this.#leaves.push(leaf);
    }
    this.#begun = [];
  }
}
