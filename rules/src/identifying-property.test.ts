// @vitest-environment node
import { expect, it } from 'vitest';
import { identifyingProperty } from './identifying-property.ts';

it.each([
  ['an ID, whatever else is equal', [{ id: 'c', v: 2 }], [{ id: 'b', v: 2 }], 'id'],
  [
    'an ID of one of two',
    [
      { id: 'a', v: 1 },
      { id: 'c', v: 2 },
    ],
    [{ id: 'b', v: 2 }],
    'id',
  ],
  ['a number where there is no ID', [{ part: 7, n: 'x' }], [{ part: 7, n: 'y' }], 'part'],
  [
    'a number that stays beside a title',
    [{ title: 'x', part: 7 }],
    [{ title: 'y', part: 7 }],
    'part',
  ],
  ['a text that stays beside a new ID', [{ id: 1, part: 's' }], [{ id: 2, part: 's' }], 'part'],
  ['nothing that an element lacks', [{ id: 1 }, { name: 'a' }], [{ id: 1 }], null],
  ['nothing that occurs twice', [{ id: 1 }, { id: 1 }], [{ id: 1 }], null],
])('elements are told apart by %s', (_, before, after, property) => {
  expect(identifyingProperty(before, after)).toBe(property);
});
