import type { Database } from '@annals/kit/database/database';
import type { Clock } from '../context/clock.ts';
import { ReadThroughCache } from '../context/read-through-cache.ts';
import type { SessionState } from '../context/service-context.ts';
import { selectSession } from './sessions.sql.ts';

/** Caches sessions, each read from the database at most once a second. */
export class SessionCache {
  readonly #database: Database;
  readonly #clock: Clock;
  readonly #sessions;

  constructor(database: Database, clock: Clock) {
    this.#database = database;
    this.#clock = clock;
    // another server may accept an ended session or a disabled user for one more second
    this.#sessions = new ReadThroughCache<string, SessionState | undefined>({
      max: 10_000,
      maxAgeMs: 1_000,
      clock,
    });
  }

  async get(sessionId: string): Promise<SessionState | undefined> {
    const now = this.#clock();
    const state = await this.#sessions.get(sessionId, () => this.#read(sessionId));
    return state !== undefined && state.expires > now ? state : undefined;
  }

  invalidate(sessionId: string): void {
    this.#sessions.invalidate(sessionId);
  }

  invalidateAll(): void {
    this.#sessions.invalidateAll();
  }

  async #read(sessionId: string): Promise<SessionState | undefined> {
    const row = await selectSession(this.#database, sessionId);
    if (row === undefined || row.ended !== null || row.status !== 'ACTIVE') return undefined;
    const { userId, username, name, roles, lastSeen, expires, secondFactorDue } = row;
    return {
      userId,
      username,
      name,
      roles,
      lastSeen: Date.parse(lastSeen),
      expires: Math.min(Date.parse(expires), Date.parse(secondFactorDue ?? expires)),
    };
  }
}
