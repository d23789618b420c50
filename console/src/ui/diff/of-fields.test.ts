// @vitest-environment node
import { expect, it } from 'vitest';
import { diffVersions } from '@annals/rules/version-diff/diff-versions';
import { ofFields } from './of-fields.ts';

const older = {
  type: 'A',
  objectData: { title: 'x', list: [{ id: '1', latest: '1.0', eol: false }], deep: { a: 1 } },
  references: [{ name: 'r', timelineId: 't' }],
};
const newer = {
  type: 'B',
  objectData: {
    title: 'y',
    list: [
      { id: '1', latest: '1.1', eol: true },
      { id: '2', latest: '2.0', eol: false },
      { id: '3' },
    ],
  },
  references: [],
};
const changed = (...fields: string[]) => {
  const { changes, references, type } = ofFields(diffVersions(older, newer), fields);
  expect(fields.length === 0 || (references.length === 0 && type === null)).toBe(true);
  return changes.map(({ path, before, after }) => [
    path.map(({ text }) => text).join('.'),
    before,
    after,
  ]);
};

it('keeps changes of the selected fields, and the relevant parts of larger changes', () => {
  expect(changed('/list/latest')).toEqual([
    ['list.1.latest', '1.0', '1.1'],
    ['list.2.latest', undefined, '2.0'],
  ]);
  expect(changed('/title', '/deep/a')).toEqual([
    ['title', 'x', 'y'],
    ['deep.a', 1, undefined],
  ]);
  expect(changed('/list').length).toBe(4);
  expect(changed('/other')).toEqual([]);
  expect(changed().length).toBeGreaterThan(4);
});
