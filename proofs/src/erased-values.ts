import type { ProvenVersion } from './bundle.ts';
import type { Findings } from './findings.ts';
import type { ErasureEntry } from './log-entry.ts';
import { reasonPointer } from './properties.ts';

type ErasedValue = ProvenVersion['sealed'][number];

interface Unconfirmed {
  timelineId: string;
  index: number;
  values: Map<string, ErasedValue>;
}

/** Compares the values that versions declare erased with the receipts, which come later in the log. */
export class ErasedValues {
  /** Erased values that no receipt has confirmed yet, by version. */
  readonly #unconfirmed = new Map<string, Unconfirmed>();
  #receipts = 0;

  /** Number of the last receipt so far. */
  get receipts(): number {
    return this.#receipts;
  }

  /** @param before the erased values of the version's predecessor */
  add(
    { id, timelineId, sealed }: Pick<ProvenVersion, 'id' | 'timelineId' | 'sealed'>,
    before: readonly ErasedValue[],
    findings: Findings,
    index: number,
  ): void {
    const values = new Map<string, ErasedValue>();
    for (const one of sealed)
      if (one.receipt > this.#receipts) values.set(one.pointer, one);
      // The receipt does not list what was already erased when this version was written: that was carried over from the
      // predecessor, except for the reason.
      else if (one.pointer === reasonPointer || !before.some((other) => isSame(one, other)))
        withoutReceipt({ id, index, sealed: one }, findings);
    if (values.size > 0) this.#unconfirmed.set(id, { timelineId, index, values });
  }

  settle(entry: ErasureEntry, findings: Findings, index: number): void {
    const { receipt, timelineId } = entry;
    if (receipt !== this.#receipts + 1)
      findings.add('RECEIPT', 'receiptOutOfOrder', [receipt, this.#receipts], { index, receipt });
    this.#receipts = receipt;
    for (const { objectId, pointer, digest } of entry.sealed) {
      const unconfirmed = this.#unconfirmed.get(objectId);
      const value = unconfirmed?.values.get(pointer);
      if (
        unconfirmed?.timelineId !== timelineId ||
        value?.digest !== digest ||
        value.receipt !== receipt
      ) {
        findings.add('RECEIPT', 'receiptNotErasedBy', [receipt, pointer, objectId], {
          index,
          objectId,
          pointer,
          receipt,
        });
        continue;
      }
      unconfirmed.values.delete(pointer);
      if (unconfirmed.values.size === 0) this.#unconfirmed.delete(objectId);
    }
  }

  finish(findings: Findings): void {
    for (const [id, { index, values }] of this.#unconfirmed)
      for (const sealed of values.values()) withoutReceipt({ id, index, sealed }, findings);
  }
}

export const isSame = (one: ErasedValue, other: ErasedValue): boolean =>
  one.pointer === other.pointer && one.digest === other.digest && one.receipt === other.receipt;

export function withoutReceipt(
  { id, index, sealed }: { id: string; index: number; sealed: ErasedValue },
  findings: Findings,
): void {
  const { pointer, receipt } = sealed;
  findings.add('RECEIPT', 'goneWithoutReceipt', [pointer, id, receipt], {
    index,
    objectId: id,
    pointer,
    receipt,
  });
}
