// @vitest-environment node
import { expect, test } from 'vitest';
import { pathText } from './path-text.ts';

test('numbers list elements from 1, and keeps names that are numbers', () => {
  const data = { phones: ['0', '1'], releases: { 0: { 'a/b': [null] } } };
  expect(pathText('/phones/1', data)).toBe('phones › #2');
  expect(pathText('/releases/0/a~1b/0', data)).toBe('releases › 0 › a/b › #1');
  expect(pathText('/gone/0', data)).toBe('gone › 0');
});
