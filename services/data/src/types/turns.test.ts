import { expect, it } from 'vitest';
import { Turns } from './turns.ts';

it('does one after the other, and lets each lane have its turn', async () => {
  const turns = new Turns();
  const done: string[] = [];
  let running = 0;
  const work = (name: string) => async () => {
    running += 1;
    expect(running).toBe(1);
    await Promise.resolve();
    running -= 1;
    done.push(name);
    return name;
  };
  const all = ['a1', 'a2', 'a3', 'b1', 'c1', 'c2'].map((name) =>
    turns.take(name.slice(0, 1), work(name)),
  );
  await expect(Promise.all(all)).resolves.toEqual(['a1', 'a2', 'a3', 'b1', 'c1', 'c2']);
  expect(done).toEqual(['a1', 'a2', 'b1', 'c1', 'a3', 'c2']);
  await expect(turns.take('a', work('later'))).resolves.toBe('later');
});

it('goes on after work that fails', async () => {
  const turns = new Turns();
  const failed = turns.take('a', () => Promise.reject(new Error('no')));
  const next = turns.take('a', async () => 'yes');
  await expect(failed).rejects.toThrow('no');
  await expect(next).resolves.toBe('yes');
});

it('refuses what is too much for a lane, and not the others', async () => {
  const turns = new Turns();
  let release = () => undefined as void;
  const first = turns.take('a', () => new Promise<void>((resolve) => (release = resolve)));
  const waiting = Array.from({ length: 200 }, () => turns.take('a', async () => 1));
  await expect(turns.take('a', async () => 1)).rejects.toMatchObject({ status: 503 });
  const other = turns.take('b', async () => 2);
  release();
  await first;
  await expect(other).resolves.toBe(2);
  expect(await Promise.all(waiting)).toHaveLength(200);
});
