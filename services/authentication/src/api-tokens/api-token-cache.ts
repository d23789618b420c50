import type { Database } from '@annals/kit/database/database';
import type { Clock } from '../context/clock.ts';
import { ReadThroughCache } from '../context/read-through-cache.ts';
import type { ApiTokenState } from '../context/service-context.ts';
import { selectApiToken } from './api-token-cache.sql.ts';

/** Caches API tokens, each read from the database at most once a second. Unknown tokens are not cached. */
export class ApiTokenCache {
  readonly #database: Database;
  readonly #clock: Clock;
  /** By the token's hash. */
  readonly #tokens;

  constructor(database: Database, clock: Clock) {
    this.#database = database;
    this.#clock = clock;
    // Another server may accept a revoked token for one more second.
    this.#tokens = new ReadThroughCache<string, ApiTokenState | undefined>({
      max: 10_000,
      maxAgeMs: 1_000,
      clock,
    });
  }

  async get(hash: Buffer): Promise<ApiTokenState | undefined> {
    const now = this.#clock();
    const key = hash.toString('base64');
    const token = await this.#tokens.get(key, () => selectApiToken(this.#database, hash));
    if (token === undefined) {
      this.#tokens.invalidate(key);
      return undefined;
    }
    return token.expires === null || Date.parse(token.expires) > now ? token : undefined;
  }

  invalidate(tokenId: string): void {
    this.#tokens.invalidateWhere((token) => token?.tokenId === tokenId);
  }

  invalidateOwner(ownerId: string): void {
    this.#tokens.invalidateWhere((token) => token?.ownerId === ownerId);
  }

  invalidateAll(): void {
    this.#tokens.invalidateAll();
  }
}
