import { availableParallelism } from 'node:os';
import { OrderThread } from '@annals/kit/order-thread';
import {
  checkVersions,
  type CheckedVersions,
  type ChecksAnswer,
  type Reported,
  type VersionToCheck,
} from './checked-versions.ts';
import { isWhole, type HeadRange, type VersionRange } from './ranges.sql.ts';

/** What a thread needs to read the database by itself. */
export interface OwnReading {
  databaseUrl: string;
  statementTimeoutMs: number;
}

export interface ExportedSnapshot extends OwnReading {
  /** The name by which other connections read the snapshot of the verification. */
  snapshot: string;
}

export interface CheckedHeads {
  references: number;
  found: Reported[];
}

/** What a thread is sent. */
export type ThreadOrder =
  | { kind: 'VERSIONS'; partitionId: string; versions: readonly VersionToCheck[] }
  | { kind: 'RANGE'; exported: ExportedSnapshot; range: VersionRange }
  | { kind: 'HEADS'; exported: ExportedSnapshot; range: HeadRange }
  | { kind: 'END' };

/** Fewer versions are checked sooner than threads have started. */
const checkedInPlace = 4_000;
/** The thread that walks along the log does not keep more of them busy. */
const maxThreads = 4;
/** Orders for each thread that are sent and not done: the memory that they take is bounded. */
const ordersPerThread = 2;
const rowsInRange = 2_000;

export interface ThreadsOptions {
  inPlace?: number;
  threads?: number;
  /** Undefined: the threads are sent what was read. */
  exported?: ExportedSnapshot | undefined;
  /** The most versions or timelines that a thread reads for one order. */
  rangeSize?: number;
}

/** The threads of a verification. Without a database of their own they compute the hashes of what they are sent. */
export class VerificationThreads {
  readonly #threads: OrderThread<ThreadOrder, unknown>[];
  readonly #inPlace: number;
  readonly #exported: ExportedSnapshot | undefined;
  readonly #rangeSize: number;
  #count = 0;
  #orders = 0;

  constructor({
    inPlace = checkedInPlace,
    threads = Math.min(availableParallelism(), maxThreads),
    exported,
    rangeSize = rowsInRange,
  }: ThreadsOptions = {}) {
    this.#inPlace = inPlace;
    this.#exported = exported;
    this.#rangeSize = rangeSize;
    // The driver reads its settings from the environment, too.
    const env = exported ? process.env : undefined;
    this.#threads = Array.from(
      { length: threads },
      () => new OrderThread('./verification-worker.ts', import.meta.url, env),
    );
  }

  /** How many orders may be sent and not done. */
  get ahead(): number {
    return ordersPerThread * this.#threads.length;
  }

  /** The most versions or timelines that a thread reads for one order; undefined: threads do not read. */
  get rangeSize(): number | undefined {
    return this.#exported && this.#threads.length > 0 ? this.#rangeSize : undefined;
  }

  /** Checks versions of which the hashes have to be computed, in a thread if there are many. */
  async checkVersions(
    partitionId: string,
    versions: readonly VersionToCheck[],
  ): Promise<ChecksAnswer> {
    this.#count += versions.length;
    if (this.#threads.length === 0 || this.#count <= this.#inPlace)
      return checkVersions(partitionId, versions);
    return this.#send<ChecksAnswer>({ kind: 'VERSIONS', partitionId, versions });
  }

  /** Reads and checks versions in a thread; undefined where that is left to the caller. */
  async checkRange(range: VersionRange): Promise<CheckedVersions | undefined> {
    const exported = this.#readingOf(range);
    return exported && this.#send<CheckedVersions | undefined>({ kind: 'RANGE', exported, range });
  }

  /** The same for the newest versions of timelines. */
  async checkHeads(range: HeadRange): Promise<CheckedHeads | undefined> {
    const exported = this.#readingOf(range);
    return exported && this.#send<CheckedHeads | undefined>({ kind: 'HEADS', exported, range });
  }

  async close(): Promise<void> {
    await Promise.all(
      this.#threads.map(async (thread) => {
        // Otherwise the server would see a lost connection.
        if (this.#exported && thread.isRunning)
          await thread.send({ kind: 'END' }).catch(() => undefined);
        await thread.close();
      }),
    );
  }

  /** What fits in one range is read sooner than a thread has connected. */
  #readingOf(range: VersionRange | HeadRange): ExportedSnapshot | undefined {
    return this.rangeSize === undefined || isWhole(range) ? undefined : this.#exported;
  }

  async #send<Answer>(order: ThreadOrder): Promise<Answer> {
    const thread = this.#threads[(this.#orders += 1) % this.#threads.length];
    if (!thread) throw new Error('There is no thread.');
    return (await thread.send(order)) as Answer;
  }
}
