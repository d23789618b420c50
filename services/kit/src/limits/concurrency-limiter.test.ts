import { say } from '@annals/contracts/messages';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { runs } from '@annals/contracts/testing/exhaustive';
import { Problem } from '../problem.ts';
import { ConcurrencyLimiter, type LimiterRules, type Permit } from './concurrency-limiter.ts';

const full = new Problem(503, 'full', say('overloaded'));
const yours = new Problem(429, 'yours', say('tooManyRequests'));
const rules = {
  running: 3,
  runningPerCaller: 2,
  waiting: 4,
  waitingPerCaller: 3,
  maxWaitMs: 60_000,
  refusal: full,
  callerRefusal: yours,
} satisfies LimiterRules;

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

/** Requests permits and records the outcomes in order. */
function asking(limiter: ConcurrencyLimiter) {
  const outcomes: string[] = [];
  const permits = new Map<string, Permit>();
  const leave = new Map<string, AbortController>();
  const ask = async (name: string) => {
    const left = new AbortController();
    leave.set(name, left);
    try {
      // The first letter of the name identifies the caller.
      permits.set(name, await limiter.acquire(name.charAt(0), left.signal));
      outcomes.push(`${name} runs`);
    } catch (error) {
      outcomes.push(`${name} ${error instanceof Problem ? error.code : 'left'}`);
    }
  };
  return {
    outcomes,
    ask: async (...names: string[]) => {
      for (const name of names) {
        void ask(name);
        await vi.advanceTimersByTimeAsync(0);
      }
    },
    release: async (...names: string[]) => {
      for (const name of names) permits.get(name)?.release();
      await vi.advanceTimersByTimeAsync(0);
    },
    leave: async (name: string) => {
      leave.get(name)?.abort(new Error('left'));
      await vi.advanceTimersByTimeAsync(0);
    },
  };
}

describe('a concurrency limiter', () => {
  it('leaves room for others, however much one caller requests', async () => {
    const limiter = new ConcurrencyLimiter(rules);
    const { outcomes, ask } = asking(limiter);
    await ask('a1', 'a2', 'a3', 'a4', 'a5', 'a6', 'b1');
    expect(outcomes).toEqual(['a1 runs', 'a2 runs', 'a6 yours', 'b1 runs']);
    expect([limiter.running, limiter.waiting]).toEqual([3, 3]);
  });

  it('lets callers take turns', async () => {
    const limiter = new ConcurrencyLimiter({ ...rules, running: 1 });
    const { outcomes, ask, release } = asking(limiter);
    await ask('a1', 'a2', 'a3', 'b1', 'c1');
    for (const running of ['a1', 'b1', 'c1', 'a2']) await release(running);
    expect(outcomes).toEqual(['a1 runs', 'b1 runs', 'c1 runs', 'a2 runs', 'a3 runs']);
  });

  it('makes room in a full queue at the expense of the longest one', async () => {
    const limiter = new ConcurrencyLimiter({ ...rules, running: 1 });
    const { outcomes, ask } = asking(limiter);
    await ask('a1', 'a2', 'a3', 'a4', 'b1', 'c1', 'd1', 'e1');
    expect(outcomes).toEqual(['a1 runs', 'a4 yours', 'a3 yours', 'e1 full']);
    expect(limiter.refusalOf('a')).toBe(full);
  });

  it('forgets callers who leave while they wait, and refuses those who waited too long', async () => {
    const limiter = new ConcurrencyLimiter({ ...rules, running: 1 });
    const { outcomes, ask, leave, release } = asking(limiter);
    await ask('a1', 'b1', 'c1', 'a2');
    await leave('b1');
    await vi.advanceTimersByTimeAsync(rules.maxWaitMs);
    await release('a1');
    expect(outcomes).toEqual(['a1 runs', 'b1 left', 'c1 full', 'a2 full']);
    expect([limiter.running, limiter.waiting]).toEqual([0, 0]);
  });

  it('tells a caller whose own queue is the longest so, while others still get in', async () => {
    const limiter = new ConcurrencyLimiter({ ...rules, running: 1 });
    const { outcomes, ask } = asking(limiter);
    await ask('a1', 'a2', 'a3', 'b1', 'b2');
    expect([limiter.refusalOf('a'), limiter.refusalOf('b'), limiter.refusalOf('c')]).toEqual([
      yours,
      yours,
      undefined,
    ]);
    await ask('c1', 'd1');
    // Now each of them has one request in the queue, so nobody gets in.
    expect(outcomes).toEqual(['a1 runs', 'a3 yours', 'b2 yours']);
    expect([limiter.refusalOf('a'), limiter.refusalOf('e')]).toEqual([full, full]);
  });

  it('tells a caller who waited for their own requests so, also on a full server', async () => {
    const { outcomes, ask } = asking(new ConcurrencyLimiter(rules));
    await ask('a1', 'a2', 'a3', 'b1', 'c1');
    await vi.advanceTimersByTimeAsync(rules.maxWaitMs);
    expect(outcomes).toEqual(['a1 runs', 'a2 runs', 'b1 runs', 'a3 yours', 'c1 full']);
  });

  it('counts the end of a request only once', async () => {
    const limiter = new ConcurrencyLimiter(rules);
    const { ask, release } = asking(limiter);
    await ask('a1', 'a2');
    await release('a1', 'a1');
    expect(limiter.running).toBe(1);
  });

  describe('with a time budget', () => {
    const budget = { burstMs: 1_000, shortMs: 20, expectedMs: 100, refill: 0.5, activeMs: 2_000 };
    const now = () => vi.getMockedSystemTime()?.getTime() ?? 0;
    const limited = () => new ConcurrencyLimiter({ ...rules, running: 10, budget }, now);

    it('does not limit a caller who is alone', async () => {
      const { outcomes, ask, release } = asking(limited());
      await ask('a1');
      await vi.advanceTimersByTimeAsync(60_000);
      await release('a1');
      await ask('a2', 'a3');
      expect(outcomes).toEqual(['a1 runs', 'a2 runs', 'a3 runs']);
    });

    it('does not treat a caller as alone who has company in another process', async () => {
      const limiter = limited();
      const { outcomes, ask, release } = asking(limiter);
      await ask('a1');
      expect([limiter.takeArrived(), limiter.takeArrived()]).toEqual([['a'], []]);
      await vi.advanceTimersByTimeAsync(60_000);
      limiter.noteElsewhere('b');
      await release('a1');
      await ask('a2');
      expect(outcomes).toEqual(['a1 runs']);
      await vi.advanceTimersByTimeAsync(budget.activeMs + 1);
      expect(outcomes).toEqual(['a1 runs', 'a2 runs']);
      // Arrivals elsewhere are not reported again.
      expect(limiter.takeArrived()).toEqual(['a']);
    });

    it('limits a caller beside others to their share, after a burst', async () => {
      const { outcomes, ask, release } = asking(limited());
      await ask('a1');
      await vi.advanceTimersByTimeAsync(900);
      await ask('b1');
      await release('b1', 'a1');
      // 100 ms are left, which the running request is expected to take.
      await ask('a2', 'a3');
      expect(outcomes.slice(2)).toEqual(['a2 runs']);
      await vi.advanceTimersByTimeAsync(4_000);
      await ask('b2');
      await release('a2', 'b2');
      // The debt is at most 1,000 ms: it takes 2,000 ms until there is some budget again, and then for one request.
      await vi.advanceTimersByTimeAsync(1_500);
      await ask('c1');
      expect(outcomes.slice(3)).toEqual(['a3 runs', 'b2 runs', 'c1 runs']);
    });

    it('runs few at once of a caller beside others until its requests are known to be short', async () => {
      const limiter = new ConcurrencyLimiter({
        ...rules,
        running: 10,
        runningPerCaller: 4,
        budget: { ...budget, burstMs: 10_000, longAtOnce: 1 },
      });
      const { outcomes, ask, release } = asking(limiter);
      await ask('b0', 'a1', 'a2', 'a3');
      expect(outcomes).toEqual(['b0 runs', 'a1 runs']);
      await vi.advanceTimersByTimeAsync(budget.shortMs);
      await release('a1');
      expect(outcomes).toEqual(['b0 runs', 'a1 runs', 'a2 runs', 'a3 runs']);
      await vi.advanceTimersByTimeAsync(1_000);
      await release('a2', 'a3', 'b0');
      await ask('b1');
      await ask('a4', 'a5');
      expect(outcomes.slice(4)).toEqual(['b1 runs', 'a4 runs']);
      // It is alone.
      await vi.advanceTimersByTimeAsync(budget.activeMs + 1);
      expect(outcomes.slice(6)).toEqual(['a5 runs']);
    });

    it('never lets a caller wait who sends short requests one after the other', async () => {
      const limiter = limited();
      const { outcomes, ask, release } = asking(limiter);
      const requests = 200;
      for (let request = 1; request <= requests; request += 1) {
        limiter.noteElsewhere('b');
        await ask(`a${request}`);
        expect(outcomes).toHaveLength(request);
        await vi.advanceTimersByTimeAsync(budget.shortMs);
        await release(`a${request}`);
      }
      // All of the time is used up, so that no two of them run at once.
      await ask('a', 'a again');
      expect(outcomes.slice(requests)).toEqual(['a runs']);
    });

    it('pauses after a long request of a caller who has used up the time', async () => {
      const { outcomes, ask, release } = asking(limited());
      await ask('b1', 'a1');
      await release('b1');
      await vi.advanceTimersByTimeAsync(1_900);
      await ask('b2');
      await release('b2', 'a1');
      await ask('a2');
      await vi.advanceTimersByTimeAsync(1_700);
      expect(outcomes.slice(2)).toEqual(['b2 runs']);
      await ask('b3');
      await vi.advanceTimersByTimeAsync(300);
      expect(outcomes.slice(3)).toEqual(['b3 runs', 'a2 runs']);
    });

    it('pauses after each short request of a caller who has used up the time, while more of them wait', async () => {
      const limiter = limited();
      const { outcomes, ask, release } = asking(limiter);
      const company = () => limiter.noteElsewhere('b');
      await ask('a1');
      await vi.advanceTimersByTimeAsync(2_000);
      company();
      await release('a1');
      await ask('a2', 'a3');
      await vi.advanceTimersByTimeAsync(1_900);
      company();
      await vi.advanceTimersByTimeAsync(81);
      expect(outcomes).toEqual(['a1 runs', 'a2 runs']);
      await vi.advanceTimersByTimeAsync(budget.shortMs);
      await release('a2');
      // As long as the request took, because half of the time comes back.
      await vi.advanceTimersByTimeAsync(budget.shortMs - 1);
      expect(outcomes.slice(2)).toEqual([]);
      await vi.advanceTimersByTimeAsync(2);
      expect(outcomes.slice(2)).toEqual(['a3 runs']);
      await vi.advanceTimersByTimeAsync(budget.shortMs);
      await release('a3');
      await ask('a4');
      expect(outcomes.slice(3)).toEqual(['a4 runs']);
    });

    it('tells a caller who pauses until the wait is over so', async () => {
      const limiter = new ConcurrencyLimiter(
        { ...rules, running: 10, budget, maxWaitMs: 500 },
        now,
      );
      const { outcomes, ask, release } = asking(limiter);
      await ask('b1', 'a1');
      await release('b1');
      await vi.advanceTimersByTimeAsync(1_900);
      await ask('b2');
      await release('b2', 'a1');
      // Nothing runs, so the server has room.
      await ask('a2');
      await vi.advanceTimersByTimeAsync(500);
      expect(outcomes).toEqual(['b1 runs', 'a1 runs', 'b2 runs', 'a2 yours']);
    });

    it('does not charge a caller for slowness caused by others', async () => {
      const { outcomes, ask, release } = asking(limited());
      await ask('a1', 'b1', 'c1', 'd1', 'e1');
      await vi.advanceTimersByTimeAsync(4_000);
      await release('a1', 'b1', 'c1', 'd1', 'e1');
      // Each used a fifth of the time, which is 800 ms.
      await ask('a2', 'b2');
      expect(outcomes.slice(5)).toEqual(['a2 runs', 'b2 runs']);
    });

    it('lifts the limit when the others become idle', async () => {
      const { outcomes, ask, release } = asking(limited());
      await ask('b1', 'a1', 'a2');
      await vi.advanceTimersByTimeAsync(1_500);
      await release('a1', 'a2', 'b1');
      await ask('a3');
      expect(outcomes).toEqual(['b1 runs', 'a1 runs', 'a2 runs']);
      await vi.advanceTimersByTimeAsync(600);
      expect(outcomes.slice(3)).toEqual(['a3 runs']);
    });
  });

  it('never runs more than its rules allow, and serves every request', async () => {
    const step = fc.oneof(
      fc.record({ ask: fc.constantFrom('a', 'b', 'c', 'd') }),
      fc.record({ end: fc.nat(20) }),
      fc.record({ wait: fc.nat(3_000) }),
    );
    const budget = { burstMs: 300, shortMs: 20, expectedMs: 50, refill: 0.5, activeMs: 1_000 };
    const property = fc.asyncProperty(fc.array(step, { maxLength: 60 }), async (steps) => {
      const now = () => vi.getMockedSystemTime()?.getTime() ?? 0;
      const limiter = new ConcurrencyLimiter({ ...rules, budget }, now);
      const running: { caller: string; permit: Permit }[] = [];
      let open = 0;
      const ask = async (caller: string) => {
        open += 1;
        try {
          running.push({ caller, permit: await limiter.acquire(caller) });
        } catch {
          open -= 1;
        }
      };
      const end = (index: number) => {
        const [ended] = running.splice(index % Math.max(1, running.length), 1);
        if (!ended) return;
        ended.permit.release();
        open -= 1;
      };
      for (const one of steps) {
        if ('ask' in one) void ask(one.ask);
        else if ('end' in one) end(one.end);
        await vi.advanceTimersByTimeAsync('wait' in one ? one.wait : 0);
        expect(limiter.running).toBe(running.length);
        expect(limiter.waiting).toBe(open - running.length);
        expect(running.length).toBeLessThanOrEqual(rules.running);
        for (const caller of 'abcd')
          expect(running.filter((each) => each.caller === caller).length).toBeLessThanOrEqual(
            rules.runningPerCaller,
          );
      }
      for (let rounds = 0; rounds < 100; rounds += 1) {
        while (running.length > 0) end(0);
        if (open === 0) break;
        await vi.advanceTimersByTimeAsync(1_000);
      }
      expect([open, limiter.running, limiter.waiting]).toEqual([0, 0, 0]);
    });
    await fc.assert(property, { numRuns: runs(200) });
  });
});
