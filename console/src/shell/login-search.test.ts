import { beforeEach, expect, test } from 'vitest';
import { loginSearch } from './login-search.ts';

beforeEach(() => localStorage.clear());

test('contains the full path and the stored identity provider', () => {
  expect(loginSearch('/v1/users?q=a&sort=-name#x')).toEqual({
    redirect: '/v1/users?q=a&sort=-name#x',
    idp: undefined,
  });
  localStorage.setItem('idp', 'corp');
  expect(loginSearch('/')).toEqual({ redirect: '/', idp: 'corp' });
});

test('contains no path on the login page', () => {
  localStorage.setItem('idp', 'corp');
  expect(loginSearch('/login?redirect=/v1/users')).toEqual({ redirect: undefined, idp: 'corp' });
});
