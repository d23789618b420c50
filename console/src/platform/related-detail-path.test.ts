// @vitest-environment node
import { expect, test } from 'vitest';
import { relatedDetailPath } from './related-detail-path.ts';

test.each([
  ['/v1/partitions/p', 'partition', '/v1/partitions/p'],
  ['/v1/partitions/p/users', 'partition', '/v1/partitions/p'],
  ['/v1/partitions/p/objects', 'partition', '/v1/partitions/p'],
  ['/v1/partitions/p/objects/recent', 'partition', '/v1/partitions/p'],
  ['/v1/partitions/p/indices/search-text', 'partition', '/v1/partitions/p'],
  ['/v1/partitions/p/objects/o', 'object', '/v1/partitions/p/objects/o'],
  ['/v1/partitions/p/objects/referencedBy/o', 'object', '/v1/partitions/p/objects/o'],
  ['/v1/partitions/p/timelines/t/objects', 'timeline', '/v1/partitions/p/timelines/t/objects'],
  [
    '/v1/partitions/p/timelines/t/objects/latest',
    'timeline',
    '/v1/partitions/p/timelines/t/objects',
  ],
  ['/v1/users/u', 'user', '/v1/users/u'],
  ['/v1/users/u/roles', 'user', '/v1/users/u'],
  ['/v1/users/u/edit/', 'user', '/v1/users/u'],
  ['/v1/partitions/all/users/u', 'user', '/v1/users/u'],
  ['/v1/applications/a', 'application', '/v1/applications/a'],
  ['/v1/organizational-units/o/users', 'organizationalUnit', '/v1/organizational-units/o'],
  ['/v1/identity-providers/i/edit', 'identityProvider', '/v1/identity-providers/i'],
])('maps %s to the %s at %s', (page, kind, path) => {
  expect(relatedDetailPath(page)).toEqual({ kind, path });
});

test.each([
  '/',
  '/v1/users',
  '/v1/users/forName/ada',
  '/v1/users/forNameContaining/a',
  '/v1/partitions',
  '/v1/partitions/all/users',
  '/v1/organizational-units/new',
  '/v1/identity-providers/new',
  '/v1/tokens',
])('maps %s to nothing', (page) => {
  expect(relatedDetailPath(page)).toBeUndefined();
});
