// @vitest-environment node
import { describe, expect, it } from 'vitest';
import { barScale } from './bar-scale.ts';

describe('the scale of bars', () => {
  it('shows every non-zero value, and nothing for none', () => {
    const { heightOf, isCut } = barScale([0, 1, 100]);
    expect(heightOf(0)).toBe(0);
    expect(heightOf(1)).toBeCloseTo(66.7, 1);
    expect(isCut(100)).toBe(true);
    expect(barScale([1, 90, 100]).heightOf(1)).toBe(2);
    expect(barScale([]).heightOf(0)).toBe(0);
  });

  it('is linear if no bar is far above the others', () => {
    const { heightOf, isCut } = barScale([10, 20, 40]);
    expect([10, 20, 40].map(heightOf)).toEqual([25, 50, 100]);
    expect(isCut(40)).toBe(false);
  });

  it('cuts one large operation, so that the others can be told apart', () => {
    const { heightOf, isCut } = barScale([3, 10, 1000]);
    expect(heightOf(1000)).toBe(100);
    expect(heightOf(10)).toBeCloseTo(66.7, 1);
    expect(heightOf(3)).toBeCloseTo(20, 1);
    expect([3, 10, 1000].filter(isCut)).toEqual([1000]);
  });

  it('cuts nothing where there is only one bar', () => {
    expect(barScale([0, 0, 500]).isCut(500)).toBe(false);
  });
});
