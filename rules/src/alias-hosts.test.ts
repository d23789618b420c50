import { expect, it } from 'vitest';
import { aliasHost, allowedAddress } from './alias-hosts.ts';

const hosts = ['docs.example.org', '*.example.com', 'intranet:8443', 'xn--bcher-kva.example'];

it.each([
  ['https://docs.example.org', 'https://docs.example.org/'],
  ['HTTP://DOCS.Example.ORG:80/Guide?a=b#c', 'http://docs.example.org/Guide?a=b#c'],
  ['https://a.b.example.com/x', 'https://a.b.example.com/x'],
  ['https://intranet:8443/', 'https://intranet:8443/'],
  ['https://bücher.example/ä', 'https://xn--bcher-kva.example/%C3%A4'],
  ['https:///docs.example.org/', 'https://docs.example.org/'],
  [
    'https://docs.example.org/https://evil.example/',
    'https://docs.example.org/https://evil.example/',
  ],
])('allows %s', (written, address) => {
  expect(allowedAddress(written, hosts)).toBe(address);
});

it.each([
  '',
  'javascript:alert(1)',
  'data:text/html,x',
  'ftp://docs.example.org/',
  '//docs.example.org/',
  '/v1/users',
  'https:docs.example.org',
  'https:/docs.example.org',
  'https://docs.example.org.evil.example/',
  'https://docs.example.org@evil.example/',
  'https://evil.example#@docs.example.org/',
  'https://someone:secret@docs.example.org/',
  'https://someone@docs.example.org/',
  'https://docs.example.org./',
  'https://docs.example.org:8443/',
  'https://intranet/',
  'https://evil.example/docs.example.org',
  'https://example.com/',
  'https://.example.com/',
  'https://evilexample.com/',
  'https://docs.example.org\\@evil.example/',
  'https://docs.exam\tple.org/',
  ' https://docs.example.org/',
  'https://docs.example.org/ ',
  'https://docs.example.org/a\r\nset-cookie: x',
  'https://döcs.example.org/',
  'https://docs.example.org%2eevil.example/',
])('refuses %j', (written) => {
  expect(allowedAddress(written, hosts)).toBeUndefined();
});

it('normalizes hosts as URLs do', () => {
  expect(['Docs.Example.ORG', '*.Bücher.example:8443', 'docs.example:443'].map(aliasHost)).toEqual([
    'docs.example.org',
    '*.xn--bcher-kva.example:8443',
    'docs.example',
  ]);
  for (const written of [
    '',
    '*',
    '*.',
    'https://a.example',
    'a.example/x',
    'u@a.example',
    'a b',
    'a.',
  ])
    expect([written, aliasHost(written)]).toEqual([written, undefined]);
});
