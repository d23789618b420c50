import { setTimeout as pause } from 'node:timers/promises';
import { say } from '@annals/contracts/messages';
import type { Stop } from '@annals/kit/database/queryable';
import { Problem } from '@annals/kit/problem';

export interface ChangeWatchOptions {
  /**
   * The number of the newest version of each of these partitions: polled while requests wait, for writes of other
   * servers. Undefined if no other server can write.
   */
  newestOf?: (partitionIds: string[]) => Promise<{ partitionId: string; newest: number }[]>;
  /** The maximum number of waiting requests. */
  maxWaiting?: number;
  /** The maximum per user, over all sessions and tokens. */
  maxWaitingOfUser?: number;
  pollEveryMs?: number;
}

/** What a request waits for. */
export interface WaitRequest {
  userId: string;
  partitionId: string;
  /** The number of the newest version it knows. */
  after: number;
}

/** Tabs wait only while they are visible, so somebody who only browses stays far below the limit. */
export const tooManyWaits = () =>
  new Problem(429, 'too_many_waits', say('tooManyWaiting'), { retryAfter: 5 });

interface Waiter {
  /** The number of the newest version it knows. */
  after: number;
  wake: () => void;
  end: () => void;
}

/** Lets requests wait for versions that are written to a partition, here or by another server. */
export class ChangeWatch {
  readonly #waiters = new Map<string, Set<Waiter>>();
  readonly #newestOf: ChangeWatchOptions['newestOf'];
  readonly #maxWaiting: number;
  readonly #maxWaitingOfUser: number;
  /** By user, longest waiting first. */
  readonly #ofUser = new Map<string, Set<Waiter>>();
  readonly #pollEveryMs: number;
  #waiting = 0;
  #polling = false;
  #closed = false;

  constructor({
    newestOf,
    maxWaiting = 1000,
    maxWaitingOfUser = 20,
    pollEveryMs = 500,
  }: ChangeWatchOptions = {}) {
    this.#newestOf = newestOf;
    this.#maxWaiting = maxWaiting;
    this.#maxWaitingOfUser = maxWaitingOfUser;
    this.#pollEveryMs = pollEveryMs;
  }

  /** The number of waiting requests. */
  get waiting(): number {
    return this.#waiting;
  }

  /**
   * Whether another request of a user may wait now. If too many wait in total, the user with the most waiting requests
   * makes room: their oldest request times out.
   */
  admit(userId: string): 'admitted' | 'full' | 'too many of the user' {
    if (this.#closed) return 'full';
    const own = this.#ofUser.get(userId)?.size ?? 0;
    if (own >= this.#maxWaitingOfUser) return 'too many of the user';
    if (this.#waiting < this.#maxWaiting) return 'admitted';
    let [most] = this.#ofUser.values();
    for (const waiters of this.#ofUser.values())
      if (waiters.size > (most?.size ?? 0)) most = waiters;
    if (!most || most.size <= own + 1) return 'full';
    const [oldest] = most;
    oldest?.end();
    return 'admitted';
  }

  /** Wakes the requests that wait for the partition, after a possible write. */
  notifyChange(partitionId: string): void {
    for (const { wake } of this.#waiters.get(partitionId) ?? []) wake();
  }

  /**
   * Starts to wait for versions after the given one. Start before reading, so that none is missed in between.
   * @param gone aborted when the caller no longer wants the answer
   */
  wait({ userId, partitionId, after }: WaitRequest, timeoutMs: number, gone: Stop): Waiting {
    let wake: () => void = () => undefined;
    const woken = new Promise<void>((resolve) => {
      wake = () => resolve();
    });
    const end = () => {
      wake();
      clearTimeout(timer);
      gone.removeEventListener('abort', wake);
      if (!remove(this.#waiters, partitionId, waiter)) return;
      remove(this.#ofUser, userId, waiter);
      this.#waiting -= 1;
    };
    const waiter: Waiter = { after, wake, end };
    add(this.#waiters, partitionId, waiter);
    add(this.#ofUser, userId, waiter);
    this.#waiting += 1;
    const timer = setTimeout(wake, timeoutMs);
    gone.addEventListener('abort', wake);
    if (gone.aborted || this.#closed) wake();
    void this.#poll();
    return { woken, end };
  }

  /** Wakes all requests, and admits no more. */
  close(): void {
    this.#closed = true;
    for (const waiters of this.#waiters.values()) for (const { wake } of waiters) wake();
  }

  /** Polls with one query for all partitions, as long as requests wait. */
  async #poll(): Promise<void> {
    if (!this.#newestOf || this.#polling) return;
    this.#polling = true;
    try {
      for (;;) {
        await pause(this.#pollEveryMs, undefined, { ref: false });
        if (this.#waiting === 0 || this.#closed) return;
        // While the database is down, no request is woken; they notice it at their timeout.
        const newest = await this.#newestOf([...this.#waiters.keys()]).catch(() => []);
        for (const row of newest)
          for (const { after, wake } of this.#waiters.get(row.partitionId) ?? [])
            if (row.newest > after) wake();
      }
    } finally {
      this.#polling = false;
    }
  }
}

function add(sets: Map<string, Set<Waiter>>, key: string, waiter: Waiter): void {
  sets.set(key, (sets.get(key) ?? new Set()).add(waiter));
}

/** False if it was no longer in the set. */
function remove(sets: Map<string, Set<Waiter>>, key: string, waiter: Waiter): boolean {
  const waiters = sets.get(key);
  if (!waiters?.delete(waiter)) return false;
  if (waiters.size === 0) sets.delete(key);
  return true;
}

export interface Waiting {
  /** Resolves after a possible write, at the timeout, or when the client is gone. */
  readonly woken: Promise<void>;
  end(): void;
}
