// @vitest-environment node
import { expect, test } from 'vitest';
import { isLossless } from './lossless-json.ts';

const isPlain = (text: string): boolean => isLossless(text, JSON.parse(text));

test.each([
  '{"a":[1,-2.5,1e+30,true,null,{}],"b":" c \\" d ","":""}',
  ' {\r\n\t"a" : [ 1 , 2 ] , "b\\\\" : "x  y" }\n',
  '{"name":"\\u00c4da\\/\\u001B\\n","\\u0061":"\\ud83c\\udf33","half":"\\uD83C"}',
  '{"__proto__":{"a":1}}',
  '"a"',
  '[[],{}]',
])('%s loses nothing when parsed', (text) => {
  expect(isPlain(text)).toBe(true);
});

test.each([
  '{"a":1,"a":2}',
  '{"a":1,"a":1}',
  '{"a":1,"\\u0061":1}',
  '{ "a": { "b": null, "b": null } }',
  '{"a":9007199254740993}',
  '{"a":0.10000000000000000001}',
  '{"a":1e400}',
  '{"a":-0}',
])('%s loses something when parsed', (text) => {
  expect(isPlain(text)).toBe(false);
});

test('treats data that is too deep to be written as lossy', () => {
  const text = '['.repeat(200_000) + ']'.repeat(200_000);
  let deep: unknown[] = [];
  for (let level = 1; level < 200_000; level++) deep = [deep];
  expect(isLossless(text, deep)).toBe(false);
});
