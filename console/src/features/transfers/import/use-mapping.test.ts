// @vitest-environment happy-dom
import { renderHook } from '@testing-library/react';
import { expect, it } from 'vitest';
import { type MappingContext, mappingOf } from './mapping.ts';
import { readSheet, type Sheet, withCells } from './sheet.ts';
import { quietly } from './reading/quietly.testing.ts';
import { useMapping } from './use-mapping.ts';

const unknown: MappingContext = { types: [], schema: undefined, references: [] };
const known: MappingContext = {
  ...unknown,
  schema: { type: 'object', properties: { amount: { type: 'string' } } },
};

async function sheetWith(rows: number): Promise<Sheet> {
  const lines = Array.from({ length: rows }, (_, index) => `k${index},${index}`);
  const file = new File([`code,amount\n${lines.join('\n')}`], 'a.csv');
  const sheet = await readSheet(file, {}, quietly);
  if (!sheet) throw new Error('It is in the own form.');
  return sheet;
}

const shown = (initialProps: { sheet: Sheet; context: MappingContext }) =>
  renderHook(({ sheet, context }) => useMapping(sheet, 'a.csv', context), { initialProps });

it('a small file is mapped at once', async () => {
  const sheet = await sheetWith(10);
  const { result } = shown({ sheet, context: unknown });
  expect(result.current).toEqual(mappingOf(sheet, 'a.csv', unknown));
});

it('a large file is mapped when its cells were looked at, and anew when they change', async () => {
  const sheet = await sheetWith(40_000);
  const { result, rerender, unmount } = shown({ sheet, context: unknown });
  expect(result.current).toBeUndefined();
  await expect.poll(() => result.current?.columns[1]?.format.type).toBe('integer');
  // What was found stays until the schema is taken into account.
  rerender({ sheet, context: known });
  expect(result.current?.columns[1]?.format.type).toBe('integer');
  await expect.poll(() => result.current?.columns[1]?.format.type).toBe('text');
  const corrected = withCells(sheet, { 2: { 1: 'x' } });
  rerender({ sheet: corrected, context: unknown });
  expect(result.current).toBeUndefined();
  await expect.poll(() => result.current?.columns[1]?.format.type).toBe('text');
  unmount();
});
