import type { ObjectVersion } from './calls.generated.ts';

export interface FeedOptions {
  partitionId: string;
  /** Where to continue: the `cursor` of an earlier feed. Default: from the first version; `now`: only new versions. */
  after?: string | undefined;
  /** The names of the requested fields; default: all. */
  include?: readonly string[] | undefined;
  /** Versions per request, at most 500. */
  pageSize?: number | undefined;
  /** False: ends after the existing versions instead of waiting for more. */
  wait?: boolean | undefined;
  /** Ends the feed. */
  signal?: AbortSignal | undefined;
}

/** Consecutive versions. */
export interface Changes {
  readonly data: readonly ObjectVersion[];
  /** Continues after them. */
  readonly nextCursor: string;
}

type Read = (input: Readonly<Record<string, unknown>>, signal?: AbortSignal) => Promise<unknown>;

/**
 * The change feed of a partition. It neither skips nor repeats a version, however often the connection or the
 * server fails. Store `cursor` together with your results, and pass it as `after` to continue there.
 */
export class ChangeFeed implements AsyncIterable<ObjectVersion> {
  readonly #options: FeedOptions;
  readonly #read: Read;
  readonly #waitSeconds: number;
  #cursor: string | undefined;

  /** @param waitSeconds how long the service waits for a change before it returns an empty page */
  constructor(options: FeedOptions, read: Read, waitSeconds: number) {
    this.#options = options;
    this.#read = read;
    this.#waitSeconds = waitSeconds;
    this.#cursor = options.after;
  }

  /**
   * The position after the last page whose versions have all been processed. It advances when the next page is
   * requested.
   */
  get cursor(): string | undefined {
    return this.#cursor;
  }

  /** Iterates by page, each with the cursor after it. */
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
