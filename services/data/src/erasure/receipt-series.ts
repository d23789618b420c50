import type { Queryable } from '@annals/kit/database/database';
import { entryLeaf, type ErasureEntry, type SealedValue } from '@annals/proofs/log-entry';
import { appendToLog, partitionLeaves } from '../log/append-log.ts';
import type { LogHead } from '../log/log.sql.ts';
import type { LogKey } from '../log/log-key.ts';
import * as table from './erasure.sql.ts';

export interface ReceiptSeriesOptions {
  logKey: LogKey;
  /** As it was read under the lock of the partition. */
  log: LogHead;
  /** Number of the first receipt. */
  first: number;
  /** The most values that one receipt lists. */
  perReceipt: number;
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
  /** The values listed in receipts not yet written; only the last receipt accepts more. */
  #pending: SealedValue[][] = [];

  constructor(transaction: Queryable, options: ReceiptSeriesOptions) {
    this.#transaction = transaction;
    this.#options = options;
  }

  /** Of those that were written. */
  get numbers(): number[] {
    return this.#leaves.map((_, index) => this.#options.first + index);
  }

  /** Starts another receipt where these values would be split over two: the proof of a version holds each of its receipts. */
  reserve(values: number): void {
    const last = this.#pending.at(-1);
    if (last && last.length + values > this.#options.perReceipt) this.#pending.push([]);
  }

  /** @returns number of the receipt that lists it */
  add(value: SealedValue): number {
    let last = this.#pending.at(-1);
    if (!last || last.length >= this.#options.perReceipt) {
      last = [];
      this.#pending.push(last);
    }
    last.push(value);
    return this.#options.first + this.#leaves.length + this.#pending.length - 1;
  }

  /** Writes the receipts that take no more, so that not all of them are in memory together. */
  async writeFull(): Promise<void> {
    const last = this.#pending.pop();
    await this.#write();
    if (last) this.#pending.push(last);
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
    for (const sealed of this.#pending) {
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
    this.#pending = [];
  }
}
