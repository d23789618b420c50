import { expect, it } from 'vitest';
import { parseUrl } from './parse-url.js';

it('reads an international host however often it is asked', () => {
  for (let round = 0; round < 100_000; round += 1)
    if (parseUrl('https://bücher.example/ä')?.host !== 'xn--bcher-kva.example')
      expect.unreachable();
});

it('reads a path against its base, and tells what is no address', () => {
  expect(parseUrl('/a', 'https://annals.test')?.href).toBe('https://annals.test/a');
  expect(parseUrl('https://')).toBeUndefined();
  expect(parseUrl('/a')).toBeUndefined();
});
