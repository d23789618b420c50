import { linearPattern, type LinearPattern } from '@annals/rules/linear-pattern';
import { isArray, isObject } from '../../../../platform/json-values/json-values.ts';
import { TooLong } from './schema-limits.ts';

/** The step limit of one match; beyond it the check is left to the service. */
const maxSteps = 5_000_000;

/** The patterns of a schema, compiled for matching in linear time, like in the service. */
export class LinearPatterns {
  readonly #patterns = new Map<string, LinearPattern>();
  readonly #until: number;

  /**
   * @param until in milliseconds, by performance.now()
   * @throws UnsupportedPattern for a pattern that the service would refuse, TooLong
   */
  constructor(schema: unknown, until: number) {
    this.#until = until;
    this.#collect(schema);
  }

  /**
   * Calls a validator that matches with `new RegExp(pattern, 'u').test(text)`, which a malicious pattern can block
   * forever. The validator accepts no other engine, so RegExp is replaced during the call, which is synchronous.
   * @throws TooLong, and whatever `validate` throws
   */
  during<Result>(validate: () => Result): Result {
    const native = globalThis.RegExp;
    const test = this.#test.bind(this);
    const replacement = class {
      readonly #pattern: string;

      constructor(pattern: string) {
        this.#pattern = pattern;
      }

      test(text: string): boolean {
        return test(this.#pattern, text);
      }
    };
    globalThis.RegExp = replacement as unknown as RegExpConstructor;
    try {
      return validate();
    } finally {
      globalThis.RegExp = native;
    }
  }

  #test(pattern: string, text: string): boolean {
    const linear = this.#patterns.get(pattern);
    if (!linear) throw new Error(`The schema has no pattern ${pattern}.`);
    if (performance.now() > this.#until || text.length * linear.size > maxSteps)
      throw new TooLong();
    return linear.test(text);
  }

  /** Includes values that are not schemas: unused patterns cost little. */
  #collect(part: unknown): void {
    if (isArray(part)) for (const each of part) this.#collect(each);
    if (!isObject(part)) return;
    const { pattern, patternProperties } = part;
    if (typeof pattern === 'string') this.#add(pattern);
    if (isObject(patternProperties))
      for (const each of Object.keys(patternProperties)) this.#add(each);
    for (const each of Object.values(part)) this.#collect(each);
  }

  #add(pattern: string): void {
    if (this.#patterns.has(pattern)) return;
    if (performance.now() > this.#until) throw new TooLong();
    this.#patterns.set(pattern, linearPattern(pattern));
  }
}
