import { faultSentences, type FaultName, type FaultSentences } from './fault-sentences.ts';
import { faultText } from './fault-text.ts';
import type { Fault, FaultCode, NamedFault, Verdict } from './verdict.ts';

/** So many tell enough; a bundle that is wrong throughout does not fill the memory. */
const mostFaults = 100;

/** What a check finds wrong, in the order in which it is found. */
export class Faults {
  readonly #found: NamedFault[] = [];

  /** @param values what the sentence of this name is made with */
  add<Name extends FaultName>(
    code: FaultCode,
    name: Name,
    values: Parameters<FaultSentences[Name]>,
    where: Fault['where'] = {},
  ): void {
    if (this.#found.length === mostFaults) return;
    const message = faultText({ name, values }, faultSentences);
    // A checkpoint that is pinned and given is compared twice.
    if (this.#found.some((found) => found.code === code && found.message === message)) return;
    this.#found.push({ code, name, values, message, where });
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
