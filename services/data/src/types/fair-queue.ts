import { Problem } from '@annals/kit/problem';

type Task = () => Promise<void>;

/**
 * Runs one task at a time and takes turns between callers: whoever has queued many tasks delays another caller by no
 * more than the task that is running.
 */
export class FairQueue {
  readonly #maxQueued: number;
  /** The queued tasks by caller; the caller whose turn is next comes first. */
  readonly #queued = new Map<string, Task[]>();
  #isRunning = false;

  /** @param maxQueued tasks of one caller that may wait */
  constructor(maxQueued: number) {
    this.#maxQueued = maxQueued;
  }

  /**
   * Resolves with the result of the task.
   * @throws Problem 429 when the caller has too many queued tasks
   */
  async run<Result>(caller: string, task: () => Promise<Result>): Promise<Result> {
    const queued = this.#queued.get(caller) ?? [];
    if (queued.length >= this.#maxQueued)
      throw new Problem(
        429,
        'too_many_checks',
        'Too many of your requests wait for a check by a JSON Schema. Send fewer at a time.',
        { retryAfter: 1 },
      );
    this.#queued.set(caller, queued);
    return new Promise<Result>((resolve, reject) => {
      queued.push(async () => task().then(resolve, reject));
      if (!this.#isRunning) void this.#runAll();
    });
  }

  async #runAll(): Promise<void> {
    this.#isRunning = true;
    for (;;) {
      const [next] = this.#queued;
      if (!next) break;
      const [caller, queued] = next;
      const task = queued.shift();
      if (queued.length === 0) this.#queued.delete(caller);
      await task?.();
      this.#moveToEnd(caller);
    }
    this.#isRunning = false;
  }

  /** Also behind a caller who came while the task was running. */
  #moveToEnd(caller: string): void {
    const queued = this.#queued.get(caller);
    if (!queued) return;
    this.#queued.delete(caller);
    this.#queued.set(caller, queued);
  }
}
