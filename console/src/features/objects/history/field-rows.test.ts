// @vitest-environment node
import { expect, it } from 'vitest';
import { fieldPaths, fieldRows } from './field-rows.ts';

it('puts fields under what holds them, each once', () => {
  const rows = fieldRows([
    { path: '/title' },
    { path: '/release/cycle' },
    { path: '/release/a~1b' },
  ]);
  expect(
    rows.map(({ pointer, name, level, field }) => [pointer, name, level, field?.path]),
  ).toEqual([
    ['/title', 'title', 0, '/title'],
    ['/release', 'release', 0, undefined],
    ['/release/cycle', 'cycle', 1, '/release/cycle'],
    ['/release/a~1b', 'a/b', 1, '/release/a~1b'],
  ]);
});

it('names the fields that hold no others', () => {
  expect(fieldPaths({ title: 'x', release: { cycle: 1, 'a/b': [1], none: {} } })).toEqual([
    '/title',
    '/release/cycle',
    '/release/a~1b',
    '/release/none',
  ]);
});
