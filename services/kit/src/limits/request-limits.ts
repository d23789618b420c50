import { setImmediate as nextTurnOfEventLoop } from 'node:timers/promises';
import type { FastifyBaseLogger, FastifyReply, FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';
import type { RequestClass } from '@annals/contracts/endpoint';
import { say } from '@annals/contracts/messages';
import { defaultPoolSize, type Database, type Stop } from '../database/queryable.ts';
import { requestDeadlineExceeded } from '../database/errors.ts';
import { Problem } from '../problem.ts';
import { clientOf } from '../request-clients.ts';
import { ConcurrencyLimiter, type LimiterRules, type Permit } from './concurrency-limiter.ts';
import type { Steps } from './steps.ts';

/** Not logged for each request; see `logRefusals`. */
export const overloaded = new Problem(503, 'overloaded', say('overloaded'), { retryAfter: 1 });

export const tooManyRequests = new Problem(429, 'too_many_requests', say('tooManyRequests'), {
  retryAfter: 1,
});

export const tooManySignIns = new Problem(503, 'busy', say('tooManySigningIn'), { retryAfter: 2 });

/**
 * Request classes that must not delay each other have separate limits; see `requestClass` of the contract's rows. A
 * streamed response holds a permit of `stream` for as long as the client reads. During each step after its first, a long
 * read holds one of `callerStep`, and one of `step` while it computes. One instance per process, for all its listeners.
 */
export type RequestLimits = Readonly<
  Record<RequestClass | 'stream' | 'step' | 'callerStep', ConcurrencyLimiter>
>;

/** A fifth of the time after a burst of 0.3 seconds: a flood beside other callers runs one request at a time. */
const besideOthers = {
  burstMs: 300,
  shortMs: 20,
  expectedMs: 100,
  refill: 0.2,
  activeMs: 2_000,
};

const both = { refusal: overloaded, callerRefusal: tooManyRequests };

/** Of steps: a caller has one at a time. */
const unlimited = {
  running: Number.POSITIVE_INFINITY,
  runningPerCaller: 1,
  waiting: Number.POSITIVE_INFINITY,
  waitingPerCaller: Number.POSITIVE_INFINITY,
  ...both,
};

/** A caller's requests may go to all workers, which share the processors with the database. */
const maxShares = 4;

/**
 * @param connections how many the pool has
 * @param workers processes that serve the same ports, each with limits of its own
 */
export function requestLimits(
  database: Database['kind'],
  connections: number = defaultPoolSize,
  workers = 1,
): RequestLimits {
  const shares = Math.min(workers, maxShares);
  /** Half of a processor, over all processes. */
  const pauseTimes = 2 * shares - 1;
  const limiter = (rules: LimiterRules) => new ConcurrencyLimiter(rules);
  return {
    read: limiter({
      running: 64,
      // Fewer than the pool has connections, so that one caller never uses all of them. The embedded database has a
      // single one, so more would only wait in its queue.
      runningPerCaller: database === 'embedded' ? 3 : connections - 2,
      waiting: 512,
      waitingPerCaller: 128,
      maxWaitMs: 5_000,
      budget: {
        ...besideOthers,
        longAtOnce: Math.max(1, 2 / shares),
        burstMs: besideOthers.burstMs / shares,
        refill: besideOthers.refill / shares,
      },
      ...both,
    }),
    // Many more than connections, since writes that wait together are committed together.
    write: limiter({
      running: 64,
      runningPerCaller: 48,
      waiting: 512,
      waitingPerCaller: 128,
      maxWaitMs: 5_000,
      budget: { ...besideOthers, expectedMs: 20 },
      ...both,
    }),
    // Each uses a processor for long, and the callers behind one address are different people.
    signIn: limiter({
      running: 8,
      runningPerCaller: 8,
      waiting: 64,
      waitingPerCaller: 64,
      maxWaitMs: 3_000,
      refusal: tooManySignIns,
      callerRefusal: tooManySignIns,
    }),
    // They are cheap, and a refusal would force the user to sign in again.
    renewal: limiter({
      running: 16,
      runningPerCaller: 16,
      waiting: 1_024,
      waitingPerCaller: 1_024,
      maxWaitMs: 5_000,
      ...both,
    }),
    // One at a time, so that nobody else waits for more than one of them. Their requests have been admitted already.
    step: limiter({ ...unlimited, running: 1, pauseTimes }),
    // One of each caller, so that one who waits for a slow statement makes only their own others wait.
    callerStep: limiter({ ...unlimited, pauseTimes }),
    // They do not wait: the client can open the next one when one has ended.
    stream: limiter({
      running: 32,
      runningPerCaller: 4,
      waiting: 0,
      waitingPerCaller: 0,
      maxWaitMs: 0,
      ...both,
    }),
  };
}

/** The proxy times out after 10 seconds; the service responds before that, and stops the work. */
const readDeadlineMs = 9_000;

/** Between two steps: one may have waited for the database instead of computing. */
const maxPauseMs = 500;

/** Response bytes that cost as much as a millisecond of work. */
const bytesPerMs = 100_000;

/** An AbortController and its signal in one, without their events. */
class RequestStop implements Stop {
  #reason: Error | undefined;
  #listeners: (() => void)[] = [];

  get aborted(): boolean {
    return this.#reason !== undefined;
  }

  get reason(): Error | undefined {
    return this.#reason;
  }

  throwIfAborted(): void {
    if (this.#reason) throw this.#reason;
  }

  addEventListener(_type: 'abort', listener: () => void): void {
    this.#listeners.push(listener);
  }

  removeEventListener(_type: 'abort', listener: () => void): void {
    const index = this.#listeners.indexOf(listener);
    if (index !== -1) this.#listeners.splice(index, 1);
  }

  abort(reason: Error): void {
    if (this.#reason) return;
    this.#reason = reason;
    for (const listener of this.#listeners.splice(0)) listener();
  }
}

/** A permit that a step holds. */
interface Held {
  permit: Permit;
  begunAt: number;
}

/** The limits of one request: its permit, and what stops its work. */
export class RequestBounds implements Steps {
  /**
   * When the client has gone or the deadline has passed. A write is stopped only while it waits for its permit, never
   * halfway.
   */
  readonly stop = new RequestStop();
  readonly #deadline: NodeJS.Timeout | undefined;
  readonly #key: string;
  readonly #limits: RequestLimits | undefined;
  #permit: Permit | undefined;
  #callerStep: Held | undefined;
  /** While it computes. */
  #step: Held | undefined;

  /** @param key of the caller */
  constructor(
    reply: FastifyReply,
    { isWrite, key, limits }: { isWrite: boolean; key: string; limits: RequestLimits | undefined },
  ) {
    this.#key = key;
    this.#limits = limits;
    reply.raw.once('close', () => {
      clearTimeout(this.#deadline);
      if (reply.raw.writableFinished || (isWrite && this.#permit)) return;
      this.stop.abort(new ClientGone());
    });
    if (isWrite) return;
    this.#deadline = setTimeout(
      () => this.stop.abort(requestDeadlineExceeded(readDeadlineMs)),
      readDeadlineMs,
    );
  }

  attach(permit: Permit): void {
    this.#permit = permit;
  }

  /**
   * Resolves when the next step of a long read may begin. Steps take turns between callers, and while others are
   * active, none begins for as long as the last one computed, and none of the same caller for as long as that took with
   * its waits, both up to `maxPauseMs`: long reads use half of a processor at most, and those of one caller half of a
   * processor of the database.
   * @throws the reason of `stop`
   */
  async next(): Promise<void> {
    this.#endStep();
    const permit = await this.#limits?.callerStep.acquire(this.#key, this.stop);
    if (permit) this.#callerStep = { permit, begunAt: performance.now() };
    await this.#compute();
  }

  /** @throws the reason of `stop` */
  async wait<Result>(work: () => Promise<Result>): Promise<Result> {
    // The first step computes without a permit.
    if (!this.#callerStep) return work();
    this.#endComputing();
    const result = await work();
    await this.#compute();
    return result;
  }

  async #compute(): Promise<void> {
    const requestedAt = performance.now();
    const permit = await this.#limits?.step.acquire(this.#key, this.stop);
    const begunAt = performance.now();
    if (permit) this.#step = { permit, begunAt };
    // Nobody pauses for the steps of others.
    if (this.#callerStep) this.#callerStep.begunAt += begunAt - requestedAt;
    // A permit without a wait resolves before the requests that have arrived meanwhile are read.
    await nextTurnOfEventLoop();
    this.stop.throwIfAborted();
  }

  #endComputing(): void {
    this.#give(this.#limits?.step, this.#step);
    this.#step = undefined;
  }

  #endStep(): void {
    this.#endComputing();
    this.#give(this.#limits?.callerStep, this.#callerStep);
    this.#callerStep = undefined;
  }

  /** Releases a permit: while others are active, after a pause. */
  #give(limiter: ConcurrencyLimiter | undefined, held: Held | undefined): void {
    if (!limiter || !held) return;
    const { permit, begunAt } = held;
    const tookMs = performance.now() - begunAt;
    const pauseMs = Math.min(tookMs * limiter.pauseTimes, maxPauseMs);
    if (pauseMs >= 1 && this.#limits?.read.hasCompany(this.#key))
      setTimeout(() => permit.release(), pauseMs);
    else permit.release();
  }

  /** Lets another request run, and removes the deadline: for work at the client's pace. */
  release(answerBytes = 0): void {
    clearTimeout(this.#deadline);
    this.#endStep();
    this.#permit?.release(answerBytes / bytesPerMs);
  }

  /** Releases the permit when the response is complete or has failed. */
  async around<Answer extends object>(answering: () => Promise<Answer>): Promise<Answer> {
    let bytes = 0;
    try {
      const answer = await answering();
      if ('text' in answer && (typeof answer.text === 'string' || Buffer.isBuffer(answer.text)))
        bytes = answer.text.length;
      return answer;
    } finally {
      this.release(bytes);
    }
  }
}

/** The client closed the connection before the response. */
export class ClientGone extends Problem {
  constructor() {
    super(499, 'client_closed_request', say('clientGone'));
  }
}

const rememberedCredentials = 5_000;

/** Remembers the callers of accepted credentials, so that a caller with a full queue is refused before any work. */
export class CallerCache {
  readonly #callers = new LRUCache<string, string>({ max: rememberedCredentials });

  remember(request: FastifyRequest, userId: string): void {
    const credential = credentialOf(request.headers);
    if (credential !== undefined) this.#callers.set(credential, userId);
  }

  find(request: FastifyRequest): string | undefined {
    const credential = credentialOf(request.headers);
    return credential === undefined ? undefined : this.#callers.get(credential);
  }
}

/** What identifies the caller of a request before anybody has checked it. */
export function credentialOf(headers: FastifyRequest['headers']): string | undefined {
  const credential = headers['x-akarion-api-token'] ?? headers.authorization;
  return typeof credential === 'string' ? credential : undefined;
}

/** Unknown callers are identified by their address. */
export const strangerKey = (request: FastifyRequest): string =>
  `address ${clientOf(request).address}`;

const logEveryMs = 10_000;

/** Counts refusals and logs them periodically: a line for each would be more work than the refusal. */
export function logRefusals(log: FastifyBaseLogger): () => void {
  let refused = 0;
  let logged = Number.NEGATIVE_INFINITY;
  return () => {
    refused += 1;
    const now = performance.now();
    if (now - logged < logEveryMs) return;
    log.warn({ refused }, 'Requests are refused: the server receives more than it can answer.');
    logged = now;
    refused = 0;
  };
}
