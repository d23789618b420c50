import { describe, expect, it } from 'vitest';
import type { ObjectVersion } from '../../../platform/api/things.ts';
import { outcomesOf } from './field-change.ts';
import { anyColumn, cellValue, clipboardRows, gridColumns, numberDoubt } from './grid-columns.ts';
import {
  findConflicts,
  type GridRow,
  historyOf,
  isChanged,
  newRow,
  operationOf,
  rebaseRow,
  redone,
  rowOf,
  addStep,
  undone,
  withValues,
} from './grid-rows.ts';
import { inTransactions } from './save-rows.ts';

const version = (objectData: Record<string, unknown>, more: Partial<ObjectVersion> = {}) =>
  ({
    id: 'v1',
    timelineId: 't1',
    type: 'TEA',
    objectData,
    references: [],
    ...more,
  }) as ObjectVersion;

const set = (row: GridRow, ...values: [string, unknown][]) => withValues(row, new Map(values));

describe('grid columns', () => {
  it('are the paths of the schema, then further paths of the data', () => {
    const schema = {
      type: 'object',
      properties: {
        name: { type: 'string', title: 'Name' },
        size: { $ref: '#/$defs/size' },
        tags: { type: 'array', items: { type: 'string' } },
      },
      $defs: { size: { type: 'object', properties: { width: { type: ['integer', 'null'] } } } },
    };
    const data = [{ name: 'Tea', size: { width: 1 }, 'a/b': 'x' }, { extra: [1] }];
    expect(gridColumns(schema, data)).toEqual([
      { pointer: '/name', title: 'Name', kind: 'text', options: [] },
      { pointer: '/size/width', title: undefined, kind: 'number', options: [] },
      { pointer: '/tags', title: undefined, kind: 'json', options: [] },
      { pointer: '/a~1b', title: undefined, kind: 'text', options: [] },
      { pointer: '/extra', title: undefined, kind: 'json', options: [] },
    ]);
    expect(gridColumns(null, [{ a: 1 }, { a: 'x' }])).toEqual([anyColumn('/a')]);
  });

  it('parse typed text by their kind, and keep text that does not fit', () => {
    expect(cellValue('12', 'text')).toBe('12');
    expect(cellValue(' 1,5 ', 'number')).toBe(1.5);
    expect(cellValue('twelve', 'number')).toBe('twelve');
    expect(cellValue('TRUE', 'boolean')).toBe(true);
    expect(cellValue('["a"]', 'json')).toEqual(['a']);
    expect(cellValue('["a"', 'json')).toBe('["a"');
    expect(cellValue('12', 'any')).toBe(12);
    expect(cellValue('007', 'any')).toBe('007');
    expect(cellValue('', 'text')).toBeUndefined();
  });

  it('keep a text that may be another number, or one that cannot be stored exactly', () => {
    const texts = ['1,234', '-12,345', '9007199254740993', '1e400', '-0'];
    expect(texts.map((text) => cellValue(text, 'number'))).toEqual(texts);
    expect(texts.map(numberDoubt)).toEqual([
      'ambiguous',
      'ambiguous',
      'notExact',
      'notExact',
      'notExact',
    ]);
    expect(
      ['0,234', '1234,567', '1,23', ' 1.234 '].map((text) => cellValue(text, 'number')),
    ).toEqual([0.234, 1234.567, 1.23, 1.234]);
    expect(cellValue('{"a":1,"a":2}', 'json')).toBe('{"a":1,"a":2}');
  });

  it('parse spreadsheet cells from the clipboard', () => {
    expect(clipboardRows('a\tb\r\nc\t\r\n')).toEqual([
      ['a', 'b'],
      ['c', ''],
    ]);
    expect(clipboardRows('"two\nlines ""quoted"""\t5" pipe')).toEqual([
      ['two\nlines "quoted"', '5" pipe'],
    ]);
    expect(clipboardRows('"Fragile"\t"a ""b"""\r\n')).toEqual([['"Fragile"', '"a ""b"""']]);
    expect(clipboardRows('')).toEqual([['']]);
  });
});

describe('a grid row', () => {
  it('becomes an operation with predecessor, references and the whole data', () => {
    const references = [{ name: 'by', timelineId: 't9', type: 'X', objectId: 'o9' }];
    const row = set(rowOf(version({ name: 'Tea', size: { width: 1 } }, { references })), [
      '/size/width',
      2,
    ]);
    expect(operationOf(row, 'TEA')).toEqual({
      operation: 'newVersion',
      timelineId: 't1',
      predecessorId: 'v1',
      objectData: { name: 'Tea', size: { width: 2 } },
      references: [{ name: 'by', timelineId: 't9' }],
    });
    expect(operationOf(set(newRow('k', {}), ['/a/b', 1]), 'TEA')).toEqual({
      operation: 'create',
      type: 'TEA',
      objectData: { a: { b: 1 } },
      references: [],
    });
  });

  it('is unchanged after its edits are reverted', () => {
    const row = rowOf(version({ name: 'Tea' }));
    const typed = set(row, ['/size/width', 1]);
    expect(isChanged(typed)).toBe(true);
    expect(set(typed, ['/size/width', undefined]).data).toBe(row.start);
    expect(isChanged(set(set(row, ['/name', 'Cup']), ['/name', 'Tea']))).toBe(false);
  });

  it('ignores edits of erased values and of paths below a value that is not an object', () => {
    const erased = [{ path: '/name', receipt: 3 }];
    const row = rowOf(version({ name: null, size: 4 }, { erased }));
    expect(row.start).toEqual({ size: 4 });
    expect(set(row, ['/name', 'again'], ['/size/width', 1])).toBe(row);
  });

  it('applies its changes to a newer version, and lists fields that both changed', () => {
    const row = set(rowOf(version({ name: 'Tea', price: 1, note: 'x' })), ['/price', 2]);
    const theirs = version({ name: 'Green tea', price: 3, note: 'x' }, { id: 'v2' });
    expect(findConflicts(row, theirs)).toEqual(['/price']);
    const mine = rebaseRow(row, theirs);
    expect(mine.data).toEqual({ name: 'Green tea', price: 2, note: 'x' });
    expect(operationOf(mine, 'TEA')).toMatchObject({ predecessorId: 'v2' });
  });

  it('replays the removal of an object before values that were added to it again', () => {
    const row = rowOf(version({ size: { width: 1, height: 2 } }));
    const again = set(set(row, ['/size', undefined]), ['/size/width', 1]);
    expect(again.data).toEqual({ size: { width: 1 } });
    const theirs = version({ size: { width: 5, height: 6 } }, { id: 'v2' });
    expect(rebaseRow(again, theirs).data).toEqual({ size: { width: 1 } });
  });
});

it('undoes and redoes steps, and drops undone steps after a new one', () => {
  const first = [rowOf(version({ a: 1 }))];
  const second = first.map((row) => set(row, ['/a', 2]));
  const start = historyOf(first);
  const done = addStep(start, second);
  expect(addStep(done, [...second])).toBe(done);
  expect(undone(done).rows).toBe(first);
  expect(redone(undone(done)).rows).toBe(second);
  expect(addStep(undone(done), []).future).toEqual([]);
  expect(undone(start)).toBe(start);
});

describe('changing a field in all rows', () => {
  const rows = [
    rowOf(version({ name: 'Tea', price: 1 }, { timelineId: 'a' })),
    rowOf(version({ name: 'Cup' }, { timelineId: 'b' })),
    rowOf(version({ name: 'Pot', price: 'x', cost: 2 }, { timelineId: 'c' })),
  ];
  const becomes = (change: Parameters<typeof outcomesOf>[1]) =>
    outcomesOf(rows, change).map(({ row: { data }, because }) => because ?? data);

  it('sets, adds, removes and renames the field, and reports the rows that it skips', () => {
    expect(becomes({ kind: 'set', pointer: '/price', value: 1 })).toEqual([
      'same',
      { name: 'Cup', price: 1 },
      { name: 'Pot', price: 1, cost: 2 },
    ]);
    expect(becomes({ kind: 'add', pointer: '/price', value: 9 })).toEqual([
      'exists',
      { name: 'Cup', price: 9 },
      'exists',
    ]);
    expect(becomes({ kind: 'remove', pointer: '/price' })).toEqual([
      { name: 'Tea' },
      'absent',
      { name: 'Pot', cost: 2 },
    ]);
    expect(becomes({ kind: 'rename', pointer: '/price', to: '/cost' })).toEqual([
      { name: 'Tea', cost: 1 },
      'absent',
      'taken',
    ]);
    expect(becomes({ kind: 'set', pointer: '/name/first', value: 1 })).toEqual(
      Array(3).fill('noPlace'),
    );
  });
});

it('splits changes into transactions of at most 1,000 operations', () => {
  const changes = Array.from({ length: 2001 }, (_, index) => {
    const row = set(newRow(String(index), {}), ['/n', index]);
    return { row, operation: operationOf(row, 'TEA') };
  });
  expect(inTransactions(changes).map(({ length }) => length)).toEqual([1000, 1000, 1]);
});
