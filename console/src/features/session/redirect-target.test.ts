// @vitest-environment node
import { expect, test } from 'vitest';
import { redirectTarget } from './redirect-target.ts';

const origin = 'https://annals.example';

test.each([
  ['/v1/partitions', '/v1/partitions'],
  ['/v1/users?q=a%20b&sort=-name', '/v1/users?q=a%20b&sort=-name'],
  [
    '/v1/partitions/p/objects/o?asOf=2022-03-01T00:00:00Z#x',
    '/v1/partitions/p/objects/o?asOf=2022-03-01T00:00:00Z#x',
  ],
  ['/v1/../v1/users', '/v1/users'],
])('redirects %s to %s', (redirect, target) => {
  expect(redirectTarget(redirect, origin)).toBe(target);
});

test.each([
  undefined,
  '',
  'https://evil.example/v1/users',
  '//evil.example/v1/users',
  '/\\evil.example/v1/users',
  '\\\\evil.example',
  '/\t/evil.example/v1/users',
  'javascript:alert(1)',
  'data:text/html,x',
  `${origin}/v1/users`,
  'v1/users',
  '/nowhere',
  '/v1/partitions//objects',
  '/api/annals',
  '/login?redirect=/login',
  '/set-password',
  '/reset',
  '/signup?x=1',
  'http://[',
])('redirects %j to Home', (redirect) => {
  expect(redirectTarget(redirect, origin)).toBe('/');
});
