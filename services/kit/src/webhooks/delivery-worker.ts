/** What is delivered: messages of webhooks, or whatever else follows a log. */
export interface DeliverySource<Held> {
  /** Takes one that has something to send now and that no process holds; undefined when there is none. */
  claim(): Promise<Held | undefined>;
  /** Sends what it has to send, in order, and lets go of it at the end. Ends soon once `stop` is aborted. */
  deliver(held: Held, stop: AbortSignal): Promise<void>;
}

export interface DeliveryWorkerOptions<Held> {
  source: DeliverySource<Held>;
  /** For what other processes wrote, and for what is tried again. */
  pollEveryMs?: number | undefined;
  /** Tells the log what failed, and is tried again. */
  failed: (error: unknown) => void;
}

/** So many receivers may be slow before the others wait for them. */
const mostAtOnce = 16;

/** Sends the messages of webhooks, of several at the same time. Any number of processes may work on one database. */
export class DeliveryWorker<Held> {
  readonly #source: DeliverySource<Held>;
  readonly #pollEveryMs: number;
  readonly #failed: (error: unknown) => void;
  readonly #running = new Set<Promise<void>>();
  readonly #stop = new AbortController();
  #poll: NodeJS.Timeout | undefined;
  #claiming: Promise<void> | undefined;
  #again = false;

  constructor({ source, pollEveryMs = 1_000, failed }: DeliveryWorkerOptions<Held>) {
    this.#source = source;
    this.#pollEveryMs = pollEveryMs;
    this.#failed = failed;
  }

  /** Call it once the schema exists. */
  start(): void {
    if (this.#poll !== undefined || this.#stop.signal.aborted) return;
    this.#poll = setInterval(() => this.wake(), this.#pollEveryMs).unref();
    this.wake();
  }

  /** Call it when there may be something to send. */
  wake(): void {
    if (this.#stop.signal.aborted || this.#poll === undefined) return;
    // what is written after the last question of this round would wait for the next poll
    this.#again = true;
    this.#claiming ??= this.#claimAll().finally(() => {
      this.#claiming = undefined;
    });
  }

  /** Ends the requests that wait for an answer: their messages are sent again after the next start. */
  async close(): Promise<void> {
    clearInterval(this.#poll);
    this.#stop.abort();
    await this.#claiming;
    await Promise.all(this.#running);
  }

  async #claimAll(): Promise<void> {
    try {
      while (this.#again && !this.#stop.signal.aborted) {
        this.#again = false;
        while (this.#running.size < mostAtOnce && !this.#stop.signal.aborted) {
          const held = await this.#source.claim();
          if (held === undefined) break;
          this.#start(held);
        }
      }
    } catch (error) {
      this.#warn(error);
    }
  }

  #start(held: Held): void {
    const running = this.#source
      .deliver(held, this.#stop.signal)
      .then(
        () => true,
        (error: unknown) => {
          this.#warn(error);
          return false;
        },
      )
      .then((goesOn) => {
        this.#running.delete(running);
        // What failed would be taken again at once, without end: it waits for the poll.
        if (goesOn) this.wake();
      });
    this.#running.add(running);
  }

  #warn(error: unknown): void {
    if (!this.#stop.signal.aborted) this.#failed(error);
  }
}
