import { findingSentences, type FindingName, type FindingSentences } from './finding-sentences.ts';
import { findingText } from './finding-text.ts';
import type { Finding, FindingCode, NamedFinding, Verdict } from './verdict.ts';

/** Limits the memory used for a bundle that is wrong throughout. */
const maxFindings = 100;

/** Collects the problems that a check finds, in order. */
export class Findings {
  readonly #found: NamedFinding[] = [];

  /** @param values the arguments of the sentence with this name */
  add<Name extends FindingName>(
    code: FindingCode,
    name: Name,
    values: Parameters<FindingSentences[Name]>,
    where: Finding['where'] = {},
  ): void {
    if (this.#found.length === maxFindings) return;
    const message = findingText({ name, values }, findingSentences);
    // A checkpoint that is both pinned and passed is compared twice.
    if (this.#found.some((found) => found.code === code && found.message === message)) return;
    this.#found.push({ code, name, values, message, where });
  }

  /** A finding about one file of several. */
  include({ code, name, values, message, where }: NamedFinding, file: string): void {
    if (this.#found.length < maxFindings)
      this.#found.push({ code, name, values, message, where: { ...where, file } });
  }

  get any(): boolean {
    return this.#found.length > 0;
  }

  /** @param receipts of erased values */
  verdict(receipts: Iterable<number>): Verdict {
    if (this.any) return { verdict: 'TAMPERED', findings: [...this.#found] };
    const numbers = [...new Set(receipts)].toSorted((one, other) => one - other);
    return numbers.length > 0 ? { verdict: 'ERASED', receipts: numbers } : { verdict: 'INTACT' };
  }
}
