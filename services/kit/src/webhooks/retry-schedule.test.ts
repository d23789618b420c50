import { afterEach, expect, it, vi } from 'vitest';
import { retrySchedule } from './retry-schedule.ts';

const { pauseAfter, giveUpAfterMs } = retrySchedule;

afterEach(() => vi.restoreAllMocks());

it('waits longer with each failure, up to six hours', () => {
  vi.spyOn(Math, 'random').mockReturnValue(0.5);
  const seconds = Array.from({ length: 12 }, (_, index) => pauseAfter(index + 1) / 1000);
  expect(seconds).toEqual([2, 10, 60, 300, 900, 1800, 3600, 7200, 14_400, 21_600, 21_600, 21_600]);
});

it('varies each pause by at most a fifth', () => {
  const random = vi.spyOn(Math, 'random').mockReturnValue(0);
  expect(pauseAfter(3)).toBe(48_000);
  random.mockReturnValue(1);
  expect(pauseAfter(3)).toBe(72_000);
});

it('gives up after three days, that is, some twenty attempts', () => {
  vi.spyOn(Math, 'random').mockReturnValue(0.5);
  let attempts = 1;
  for (let waited = 0; waited < giveUpAfterMs; attempts += 1) waited += pauseAfter(attempts);
  expect(giveUpAfterMs).toBe(259_200_000);
  expect(attempts).toBe(21);
});
