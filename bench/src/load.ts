import { setTimeout as pause } from 'node:timers/promises';
import type { Answer } from './console-client.ts';
import { quantile } from './statistics.ts';

const isSuccess = ({ status }: Answer) => status >= 200 && status < 300;

export interface LoadResult {
  /** The number of requests. */
  sent: number;
  /** Expected responses per second. */
  goodput: number;
  seconds: number;
  /** Their durations in milliseconds. */
  took: number[];
  statuses: Map<number, number>;
  /** Responses that were neither expected nor refused with 429 or 503 and Retry-After. */
  failed: number;
}

/** Sends the next request on each connection as soon as the previous response has arrived. */
export async function runAtPeak(
  send: () => Promise<Answer>,
  seconds: number,
  concurrency: number,
  isExpected = isSuccess,
): Promise<LoadResult> {
  const counter = new ResponseCounter(isExpected);
  const end = performance.now() + seconds * 1000;
  await Promise.all(
    Array.from({ length: concurrency }, async () => {
      while (performance.now() < end) await counter.count(send);
    }),
  );
  return counter.result(seconds);
}

/** Sends requests at a fixed rate, however many are still pending. */
export async function runAtRate(
  send: () => Promise<Answer>,
  rate: number,
  seconds: number,
  isExpected = isSuccess,
): Promise<LoadResult> {
  const counter = new ResponseCounter(isExpected);
  const began = performance.now();
  let steady: { since: number; expected: number } | undefined;
  const running = new Set<Promise<void>>();
  for (let sent = 0; performance.now() - began < seconds * 1000; await pause(tickMs)) {
    // The first responses are late because all accepted requests start together.
    if (performance.now() - began > (seconds * 1000) / 3)
      steady ??= { since: performance.now(), expected: counter.expectedCount };
    const due = Math.min(rate * seconds, ((performance.now() - began) / 1000) * rate);
    for (; sent < due; sent += 1) {
      const call: Promise<void> = counter.count(send).finally(() => running.delete(call));
      running.add(call);
    }
  }
  const ended = performance.now();
  const { since, expected } = steady ?? { since: began, expected: 0 };
  const goodput = ((counter.expectedCount - expected) / (ended - since)) * 1000;
  await Promise.all(running);
  return { ...counter.result((ended - began) / 1000), goodput };
}

/** A quantile of the durations in milliseconds. */
export const durationQuantile = ({ took }: LoadResult, share: number): number =>
  quantile(took, share);

const tickMs = 5;

class ResponseCounter {
  readonly #isExpected: (answer: Answer) => boolean;
  readonly #took: number[] = [];
  readonly #statuses = new Map<number, number>();
  #sent = 0;
  #failed = 0;

  constructor(isExpected: (answer: Answer) => boolean) {
    this.#isExpected = isExpected;
  }

  /** The number of expected responses so far. */
  get expectedCount(): number {
    return this.#took.length;
  }

  async count(send: () => Promise<Answer>): Promise<void> {
    this.#sent += 1;
    const answer = await send().catch(() => undefined);
    const status = answer?.status ?? 0;
    this.#statuses.set(status, (this.#statuses.get(status) ?? 0) + 1);
    if (answer && this.#isExpected(answer)) this.#took.push(answer.took);
    else if ((status !== 429 && status !== 503) || answer?.retryAfter === undefined)
      this.#failed += 1;
  }

  result(seconds: number): LoadResult {
    return {
      sent: this.#sent,
      goodput: this.#took.length / seconds,
      seconds,
      took: this.#took,
      statuses: new Map(this.#statuses),
      failed: this.#failed,
    };
  }
}
