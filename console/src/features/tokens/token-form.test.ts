// @vitest-environment node
import { expect, test } from 'vitest';
import { bodyOf, emptyToken, expiresDateOf } from './token-form.ts';

const now = Date.parse('2026-03-01T12:00:00Z');

test('a token expires after a number of days, at the end of a day, or never', () => {
  expect(expiresDateOf({ ...emptyToken, expiry: '7' }, now, false)).toBe(
    '2026-03-08T12:00:00.000Z',
  );
  expect(expiresDateOf({ ...emptyToken, expiry: 'never' }, now, false)).toBeNull();
  const written =
    expiresDateOf({ ...emptyToken, expiry: 'date', date: '2026-04-01' }, now, false) ?? '';
  expect(new Date(written).getHours()).toBe(23);
  expect(new Date(written).getDate()).toBe(1);
  expect(expiresDateOf({ ...emptyToken, expiry: 'date', date: '2026-04-01' }, now, true)).toBe(
    '2026-04-01T23:59:59.000Z',
  );
});

test('a token applies to all partitions or to the selected ones', () => {
  const partitions = [{ id: 'a' }, { id: 'b' }];
  expect(bodyOf({ ...emptyToken, partitions }, now, false).partitionIds).toBeNull();
  expect(bodyOf({ ...emptyToken, where: 'some', partitions }, now, false).partitionIds).toEqual([
    'a',
    'b',
  ]);
  expect(bodyOf({ ...emptyToken, description: '  backup ' }, now, false).description).toBe(
    'backup',
  );
});
