// @vitest-environment node
import { expect, it } from 'vitest';
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
