import { describe, expect, it } from 'vitest';
import { ChangeWatch } from './change-watch.ts';

const stays = new AbortController().signal;
const hour = 3_600_000;
const input = (partitionId: string, after: number, userId = 'ada') => ({
  userId,
  partitionId,
  after,
});

/** Whether a promise has resolved once all pending timers and microtasks have run. */
async function isWoken(woken: Promise<void>): Promise<boolean> {
  let done = false;
  void woken.then(() => {
    done = true;
  });
  await new Promise((resolve) => setImmediate(resolve));
  return done;
}

describe('a request that waits for changes', () => {
  it('is woken by an append to the partition, and not by one to another', async () => {
    const watch = new ChangeWatch();
    const first = watch.wait(input('a', 0), hour, stays);
    const second = watch.wait(input('b', 0), hour, stays);
    watch.notifyChange('a');
    await expect(isWoken(first.woken)).resolves.toBe(true);
    await expect(isWoken(second.woken)).resolves.toBe(false);
    first.end();
    first.end();
    expect(watch.waiting).toBe(1);
    second.end();
    expect(watch.waiting).toBe(0);
  });

  it('is woken at the timeout, and when the client is gone', async () => {
    const watch = new ChangeWatch();
    await expect(watch.wait(input('a', 0), 1, stays).woken).resolves.toBeUndefined();
    const leaving = new AbortController();
    const waiting = watch.wait(input('a', 0), hour, leaving.signal);
    leaving.abort();
    await expect(waiting.woken).resolves.toBeUndefined();
    await expect(watch.wait(input('a', 0), hour, leaving.signal).woken).resolves.toBeUndefined();
  });

  it('is woken at shutdown, and refused afterwards', async () => {
    const watch = new ChangeWatch();
    const waiting = watch.wait(input('a', 0), hour, stays);
    watch.close();
    await waiting.woken;
    expect(watch.admit('ada')).toBe('full');
    await watch.wait(input('a', 0), hour, stays).woken;
  });

  it('is limited per user over all partitions, without affecting others', () => {
    const watch = new ChangeWatch({ maxWaitingOfUser: 2 });
    const first = watch.wait(input('a', 0, 'ada'), hour, stays);
    expect(watch.admit('ada')).toBe('admitted');
    watch.wait(input('b', 0, 'ada'), hour, stays);
    expect(watch.admit('ada')).toBe('too many of the user');
    expect(watch.admit('ben')).toBe('admitted');
    first.end();
    expect(watch.admit('ada')).toBe('admitted');
  });

  it('is limited in total: the user with the most makes room', async () => {
    const watch = new ChangeWatch({ maxWaiting: 3 });
    const oldest = watch.wait(input('a', 0, 'ada'), hour, stays);
    const others = [1, 2].map(() => watch.wait(input('a', 0, 'ada'), hour, stays));
    expect(watch.admit('ada')).toBe('full');
    expect(watch.admit('ben')).toBe('admitted');
    await expect(isWoken(oldest.woken)).resolves.toBe(true);
    watch.wait(input('a', 0, 'ben'), hour, stays);
    expect(watch.waiting).toBe(3);
    expect(watch.admit('ben')).toBe('full');
    oldest.end();
    expect(watch.waiting).toBe(3);
    expect(watch.admit('eve')).toBe('admitted');
    watch.wait(input('a', 0, 'eve'), hour, stays);
    expect(watch.waiting).toBe(3);
    expect(watch.admit('max')).toBe('full');
    for (const other of others) other.end();
    expect(watch.waiting).toBe(2);
  });
});

describe('writes of other servers', () => {
  it('are polled with one query for all partitions, even after a failure', async () => {
    const asked: string[][] = [];
    const watch = new ChangeWatch({
      pollEveryMs: 1,
      newestOf: async (partitionIds) => {
        asked.push(partitionIds);
        if (asked.length === 1) throw new Error('The database is unavailable.');
        return [
          { partitionId: 'a', newest: 7 },
          { partitionId: 'b', newest: 7 },
        ];
      },
    });
    const behind = watch.wait(input('a', 6), hour, stays);
    const level = watch.wait(input('b', 7), hour, stays);
    await behind.woken;
    await expect(isWoken(level.woken)).resolves.toBe(false);
    expect(asked).toEqual([
      ['a', 'b'],
      ['a', 'b'],
    ]);
    behind.end();
    level.end();
  });
});
