// @vitest-environment node
import { describe, expect, it } from 'vitest';
import { movePair, pairAround, pairAskedFor } from './compare-pair.ts';

/** Newest first: v5, v4, v3, v2, v1. */
const versions = [5, 4, 3, 2, 1].map((count) => ({ id: `v${count}` }));
const nothing = { left: undefined, right: undefined };

describe('the pair to compare', () => {
  it('is the newest two versions by default', () => {
    expect(pairAskedFor(nothing, versions)).toEqual({ left: 'v4', right: 'v5' });
  });

  it('adds the missing side', () => {
    expect(pairAskedFor({ left: undefined, right: 'v3' }, versions)).toEqual({
      left: 'v2',
      right: 'v3',
    });
    expect(pairAskedFor({ left: 'v2', right: undefined }, versions)).toEqual({
      left: 'v2',
      right: 'v5',
    });
  });

  it('keeps requested versions that are not loaded yet', () => {
    expect(pairAskedFor({ left: 'far', right: 'v5' }, versions)).toEqual({
      left: 'far',
      right: 'v5',
    });
  });

  it('is undefined if there is at most one version', () => {
    expect(pairAskedFor(nothing, versions.slice(4))).toBeUndefined();
    expect(pairAskedFor(nothing, [])).toBeUndefined();
    expect(pairAskedFor({ left: undefined, right: 'v1' }, versions.slice(4))).toBeUndefined();
  });

  it('moves with a constant distance, and stops at both ends', () => {
    expect(movePair({ left: 'v2', right: 'v4' }, 1, versions)).toEqual({
      left: 'v3',
      right: 'v5',
    });
    expect(movePair({ left: 'v2', right: 'v4' }, -1, versions)).toEqual({
      left: 'v1',
      right: 'v3',
    });
    expect(movePair({ left: 'v4', right: 'v5' }, 1, versions)).toBeUndefined();
    expect(movePair({ left: 'v1', right: 'v2' }, -1, versions)).toBeUndefined();
    expect(movePair({ left: 'far', right: 'v2' }, 1, versions)).toBeUndefined();
  });

  it('spans a group of versions and the version before it', () => {
    expect(pairAround([{ id: 'v4' }, { id: 'v3' }], versions)).toEqual({ left: 'v2', right: 'v4' });
    expect(pairAround([{ id: 'v2' }, { id: 'v1' }], versions)).toEqual({ left: 'v1', right: 'v2' });
    expect(pairAround([{ id: 'v1' }], versions)).toBeUndefined();
  });
});
