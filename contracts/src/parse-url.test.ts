import { expect, it } from 'vitest';
import { parseUrl } from './parse-url.js';

it('reads an international host however often it is asked', () => {
  const hosts = new Set<string | undefined>();
  for (let round = 0; round < 100_000; round += 1)
    hosts.add(parseUrl('https://bücher.example/ä')?.host);
  expect([...hosts]).toEqual(['xn--bcher-kva.example']);
});

it('reads a path against its base, and tells what is no address', () => {
  expect(parseUrl('/a', 'https://annals.test')?.href).toBe('https://annals.test/a');
  expect(parseUrl('https://')).toBeUndefined();
  expect(parseUrl('/a')).toBeUndefined();
});
