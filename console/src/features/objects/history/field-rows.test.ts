// @vitest-environment node
import { expect, it } from 'vitest';
import { fieldPaths, fieldRows } from './field-rows.ts';

it('lists each field once, below the object that contains it', () => {
  const rows = fieldRows([
    { path: '/title' },
    { path: '/release/cycle' },
    { path: '/release/a~1b' },
  ]);
  expect(
    rows.map(({ pointer, names, level, field }) => [pointer, names.at(-1), level, field?.path]),
  ).toEqual([
    ['/title', 'title', 0, '/title'],
    ['/release', 'release', 0, undefined],
    ['/release/cycle', 'cycle', 1, '/release/cycle'],
    ['/release/a~1b', 'a/b', 1, '/release/a~1b'],
  ]);
});

it('names list elements by identity, or by position from 1', () => {
  const fields = ['/releases/0/latest', '/releases/1/latest', '/methods/1/git'];
  const names = (data?: unknown) =>
    fieldRows(
      fields.map((path) => ({ path })),
      data,
    ).flatMap((row) => (row.field ? row.names.join(' › ') : []));
  const data = {
    releases: [
      { cycle: '26', latest: '26.1' },
      { cycle: '24', latest: '24.9' },
    ],
    methods: [{ git: 'x' }, { git: 'x' }],
  };
  expect(names(data)).toEqual([
    'releases › 26 › latest',
    'releases › 24 › latest',
    'methods › #2 › git',
  ]);
  expect(names()).toEqual(['releases › 0 › latest', 'releases › 1 › latest', 'methods › 1 › git']);
});

it('lists the paths of fields without nested fields', () => {
  expect(fieldPaths({ title: 'x', release: { cycle: 1, 'a/b': [1], none: {} } })).toEqual([
    '/title',
    '/release/cycle',
    '/release/a~1b',
    '/release/none',
  ]);
});
