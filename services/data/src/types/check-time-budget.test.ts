import { expect, it } from 'vitest';
import { CheckTimeBudget } from './check-time-budget.ts';

it('refuses a caller who has used it up until enough has come back, and nobody else', () => {
  let now = 0;
  const budget = new CheckTimeBudget(() => now);
  budget.spend('a', 9_000);
  budget.require('a');
  budget.spend('a', 2_000);
  expect(() => budget.require('a')).toThrow(
    expect.objectContaining({ status: 429, code: 'checks_too_slow', extras: { retryAfter: 7 } }),
  );
  budget.require('b');
  now += 7_000;
  budget.require('a');
});

it('never holds more than its capacity, and forgets callers who have all of it', () => {
  let now = 0;
  const budget = new CheckTimeBudget(() => now);
  budget.spend('a', 1);
  now += 3_600_000;
  budget.spend('b', 1);
  budget.spend('a', 10_001);
  expect(() => budget.require('a')).toThrow(expect.objectContaining({ status: 429 }));
  budget.require('b');
});
