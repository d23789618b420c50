// @vitest-environment node
import { expect, test } from 'vitest';
import { pathTo } from './links.ts';
import { oneOf, parseSearch, stringifySearch } from './search.ts';

test.each([
  ['?a=b', { a: 'b' }],
  ['?a=1&a=2&b=true', { a: ['1', '2'], b: 'true' }],
  ['?q=a+b%26c', { q: 'a b&c' }],
  [
    '?asOf=2022-03-01T00:00:00Z&redirect=/v1/users%3Fq%3D1',
    { asOf: '2022-03-01T00:00:00Z', redirect: '/v1/users?q=1' },
  ],
  ['', {}],
])('reads %s as plain text, never as JSON', (query, search) => {
  expect(parseSearch(query)).toEqual(search);
  expect(parseSearch(stringifySearch(search))).toEqual(search);
});

test('omits undefined values, and treats an empty value as missing', () => {
  expect(stringifySearch({ a: undefined, b: 'x' })).toBe('?b=x');
  expect(stringifySearch({ a: undefined })).toBe('');
  expect([oneOf(['x', 'y']), oneOf(''), oneOf(undefined)]).toEqual(['x', undefined, undefined]);
});

test('pathTo encodes parameters and appends the query', () => {
  expect(pathTo('v1-users-userId', { userId: 'a/b c' }, { tab: 'roles' })).toBe(
    '/v1/users/a%2Fb%20c?tab=roles',
  );
  expect(pathTo('v1-partitions', {}, { q: 'x&y' })).toBe('/v1/partitions?q=x%26y');
  expect(pathTo('index')).toBe('/');
});
