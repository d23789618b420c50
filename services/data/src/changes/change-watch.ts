import { setTimeout as pause } from 'node:timers/promises';
import { Problem } from '@annals/kit/problem';

export interface ChangeWatchOptions {
  /**
   * The number of the newest version of each of these partitions: asked while anybody waits, for what other servers
   * write. Left out where no other server can write.
   */
  newestOf?: (partitionIds: string[]) => Promise<{ partitionId: string; newest: number }[]>;
  /** So many requests wait at a time. */
  maxWaiting?: number;
  /** So many of them are of one user, whatever sessions and tokens they come with. */
  maxWaitingOfUser?: number;
  /** Milliseconds between two questions. */
  askEvery?: number;
}

/** What a request waits for. */
export interface Wish {
  userId: string;
  partitionId: string;
  /** The number of the newest version it knows. */
  after: number;
}

/** Tabs wait only while they are in sight, so nobody who looks at pages comes near the limit of a user. */
export const tooManyWaits = () =>
  new Problem(
    429,
    'too_many_waits',
    'Too many of your requests wait for changes already. End some of them, or ask without wait.',
    { retryAfter: 5 },
  );

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
  /** Of each user who waits, the one that has waited longest first. */
  readonly #ofUser = new Map<string, Set<Waiter>>();
  readonly #askEvery: number;
  #waiting = 0;
  #asking = false;
  #closed = false;

  constructor({
    newestOf,
    maxWaiting = 1000,
    maxWaitingOfUser = 20,
    askEvery = 500,
  }: ChangeWatchOptions = {}) {
    this.#newestOf = newestOf;
    this.#maxWaiting = maxWaiting;
    this.#maxWaitingOfUser = maxWaitingOfUser;
    this.#askEvery = askEvery;
  }

  /** How many wait. */
  get waiting(): number {
    return this.#waiting;
  }

  /**
   * Whether another request of a user may wait now. When too many wait in all, the user with the most waiting requests
   * makes room: the oldest of them ends as if its time were over.
   */
  roomFor(userId: string): 'room' | 'none' | 'too many of the user' {
    if (this.#closed) return 'none';
    const own = this.#ofUser.get(userId)?.size ?? 0;
    if (own >= this.#maxWaitingOfUser) return 'too many of the user';
    if (this.#waiting < this.#maxWaiting) return 'room';
    let [most] = this.#ofUser.values();
    for (const waiters of this.#ofUser.values())
      if (waiters.size > (most?.size ?? 0)) most = waiters;
    if (!most || most.size <= own + 1) return 'none';
    const [oldest] = most;
    oldest?.end();
    return 'room';
  }

  /** Wakes whoever waits for the partition: something may have been written. */
  appended(partitionId: string): void {
    for (const { wake } of this.#waiters.get(partitionId) ?? []) wake();
  }

  /**
   * Begins to wait for versions after one. Begin before you look whether there are some, so that none comes between.
   * @param left aborted when nobody wants the answer any more
   */
  wait({ userId, partitionId, after }: Wish, milliseconds: number, left: AbortSignal): Waiting {
    let wake: () => void = () => undefined;
    const woken = new Promise<void>((resolve) => {
      wake = () => resolve();
    });
    const end = () => {
      wake();
      clearTimeout(timer);
      left.removeEventListener('abort', wake);
      if (!remove(this.#waiters, partitionId, waiter)) return;
      remove(this.#ofUser, userId, waiter);
      this.#waiting -= 1;
    };
    const waiter: Waiter = { after, wake, end };
    add(this.#waiters, partitionId, waiter);
    add(this.#ofUser, userId, waiter);
    this.#waiting += 1;
    const timer = setTimeout(wake, milliseconds);
    left.addEventListener('abort', wake, { once: true });
    if (left.aborted || this.#closed) wake();
    void this.#ask();
    return { woken, end };
  }

  /** Wakes all, and lets nobody wait any more. */
  close(): void {
    this.#closed = true;
    for (const waiters of this.#waiters.values()) for (const { wake } of waiters) wake();
  }

  /** One question for all partitions, again and again as long as anybody waits. */
  async #ask(): Promise<void> {
    if (!this.#newestOf || this.#asking) return;
    this.#asking = true;
    try {
      for (;;) {
        await pause(this.#askEvery, undefined, { ref: false });
        if (this.#waiting === 0 || this.#closed) return;
        // While the database is away nobody is woken; who waits learns of it when the time is over.
        const newest = await this.#newestOf([...this.#waiters.keys()]).catch(() => []);
        for (const row of newest)
          for (const { after, wake } of this.#waiters.get(row.partitionId) ?? [])
            if (row.newest > after) wake();
      }
    } finally {
      this.#asking = false;
    }
  }
}

function add(sets: Map<string, Set<Waiter>>, key: string, waiter: Waiter): void {
  sets.set(key, (sets.get(key) ?? new Set()).add(waiter));
}

/** False when it was not in it any more. */
function remove(sets: Map<string, Set<Waiter>>, key: string, waiter: Waiter): boolean {
  const waiters = sets.get(key);
  if (!waiters?.delete(waiter)) return false;
  if (waiters.size === 0) sets.delete(key);
  return true;
}

export interface Waiting {
  /** Resolves when something may have been written, the time is over, or nobody wants it any more. */
  readonly woken: Promise<void>;
  end(): void;
}
