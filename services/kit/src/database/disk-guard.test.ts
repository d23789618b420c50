import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, it } from 'vitest';
import { quiet } from '../testing/databases.ts';
import { DiskGuard } from './disk-guard.ts';

it('tells again of a full disk when the database could not take it in', async () => {
  const directory = await mkdtemp(path.join(tmpdir(), 'annals-disk-'));
  // room enough to write, too little for the reserve
  let free = 100 * 1024 * 1024;
  const guard = new DiskGuard(directory, quiet, async () => free);
  await guard.beforeStart();
  const told: boolean[] = [];
  guard.watch(async () => {
    told.push(guard.full);
    if (told.length === 1) throw new Error('away');
  });
  free = 0;
  await expect.poll(() => told, { timeout: 5_000 }).toEqual([true, true]);
  guard.stop();
  await rm(directory, { recursive: true });
});
