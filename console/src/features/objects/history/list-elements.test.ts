// @vitest-environment node
import { expect, it } from 'vitest';
import { choosableFields, chosenField, fieldText, runsOfElement } from './list-elements.ts';

const data = {
  title: 'Node.js',
  releases: [
    { cycle: '26', latest: '26.1', support: { until: '2029' } },
    { cycle: '24', latest: '24.9' },
  ],
  tags: ['lang'],
};

it('offers fields of list elements below their list', () => {
  expect(choosableFields(data).map(fieldText)).toEqual([
    'title',
    'releases',
    'releases › 26 › latest',
    'releases › 26 › support › until',
    'releases › 24 › latest',
    'tags',
  ]);
});

it('resolves a pointer with an index to the identity of that element', () => {
  expect(chosenField(data, '/releases/1/latest')).toEqual({
    path: '/releases',
    element: '24',
    below: '/latest',
  });
  expect(chosenField(data, '/releases/0')).toEqual({ path: '/releases', element: '26', below: '' });
  expect(chosenField(data, '/title')).toEqual({ path: '/title' });
  expect(chosenField(data, '/tags/0')).toEqual({ path: '/tags/0' });
  expect(chosenField(data, '/gone/0/latest')).toEqual({ path: '/gone/0/latest' });
});

it('tracks an element across moves, and reports when it was added, changed and removed', () => {
  const list = (...elements: [cycle: string, latest: string][]) =>
    elements.map(([cycle, latest]) => ({ cycle, latest }));
  const lists = [
    list(['22', '22.1']),
    list(['22', '22.1'], ['24', '24.0']),
    list(['24', '24.0'], ['22', '22.1']),
    list(['24', '24.1'], ['22', '22.1']),
    list(['22', '22.1']),
  ];
  const runs = lists
    .map((value, index) => ({
      objectId: `v${index + 1}`,
      value,
      present: true,
      modificationDate: `day ${index + 1}`,
      toDate: index === lists.length - 1 ? null : `day ${index + 2}`,
    }))
    .toReversed();
  const reported = (element: string, isWhole = true) =>
    runsOfElement(runs, { path: '/releases', element, below: '/latest' }, isWhole).map(
      ({ objectId, value, present, toDate }) => [objectId, present ? value : undefined, toDate],
    );
  expect(reported('24')).toEqual([
    ['v5', undefined, null],
    ['v4', '24.1', 'day 5'],
    ['v2', '24.0', 'day 4'],
    ['v1', undefined, 'day 2'],
  ]);
  expect(reported('22')).toEqual([['v1', '22.1', null]]);
  expect(reported('24', false)).toHaveLength(3);
});

it('tracks an element by what it is in a comparison, also when another property could name it', () => {
  const lists = [
    [
      { qty: 1, sku: 'A' },
      { qty: 2, sku: 'B' },
    ],
    [
      { qty: 3, sku: 'A' },
      { qty: 2, sku: 'B' },
    ],
    [
      { qty: 2, sku: 'A' },
      { qty: 3, sku: 'B' },
    ],
  ];
  const runs = lists
    .map((value, index) => ({
      objectId: `v${index + 1}`,
      value,
      present: true,
      modificationDate: `day ${index + 1}`,
      toDate: index === lists.length - 1 ? null : `day ${index + 2}`,
    }))
    .toReversed();
  const newest = { items: lists.at(-1) };
  const valuesOf = (pointer: string) =>
    runsOfElement(runs, chosenField(newest, pointer), true).map(({ value }) => value);
  expect(valuesOf('/items/0/sku')).toEqual(['A']);
  expect(valuesOf('/items/0/qty')).toEqual([2, 3, 1]);
  expect(valuesOf('/items/1/qty')).toEqual([3, 2]);
});
