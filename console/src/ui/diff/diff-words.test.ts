// @vitest-environment node
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { diffWords } from './diff-words.ts';

describe('diffWords', () => {
  it('marks the changed words', () => {
    expect(diffWords('Support ends in 2023, sadly.', 'Support ends in 2024, sadly.')).toEqual({
      before: [
        { start: 0, text: 'Support ends in ', kind: 'same' },
        { start: 16, text: '2023', kind: 'removed' },
        { start: 20, text: ', sadly.', kind: 'same' },
      ],
      after: [
        { start: 0, text: 'Support ends in ', kind: 'same' },
        { start: 16, text: '2024', kind: 'added' },
        { start: 20, text: ', sadly.', kind: 'same' },
      ],
    });
  });

  it('returns null when almost nothing is the same', () => {
    expect(diffWords('one sentence about a thing', 'wholly other words stand here')).toBeNull();
  });

  it('never loses a character', () => {
    const text = fc
      .array(fc.constantFrom('a', 'b', ' ', '\n', '–', 'ü', '😀'), { maxLength: 30 })
      .map((all) => all.join(''));
    fc.assert(
      fc.property(text, text, (before, after) => {
        const parts = diffWords(before, after);
        if (!parts) return;
        expect(parts.before.map((part) => part.text).join('')).toBe(before);
        expect(parts.after.map((part) => part.text).join('')).toBe(after);
      }),
    );
  });
});
