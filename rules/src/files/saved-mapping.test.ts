// @vitest-environment node
import { expect, it } from 'vitest';
import type { TableMapping } from '../tables/column-mapping.ts';
import { applyMapping, readMapping, saveMapping, WrongMapping } from './saved-mapping.ts';

const header = ['sku', 'name', '', 'name'];
const mapping: TableMapping = {
  type: 'PRODUCT',
  key: 0,
  columns: [
    { to: 'field', name: 'sku', format: { type: 'text' } },
    { to: 'field', name: 'title', format: { type: 'text' } },
    { to: 'nothing', name: '', format: { type: 'text' } },
    { to: 'reference', name: 'maker', format: { type: 'text' } },
  ],
};
const reading = { sheet: 'Stock', headerRow: 3, encoding: undefined };

it('is the same after it was saved, and fits columns in another order', () => {
  const text = JSON.stringify(saveMapping({ header }, mapping, { reading, changesOnly: true }));
  const saved = readMapping(text);
  expect(saved).toMatchObject({ reading: { sheet: 'Stock', headerRow: 3 }, changesOnly: true });
  expect(applyMapping({ header }, saved)).toEqual({ mapping, unknown: [] });
  const moved = applyMapping({ header: ['name', 'new', 'name', 'sku'] }, saved);
  expect(moved.mapping.key).toBe(3);
  expect(moved.mapping.columns.map(({ name }) => name)).toEqual(['title', '', 'maker', 'sku']);
  expect(moved.unknown).toEqual(['new']);
});

it('fits no table without one of its columns, and nothing else is a mapping', () => {
  const saved = saveMapping({ header }, mapping, { reading: {}, changesOnly: false });
  expect(() => applyMapping({ header: ['sku', 'name'] }, saved)).toThrow(WrongMapping);
  const columns = saved.columns.with(0, { column: 'sku', to: 'nothing' });
  const withoutKey = { header: ['name', 'name'] };
  expect(() => applyMapping(withoutKey, { ...saved, columns })).toThrow('no column “sku”');
  const inZone = (zone: string) => ({
    ...saved,
    columns: [
      { column: 'sku', to: 'field', name: 'at', format: { type: 'dateTime', order: 'dmy', zone } },
    ],
  });
  expect(readMapping(JSON.stringify(inZone('Europe/Vienna')))).toEqual(inZone('Europe/Vienna'));
  for (const text of [
    'no',
    '{}',
    JSON.stringify({ ...saved, type: 'no type' }),
    JSON.stringify(inZone('Etc/Unknown')),
  ])
    expect(() => readMapping(text)).toThrow(WrongMapping);
});
