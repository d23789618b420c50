import type { ProvenVersion } from './bundle.ts';
import type { Faults } from './faults.ts';
import type { ErasureEntry } from './log-entry.ts';

type Sealed = ProvenVersion['sealed'][number];

interface Gone {
  timelineId: string;
  index: number;
  values: Map<string, Sealed>;
}

/** Settles what versions say is erased with what the receipts say, which come later in the log. */
export class SealedValues {
  /** By version: what no receipt has told of by now. */
  readonly #gone = new Map<string, Gone>();
  #receipts = 0;

  /** Number of the last receipt so far. */
  get receipts(): number {
    return this.#receipts;
  }

  /** @param before what is erased of the version's predecessor */
  add(
    { id, timelineId, sealed }: ProvenVersion,
    before: readonly Sealed[],
    faults: Faults,
    index: number,
  ): void {
    const values = new Map<string, Sealed>();
    for (const one of sealed)
      if (one.receipt > this.#receipts) values.set(one.pointer, one);
      // What was erased already when this version came is not in the receipt; it was taken on from the predecessor.
      else if (!before.some((other) => isSame(one, other)))
        withoutReceipt({ id, index, sealed: one }, faults);
    if (values.size > 0) this.#gone.set(id, { timelineId, index, values });
  }

  settle(entry: ErasureEntry, faults: Faults, index: number): void {
    const { receipt, timelineId } = entry;
    if (receipt !== this.#receipts + 1)
      faults.add('RECEIPT', 'receiptOutOfOrder', [receipt, this.#receipts], { index, receipt });
    this.#receipts = receipt;
    for (const { objectId, pointer, digest } of entry.sealed) {
      const gone = this.#gone.get(objectId);
      const value = gone?.values.get(pointer);
      if (
        gone?.timelineId !== timelineId ||
        value?.digest !== digest ||
        value.receipt !== receipt
      ) {
        faults.add('RECEIPT', 'receiptNotErasedBy', [receipt, pointer, objectId], {
          index,
          objectId,
          pointer,
          receipt,
        });
        continue;
      }
      gone.values.delete(pointer);
      if (gone.values.size === 0) this.#gone.delete(objectId);
    }
  }

  finish(faults: Faults): void {
    for (const [id, { index, values }] of this.#gone)
      for (const sealed of values.values()) withoutReceipt({ id, index, sealed }, faults);
  }
}

export const isSame = (one: Sealed, other: Sealed): boolean =>
  one.pointer === other.pointer && one.digest === other.digest && one.receipt === other.receipt;

export function withoutReceipt(
  { id, index, sealed }: { id: string; index: number; sealed: Sealed },
  faults: Faults,
): void {
  const { pointer, receipt } = sealed;
  faults.add('RECEIPT', 'goneWithoutReceipt', [pointer, id, receipt], {
    index,
    objectId: id,
    pointer,
    receipt,
  });
}
