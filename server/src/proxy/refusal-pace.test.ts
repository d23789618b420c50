import { describe, expect, it } from 'vitest';
import { RefusalThrottle } from './forward.ts';

const delaysOf = (count: number) => {
  const pace = new RefusalThrottle();
  return Array.from({ length: count }, () => pace.delayOf('caller', 0));
};

describe('the delay of a refusal', () => {
  it('is a few random seconds', () => {
    const delays = delaysOf(50);
    for (const delay of delays) {
      expect(delay).toBeGreaterThanOrEqual(1_500);
      expect(delay).toBeLessThanOrEqual(4_500);
    }
    expect(new Set(delays).size).toBeGreaterThan(1);
  });

  it('spreads the refusals of many requests over time, up to a limit', () => {
    const delays = delaysOf(2_000).toSorted((left, right) => left - right);
    const within = (ms: number) => delays.filter((delay) => delay <= ms).length;
    expect(within(10_000)).toBeLessThanOrEqual(501);
    expect(delays.at(-1)).toBe(20_000);
  });

  it('does not depend on refusals of others', () => {
    const pace = new RefusalThrottle();
    for (let count = 0; count < 2_000; count += 1) pace.delayOf('flooder', 0);
    expect(pace.delayOf('somebody else', 0)).toBeLessThanOrEqual(4_500);
  });

  it('is short again after the flood', () => {
    const pace = new RefusalThrottle();
    for (let count = 0; count < 2_000; count += 1) pace.delayOf('flooder', 0);
    expect(pace.delayOf('flooder', 30_000)).toBeLessThanOrEqual(4_500);
  });
});
