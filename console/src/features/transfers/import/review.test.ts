// @vitest-environment node
import { expect, it } from 'vitest';
import { changesOf, reviewRows, wholeRow } from './review.ts';

const current = {
  row: 0,
  objectData: { name: 'Tea', price: 5, size: { width: 1, height: 2 }, tags: ['a'] },
  references: [
    { name: 'by', timelineId: 't1' },
    { name: 'in', timelineId: 't2' },
  ],
};
const row = (objectData: Record<string, unknown>, references: { name: string; key: string }[]) => ({
  key: 'k',
  type: 'T',
  objectData,
  references,
});
const timelines = [{ key: 'ada', timelineId: 't1', objectId: 'o1', ended: false }];

it('a row that replaces its object changes what differs and removes what it does not have', () => {
  const given = row({ name: 'Tea', price: 6, size: { width: 1 } }, [{ name: 'by', key: 'ada' }]);
  expect(changesOf(given, current, timelines)).toEqual([
    { path: 'price', before: 5, after: 6 },
    { path: 'size.height', before: 2, after: undefined },
    { path: 'tags', before: ['a'], after: undefined },
    { path: 'ref:in', before: 't2', after: undefined },
  ]);
});

it('a row of the given columns alone leaves the rest as it is', () => {
  const given = row({ size: { width: 3 }, note: null }, [{ name: 'by', key: 'bob' }]);
  const whole = wholeRow(given, current);
  expect(whole).toEqual({
    ...given,
    objectData: {
      name: 'Tea',
      price: 5,
      size: { width: 3, height: 2 },
      tags: ['a'],
      note: null,
    },
    references: [
      { name: 'in', key: 't2' },
      { name: 'by', key: 'bob' },
    ],
  });
  expect(changesOf(whole, current, timelines)).toEqual([
    { path: 'size.width', before: 1, after: 3 },
    { path: 'note', before: undefined, after: null },
    { path: 'ref:by', before: 't1', after: 'bob' },
  ]);
});

it('rows are listed with their numbers in the file, and with changes where these are known', () => {
  const rows = [row({ price: 5 }, []), row({}, []), { key: 'e', ended: true as const }];
  const judged = [
    { judgement: 'changed' as const },
    { judgement: 'refused' as const, reason: { message: 'No.' } },
    { judgement: 'ended' as const },
  ];
  const counts = { created: 0, changed: 1, ended: 1, existing: 0, refused: [] };
  const answer = { ...counts, current: [current], timelines };
  const reviewed = reviewRows(rows, [2, 3, 5], judged, answer, { sheet: undefined });
  expect(reviewed.map(({ number, outcome, reason }) => [number, outcome, reason?.message])).toEqual(
    [
      [2, 'changed', undefined],
      [3, 'refused', 'No.'],
      [5, 'ended', undefined],
    ],
  );
  expect(reviewed[0]?.changes?.map(({ path }) => path)).toEqual([
    'name',
    'size',
    'tags',
    'ref:by',
    'ref:in',
  ]);
  expect(reviewed[1]?.changes).toBeUndefined();
});
