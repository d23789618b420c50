import { describe, expect, it } from 'vitest';
import { singleLine, withoutBidiControls } from './object-version.ts';

describe.each([
  ['a single line', singleLine, /^[^\p{Cc}\u2028\u2029]$/u],
  ['a text without bidi controls', withoutBidiControls, /^\P{Bidi_Control}$/u],
])('%s', (_name, written, property) => {
  it('excludes the characters with the property, and no others', () => {
    const different: string[] = [];
    for (let code = 0; code <= 0x10ffff; code += 1) {
      const character = String.fromCodePoint(code);
      if (written.test(character) !== property.test(character)) different.push(code.toString(16));
    }
    expect(different).toEqual([]);
  });
});
