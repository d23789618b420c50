import { availableParallelism } from 'node:os';
import { OrderThread } from '@annals/kit/order-thread';
import type { Report } from '@annals/kit/verification/facts';
import { checkVersion } from './version-check.ts';
import { parseData, type Predecessor, type StoredVersion } from './versions.sql.ts';

/** A version, with what it is compared with. */
export interface VersionToCheck {
  version: StoredVersion;
  before: Predecessor | undefined;
  isRewritten: boolean;
}

/** What a thread is sent. */
export interface ChecksOrder {
  partitionId: string;
  versions: VersionToCheck[];
}

type Reported = Parameters<Report>;

/** What a thread answers. */
export interface ChecksAnswer {
  found: Reported[];
  /** The message of the RangeError that a value caused, after which nothing was checked. */
  unreadable: string | undefined;
}

/** Checks versions of which nothing but the findings is needed. */
export function checkVersions({ partitionId, versions }: ChecksOrder, report: Report): void {
  for (const { version, ...known } of versions)
    checkVersion(partitionId, parseData(version), known, report);
}

/** The same in a thread. */
export function findInVersions(order: ChecksOrder): ChecksAnswer {
  const found: Reported[] = [];
  try {
    checkVersions(order, (...reported) => found.push(reported));
  } catch (error) {
    if (error instanceof RangeError) return { found, unreadable: error.message };
    throw error;
  }
  return { found, unreadable: undefined };
}

/** Fewer versions are checked sooner than threads have started. */
const checkedInPlace = 4_000;
/** The thread that reads the database does not keep more of them busy. */
const maxThreads = 4;
/** Orders for each thread that are sent and not done: the memory that they take is bounded. */
const ordersPerThread = 2;

/** Computes the hashes of versions in threads, which takes most of the time of a verification. */
export class VersionChecks {
  readonly #threads: OrderThread<ChecksOrder, ChecksAnswer>[];
  readonly #inPlace: number;
  readonly #running: Promise<void>[] = [];
  #count = 0;
  #orders = 0;

  constructor({
    inPlace = checkedInPlace,
    threads = Math.min(availableParallelism(), maxThreads),
  } = {}) {
    this.#inPlace = inPlace;
    this.#threads = Array.from(
      { length: threads },
      () => new OrderThread('./version-checks-worker.ts', import.meta.url),
    );
  }

  /** Resolves when more can be added. The findings may come later, in the order of the versions. */
  async add(order: ChecksOrder, report: Report): Promise<void> {
    this.#count += order.versions.length;
    const thread = this.#threads[(this.#orders += 1) % this.#threads.length];
    if (!thread || this.#count <= this.#inPlace) {
      checkVersions(order, report);
      return;
    }
    const sent = thread.send(order);
    // Thrown where it is awaited.
    sent.catch(() => undefined);
    const before = this.#running.at(-1);
    const running = Promise.all([sent, before]).then(([{ found, unreadable }]) => {
      for (const reported of found) report(...reported);
      if (unreadable !== undefined) throw new RangeError(unreadable);
    });
    running.catch(() => undefined);
    this.#running.push(running);
    if (this.#running.length > ordersPerThread * this.#threads.length) await this.#finishFirst();
  }

  /** Resolves when everything is reported. */
  async finish(): Promise<void> {
    while (this.#running.length > 0) await this.#finishFirst();
  }

  async #finishFirst(): Promise<void> {
    try {
      await this.#running.shift();
    } catch (error) {
      // What is checked next has nothing to do with those.
      this.#running.length = 0;
      throw error;
    }
  }

  async close(): Promise<void> {
    await Promise.all(this.#threads.map((thread) => thread.close()));
  }
}
