import { Readable } from 'node:stream';
import pino from 'pino';
import sql from 'sql-template-tag';
import { expect, it } from 'vitest';
import { createObject } from '@annals/contracts/objects';
import { startListener } from '@annals/data/testing/data-listener';
import { openDatabase } from '@annals/kit/database/database';
import { countShards, distribute } from '@annals/kit/distribution/distribute';
import { createDatabase, migratedName, quiet, testServerUrl } from '@annals/kit/testing/databases';
import { BackupReader, backUp, restore } from './embedded-backup.ts';

const log = pino({ level: 'silent' });
const patience = { timeout: 300_000, interval: 20 };
const dataDir = '/nowhere';

// On a single server, and in `npm run cluster` on a cluster.
it.runIf(testServerUrl())(
  'a backup has each partition as of one moment during writes, and restores over existing data with the same distribution',
  async () => {
    const { url: databaseUrl, drop } = await createDatabase(process.env[migratedName]);
    const text: Buffer[] = [];
    try {
      const database = await openDatabase({ databaseUrl, log: quiet });
      const shards = await countShards(database);
      const service = await startListener(database);
      const partitionIds: string[] = [];
      for (let number = 1; number <= 6; number += 1)
        partitionIds.push(await service.makePartition());
      let written = 0;
      const stop = new AbortController();
      const writing = partitionIds.map(async (partitionId) => {
        while (!stop.signal.aborted) {
          const body = { type: 'TAG', objectData: { written } };
          const { status } = await service.call(createObject, {
            as: 'editor',
            params: { partitionId },
            body,
          });
          expect(status).toBe(201);
          written += 1;
        }
      });
      await expect.poll(() => written, patience).toBeGreaterThan(60);
      const write = async (part: string) => {
        text.push(Buffer.from(part));
        // The receiver is slow, so that more is written meanwhile.
        const before = written;
        await expect.poll(() => written, patience).toBeGreaterThan(before);
      };
      await backUp({ databaseUrl, dataDir }, log, { write });
      stop.abort();
      await Promise.all(writing);
      await service.close();
      await database.close();

      const backup = await BackupReader.open(Readable.from(text));
      await restore({ databaseUrl, dataDir }, log, backup, { replace: true });
      const restored = await openDatabase({ databaseUrl, log: quiet });
      await expect(countShards(restored)).resolves.toBe(shards);
      const { done } = shards > 0 ? await distribute(restored) : { done: [] };
      expect(done).toEqual([]);
      let all = 0;
      for (const id of partitionIds) {
        const [partition] = await restored.query<Record<'versions' | 'newest' | 'logged', number>>(
          sql`select (select count(*) from data.version where partition_id = ${id}) as versions,
            (select next_seq - 1 from data.partition_head where partition_id = ${id}) as newest,
            (select size from data.log_head where partition_id = ${id}) as logged`,
        );
        const { versions = 0 } = partition ?? {};
        expect(partition).toEqual({ versions, newest: versions, logged: versions });
        all += versions;
      }
      expect(all).toBeGreaterThan(50);
      expect(all).toBeLessThan(written);
      await restored.close();
    } finally {
      await drop();
    }
  },
);
