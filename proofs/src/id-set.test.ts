// @vitest-environment node
import { expect, test } from 'vitest';
import { IdSet } from './id-set.ts';
import { MadeLog } from './testing/made-log.ts';

test('knows ids again, however many and whatever they are', () => {
  const ids = new IdSet();
  const made = new MadeLog('ids');
  const many = [
    ...Array.from({ length: 3000 }, () => made.id()),
    '',
    'x',
    '00000000-0000-0000-0000-000000000000',
  ];
  expect(many.every((id) => ids.add(id))).toBe(true);
  expect(many.some((id) => ids.add(id))).toBe(false);
  expect(ids.add((many[0] ?? '').toUpperCase())).toBe(true);
});
