import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { say } from '@annals/contracts/messages';
import { TokenBucket } from '@annals/kit/limits/concurrency-limiter';
import { Problem, type FieldProblem } from '@annals/kit/problem';
import {
  SchemaThread,
  SchemaTooSlow,
  type SchemaCheck,
  type SchemaReport,
  type SchemaThreadOptions,
} from './schema-thread.ts';
import type { JsonSchema } from './types.sql.ts';

/** In processor time. */
export interface CheckDeadlines extends Pick<SchemaThreadOptions, 'startClock'> {
  /** The longest that a write of one caller may delay the check of another's. */
  writeMs: number;
  /** After this a schema is refused. */
  maxMs: number;
}

const usualDeadlines: CheckDeadlines = { writeMs: 250, maxMs: 1000 };

/** Half of the requests that a service runs at once, so that one caller's checks never block all of them. */
const maxQueued = 32;
/** The number of rows checked in one turn. */
const rowsOfTurn = 100;
const minute = 60_000;
const maxRemembered = 10_000;

const keysOfLastMinute = () => new LRUCache<string, true>({ max: maxRemembered, ttl: minute });

/**
 * Checks data by JSON Schemas so that slow schemas cost their users alone. There are two threads:
 *
 * - one for writes, with a short deadline;
 * - one for whatever may take longer: schemas that an owner tries out, and all checks of a caller who overran the short
 *   deadline in the last minute. A check that overruns the long deadline fails, and the same caller is refused the same
 *   schema for a minute. Each caller has a budget of time on this thread.
 *
 * What is remembered is remembered by caller, so that nobody can spoil a schema for others who use it too.
 */
export class SchemaChecks {
  readonly #budget: CheckTimeBudget;
  readonly #slowCallers = keysOfLastMinute();
  /** A caller and a schema. */
  readonly #tooSlow = keysOfLastMinute();
  readonly #writes: SchemaThread;
  readonly #slow: SchemaThread;

  constructor(
    { writeMs, maxMs, ...measured }: CheckDeadlines = usualDeadlines,
    budget = new CheckTimeBudget(),
  ) {
    this.#budget = budget;
    this.#writes = new SchemaThread({ ...measured, deadlineMs: writeMs, maxQueued });
    this.#slow = new SchemaThread({
      ...measured,
      deadlineMs: maxMs,
      maxQueued,
      worked: (caller, milliseconds) => this.#budget.spend(caller, milliseconds),
    });
  }

  /** @throws SchemaTooSlow, Problem 429 */
  async reportOn(caller: string, jsonSchema: JsonSchema): Promise<SchemaReport> {
    return this.#patiently(caller, schemaKey(jsonSchema), async (atTurn) =>
      this.#slow.reportOn(caller, jsonSchema, atTurn),
    );
  }

  /**
   * The problems of each row under a schema that somebody tries out.
   * @throws SchemaTooSlow, Problem 429
   */
  async tryOut(caller: string, check: SchemaCheck): Promise<FieldProblem[][]> {
    return inTurns(check, async (part) => this.#checkPatiently(caller, part));
  }

  /**
   * The problems of each row to be written.
   * @throws SchemaTooSlow, Problem 429
   */
  async checkWrite(caller: string, check: SchemaCheck): Promise<FieldProblem[][]> {
    return inTurns(check, async (part) => {
      if (!this.#slowCallers.has(caller))
        try {
          return await this.#writes.check(caller, part, () => {
            // Another check of the caller was too slow while this one waited.
            if (this.#slowCallers.has(caller)) throw new SchemaTooSlow();
          });
        } catch (error) {
          if (!(error instanceof SchemaTooSlow)) throw error;
          this.#slowCallers.set(caller, true);
        }
      return this.#checkPatiently(caller, part);
    });
  }

  async close(): Promise<void> {
    await Promise.all([this.#writes.close(), this.#slow.close()]);
  }

  async #checkPatiently(caller: string, check: SchemaCheck): Promise<FieldProblem[][]> {
    return this.#patiently(caller, check.key, async (atTurn) =>
      this.#slow.check(caller, check, atTurn),
    );
  }

  async #patiently<Result>(
    caller: string,
    key: string,
    check: (atTurn: () => void) => Promise<Result>,
  ): Promise<Result> {
    const pair = `${caller} ${key}`;
    const requireAllowed = () => {
      if (this.#tooSlow.has(pair)) throw new SchemaTooSlow();
      this.#budget.require(caller);
    };
    requireAllowed();
    try {
      return await check(requireAllowed);
    } catch (error) {
      // A check that was refused at its turn was not retried, so it prolongs nothing.
      if (error instanceof SchemaTooSlow && !this.#tooSlow.has(pair)) this.#tooSlow.set(pair, true);
      throw error;
    }
  }
}

/** Milliseconds. */
const budgetOfMinute = 10_000;
const refill = budgetOfMinute / minute;

/** How long the checks of one caller may run per minute, so that slow schemas leave the processors to others. */
export class CheckTimeBudget {
  readonly #now: () => number;
  /** Budgets of callers that have used some of it. After two minutes a budget is full again. */
  readonly #budgets: LRUCache<string, TokenBucket>;

  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
    this.#budgets = new LRUCache({ max: maxRemembered, ttl: 2 * minute, perf: { now } });
  }

  /** @throws Problem 429 for a caller who has used it up */
  require(caller: string): void {
    const left = this.#budgets.get(caller)?.balance(this.#now()) ?? budgetOfMinute;
    if (left > 0) return;
    throw new Problem(429, 'checks_too_slow', say('checksTooSlow'), {
      retryAfter: Math.ceil((1 - left) / refill / 1000),
    });
  }

  spend(caller: string, milliseconds: number): void {
    const now = this.#now();
    const budget = this.#budgets.get(caller) ?? new TokenBucket(budgetOfMinute, refill, now);
    budget.spend(milliseconds, now);
    this.#budgets.set(caller, budget);
  }
}

/** Equal for the same schema, wherever it is used. */
export const schemaKey = (jsonSchema: JsonSchema): string =>
  createHash('sha256').update(JSON.stringify(jsonSchema)).digest('base64');

async function inTurns(
  { rows, ...schema }: SchemaCheck,
  check: (part: SchemaCheck) => Promise<FieldProblem[][]>,
): Promise<FieldProblem[][]> {
  const results: FieldProblem[][] = [];
  for (let from = 0; from < rows.length; from += rowsOfTurn)
    results.push(...(await check({ ...schema, rows: rows.slice(from, from + rowsOfTurn) })));
  return results;
}
