// @vitest-environment node
import { json } from '@codemirror/lang-json';
import { EditorState } from '@codemirror/state';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { runs } from '@annals/contracts/testing/exhaustive';
import { readValue } from './json-errors.ts';
import { asObject } from './json-reading.ts';

function read(doc: string) {
  return asObject(readValue(EditorState.create({ doc, extensions: [json()] })));
}

describe('reading the editor', () => {
  it('returns the object in the editor', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.jsonValue()), (value) => {
        const text = JSON.stringify(value, null, 2);
        fc.pre(!text.includes('"__proto__"'));
        expect(read(text)).toEqual({ ok: true, value: JSON.parse(text) as unknown });
      }),
      { numRuns: runs(300) },
    );
  });

  it.each([
    ['{\n  "a": 1,\n  "b" 2\n}', 'syntax', 3],
    ['{"a": 1', 'syntax', 1],
    ['', 'syntax', 1],
    ['{\n"a": "\\x"}', 'syntax', 2],
    ['[1]', 'notObject', 1],
    ['"text"', 'notObject', 1],
    ['{\n"a": 12345678901234567890}', 'number', 2],
    ['{"a": 0.12345678901234567890}', 'number', 1],
    ['{"a": 1,\n"b": {"c": 1,\n"c": 2}}', 'repeated', 3],
    ['{"a": 1,\n"\\u0061": 2}', 'repeated', 2],
    ['{"a":\n-0}', 'number', 2],
    ['{"a":\n1e400}', 'number', 2],
    ['{"a": [{\n"__proto__": 1}]}', 'forbidden', 2],
    ['{"a":\n"\\u0000"}', 'nul', 2],
    ['{"a":\n"\\ud800"}', 'surrogate', 2],
    [`{"a":\n${'['.repeat(64)}${']'.repeat(64)}}`, 'depth', 2],
  ])('reports the error and line of %j', (text, kind, line) => {
    expect(read(text)).toMatchObject({ ok: false, error: { kind, line } });
  });
});

it('reads long texts completely', () => {
  const rows = Array.from({ length: 20_000 }, (_, index) => `"property ${index}": [1, 2, "three"]`);
  expect(read(`{${rows.join(',\n')}}`)).toMatchObject({ ok: true });
  expect(read(`{${[...rows, '"property 7": 1'].join(',\n')}}`)).toMatchObject({
    ok: false,
    error: { kind: 'repeated', line: 20_001 },
  });
});
