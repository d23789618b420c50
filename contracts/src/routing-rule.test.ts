import { expect, test } from 'vitest';
import { routeOf } from './routing.ts';

/** As named in the specification's section 7; independent of the code. */
const prefixes = [
  '/authentication',
  '/v1/users',
  '/v1/applications',
  '/v1/tokens',
  '/v1/auth',
  '/v1/organizational-units',
  '/v1/identity-providers',
  '/v1/partitions',
  '/v1/alias-url',
];

test.each(prefixes)('%s goes to the authentication service, by whole segments', (prefix) => {
  const below = routeOf(`${prefix}/v1/x`);
  expect(below?.upstream).toBe('authentication');
  expect(routeOf(`${prefix}x/v1`)?.upstream).not.toBe('authentication');
});

test.each(['/v1/jobs', '/v1', '/v1/user', '/v1/applicationsx', '/v1/authx', '/v1/alias-urls/x'])(
  '%s goes to the data service',
  (path) => expect(routeOf(path)).toEqual({ upstream: 'data', path }),
);

test('strips only the prefix /authentication, and only once', () => {
  expect(routeOf('/authentication/v1/roles')?.path).toBe('/v1/roles');
  expect(routeOf('/v1/auth/authentication')?.path).toBe('/v1/auth/authentication');
  expect(routeOf('/authentication/authentication/v1/roles')).toBeUndefined();
});
