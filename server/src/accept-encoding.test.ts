import { expect, it } from 'vitest';
import { chooseEncoding, type Encoding } from './accept-encoding.ts';

const all = new Set<Encoding>(['br', 'gzip', 'identity']);

it.each([
  [undefined, 'identity'],
  ['', 'identity'],
  ['br', 'br'],
  ['gzip', 'gzip'],
  ['x-gzip', 'gzip'],
  ['gzip, deflate, br, zstd', 'br'],
  ['GZIP;Q=0.8, Br;q=0.2', 'gzip'],
  ['br;q=0, gzip', 'gzip'],
  ['br;q=0', 'identity'],
  ['deflate', 'identity'],
  ['*', 'br'],
  ['*;q=0.5, gzip', 'gzip'],
  ['br;q=0, *', 'gzip'],
  ['identity, br;q=0.5', 'identity'],
  ['gzip;q=0.1, identity;q=0', 'gzip'],
  ['*;q=0', 'identity'],
  ['br;q=nonsense, gzip', 'gzip'],
] as const)('%j: %s', (header, encoding) => expect(chooseEncoding(header, all)).toBe(encoding));

it('chooses only among the available encodings', () => {
  expect(chooseEncoding('br, gzip', new Set<Encoding>(['gzip', 'identity']))).toBe('gzip');
  expect(chooseEncoding('br, gzip', new Set<Encoding>(['identity']))).toBe('identity');
});
