import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { DatabaseUnavailable } from '../database/database.ts';
import { Metrics } from '../metrics/metrics.ts';
import { quiet } from '../testing/databases.ts';
import {
  BackgroundWorker,
  inTurn,
  unlessStopped,
  type BackgroundWork,
} from './background-worker.ts';

describe('a background worker', () => {
  let queue: string[];
  let done: string[];
  let warn: ReturnType<typeof vi.fn<(details: object, message: string) => void>>;
  let worker: BackgroundWorker<string>;

  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    [queue, done, warn] = [[], [], vi.fn<(details: object, message: string) => void>()];
  });
  afterEach(async () => {
    await worker.close();
    vi.useRealTimers();
  });

  function working(options: Partial<BackgroundWork<string>> = {}) {
    worker = new BackgroundWorker({
      name: 'letters',
      claim: async () => queue.shift(),
      run: async (letter) => void done.push(letter),
      failure: 'Retrying.',
      log: { ...quiet, warn },
      ...options,
    });
    return worker;
  }
  /** Pieces that run until they are finished here. */
  function held() {
    const finish = new Map<string, () => void>();
    const run = (letter: string) =>
      new Promise<void>((resolve) => {
        finish.set(letter, () => {
          done.push(letter);
          resolve();
        });
      });
    return { run, finish };
  }
  const settle = async () => {
    for (let turn = 0; turn < 50; turn += 1) await Promise.resolve();
  };
  const after = async (ms: number) => {
    vi.advanceTimersByTime(ms);
    await settle();
  };

  it('does what waits at the start, and polls for what other processes add', async () => {
    queue = ['a', 'b'];
    working({ pollEveryMs: 1000 }).start();
    await settle();
    expect(done).toEqual(['a', 'b']);
    queue = ['c'];
    await after(999);
    expect(done).toEqual(['a', 'b']);
    await after(1);
    expect(done).toEqual(['a', 'b', 'c']);
    queue = ['d'];
    await after(1000);
    expect(done).toEqual(['a', 'b', 'c', 'd']);
  });

  it('does nothing before its start and while it is paused, even when it is woken', async () => {
    queue = ['a'];
    working({ pollEveryMs: 1000 }).wake();
    worker.wakeLater(1);
    await after(1000);
    expect(done).toEqual([]);
    worker.start();
    await worker.pause();
    expect(done).toEqual(['a']);
    queue = ['b'];
    worker.wake();
    await after(5000);
    expect(done).toEqual(['a']);
    worker.start();
    await worker.idle();
    expect(done).toEqual(['a', 'b']);
  });

  it('misses no wake, however it falls among the claims', async () => {
    for (let turns = 0; turns < 12; turns += 1) {
      working().start();
      for (let turn = 0; turn < turns; turn += 1) await Promise.resolve();
      queue = ['late'];
      worker.wake();
      await worker.idle();
      expect(queue, `${turns} turns after the start`).toEqual([]);
      await worker.close();
    }
  });

  it('wakes once after a delay, however often it is asked', async () => {
    const claim = vi.fn(async () => undefined);
    working({ claim }).start();
    await settle();
    claim.mockClear();
    worker.wakeLater(100);
    worker.wakeLater(50);
    await after(99);
    expect(claim).not.toHaveBeenCalled();
    await after(1);
    expect(claim).toHaveBeenCalledOnce();
  });

  it('runs as many pieces at the same time as allowed, and claims the next when one ends', async () => {
    const { run, finish } = held();
    queue = ['a', 'b', 'c'];
    working({ run, concurrency: 2 }).start();
    await settle();
    expect([...finish.keys()]).toEqual(['a', 'b']);
    finish.get('b')?.();
    await settle();
    expect([...finish.keys()]).toEqual(['a', 'b', 'c']);
    finish.get('a')?.();
    finish.get('c')?.();
    await worker.idle();
    expect(done).toEqual(['b', 'a', 'c']);
  });

  it('leaves what failed until the next poll, and waits longer after each failure in a row', async () => {
    const tries = vi.fn(async (): Promise<void> => {
      throw new Error('away');
    });
    working({ claim: async () => 'a', run: tries, pollEveryMs: 1000, maxRetryMs: 4000 }).start();
    await settle();
    const counts: number[] = [tries.mock.calls.length];
    for (const pauseMs of [1000, 2000, 4000, 4000]) {
      await after(pauseMs - 1);
      counts.push(tries.mock.calls.length);
      await after(1);
      counts.push(tries.mock.calls.length);
    }
    expect(counts).toEqual([1, 1, 2, 2, 3, 3, 4, 4, 5]);
    expect(warn).toHaveBeenCalledTimes(5);
    tries.mockImplementationOnce(async () => undefined);
    await after(4000);
    expect(tries).toHaveBeenCalledTimes(7);
    await after(1000);
    expect(tries).toHaveBeenCalledTimes(8);
  });

  it('says once that the database is away, and again after it was back', async () => {
    let isAway = true;
    const claim = async () => {
      if (isAway) throw new DatabaseUnavailable('away');
      return queue.shift();
    };
    working({ claim, pollEveryMs: 1000 }).start();
    await settle();
    await after(1000);
    await after(1000);
    expect(warn).toHaveBeenCalledExactlyOnceWith(
      { err: expect.any(DatabaseUnavailable) },
      'Retrying.',
    );
    isAway = false;
    queue = ['a'];
    await after(1000);
    expect(done).toEqual(['a']);
    isAway = true;
    await after(1000);
    expect(warn).toHaveBeenCalledTimes(2);
  });

  it('asks the work to stop when it closes, after its patience, and says nothing of it', async () => {
    const stopped = vi.fn<() => void>();
    queue = ['a', 'b'];
    const run = async (_: string, stop: AbortSignal) => {
      stop.addEventListener('abort', stopped);
      await unlessStopped(new Promise(() => undefined), stop);
    };
    working({ run, pollEveryMs: 1000, patienceMs: 500 }).start();
    await settle();
    const closed = worker.close();
    await after(499);
    expect(stopped).not.toHaveBeenCalled();
    await after(1);
    await closed;
    expect(stopped).toHaveBeenCalledOnce();
    expect(queue).toEqual(['b']);
    expect(warn).not.toHaveBeenCalled();
    expect(vi.getTimerCount()).toBe(0);
  });

  it('waits for work that goes on, and starts no more', async () => {
    const { run, finish } = held();
    queue = ['a', 'b'];
    working({ run, pollEveryMs: 1000 }).start();
    await settle();
    const closed = vi.fn<() => void>();
    const closing = worker.close().then(closed);
    worker.start();
    await after(60_000);
    expect(closed).not.toHaveBeenCalled();
    finish.get('a')?.();
    await closing;
    expect(done).toEqual(['a']);
  });

  it('does work without claims at each poll, and once more if it is woken meanwhile', async () => {
    const { run, finish } = held();
    const runs = vi.fn(() => run('now'));
    const recurring = new BackgroundWorker({
      name: 'recurring',
      run: runs,
      pollEveryMs: 1000,
      failure: 'Retrying.',
      log: quiet,
    });
    recurring.start();
    await settle();
    expect(runs).not.toHaveBeenCalled();
    await after(1000);
    expect(runs).toHaveBeenCalledOnce();
    recurring.wake();
    recurring.wake();
    await settle();
    expect(runs).toHaveBeenCalledOnce();
    finish.get('now')?.();
    await settle();
    expect(runs).toHaveBeenCalledTimes(2);
    finish.get('now')?.();
    await settle();
    expect(runs).toHaveBeenCalledTimes(2);
    await recurring.close();
  });

  it('counts what it has done, from zero on', async () => {
    const metrics = new Metrics();
    const run = async (letter: string) => {
      if (letter === 'b') throw new Error('no');
    };
    working({ run, metrics, pollEveryMs: 1000 });
    const counted = async () =>
      (await metrics.text()).match(/(?<=^annals_background_work_total\{).*$/gm);
    const counts = (succeeded: number, failed: number) => [
      `worker="letters",outcome="done"} ${succeeded}`,
      `worker="letters",outcome="failed"} ${failed}`,
    ];
    expect(await counted()).toEqual(counts(0, 0));
    queue = ['a', 'b', 'c'];
    worker.start();
    await settle();
    expect(await counted()).toEqual(counts(1, 1));
    await after(1000);
    expect(await counted()).toEqual(counts(2, 1));
  });

  it('does the rest of several things when one fails', async () => {
    working();
    const failing = async () => {
      throw new Error('first');
    };
    await expect(inTurn([failing, async () => void done.push('second')])).rejects.toThrow('first');
    expect(done).toEqual(['second']);
  });
});
