import { describe, expect, it } from 'vitest';
import { shortenId } from '../../ui/ids/display-names.ts';
import { titleOf } from './title-of.ts';

const id = '0190b3a4-7e56-7c1a-9d2e-0123456789ab';

describe('titleOf', () => {
  it.each([
    [{ name: 'N', title: 'T' }, 'T'],
    [{ email: 'e@example.org', displayName: 'D' }, 'D'],
    [{ label: 'L', email: 'e@example.org' }, 'L'],
    [{ title: '  ', name: 'N' }, 'N'],
    [{ title: 5, count: 3, motto: 'first text' }, 'first text'],
    [{ title: 'two\n  lines' }, 'two lines'],
  ])('returns for %j the title %s', (objectData, title) => {
    expect(titleOf({ id, objectData })).toBe(title);
  });

  it('falls back to the short id', () => {
    expect(titleOf({ id, objectData: { n: 1, nested: { title: 'not this' } } })).toBe(
      shortenId(id),
    );
    expect(titleOf({ id })).toBe(shortenId(id));
  });

  it('does not use other text in place of an erased title', () => {
    const objectData = { title: null, motto: 'first text' };
    expect(titleOf({ id, objectData, erased: [{ path: '/title' }] })).toBe(shortenId(id));
    expect(titleOf({ id, objectData, erased: [{ path: '/size' }] })).toBe('first text');
    const named = { ...objectData, name: 'N' };
    expect(titleOf({ id, objectData: named, erased: [{ path: '/title' }] })).toBe('N');
  });

  it('truncates text that is not a title', () => {
    expect(titleOf({ id, objectData: { text: 'word '.repeat(100) } })).toHaveLength(120);
  });
});
