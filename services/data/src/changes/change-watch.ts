import { setTimeout as pause } from 'node:timers/promises';

export interface ChangeWatchOptions {
  /**
   * The number of the newest version of each of these partitions: asked while anybody waits, for what other servers
   * write. Left out where no other server can write.
   */
  newestOf?: (partitionIds: string[]) => Promise<{ partitionId: string; newest: number }[]>;
  /** More than these do not wait. */
  mostWaiters?: number;
  /** Milliseconds between two questions. */
  askEvery?: number;
}

interface Waiter {
  /** The number of the newest version it knows. */
  after: number;
  wake: () => void;
}

/** Lets requests wait for versions that are written to a partition, here or by another server. */
export class ChangeWatch {
  readonly #waiters = new Map<string, Set<Waiter>>();
  readonly #newestOf: ChangeWatchOptions['newestOf'];
  readonly #mostWaiters: number;
  readonly #askEvery: number;
  #waiting = 0;
  #asking = false;
  #closed = false;

  constructor({ newestOf, mostWaiters = 1000, askEvery = 500 }: ChangeWatchOptions = {}) {
    this.#newestOf = newestOf;
    this.#mostWaiters = mostWaiters;
    this.#askEvery = askEvery;
  }

  /** How many wait. */
  get waiting(): number {
    return this.#waiting;
  }

  /** Whether another one may wait now. */
  get hasRoom(): boolean {
    return !this.#closed && this.#waiting < this.#mostWaiters;
  }

  /** Wakes whoever waits for the partition: something may have been written. */
  appended(partitionId: string): void {
    for (const { wake } of this.#waiters.get(partitionId) ?? []) wake();
  }

  /**
   * Begins to wait for versions after one. Begin before you look whether there are some, so that none comes between.
   * @param left aborted when nobody wants the answer any more
   */
  wait(partitionId: string, after: number, milliseconds: number, left: AbortSignal): Waiting {
    let wake: () => void = () => undefined;
    const woken = new Promise<void>((resolve) => {
      wake = () => resolve();
    });
    const waiter: Waiter = { after, wake };
    const waiters = this.#waiters.get(partitionId) ?? new Set();
    this.#waiters.set(partitionId, waiters.add(waiter));
    this.#waiting += 1;
    const timer = setTimeout(wake, milliseconds);
    left.addEventListener('abort', wake, { once: true });
    if (left.aborted || this.#closed) wake();
    void this.#ask();
    return {
      woken,
      end: () => {
        clearTimeout(timer);
        left.removeEventListener('abort', wake);
        if (!waiters.delete(waiter)) return;
        this.#waiting -= 1;
        if (waiters.size === 0) this.#waiters.delete(partitionId);
      },
    };
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

export interface Waiting {
  /** Resolves when something may have been written, the time is over, or nobody wants it any more. */
  readonly woken: Promise<void>;
  end(): void;
}
