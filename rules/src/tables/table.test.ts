// @vitest-environment node
import { expect, it } from 'vitest';
import { cellText, isEmptyCell } from './table.ts';

it('a cell has the text that its file shows', () => {
  expect(cellText({ type: 'number', value: 0.125, shown: '12.5 %' })).toBe('12.5 %');
  expect([cellText(' 007 '), cellText(undefined)]).toEqual([' 007 ', '']);
  expect([' ', '0', undefined].map(isEmptyCell)).toEqual([true, false, true]);
  expect(isEmptyCell({ type: 'error', value: '#DIV/0!', shown: '#DIV/0!' })).toBe(false);
});
