// @vitest-environment node
import { expect, test } from 'vitest';
import { isActiveEntry, menuFor } from './menu-entries.ts';

const routesOf = (master: boolean) =>
  menuFor(master).map(({ heading, entries }) => [heading, entries.map(({ route }) => route)]);

test('everyone sees Home, User Management and Partitions; only global masters see Authentication', () => {
  expect(routesOf(false)).toEqual([
    [undefined, ['index', 'user-management']],
    ['product', ['v1-partitions']],
  ]);
  expect(routesOf(true)).toEqual([
    [undefined, ['index', 'user-management']],
    [
      'authentication',
      [
        'v1-users',
        'v1-tokens',
        'v1-applications',
        'v1-organizational-units',
        'v1-identity-providers',
      ],
    ],
    ['product', ['v1-partitions', 'v1-partitions-all-users', 'v1-alias-urls']],
  ]);
});

test.each([
  ['index', 'index', true],
  ['index', 'v1-users', false],
  ['v1-users', 'v1-users-userId-roles', true],
  ['v1-users', 'v1-users-forName-username', true],
  ['v1-tokens', 'v1-tokens-new', true],
  ['v1-partitions', 'v1-partitions-partitionId-timelines-timelineId-objects', true],
  ['v1-partitions', 'v1-partitions-all-users', false],
  ['v1-partitions', 'v1-partitions-all-users-userId', false],
  ['v1-partitions-all-users', 'v1-partitions-all-users-userId', true],
  ['v1-users', 'v1-partitions-all-users', false],
  ['v1-partitions', undefined, false],
])('the entry %s on the route %s is highlighted: %s', (entry, route, active) => {
  expect(isActiveEntry(entry, route)).toBe(active);
});
