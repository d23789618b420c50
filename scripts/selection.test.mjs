// @vitest-environment node
import { expect, it } from 'vitest';
import { isSelected, testsLeftOut, unknownNames } from './selection.mjs';

it('has an area for every test, and only names of tests that exist', () => {
  expect(testsLeftOut().length).toBeGreaterThan(0);
  expect(unknownNames()).toEqual([]);
});

it('refuses a file in no area, and runs what protects access whole', () => {
  expect(() => isSelected('elsewhere/x.test.ts')).toThrow('scripts/selection.mjs');
  for (const file of ['access', 'authority-matrix', 'every-write', 'outside-scope'])
    expect(isSelected(`services/authentication/src/${file}.test.ts`)).toBe(true);
});
