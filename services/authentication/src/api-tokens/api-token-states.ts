import type { Database } from '@annals/kit/database/database';
import type { Clock } from '../context/clock.ts';
import { selectApiToken, type ApiTokenRow } from './api-token-states.sql.ts';

/** How long a revoked token may still pass on another server. */
const readAgainAfterMs = 1_000;
const mostKept = 10_000;

interface Entry {
  readAt: number;
  reading: Promise<ApiTokenRow | undefined>;
  /** What was read; undefined while it is under way. */
  row?: ApiTokenRow;
}

/** API tokens as the database has them, read at most once a second each. Tokens that are none are not kept. */
export class ApiTokenStates {
  readonly #database: Database;
  readonly #clock: Clock;
  /** By the token's hash. */
  readonly #entries = new Map<string, Entry>();

  constructor(database: Database, clock: Clock) {
    this.#database = database;
    this.#clock = clock;
  }

  /** Undefined when the token is revoked, expired or nobody's, or its owner may not act any more. */
  async of(hash: Buffer): Promise<ApiTokenRow | undefined> {
    const now = this.#clock();
    const key = hash.toString('base64');
    let entry = this.#entries.get(key);
    if (entry === undefined || Math.abs(now - entry.readAt) > readAgainAfterMs) {
      entry = { readAt: now, reading: selectApiToken(this.#database, hash) };
      this.#keep(key, entry);
    }
    const row = await entry.reading;
    if (row === undefined) return undefined;
    return row.expires === null || Date.parse(row.expires) > now ? row : undefined;
  }

  /** To be called when a token was revoked here. */
  forget(tokenId: string): void {
    this.#drop((row) => row.tokenId === tokenId);
  }

  /** To be called when the owner of tokens was changed here: disabled, deleted, given other roles. */
  forgetOwner(ownerId: string): void {
    this.#drop((row) => row.ownerId === ownerId);
  }

  /** To be called when something was changed here that counts for many owners: the roles of a unit, say. */
  forgetAll(): void {
    this.#entries.clear();
  }

  #keep(key: string, entry: Entry): void {
    this.#entries.delete(key);
    this.#entries.set(key, entry);
    if (this.#entries.size > mostKept) {
      const [oldest] = this.#entries.keys();
      if (oldest !== undefined) this.#entries.delete(oldest);
    }
    const dropIfNone = (row?: ApiTokenRow) => {
      if (row !== undefined) entry.row = row;
      else if (this.#entries.get(key) === entry) this.#entries.delete(key);
    };
    entry.reading.then(dropIfNone, () => dropIfNone());
  }

  #drop(matches: (row: ApiTokenRow) => boolean): void {
    // what is still being read may have been read before the change
    for (const [key, { row }] of this.#entries)
      if (row === undefined || matches(row)) this.#entries.delete(key);
  }
}
