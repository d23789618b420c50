import { isRedirect } from '@tanstack/react-router';
import { beforeEach, expect, test } from 'vitest';
import { rootRoute } from './root-route.tsx';

type Before = Parameters<NonNullable<typeof rootRoute.options.beforeLoad>>[0];

/** The redirect for a URL; undefined without one. */
function ledTo(address: string, state = {}): unknown {
  const pathname = new URL(address, 'http://x').pathname;
  try {
    void rootRoute.options.beforeLoad?.({ location: { pathname, href: address, state } } as Before);
  } catch (thrown) {
    if (!isRedirect(thrown)) throw thrown;
    return { to: thrown.options.to, search: thrown.options.search };
  }
  return undefined;
}

beforeEach(() => localStorage.clear());

test.each(['/', '/v1/users?q=a', '/user-management', '/nowhere'])(
  'without stored auth, %s redirects to /login',
  (address) => {
    expect(ledTo(address)).toMatchObject({ to: '/login', search: { redirect: address } });
  },
);

test('the path that was asked for is kept where the address bar cannot contain it', () => {
  expect(ledTo('/page-not-found', { askedPath: '/v1//users' })).toMatchObject({
    to: '/login',
    search: { redirect: '/v1//users' },
  });
});

test('/login does not redirect to itself', () => {
  expect(ledTo('/login')).toBeUndefined();
  expect(ledTo('/login?redirect=/v1/users')).toBeUndefined();
});

test.each(['/reset', '/signup', '/set-password', '/revoke-tokens', '/a/oak'])(
  '%s is accessible without stored auth',
  (address) => {
    expect(ledTo(address)).toBeUndefined();
  },
);

test('with stored auth, pages do not redirect', () => {
  localStorage.setItem('auth', 'token');
  expect(ledTo('/v1/users')).toBeUndefined();
});
