import type { Database } from '@annals/kit/database/database';
import type { Clock } from '../context/clock.ts';
import { selectSession } from './sessions.sql.ts';

/** How long an ended session or a disabled user may still pass on another server. */
const readAgainAfterMs = 1_000;
const mostKept = 10_000;

/** A session that is going on, of a user who may sign in. */
export interface SessionState {
  userId: string;
  username: string;
  name: string;
  roles: readonly string[];
  /** Milliseconds since 1970. */
  lastSeen: number;
  /** The end of the session, or before it the deadline for setting up a second factor. */
  expires: number;
}

interface Entry {
  readAt: number;
  state: Promise<SessionState | undefined>;
}

/** Sessions as the database has them, read at most once a second each. */
export class SessionStates {
  readonly #database: Database;
  readonly #clock: Clock;
  readonly #entries = new Map<string, Entry>();

  constructor(database: Database, clock: Clock) {
    this.#database = database;
    this.#clock = clock;
  }

  /** Undefined when the session has ended or its user may not sign in any more. */
  async of(sessionId: string): Promise<SessionState | undefined> {
    const now = this.#clock();
    let entry = this.#entries.get(sessionId);
    if (entry === undefined || isStale(entry, now)) {
      const fresh = { readAt: now, state: this.#read(sessionId) };
      fresh.state.catch(() => {
        if (this.#entries.get(sessionId) === fresh) this.#entries.delete(sessionId);
      });
      this.#entries.delete(sessionId);
      this.#entries.set(sessionId, fresh);
      this.#dropStale(now);
      entry = fresh;
    }
    const state = await entry.state;
    return state !== undefined && state.expires > now ? state : undefined;
  }

  /** To be called when a session was changed here. */
  forget(sessionId: string): void {
    this.#entries.delete(sessionId);
  }

  /** To be called when something was changed here that counts for many: the roles of a unit, say. */
  forgetAll(): void {
    this.#entries.clear();
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

  /** They stand in the order they were read, so what is not to be used again stands first. */
  #dropStale(now: number): void {
    for (const [sessionId, entry] of this.#entries) {
      if (!isStale(entry, now) && this.#entries.size <= mostKept) return;
      this.#entries.delete(sessionId);
    }
  }
}

const isStale = ({ readAt }: Entry, now: number): boolean =>
  Math.abs(now - readAt) > readAgainAfterMs;
