import { expect, it } from 'vitest';
import { parseUrl } from './parse-url.js';

it('keeps parsing an international host when called often', () => {
  const hosts = new Set<string | undefined>();
  for (let round = 0; round < 100_000; round += 1)
    hosts.add(parseUrl('https://bücher.example/ä')?.host);
  expect([...hosts]).toEqual(['xn--bcher-kva.example']);
});

it('resolves a path against its base, and refuses what is not a URL', () => {
  expect(parseUrl('/a', 'https://annals.test')?.href).toBe('https://annals.test/a');
  expect(parseUrl('https://')).toBeUndefined();
  expect(parseUrl('/a')).toBeUndefined();
});
