import type { ObjectVersion } from './calls.generated.ts';

export interface FeedOptions {
  partitionId: string;
  /** Where to go on: the `cursor` of an earlier feed. Left out: from the first version on; `now`: only what comes. */
  after?: string | undefined;
  /** Names of the fields wanted; all when left out. */
  include?: readonly string[] | undefined;
  /** Versions in one request, at most 500. */
  pageSize?: number | undefined;
  /** False: ends with what is there, and does not wait for more. */
  wait?: boolean | undefined;
  /** Ends the feed. */
  signal?: AbortSignal | undefined;
}

/** Versions that were written one after the other. */
export interface Changes {
  readonly data: readonly ObjectVersion[];
  /** Goes on behind them. */
  readonly nextCursor: string;
}

type Read = (input: Readonly<Record<string, unknown>>, signal?: AbortSignal) => Promise<unknown>;

/**
 * The change feed of a partition. It skips nothing and gives nothing twice, however often the connection or the server
 * goes away meanwhile. Store `cursor` beside what you made of the versions, and give it as `after` to go on there.
 */
export class ChangeFeed implements AsyncIterable<ObjectVersion> {
  readonly #options: FeedOptions;
  readonly #read: Read;
  readonly #waitSeconds: number;
  #cursor: string | undefined;

  /** @param waitSeconds how long the service waits for a change before it answers that there was none */
  constructor(options: FeedOptions, read: Read, waitSeconds: number) {
    this.#options = options;
    this.#read = read;
    this.#waitSeconds = waitSeconds;
    this.#cursor = options.after;
  }

  /** Behind the last page of which all versions have been dealt with, which is when the next one is asked for. */
  get cursor(): string | undefined {
    return this.#cursor;
  }

  /** The same by the page, each with the cursor behind it. */
  async *pages(): AsyncGenerator<Changes, void, undefined> {
    const { partitionId, include, pageSize, wait = true, signal } = this.#options;
    const options = { partitionId, include, pageSize, wait: wait ? this.#waitSeconds : 0 };
    for (;;) {
      const page = (await this.#read({ ...options, after: this.#cursor }, signal)) as Changes & {
        hasMore: boolean;
      };
      if (page.data.length > 0) yield page;
      this.#cursor = page.nextCursor;
      if (!wait && !page.hasMore) return;
    }
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<ObjectVersion, void, undefined> {
    for await (const { data } of this.pages()) yield* data;
  }
}
