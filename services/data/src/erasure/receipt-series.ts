import type { Queryable } from '@annals/kit/database/database';
import { entryLeaf, type ErasureEntry, type SealedValue } from '@annals/proofs/log-entry';
import { appendToLog, partitionLeaves } from '../log/append-log.ts';
import type { LogHead } from '../log/log.sql.ts';
import type { LogKey } from '../log/log-key.ts';
import { isoDateTime } from '../versions/timestamps.ts';
import * as table from './erasure.sql.ts';

export interface ReceiptSeriesOptions {
  logKey: LogKey;
  /** As read under the lock of the partition. */
  log: LogHead;
  /** The most values that one receipt lists. */
  perReceipt: number;
  /** As locked: an erasure is not dated before what it erases. */
  partition: { nowMicros: number; lastChangeMicros: number | null };
  /** Its fields are those that all receipts share. */
  request: Pick<ErasureEntry, 'partitionId' | 'reason' | 'legalBasis'> & { userId: string };
}

/**
 * The receipts of one erasure, numbered consecutively, each of one timeline. One receipt of a million values would be
 * unreadable and would not fit in memory.
 */
export class ReceiptSeries {
  readonly #transaction: Queryable;
  readonly #options: ReceiptSeriesOptions;
  /** Leaves of the written receipts. */
  readonly #leaves: Uint8Array[] = [];
  /** The values listed in receipts not yet written; only the last receipt accepts more. */
  #pending: { timelineId: string; sealed: SealedValue[] }[] = [];

  private constructor(
    transaction: Queryable,
    options: ReceiptSeriesOptions,
    /** Number of the first receipt. */
    readonly first: number,
  ) {
    this.#transaction = transaction;
    this.#options = options;
  }

  static async start(
    transaction: Queryable,
    options: ReceiptSeriesOptions,
  ): Promise<ReceiptSeries> {
    const first = await table.nextReceipt(transaction, options.request.partitionId);
    return new ReceiptSeries(transaction, options, first);
  }

  /** Numbers of the written receipts. */
  get numbers(): number[] {
    return this.#leaves.map((_, index) => this.first + index);
  }

  /**
   * Starts another receipt if these values would be split over two: the proof of a version contains each of its
   * receipts.
   */
  reserve(values: number): void {
    const last = this.#pending.at(-1);
    if (last && last.sealed.length + values > this.#options.perReceipt)
      this.#pending.push({ timelineId: last.timelineId, sealed: [] });
  }

  /**
   * Values of a timeline have to be added consecutively.
   * @returns number of the receipt that lists it
   */
  add(timelineId: string, value: SealedValue): number {
    let last = this.#pending.at(-1);
    if (last?.timelineId !== timelineId || last.sealed.length >= this.#options.perReceipt) {
      last = { timelineId, sealed: [] };
      this.#pending.push(last);
    }
    last.sealed.push(value);
    return this.first + this.#leaves.length + this.#pending.length - 1;
  }

  /** Writes the full receipts, so that not all of them are in memory. */
  async writeFull(): Promise<void> {
    const last = this.#pending.pop();
    await this.#write();
    if (last) this.#pending.push(last);
  }

  /** Writes the rest, and appends all of them to the log. */
  async finish(): Promise<void> {
    await this.#write();
    const { log, request } = this.#options;
    const { partitionId } = request;
    await appendToLog(
      this.#transaction,
      partitionId,
      log,
      this.#leaves,
      partitionLeaves(this.#transaction, partitionId),
    );
  }

  async #write(): Promise<void> {
    const { logKey, log, partition, request } = this.#options;
    const { partitionId, userId: erasedUserId, reason, legalBasis } = request;
    const { nowMicros, lastChangeMicros } = partition;
    const erasedDate = isoDateTime(Math.max(nowMicros, lastChangeMicros ?? nowMicros));
    for (const { timelineId, sealed } of this.#pending) {
      const written = this.#leaves.length;
      const receipt = this.first + written;
      const entry: ErasureEntry = {
        kind: 'ERASURE',
        partitionId,
        erasedUserId,
        reason,
        legalBasis,
        timelineId,
        erasedDate,
        receipt,
        sealed,
      };
      const leaf = entryLeaf(entry);
      await table.insertReceipt(this.#transaction, {
        entry,
        logIndex: log.size + written,
        leaf,
        note: logKey.signReceipt(partitionId, entry),
        versionCount: new Set(sealed.map(({ objectId }) => objectId)).size,
      });
      this.#leaves.push(leaf);
    }
    this.#pending = [];
  }
}
