import { setTimeout as pause } from 'node:timers/promises';
import type { Answer } from './console-client.ts';

const isSuccess = ({ status }: Answer) => status >= 200 && status < 300;

export interface Done {
  asked: number;
  /** Successful responses per second. */
  goodput: number;
  seconds: number;
  /** Their durations in milliseconds, ascending. */
  took: number[];
  statuses: Map<number, number>;
  /** Responses that were neither successful nor refused with 429 or 503 and Retry-After. */
  failed: number;
}

/** Each connection sends the next request as soon as it has the response. */
export async function atPeak(
  ask: () => Promise<Answer>,
  seconds: number,
  atOnce: number,
  isDone = isSuccess,
): Promise<Done> {
  const tally = new Tally(isDone);
  const end = performance.now() + seconds * 1000;
  await Promise.all(
    Array.from({ length: atOnce }, async () => {
      while (performance.now() < end) await tally.ask(ask);
    }),
  );
  return tally.done(seconds);
}

/** Sends requests at a fixed rate, however many are still pending. */
export async function atRate(
  ask: () => Promise<Answer>,
  rate: number,
  seconds: number,
  isDone = isSuccess,
): Promise<Done> {
  const tally = new Tally(isDone);
  const began = performance.now();
  let steady: { since: number; done: number } | undefined;
  const running = new Set<Promise<void>>();
  for (let asked = 0; performance.now() - began < seconds * 1000; await pause(tick)) {
    // The first responses are late because all accepted requests start together.
    if (performance.now() - began > (seconds * 1000) / 3)
      steady ??= { since: performance.now(), done: tally.count };
    const due = Math.min(rate * seconds, ((performance.now() - began) / 1000) * rate);
    for (; asked < due; asked += 1) {
      const call: Promise<void> = tally.ask(ask).finally(() => running.delete(call));
      running.add(call);
    }
  }
  const ended = performance.now();
  const { since, done } = steady ?? { since: began, done: 0 };
  const goodput = ((tally.count - done) / (ended - since)) * 1000;
  await Promise.all(running);
  return { ...tally.done((ended - began) / 1000), goodput };
}

/** The duration in milliseconds within which this share of the calls ended. */
export const within = ({ took }: Done, part: number): number =>
  took[Math.floor(took.length * part)] ?? Number.NaN;

const tick = 5;

class Tally {
  readonly #isDone: (answer: Answer) => boolean;
  readonly #took: number[] = [];
  readonly #statuses = new Map<number, number>();
  #asked = 0;
  #failed = 0;

  constructor(isDone: (answer: Answer) => boolean) {
    this.#isDone = isDone;
  }

  /** The number of successful responses. */
  get count(): number {
    return this.#took.length;
  }

  async ask(ask: () => Promise<Answer>): Promise<void> {
    this.#asked += 1;
    const answer = await ask().catch(() => undefined);
    const status = answer?.status ?? 0;
    this.#statuses.set(status, (this.#statuses.get(status) ?? 0) + 1);
    if (answer && this.#isDone(answer)) this.#took.push(answer.took);
    else if ((status !== 429 && status !== 503) || answer?.retryAfter === undefined)
      this.#failed += 1;
  }

  done(seconds: number): Done {
    return {
      asked: this.#asked,
      goodput: this.#took.length / seconds,
      seconds,
      took: this.#took.toSorted((left, right) => left - right),
      statuses: new Map(this.#statuses),
      failed: this.#failed,
    };
  }
}
