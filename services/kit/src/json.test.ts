import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseJson } from './json.ts';

const bytes = (text: string) => new TextEncoder().encode(text);

describe('strict JSON', () => {
  it('returns what JSON.parse returns for any value that JSON can carry', () => {
    fc.assert(
      fc.property(fc.jsonValue({ noUnicodeString: false }), (value) => {
        const text = JSON.stringify(value);
        fc.pre(
          !text.includes('\\u0000') &&
            !text.includes('__proto__') &&
            JSON.parse(text) !== undefined,
        );
        fc.pre(!/\\ud[89a-f]/i.test(text));
        expect(parseJson(bytes(text))).toEqual(JSON.parse(text));
      }),
    );
  });

  it.each([
    '9007199254740993',
    '1e400',
    '0.12345678901234567890',
    '-0',
    '1e-400',
    '123456789012345678901',
    '-0.0',
    '-9007199254740993',
  ])('refuses the number %s, which a double would change', (number) =>
    expect(() => parseJson(bytes(`{"n":${number}}`))).toThrow(/cannot be represented exactly/),
  );

  it.each([
    '0',
    '-1',
    '0.1',
    '1.50',
    '1e3',
    '1E+2',
    '5e-324',
    '9007199254740991',
    '-123456789012345',
    '1234567890123456',
    '100000000000000000000',
  ])('keeps the number %s', (number) =>
    expect(parseJson(bytes(`[${number}]`))).toEqual([Number(number)]),
  );

  it.each([
    ['NUL', '"a\\u0000b"', /NUL/],
    ['a lone surrogate', '"\\ud800"', /surrogate/],
    ['a repeated name', '{"a":1,"b":{},"a":2}', /occurs twice/],
    ['a name repeated through an escape', '{"a":1,"\\u0061":2}', /occurs twice/],
    ['a name repeated far down', '[{"a":{"b":[{"c":1,"d":"\\"","c":1}]}},{"c":1}]', /occurs twice/],
    ['a name repeated after an escaped quote', '{"a":"\\\\\\"","b":1,"b":2}', /occurs twice/],
    ['__proto__', '{"__proto__":{}}', /not allowed/],
    ['__proto__ far down', '[[{"a":{"__proto__":1}}]]', /not allowed/],
    ['__proto__ through an escape', '[{"a":{"\\u005f_proto__":1}}]', /not allowed/],
    ['nesting', '['.repeat(65) + ']'.repeat(65), /deeper/],
    ['broken JSON', '{"a":}', /not valid JSON/],
  ])('refuses %s', (_name, text, message) => {
    expect(() => parseJson(bytes(text))).toThrow(message);
  });

  it('refuses bytes that are not UTF-8', () => {
    expect(() => parseJson(new Uint8Array([0x22, 0xff, 0x22]))).toThrow(/UTF-8/);
  });

  it('reads the longest numbers that fit into a body without blocking', () => {
    // In quadratic time, the test would not end.
    const number = `0.1${'0'.repeat(16 * 1024 * 1024)}1`;
    expect(() => parseJson(bytes(`[${number}]`))).toThrow(/cannot be represented exactly/);
  });

  it('shortens a repeated name in the message', () => {
    const name = 'x'.repeat(10_000);
    expect(() => parseJson(bytes(`{"${name}":1,"${name}":2}`))).toThrow(/^.{0,200}$/);
  });

  it('allows a name repeated in different objects, and 64 levels', () => {
    expect(() => parseJson(bytes('[{"a":1},{"a":2}]'))).not.toThrow();
    expect(() => parseJson(bytes('{"a":"__proto__","b":["__proto__"]}'))).not.toThrow();
    expect(() => parseJson(bytes('['.repeat(64) + ']'.repeat(64)))).not.toThrow();
  });
});
