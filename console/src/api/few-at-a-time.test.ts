// @vitest-environment node
import { expect, it } from 'vitest';
import { fewAtATime } from './few-at-a-time.ts';

it('runs four at once, all in the end, and none that is no longer wanted', async () => {
  let running = 0;
  let most = 0;
  const gates: (() => void)[] = [];
  const work = async (result: number) => {
    most = Math.max(most, ++running);
    await new Promise<void>((resolve) => gates.push(resolve));
    running--;
    return result;
  };
  const wanted = new AbortController();
  const unwanted = new AbortController();
  const all = Array.from({ length: 10 }, (_, index) =>
    fewAtATime(() => work(index), index === 7 ? unwanted.signal : wanted.signal),
  );
  unwanted.abort();
  const opening = setInterval(() => gates.shift()?.());
  const results = await Promise.allSettled(all);
  clearInterval(opening);
  expect(results.map((result) => result.status)).toEqual(
    Array.from({ length: 10 }, (_, index) => (index === 7 ? 'rejected' : 'fulfilled')),
  );
  expect(most).toBe(4);
});
