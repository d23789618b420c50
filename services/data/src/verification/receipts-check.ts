import type { Queryable } from '@annals/kit/database/database';
import type { ProvenVersion } from '@annals/proofs/bundle';
import { sameBytes } from '@annals/proofs/bytes';
import { entryLeaf } from '@annals/proofs/log-entry';
import { ErasedValues } from '@annals/proofs/erased-values';
import type { VerifierKey } from '@annals/proofs/signed-note';
import { checkReceipt } from '@annals/proofs/verify-receipt';
import { receiptIn } from '../log/log-entries.ts';
import { provenVersionOf } from '../log/proven-version.ts';
import type { Related } from './checked-versions.ts';
import { reportTo } from './findings.ts';
import type { Report } from '@annals/kit/verification/facts';
import { findReceipt, type ScannedEntry } from './log.sql.ts';
import { findVersion } from './versions.sql.ts';

/** Checks that exactly what the receipts of a partition list is erased. */
export class ReceiptsCheck {
  readonly #database: Queryable;
  readonly #partitionId: string;
  readonly #keys: readonly VerifierKey[];
  readonly #report: Report;
  readonly #values = new ErasedValues();

  /** @param keys the accepted signers, with the origin of the partition's log as their name */
  constructor(
    database: Queryable,
    partitionId: string,
    keys: readonly VerifierKey[],
    report: Report,
  ) {
    this.#database = database;
    this.#partitionId = partitionId;
    this.#keys = keys;
    this.#report = report;
  }

  /** The number in the log. */
  get count(): number {
    return this.#values.receipts;
  }

  async addVersion({ erased }: Related, index: number): Promise<void> {
    if (!erased) return;
    const { sealed, predecessorId } = erased;
    const isInherited = sealed.some(({ receipt }) => receipt <= this.#values.receipts);
    const before = isInherited && predecessorId !== null ? await this.#erasedIn(predecessorId) : [];
    reportTo(this.#report, (findings) => this.#values.add(erased, before, findings, index));
  }

  /** A log entry of an erasure. */
  async addReceipt({
    logIndex: index,
    receipt: number,
    leaf,
  }: ScannedEntry & { receipt: number }): Promise<void> {
    const where = { index, receipt: number };
    const stored = await findReceipt(this.#database, this.#partitionId, number);
    const entry = stored && receiptIn(stored.note);
    if (!stored || !entry)
      return this.#report('RECEIPT', `Receipt ${number} is missing or not readable.`, where);
    const { note } = stored;
    const origin = this.#keys[0]?.name ?? '';
    const log = {
      checkpoint: { origin, size: 0, root: new Uint8Array() },
      signed: true,
      keyKnown: true,
      keys: [...this.#keys],
    };
    reportTo(this.#report, (findings) => {
      checkReceipt({ entry, note, index }, log, findings);
      this.#values.settle(entry, findings, index);
    });
    if (!sameBytes(entryLeaf(entry), leaf))
      this.#report('INCLUSION', `Receipt ${number} differs from the log.`, where);
    const isShown =
      entry.receipt === number &&
      stored.logIndex === index &&
      stored.timelineId === entry.timelineId &&
      stored.erasedDate === entry.erasedDate &&
      stored.erasedUserId === entry.erasedUserId &&
      stored.reason === entry.reason &&
      stored.legalBasis === entry.legalBasis &&
      stored.valueCount === entry.sealed.length &&
      stored.versionCount === new Set(entry.sealed.map(({ objectId }) => objectId)).size;
    if (!isShown)
      this.#report(
        'DERIVED',
        `The stored details of receipt ${number} differ from what was signed.`,
        where,
      );
  }

  /** @param storedReceipts the number of rows */
  finish(storedReceipts: number): void {
    reportTo(this.#report, (findings) => this.#values.finish(findings));
    if (storedReceipts !== this.count)
      this.#report(
        'RECEIPT',
        `${storedReceipts} receipts are stored; the last one in the log is number ${this.count}.`,
      );
  }

  async #erasedIn(objectId: string): Promise<ProvenVersion['sealed']> {
    const version = await findVersion(this.#database, this.#partitionId, objectId);
    return version ? provenVersionOf(this.#partitionId, version).sealed : [];
  }
}
