import { LRUCache } from 'lru-cache';
import type { Clock } from './clock.ts';

interface Entry<Value> {
  readAt: number;
  reading: Promise<Value>;
  /** Set when the read is done. */
  value?: Value;
}

/**
 * Caches values for `maxAgeMs`, at most the `max` most recently used keys. Concurrent callers of a key share one read;
 * failed reads are not cached.
 */
export class ReadThroughCache<Key extends string, Value> {
  readonly #entries: LRUCache<Key, Entry<Value>>;
  readonly #maxAgeMs: number;
  readonly #clock: Clock;

  constructor({ max, maxAgeMs, clock }: { max: number; maxAgeMs: number; clock: Clock }) {
    this.#entries = new LRUCache({ max });
    this.#maxAgeMs = maxAgeMs;
    this.#clock = clock;
  }

  get(key: Key, read: () => Promise<Value>): Promise<Value> {
    const now = this.#clock();
    const cached = this.#entries.get(key);
    // The absolute difference, so that a clock that is set back cannot make a value last.
    if (cached !== undefined && Math.abs(now - cached.readAt) < this.#maxAgeMs)
      return cached.reading;
    const entry: Entry<Value> = { readAt: now, reading: read() };
    this.#entries.set(key, entry);
    entry.reading.then(
      (value) => {
        entry.value = value;
      },
      () => {
        if (this.#entries.peek(key) === entry) this.#entries.delete(key);
      },
    );
    return entry.reading;
  }

  invalidate(key: Key): void {
    this.#entries.delete(key);
  }

  /** Also drops pending reads, which may have started before the change. */
  invalidateWhere(matches: (value: Value) => boolean): void {
    // The cache must not lose entries while they are iterated.
    const entries = [...this.#entries.entries()];
    for (const [key, { value }] of entries)
      if (value === undefined || matches(value)) this.#entries.delete(key);
  }

  invalidateAll(): void {
    this.#entries.clear();
  }
}
