// @vitest-environment node
import { expect, it } from 'vitest';
import { mapRow } from './column-mapping.ts';
import { cellText, isEmptyCell, nameInCell } from './table.ts';

it('a cell has the text that its file shows', () => {
  expect(cellText({ type: 'number', value: 0.125, shown: '12.5 %' })).toBe('12.5 %');
  expect([cellText(' 007 '), cellText(undefined)]).toEqual([' 007 ', '']);
  expect([' ', '0', undefined].map(isEmptyCell)).toEqual([true, false, true]);
  expect(isEmptyCell({ type: 'error', value: '#DIV/0!', shown: '#DIV/0!' })).toBe(false);
});

it('null and a text of spaces are values that name nothing', () => {
  const cells = [
    { type: 'null', value: null, shown: 'null' },
    { type: 'text', value: ' ', shown: '" "' },
  ] as const;
  expect(cells.map((cell) => isEmptyCell(cell))).toEqual([false, false]);
  expect([...cells, ' x '].map((cell) => nameInCell(cell))).toEqual(['', '', 'x']);
});

it('an error names nothing, neither as a field nor alone', () => {
  const row = {
    number: 2,
    cells: [{ type: 'error', value: '#N/A', shown: '#N/A' } as const, 'x'],
  };
  const format = { type: 'text' } as const;
  for (const to of ['nothing', 'field'] as const) {
    const mapping = {
      type: 'T',
      key: 0,
      columns: [{ to, name: 'code', format }, { to: 'field', name: 'title', format } as const],
    };
    const keys = new Map<string, number>();
    expect(mapRow(row, mapping, keys).problems).toEqual([
      { column: 0, flaw: { kind: 'error', written: '#N/A' } },
    ]);
    expect(keys.size).toBe(0);
  }
});
