// @vitest-environment node
import { createHash, randomBytes } from 'node:crypto';
import { expect, it } from 'vitest';
import { Sha256 } from './sha-256.ts';

it.each([0, 1, 55, 56, 63, 64, 65, 119, 120, 1000, 100_003])(
  'is what everybody calls SHA-256, for %i bytes in pieces',
  (length) => {
    const bytes = randomBytes(length);
    const hash = new Sha256();
    for (let at = 0; at < length; at += 37) hash.update(bytes.subarray(at, at + 37));
    expect(hash.digest()).toBe(createHash('sha256').update(bytes).digest('hex'));
  },
);
