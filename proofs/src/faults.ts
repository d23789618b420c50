import type { Fault, FaultCode, Verdict } from './verdict.ts';

/** So many tell enough; a bundle that is wrong throughout does not fill the memory. */
const mostFaults = 100;

/** What a check finds wrong, in the order in which it is found. */
export class Faults {
  readonly #found: Fault[] = [];

  add(code: FaultCode, message: string, where: Fault['where'] = {}): void {
    if (this.#found.length === mostFaults) return;
    // A checkpoint that is pinned and given is compared twice.
    if (this.#found.some((found) => found.code === code && found.message === message)) return;
    this.#found.push({ code, message, where });
  }

  get any(): boolean {
    return this.#found.length > 0;
  }

  /** @param receipts that tell of erased values */
  verdict(receipts: Iterable<number>): Verdict {
    if (this.any) return { verdict: 'TAMPERED', faults: [...this.#found] };
    const numbers = [...new Set(receipts)].toSorted((one, other) => one - other);
    return numbers.length > 0 ? { verdict: 'ERASED', receipts: numbers } : { verdict: 'INTACT' };
  }
}
