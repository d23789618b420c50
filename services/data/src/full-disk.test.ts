import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, it } from 'vitest';
import { exhaustive } from '@annals/contracts/testing/exhaustive';
import { createObject, recentObjects } from '@annals/contracts/objects';
import { openEmbedded } from '@annals/kit/database/embedded';
import { quiet } from '@annals/kit/testing/databases';
import { testTemplate } from '@annals/kit/testing/test-template';
import { startListener } from './testing/data-listener.ts';

it.runIf(exhaustive)(
  'starts on a full disk, reads for new callers, and refuses writes with 507',
  async () => {
    const dataDir = await mkdtemp(path.join(tmpdir(), 'annals-full-disk-'));
    const config = { dataDir, templateFile: await testTemplate(), log: quiet };
    const before = await openEmbedded(config, dataDir);
    const first = await startListener(before);
    const params = { partitionId: await first.makePartition() };
    await first.close();
    await before.close();

    const full = await openEmbedded(config, dataDir, { freeBytes: async () => 0 });
    const second = await startListener(full);
    expect((await second.call(recentObjects, { as: 'reader', params })).status).toBe(200);
    const body = { type: 'TAG', objectData: {} };
    expect(await second.call(createObject, { as: 'editor', params, body })).toMatchObject({
      status: 507,
      body: { code: 'disk_full' },
    });
    await second.close();
    await full.close();
    await rm(dataDir, { recursive: true });
  },
);
