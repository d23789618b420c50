// @vitest-environment node
import { expect, test } from 'vitest';
import { bodyOf, emptyToken, expiresDateOf } from './token-form.ts';

const now = Date.parse('2026-03-01T12:00:00Z');

test('a token ends after so many days, at the end of a day, or never', () => {
  expect(expiresDateOf({ ...emptyToken, expiry: '7' }, now)).toBe('2026-03-08T12:00:00.000Z');
  expect(expiresDateOf({ ...emptyToken, expiry: 'never' }, now)).toBeNull();
  const written = expiresDateOf({ ...emptyToken, expiry: 'date', date: '2026-04-01' }, now) ?? '';
  expect(new Date(written).getHours()).toBe(23);
  expect(new Date(written).getDate()).toBe(1);
});

test('a token is for all partitions, or for those chosen', () => {
  const partitions = [{ id: 'a' }, { id: 'b' }];
  expect(bodyOf({ ...emptyToken, partitions }, now).partitionIds).toBeNull();
  expect(bodyOf({ ...emptyToken, where: 'some', partitions }, now).partitionIds).toEqual([
    'a',
    'b',
  ]);
  expect(bodyOf({ ...emptyToken, description: '  backup ' }, now).description).toBe('backup');
});
