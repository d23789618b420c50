import { setTimeout as pause } from 'node:timers/promises';
import { BackgroundWorker } from '@annals/kit/background/background-worker';
import type { Database, DatabaseLog } from '@annals/kit/database/database';
import { isDistributed } from '@annals/kit/distribution/distribute';
import type { Metrics } from '@annals/kit/metrics/metrics';
import { addWords, partitionsBehind } from './dictionary.sql.ts';

const minute = 60_000;
/** More partitions than are searched at the same time. */
const maxWanted = 1000;
/** In milliseconds, however long a page took. */
const maxRestMs = 1000;

/**
 * Keeps the dictionaries of partitions: of those that are searched for parts of words, and of large ones that nobody
 * writes to. Any number of servers do it: one waits for the other.
 */
export class Dictionaries {
  readonly #database: Database;
  readonly #worker: BackgroundWorker;
  readonly #wanted = new Set<string>();

  constructor(database: Database, log: DatabaseLog, metrics?: Metrics) {
    this.#database = database;
    this.#worker = new BackgroundWorker({
      name: 'dictionaries',
      run: (_, stop) => this.#extendAll(stop),
      pollEveryMs: minute,
      failure:
        'The words of a partition could not be collected: searches for parts of words read its list.',
      log,
      metrics,
    });
  }

  start(): void {
    this.#worker.start();
  }

  /** Call it when the words of a partition are looked up and some may be missing. */
  want(partitionId: string): void {
    if (this.#wanted.size < maxWanted) this.#wanted.add(partitionId);
    this.#worker.wake();
  }

  /** Resolves when there is nothing more to do. */
  idle(): Promise<void> {
    return this.#worker.idle();
  }

  close(): Promise<void> {
    return this.#worker.close();
  }

  async #extendAll(stop: AbortSignal): Promise<void> {
    // Its statements have not been tried on several servers.
    if (await isDistributed(this.#database)) return this.#wanted.clear();
    for (const partitionId of this.#wanted) {
      this.#wanted.delete(partitionId);
      await this.#extend(partitionId, false, stop);
    }
    for (const partitionId of await partitionsBehind(this.#database))
      await this.#extend(partitionId, true, stop);
  }

  /** Rests as long as it worked, so that it uses half of a processor at most. */
  async #extend(partitionId: string, isQuiet: boolean, stop: AbortSignal): Promise<void> {
    for (let hasMore = true; hasMore && !stop.aborted;) {
      const before = performance.now();
      hasMore = await addWords(this.#database, partitionId, isQuiet);
      const rest = Math.min(performance.now() - before, maxRestMs);
      if (hasMore) await pause(rest, undefined, { signal: stop }).catch(() => undefined);
    }
  }
}
