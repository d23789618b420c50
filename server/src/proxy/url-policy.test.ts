import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { runs } from '@annals/contracts/testing/exhaustive';
import { checkUrl } from './url-policy.ts';
import { anyTarget } from '../testing/any-target.ts';

const refused = (url: string) => {
  const verdict = checkUrl(url);
  return verdict.kind === 'refused' ? verdict.reason.message : `not refused: ${verdict.kind}`;
};

describe('approved urls', () => {
  it.each([
    ['/v1/users', 'authentication', '/v1/users'],
    ['/v1/users?role=A&role=B', 'authentication', '/v1/users?role=A&role=B'],
    ['/authentication/v1/roles', 'authentication', '/v1/roles'],
    ['/authentication/v1/events?x=1', 'authentication', '/v1/events?x=1'],
    ['/v1/partitions/all/users/current', 'authentication', '/v1/partitions/all/users/current'],
    [
      '/v1/alias-url?alias=https%3A%2F%2Fexample.org%2F%3Fa',
      'authentication',
      '/v1/alias-url?alias=https%3A%2F%2Fexample.org%2F%3Fa',
    ],
    ['/v1/jobs', 'data', '/v1/jobs'],
    ['/v1/usersettings', 'data', '/v1/usersettings'],
    [
      '/v1/users/forName/a.b%40example.org',
      'authentication',
      '/v1/users/forName/a.b%40example.org',
    ],
    ['/v1/users/forName/a@example.org', 'authentication', '/v1/users/forName/a@example.org'],
    [
      '/v1/users/forName/m%C3%BCller%2Fsohn',
      'authentication',
      '/v1/users/forName/m%C3%BCller%2Fsohn',
    ],
    ['/v1/users/forName/...', 'authentication', '/v1/users/forName/...'],
    ['/v1/users/forNameContaining/100%25', 'authentication', '/v1/users/forNameContaining/100%25'],
    ['/v1/users?name=%5C%0A', 'authentication', '/v1/users?name=%5C%0A'],
    ['/v1/users?a=/../?b', 'authentication', '/v1/users?a=/../?b'],
    ['/v1/users?', 'authentication', '/v1/users?'],
  ])('%s', (url, upstream, target) => {
    expect(checkUrl(url)).toEqual({ kind: 'approved', upstream, target });
  });
});

describe('unknown urls', () => {
  it.each([
    '/metrics',
    '/healthz',
    '/V1/users',
    '/v1users',
    '/v12/users',
    '/authentication',
    '/authentication/metrics',
    '/authenticationv1/users',
    '/authentication/authentication/v1/users',
    '/@evil.example/v1/users',
    '/evil.example',
  ])('%s', (url) => expect(checkUrl(url)).toEqual({ kind: 'unknown' }));
});

describe('refused urls', () => {
  it.each([
    '',
    'v1/users',
    'http://evil.example/v1/users',
    'HTTPS://evil.example/v1/users',
    '/\\evil.example/v1/users',
    '\\\\evil.example',
    'user@evil.example/v1/users',
    '?x',
    '/v1/users#fragment',
    '/v1/users?x#fragment',
    '/v1/us ers',
    ' /v1/users',
    '/v1/users ',
    '/v1/users HTTP/1.1\r\nHost: evil.example\r\n\r\n',
    '/v1/users?x=1\r\nX: y',
    '/v1/users\0',
    '/v1/us\ters',
    '/v1/usérs',
    '/v1/users/\u{1F600}',
    '/v1/users/\ud800',
    '/v1/users;/../x',
    '/v1/users/..;/x',
    '/v1/users/[1]',
    '/v1/users?include[0]=id',
    '/v1/users?x="y"',
    '/v1/users/{id}',
    '/v1/users/`',
    '/v1/users?x=^|',
  ])('not a path with a query: %j', (url) => expect(refused(url)).toMatch(/^must be a path/));

  it.each([
    '/',
    '/v1//users',
    '/v1/users/',
    '/v1/users/?x',
    '//evil.example/v1/users',
    '///evil.example',
    '/authentication//v1/users',
    '/authentication/',
  ])('an empty segment: %s', (url) => expect(refused(url)).toBe('has an empty segment'));

  it.each([
    '/v1/../metrics',
    '/v1/users/..',
    '/v1/users/.',
    '/./v1/users',
    '/v1/users/..%2Fx',
    '/v1/users/x%2F..',
    '/v1/users/x%2F.%2Fy',
    '/authentication/../v1/users',
    '/authentication/v1/..',
  ])('a dot segment: %s', (url) => expect(refused(url)).toBe('has a dot segment'));

  it.each([
    '/v1/%75sers',
    '/%76%31/users',
    '/v1/users/%2e%2e',
    '/v1/users/%2E',
    '/v1/users/.%2e/x',
    '/v1/users/%41',
    '/v1/users/%7e',
    '/v1/users/%5F',
    '/v1/users/%2D',
    '/authentication/%76%31/users',
  ])('a disguised character: %s', (url) =>
    expect(refused(url)).toBe('encodes a character that needs no encoding'),
  );

  it.each([
    '/v1/users/%252e%252e',
    '/v1/users/%252F',
    '/v1/users?x=%252e',
    '/v1/users?x=%25%32%65',
  ])('a doubly encoded byte: %s', (url) => expect(refused(url)).toBe('has a doubly encoded byte'));

  it.each([
    '/v1/users%2Fcurrent',
    '/v1%2Fusers',
    '/v1/users%20',
    '/v1/%C3%BCsers',
    '/v1/%40',
    '/authentication%2Fv1/users',
    '/authentication/v1/users%2Fcurrent',
    '/authentication/v1%2Fusers/current',
  ])('an encoded character outside of a parameter: %s', (url) =>
    expect(refused(url)).toBe('has an encoded character where no parameter stands'),
  );

  it.each(['/v1/users/%', '/v1/users/%2', '/v1/users/%zz', '/v1/users?x=%', '/v1/users?x=%u0041'])(
    'broken encoding: %s',
    (url) => expect(refused(url)).toBe('has a "%" that begins no encoded byte'),
  );

  it.each(['/v1/users/%C3', '/v1/users/%C0%AE%C0%AE', '/v1/users/%FF', '/v1/users?x=%ED%A0%80'])(
    'not UTF-8: %s',
    (url) => expect(refused(url)).toBe('encodes bytes that are not UTF-8'),
  );

  it.each([
    '/v1/users/%00',
    '/v1/users/%0D%0A',
    '/v1/users/%7F',
    '/v1/users/%C2%85',
    '/v1/users/..%5C..',
  ])('an encoded control character or backslash in the path: %s', (url) =>
    expect(refused(url)).toBe('has a control character or a backslash in its path'),
  );

  it('more than 4 KiB', () => {
    const longest = `/v1/users?x=${'y'.repeat(4096 - 12)}`;
    expect(checkUrl(longest).kind).toBe('approved');
    expect(refused(`${longest}y`)).toBe('is longer than 4096 bytes');
  });
});

it('an approved target is the given url itself, or the url without /authentication', () => {
  fc.assert(
    fc.property(anyTarget, (url) => {
      const verdict = checkUrl(url);
      if (verdict.kind !== 'approved') return;
      expect([verdict.target, `/authentication${verdict.target}`]).toContain(url);
      expect(verdict.target).toMatch(/^\/v1(?:[/?]|$)/);
      const read = new URL(`http://upstream.example${verdict.target}`);
      expect(read.origin).toBe('http://upstream.example');
      expect(read.pathname).toBe(verdict.target.split('?', 1)[0]);
      expect(checkUrl(verdict.target)).toMatchObject({ kind: 'approved', target: verdict.target });
    }),
    { numRuns: runs(5000) },
  );
});

it('every parameter encoded by encodeURIComponent is approved, unless it could be read as a path', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', minLength: 1 }), (value) => {
      const plain =
        !/[\p{Cc}\\]|%[\dA-Fa-f]{2}/u.test(value) && !/(?:^|\/)\.{1,2}(?:\/|$)/.test(value);
      if (!plain) return;
      expect(checkUrl(`/v1/users/forName/${encodeURIComponent(value)}`).kind).toBe('approved');
    }),
  );
});
