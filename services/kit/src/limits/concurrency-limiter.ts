import type { Stop } from '../database/queryable.ts';
import type { Problem } from '../problem.ts';

export interface LimiterRules {
  /** Requests that run at once, of all callers together and of one caller. */
  running: number;
  runningPerCaller: number;
  /** Requests that wait, of all callers together and of one caller. */
  waiting: number;
  waitingPerCaller: number;
  /** Undefined: no limit on waiting. */
  maxWaitMs?: number;
  /** Undefined: only the number of requests is limited, not their time. */
  budget?: TimeBudget;
  /** Of steps: how many times as long as one took, the next one waits while other callers are active. Default: 0 */
  pauseTimes?: number;
  /** Refuses a request because the server is full for everybody. */
  refusal: Problem;
  /** Refuses a request that would have run if its caller did not use up a share: others are served. */
  callerRefusal: Problem;
}

/**
 * The time that the requests of one caller may take while other callers are active. A caller who is alone is not
 * limited. While n requests run, each is charged an n-th of the time, so that nobody is charged for slowness caused by
 * others. Whoever sends long requests runs few at once from the beginning, and whoever has used up the time runs one
 * request at a time and pauses after each, after a short one only if more are waiting: whoever sends short requests one
 * after the other never waits.
 */
export interface TimeBudget {
  /** Milliseconds that a caller may use in a burst. */
  burstMs: number;
  /** A request that takes up to so many milliseconds is short. */
  shortMs: number;
  /**
   * How many requests run at once of a caller whose requests are not known to be short. Undefined: as many as of any
   * other.
   */
  longAtOnce?: number;
  /** Milliseconds charged for each running request, whose duration is not known yet. */
  expectedMs: number;
  /** Milliseconds of budget that come back in each millisecond. */
  refill: number;
  /** A caller counts as active for this long after the arrival of a request. */
  activeMs: number;
}

/** The right to run one request. */
export interface Permit {
  /**
   * Makes room for the next request. Calling it again does nothing.
   * @param extraMs extra time charged to the budget of its caller
   */
  release(extraMs?: number): void;
}

interface Waiter {
  caller: Caller;
  grant(permit: Permit): void;
  refuse(problem: Problem): void;
}

interface Caller {
  readonly key: string;
  running: number;
  /** In order of arrival. */
  readonly waiting: Set<Waiter>;
  readonly budget: TokenBucket | undefined;
  /** How long the last requests took. Undefined: none has ended yet. */
  averageMs: number | undefined;
  /** The end of the pause after the last request. */
  pausedUntil: number;
}

/** A budget that is spent in any amounts and refills over time (a token bucket). */
export class TokenBucket {
  readonly #capacity: number;
  readonly #refill: number;
  #balance: number;
  #at: number;

  /** @param refill amount per millisecond */
  constructor(capacity: number, refill: number, now: number) {
    this.#capacity = capacity;
    this.#refill = refill;
    this.#balance = capacity;
    this.#at = now;
  }

  /** Below zero for a budget that is overdrawn. */
  balance(now: number): number {
    this.#balance = Math.min(this.#capacity, this.#balance + (now - this.#at) * this.#refill);
    this.#at = now;
    return this.#balance;
  }

  /** @param lowest the balance does not fall below this */
  spend(amount: number, now: number, lowest = Number.NEGATIVE_INFINITY): void {
    this.#balance = Math.max(this.balance(now) - amount, lowest);
  }
}

/**
 * How long a caller who has used up the time pauses after a request.
 * @param hasMore whether more of the caller's requests wait: those of somebody who sends one after the other never wait
 */
function pauseAfter(tookMs: number, { shortMs, refill }: TimeBudget, hasMore: boolean): number {
  const isLong = tookMs > shortMs;
  // Short ones, however many, use half of a process: an application has them too, which serves many people.
  if (hasMore && !isLong) return tookMs;
  // Until the time has come back, or what is beyond that of a short one.
  const chargedMs = hasMore ? tookMs : Math.max(0, tookMs - shortMs);
  return chargedMs * (1 / refill - 1);
}

/** The weight of the newest request in the average of a caller. */
const newestWeight = 1 / 4;

/** Idle callers are removed when there are more callers than this, and then at each doubling. */
const fewCallers = 1_000;

/**
 * Limits how many requests run at once. Callers take turns: the next permit goes to the caller whose last turn is
 * longest ago, so that nobody waits for more than one request of every other caller. Requests beyond the limits queue
 * for at most `maxWaitMs`; when the queue is full, the newest request of the caller with the longest queue is refused.
 */
export class ConcurrencyLimiter {
  readonly #rules: LimiterRules;
  readonly #now: () => number;
  /** Callers without requests are forgotten once their budget is full again. */
  readonly #callers = new Map<string, Caller>();
  /** Callers with waiting requests; the one whose turn is next comes first. */
  readonly #turns = new Set<Caller>();
  #running = 0;
  #waiting = 0;
  /**
   * Virtual time: the time that a request running from the start would have been charged, that is, real time divided by
   * the number of running requests.
   */
  #shareMs = 0;
  #sharedAt = 0;
  /** The last two different callers, to tell whether a caller is alone. */
  #latest = { key: '', at: Number.NEGATIVE_INFINITY };
  #latestOther = { key: '', at: Number.NEGATIVE_INFINITY };
  readonly #arrived = new Set<string>();
  #recheck: NodeJS.Timeout | undefined;
  #removeIdleAt = fewCallers;

  /** @param now milliseconds of a monotonic clock */
  constructor(rules: LimiterRules, now: () => number = () => performance.now()) {
    this.#rules = rules;
    this.#now = now;
  }

  get running(): number {
    return this.#running;
  }

  get waiting(): number {
    return this.#waiting;
  }

  get pauseTimes(): number {
    return this.#rules.pauseTimes ?? 0;
  }

  /** The problem with which a request of this caller would be refused now. */
  refusalOf(key: string): Problem | undefined {
    const now = this.#now();
    const caller = this.#callerOf(key, now);
    const waiting = caller.waiting.size;
    if (waiting === 0 && this.#mayRun(caller, now)) return undefined;
    if (waiting >= this.#rules.waitingPerCaller) return this.#rules.callerRefusal;
    if (this.#waiting < this.#rules.waiting) return undefined;
    const longest = this.#maxQueue().waiting.size;
    if (longest > waiting + 1) return undefined;
    // A caller with nothing in the queue would still get in.
    return longest > 1 ? this.#rules.callerRefusal : this.#rules.refusal;
  }

  /**
   * Resolves when the request may run. Returns the permit without a promise when the request need not wait.
   * @param signal aborted when the client is gone
   * @throws Problem when there is no room for the request or it has waited too long, or the reason of `signal`
   */
  acquire(key: string, signal?: Stop): Permit | Promise<Permit> {
    const now = this.#now();
    this.#noteActivity(key, now);
    if (this.#arrived.size < 2) this.#arrived.add(key);
    const caller = this.#callerOf(key, now);
    if (caller.waiting.size === 0 && this.#mayRun(caller, now)) return this.#run(caller, now);
    return this.#wait(caller, signal);
  }

  /** The callers active since the last call. Two are enough to know that a caller is not alone. */
  takeArrived(): string[] {
    const arrived = [...this.#arrived];
    this.#arrived.clear();
    return arrived;
  }

  /** A caller is active in another process, which uses the same processors. */
  noteElsewhere(key: string): void {
    this.#noteActivity(key, this.#now());
  }

  async #wait(caller: Caller, signal: Stop | undefined): Promise<Permit> {
    signal?.throwIfAborted();
    this.#makeRoom(caller);
    return new Promise<Permit>((resolve, reject) => {
      const end = () => {
        clearTimeout(timer);
        signal?.removeEventListener('abort', onAbort);
        this.#remove(waiter);
      };
      const waiter: Waiter = {
        caller,
        grant: (permit) => {
          end();
          resolve(permit);
        },
        refuse: (problem) => {
          end();
          reject(problem);
        },
      };
      const onAbort = () => {
        end();
        reject(signal?.reason as Error);
      };
      const { maxWaitMs } = this.#rules;
      const timer =
        maxWaitMs === undefined
          ? undefined
          : setTimeout(() => waiter.refuse(this.#refusalAfterWait(caller)), maxWaitMs);
      signal?.addEventListener('abort', onAbort);
      caller.waiting.add(waiter);
      this.#waiting += 1;
      this.#turns.add(caller);
      this.#grantNext();
    });
  }

  /** A caller who has used up a share, even one who only pauses now, is told so; otherwise the server is full. */
  #refusalAfterWait(caller: Caller): Problem {
    const isCaller = this.#running < this.#rules.running || !this.#hasShare(caller, this.#now());
    return isCaller ? this.#rules.callerRefusal : this.#rules.refusal;
  }

  /** @throws Problem when the caller's own queue is full, or everybody's is and nobody has a longer one */
  #makeRoom(caller: Caller): void {
    const refusal = this.refusalOf(caller.key);
    if (refusal) throw refusal;
    if (this.#waiting < this.#rules.waiting) return;
    [...this.#maxQueue().waiting].at(-1)?.refuse(this.#rules.callerRefusal);
  }

  #maxQueue(): Caller {
    let longest: Caller | undefined;
    for (const caller of this.#turns)
      if (!longest || caller.waiting.size > longest.waiting.size) longest = caller;
    if (!longest) throw new Error('Nobody waits.');
    return longest;
  }

  #remove(waiter: Waiter): void {
    if (!waiter.caller.waiting.delete(waiter)) return;
    this.#waiting -= 1;
    if (waiter.caller.waiting.size === 0) this.#turns.delete(waiter.caller);
  }

  #mayRun(caller: Caller, now: number): boolean {
    return this.#running < this.#rules.running && this.#hasShare(caller, now);
  }

  /** Whether the limits of this caller allow another request. */
  #hasShare(caller: Caller, now: number): boolean {
    const { runningPerCaller, budget } = this.#rules;
    if (caller.running >= runningPerCaller) return false;
    if (!budget || !caller.budget || !this.#hasCompany(caller, budget, now)) return true;
    const { longAtOnce = runningPerCaller, shortMs } = budget;
    const isShort = caller.averageMs !== undefined && caller.averageMs <= shortMs;
    if (!isShort && caller.running >= longAtOnce) return false;
    if (caller.budget.balance(now) - caller.running * budget.expectedMs > 0) return true;
    return caller.running === 0 && caller.pausedUntil <= now;
  }

  #run(caller: Caller, now: number): Permit {
    const begunAtMs = this.#shareUntil(now);
    this.#running += 1;
    caller.running += 1;
    let released = false;
    return {
      release: (extraMs = 0) => {
        if (released) return;
        released = true;
        const { budget } = this.#rules;
        const ended = this.#now();
        const tookMs = this.#shareUntil(ended) - begunAtMs + extraMs;
        this.#running -= 1;
        caller.running -= 1;
        if (budget) {
          const { averageMs = tookMs } = caller;
          caller.averageMs = averageMs + (tookMs - averageMs) * newestWeight;
          // The debt is limited, so that a caller who was alone waits only briefly once others arrive.
          caller.budget?.spend(tookMs, ended, -budget.burstMs);
          const pauseMs = pauseAfter(tookMs, budget, caller.waiting.size > 0);
          caller.pausedUntil = Math.max(caller.pausedUntil, ended + pauseMs);
        }
        // Behind the callers who came while the request was running.
        if (this.#turns.delete(caller)) this.#turns.add(caller);
        this.#grantNext();
      },
    };
  }

  /** Called before the number of running requests changes. */
  #shareUntil(now: number): number {
    if (this.#running > 0) this.#shareMs += (now - this.#sharedAt) / this.#running;
    this.#sharedAt = now;
    return this.#shareMs;
  }

  /** Hands out permits as long as a caller with waiting requests may run one. */
  #grantNext(): void {
    const now = this.#now();
    for (let granted = true; granted && this.#running < this.#rules.running;) {
      granted = false;
      for (const caller of this.#turns) {
        const [waiter] = caller.waiting;
        if (!waiter || !this.#mayRun(caller, now)) continue;
        this.#turns.delete(caller);
        waiter.grant(this.#run(caller, now));
        if (caller.waiting.size > 0) this.#turns.add(caller);
        granted = true;
        break;
      }
    }
    this.#recheckLater(now);
  }

  /** No event marks that a budget was refilled or the other callers became idle, so a timer checks. */
  #recheckLater(now: number): void {
    clearTimeout(this.#recheck);
    const { budget, running, runningPerCaller } = this.#rules;
    if (!budget || this.#running >= running) return;
    let soonest = Number.POSITIVE_INFINITY;
    for (const caller of this.#turns) {
      if (caller.running >= runningPerCaller || !caller.budget) continue;
      const debt = caller.running * budget.expectedMs - caller.budget.balance(now);
      const alone = this.#lastOther(caller).at + budget.activeMs - now;
      const pause = caller.running === 0 ? caller.pausedUntil - now : Number.POSITIVE_INFINITY;
      soonest = Math.min(soonest, debt / budget.refill, alone, pause);
    }
    if (soonest < Number.POSITIVE_INFINITY)
      this.#recheck = setTimeout(() => this.#grantNext(), Math.max(soonest, 0) + 1);
  }

  #noteActivity(key: string, at: number): void {
    if (this.#latest.key !== key) this.#latestOther = this.#latest;
    this.#latest = { key, at };
  }

  /** Whether anybody but this caller was active lately. */
  hasCompany(key: string): boolean {
    const { budget } = this.#rules;
    return budget !== undefined && this.#hasCompany({ key }, budget, this.#now());
  }

  #hasCompany(caller: { key: string }, { activeMs }: TimeBudget, now: number): boolean {
    return now - this.#lastOther(caller).at < activeMs;
  }

  /** The last request of anybody but this caller. */
  #lastOther({ key }: { key: string }): { at: number } {
    return this.#latest.key === key ? this.#latestOther : this.#latest;
  }

  #callerOf(key: string, now: number): Caller {
    const present = this.#callers.get(key);
    if (present) return present;
    if (this.#callers.size >= this.#removeIdleAt) this.#removeIdle(now);
    const { budget } = this.#rules;
    const caller = {
      key,
      running: 0,
      waiting: new Set<Waiter>(),
      budget: budget && new TokenBucket(budget.burstMs, budget.refill, now),
      averageMs: undefined,
      pausedUntil: 0,
    };
    this.#callers.set(key, caller);
    return caller;
  }

  #removeIdle(now: number): void {
    const { budget } = this.#rules;
    for (const caller of this.#callers.values()) {
      if (caller.running > 0 || caller.waiting.size > 0) continue;
      if (budget && caller.budget && caller.budget.balance(now) < budget.burstMs) continue;
      this.#callers.delete(caller.key);
    }
    this.#removeIdleAt = Math.max(fewCallers, this.#callers.size * 2);
  }
}
