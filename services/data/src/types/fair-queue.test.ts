import { expect, it } from 'vitest';
import { FairQueue } from './fair-queue.ts';

it('runs one task at a time, and takes turns between callers', async () => {
  const queue = new FairQueue(10);
  const done: string[] = [];
  let running = 0;
  const task = (name: string) => async () => {
    running += 1;
    expect(running).toBe(1);
    await Promise.resolve();
    running -= 1;
    done.push(name);
    return name;
  };
  const all = ['a1', 'a2', 'a3', 'b1', 'c1', 'c2'].map((name) =>
    queue.run(name.slice(0, 1), task(name)),
  );
  await expect(Promise.all(all)).resolves.toEqual(['a1', 'a2', 'a3', 'b1', 'c1', 'c2']);
  expect(done).toEqual(['a1', 'b1', 'c1', 'a2', 'c2', 'a3']);
  await expect(queue.run('a', task('later'))).resolves.toBe('later');
});

it('goes on after a task that fails', async () => {
  const queue = new FairQueue(10);
  const failed = queue.run('a', () => Promise.reject(new Error('no')));
  const next = queue.run('a', async () => 'yes');
  await expect(failed).rejects.toThrow('no');
  await expect(next).resolves.toBe('yes');
});

it('refuses what one caller queues beyond the limit, with 429, and nothing of another caller', async () => {
  const queue = new FairQueue(3);
  let release = () => undefined as void;
  const first = queue.run('a', () => new Promise<void>((resolve) => (release = resolve)));
  const waiting = Array.from({ length: 3 }, () => queue.run('a', async () => 1));
  await expect(queue.run('a', async () => 1)).rejects.toMatchObject({
    status: 429,
    code: 'too_many_checks',
    extras: { retryAfter: 1 },
  });
  const other = queue.run('b', async () => 2);
  release();
  await first;
  await expect(other).resolves.toBe(2);
  expect(await Promise.all(waiting)).toEqual([1, 1, 1]);
});
