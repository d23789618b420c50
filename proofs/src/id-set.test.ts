// @vitest-environment node
import { expect, test } from 'vitest';
import { IdSet } from './id-set.ts';
import { TestLog } from './testing/test-log.ts';

test('recognizes ids of any form, in any number', () => {
  const ids = new IdSet();
  const made = new TestLog('ids');
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
