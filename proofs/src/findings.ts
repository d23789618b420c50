import { findingSentences, type FindingName, type FindingSentences } from './finding-sentences.ts';
import { findingText } from './finding-text.ts';
import type { Finding, FindingCode, NamedFinding, Verdict } from './verdict.ts';

/** So many tell enough; a bundle that is wrong throughout does not fill the memory. */
const mostFindings = 100;

/** What a check finds wrong, in the order in which it is found. */
export class Findings {
  readonly #found: NamedFinding[] = [];

  /** @param values what the sentence of this name is made with */
  add<Name extends FindingName>(
    code: FindingCode,
    name: Name,
    values: Parameters<FindingSentences[Name]>,
    where: Finding['where'] = {},
  ): void {
    if (this.#found.length === mostFindings) return;
    const message = findingText({ name, values }, findingSentences);
    // A checkpoint that is pinned and given is compared twice.
    if (this.#found.some((found) => found.code === code && found.message === message)) return;
    this.#found.push({ code, name, values, message, where });
  }

  get any(): boolean {
    return this.#found.length > 0;
  }

  /** @param receipts that tell of erased values */
  verdict(receipts: Iterable<number>): Verdict {
    if (this.any) return { verdict: 'TAMPERED', findings: [...this.#found] };
    const numbers = [...new Set(receipts)].toSorted((one, other) => one - other);
    return numbers.length > 0 ? { verdict: 'ERASED', receipts: numbers } : { verdict: 'INTACT' };
  }
}
