import os from 'node:os';
import { afterAll, describe, expect, it, vi } from 'vitest';
import argon2 from '@node-rs/argon2';
import { PasswordHashes } from './password-hashes.ts';

const hash = vi.spyOn(argon2, 'hash');
vi.spyOn(os, 'availableParallelism').mockReturnValue(5);
afterAll(() => vi.restoreAllMocks());

describe('password hashes', () => {
  it('are argon2id with 19 MiB, two passes and one lane', async () => {
    const stored = await new PasswordHashes().hash('grey heron on the pier');
    expect(stored).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    expect(argon2.parseOptions(stored).saltLen).toBe(16);
  });

  it('match only their password, and no password matches a missing hash', async () => {
    const hashes = new PasswordHashes();
    const stored = await hashes.hash('grey heron on the pier');
    expect(await hashes.verify(stored, 'grey heron on the pier')).toBe(true);
    expect(await hashes.verify(stored, 'grey heron on the pie')).toBe(false);
    expect(await hashes.verify(undefined, 'grey heron on the pier')).toBe(false);
  });

  it('run on half of the processors, with 64 waiting, and refuse the rest', async () => {
    const running: (() => void)[] = [];
    hash.mockImplementation(() => new Promise((resolve) => running.push(() => resolve('done'))));
    const hashes = new PasswordHashes();
    const accepted = Array.from({ length: 66 }, () => hashes.hash('x'));
    expect(running).toHaveLength(2);
    await expect(hashes.hash('x')).rejects.toMatchObject({
      status: 503,
      extras: { retryAfter: 2 },
    });
    for (const each of accepted) {
      expect(running.length).toBeLessThanOrEqual(2);
      running.shift()?.();
      await each;
    }
    const after = hashes.hash('x');
    expect(running).toHaveLength(1);
    running[0]?.();
    await expect(after).resolves.toBe('done');
  });

  it('release the permit when one fails', async () => {
    hash.mockRejectedValue(new Error('no memory'));
    const hashes = new PasswordHashes();
    const failing = Array.from({ length: 5 }, () => hashes.hash('x'));
    for (const each of await Promise.allSettled(failing)) expect(each.status).toBe('rejected');
    hash.mockResolvedValue('done');
    await expect(hashes.hash('x')).resolves.toBe('done');
  });
});
