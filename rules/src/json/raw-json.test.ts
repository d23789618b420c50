// @vitest-environment node
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anyJsonTexts, anyNumberText } from '../testing/any-json-text.ts';
import { decimal, isExact } from './decimals.ts';
import { jsonParts } from './json-parts.ts';
import { RawJson, readJson, writeJson } from './raw-json.ts';

const { json } = anyJsonTexts({ repeats: false });

describe('JSON that is read and written again', () => {
  it('is the same text, whatever its numbers and names are', () => {
    fc.assert(
      fc.property(json, (text) => {
        expect(writeJson(readJson(text, 'respelled'))).toBe(text);
      }),
    );
  });

  it('has the same values if only those that a double does not hold are kept', () => {
    fc.assert(
      fc.property(anyNumberText, (written) => {
        expect(decimal(writeJson(readJson(written)) ?? '')).toBe(decimal(written));
        expect(typeof readJson(` [ ${written}\n]`)).toBe('object');
        expect(readJson(`[${written}]`)).toEqual([
          isExact(written) ? Number(written) : new RawJson(written),
        ]);
      }),
    );
  });

  it('is JSON.parse for everything that JSON.stringify writes', () => {
    fc.assert(
      fc.property(
        fc.jsonValue({ noUnicodeString: false }),
        fc.constantFrom(0, 2),
        (value, indent) => {
          const text = JSON.stringify(value, null, indent);
          expect(readJson(text, 'respelled')).toEqual(JSON.parse(text));
          expect(writeJson(value, indent)).toBe(text);
        },
      ),
    );
  });

  it.each(['01.5', '1.', '.5', '+1.5', '1.5 2.5', '{1.10:1}', '[1.10', '1.10 /', ''])(
    'is refused like JSON.parse does: %s',
    (text) => {
      expect(() => readJson(text, 'respelled')).toThrow(SyntaxError);
    },
  );

  it('may contain whole texts, which stay as they are', () => {
    const text = '{"a":1,"a":-0,"t":"\\u0041\\\\\\""}';
    expect(writeJson([new RawJson(text), 'raw'])).toBe(`[${text},"raw"]`);
    expect(writeJson({ n: new RawJson('1.10') }, 2)).toBe('{\n  "n": 1.10\n}');
    expect(writeJson(undefined)).toBeUndefined();
  });
});

describe('the parts of a JSON text', () => {
  it('are its direct children, as they are written', () => {
    expect(jsonParts(' { "a" : [1,{"b":"},"}] ,"\\u0061":-0,"":{} }')).toEqual({
      depth: 3,
      parts: [
        { name: 'a', text: '[1,{"b":"},"}]' },
        { name: 'a', text: '-0' },
        { name: '', text: '{}' },
      ],
    });
    expect(jsonParts('[ 1.10 , "]" ]').parts.map(({ text }) => text)).toEqual(['1.10', '"]"']);
    expect(['{}', '[]', '[[]]', '"{"', '1'].map((text) => jsonParts(text).parts.length)).toEqual([
      0, 0, 1, 0, 0,
    ]);
  });

  it('make the text again, for any list', () => {
    fc.assert(
      fc.property(fc.array(json), (items) => {
        expect(jsonParts(`[${items.join(', ')}]`).parts.map(({ text }) => text)).toEqual(items);
      }),
    );
  });
});

it('a number is exact if a double has its value, however it is written', () => {
  const exact = '0 1 1.50 1e3 100000000000000000000 0.1 1.7976931348623157e308 9007199254740991';
  const others =
    '-0 -0.0 9007199254740993 1e400 1e-400 0.30000000000000004440 123456789.123456789123';
  expect(exact.split(' ').filter((text) => !isExact(text))).toEqual([]);
  expect(others.split(' ').filter(isExact)).toEqual([]);
});
