// @vitest-environment node
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decimal, isExact } from './decimals.ts';
import { jsonParts } from './json-parts.ts';
import { RawJson, readJson, writeJson } from './raw-json.ts';

/** Numbers as other programs write them. */
const number = fc.oneof(
  fc.constantFrom('-0', '0', '1.10', '1e400', '0.99999999999999999999', '9007199254740993', '1E5'),
  fc
    .tuple(
      fc.constantFrom('', '-'),
      fc.stringMatching(/^(?:0|[1-9]\d{0,24})$/),
      fc.stringMatching(/^(?:\.\d{1,24})?$/),
      fc.stringMatching(/^(?:[eE][+-]?\d{1,3})?$/),
    )
    .map((parts) => parts.join('')),
);
const string = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.constantFrom('__proto__', ': 1.10,', '[9007199254740993]', '"', '\\', 'raw 1'),
);

/** JSON texts without white space, of which each is the only way to write its value. */
const { json } = fc.letrec<{ json: string; list: string; object: string }>((tie) => ({
  json: fc.oneof(
    { maxDepth: 4 },
    number,
    string.map((text) => JSON.stringify(text)),
    fc.constantFrom('true', 'false', 'null'),
    tie('list'),
    tie('object'),
  ),
  list: fc.array(tie('json'), { maxLength: 4 }).map((items) => `[${items.join(',')}]`),
  object: fc
    .uniqueArray(fc.tuple(string.filter(isNoIndex), tie('json')), {
      maxLength: 4,
      selector: ([name]) => name,
    })
    .map(
      (entries) =>
        `{${entries.map(([name, value]) => `${JSON.stringify(name)}:${value}`).join(',')}}`,
    ),
}));

/** JavaScript moves names that are numbers to the front. */
function isNoIndex(name: string): boolean {
  return !/^\d+$/.test(name);
}

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
      fc.property(number, (written) => {
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
