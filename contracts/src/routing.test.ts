import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { authenticationPrefixes, routeOf } from './routing.ts';

describe('which service a path belongs to', () => {
  it.each([
    ['/v1/users', 'authentication', '/v1/users'],
    ['/v1/users/current', 'authentication', '/v1/users/current'],
    ['/v1/auth', 'authentication', '/v1/auth'],
    ['/v1/partitions/all/users/current', 'authentication', '/v1/partitions/all/users/current'],
    ['/v1/alias-url/reactivate', 'authentication', '/v1/alias-url/reactivate'],
    ['/authentication/v1/roles', 'authentication', '/v1/roles'],
    ['/authentication/v1/jobs', 'authentication', '/v1/jobs'],
    ['/v1/migrations', 'data', '/v1/migrations'],
    ['/v1/usersx', 'data', '/v1/usersx'],
    ['/v1/alias-urls', 'data', '/v1/alias-urls'],
  ])('%s goes to %s as %s', (path, upstream, forwarded) => {
    expect(routeOf(path)).toEqual({ upstream, path: forwarded });
  });

  it.each([
    '/',
    '/metrics',
    '/healthz',
    '/authentication',
    '/authentication/metrics',
    '/v10/users',
    '',
  ])('%j is an unknown endpoint', (path) => expect(routeOf(path)).toBeUndefined());

  it('routes every path below a listed prefix to authentication', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...authenticationPrefixes.filter((prefix) => prefix.startsWith('/v1'))),
        fc.string({ minLength: 1 }),
        (prefix, rest) => {
          expect(routeOf(`${prefix}/${rest}`)?.upstream).toBe('authentication');
        },
      ),
    );
  });
});
