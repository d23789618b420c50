import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, it } from 'vitest';
import { quiet } from '../testing/databases.ts';
import { DiskGuard } from './disk-guard.ts';

it('reports a full disk again if the database could not apply it', async () => {
  const directory = await mkdtemp(path.join(tmpdir(), 'annals-disk-'));
  // room enough to write, too little for the reserve
  let free = 100 * 1024 * 1024;
  const guard = new DiskGuard(directory, quiet, async () => free);
  await guard.beforeStart();
  const reported: boolean[] = [];
  guard.watch(async () => {
    reported.push(guard.full);
    if (reported.length === 1) throw new Error('away');
  });
  free = 0;
  await expect.poll(() => reported).toEqual([true, true]);
  guard.stop();
  await rm(directory, { recursive: true });
});

it('logs once that it cannot check the disk, and again after it could', async () => {
  const directory = await mkdtemp(path.join(tmpdir(), 'annals-disk-'));
  let looks = 0;
  let isGone = false;
  const messages: unknown[] = [];
  const guard = new DiskGuard(
    directory,
    { ...quiet, warn: (_: unknown, message?: string) => messages.push(message) },
    async () => {
      looks += 1;
      if (isGone) throw new Error('ENOENT');
      return 100 * 1024 * 1024;
    },
  );
  guard.watch(async () => undefined);
  const look = async (times: number) => {
    const until = looks + times;
    await expect.poll(() => looks).toBeGreaterThanOrEqual(until);
  };
  isGone = true;
  await look(3);
  expect(messages).toHaveLength(1);
  isGone = false;
  await look(2);
  isGone = true;
  await look(2);
  guard.stop();
  expect(messages).toHaveLength(2);
  await rm(directory, { recursive: true });
});
