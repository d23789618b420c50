import type { Database } from '@annals/kit/database/database';
import type { Clock } from '../context/clock.ts';
import { ReadThroughCache } from '../context/read-through-cache.ts';
import type { SignInRules } from '../context/service-context.ts';
import { selectRules } from './sign-in-rules.sql.ts';

/** The rules of sessions and sign-in, read from the database at most once a second. */
export class SignInRuleCache {
  readonly #database: Database;
  readonly #rules;

  constructor(database: Database, clock: Clock) {
    this.#database = database;
    // Another server may follow the rules of before for one more second.
    this.#rules = new ReadThroughCache<'all', SignInRules>({ max: 1, maxAgeMs: 1_000, clock });
  }

  current(): Promise<SignInRules> {
    return this.#rules.get('all', () => selectRules(this.#database));
  }

  invalidate(): void {
    this.#rules.invalidateAll();
  }
}
