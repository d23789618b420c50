import { Readable } from 'node:stream';
import type { FastifyRequest } from 'fastify';
import { pino } from 'pino';
import sql from 'sql-template-tag';
import { expect, it, vi } from 'vitest';
import { listReads, maxLostMs, putReadRecording } from '@annals/contracts/read-records';
import { exportObjects } from '@annals/contracts/transfers';
import type { Database } from '@annals/kit/database/database';
import { testDatabases } from '@annals/kit/testing/databases';
import { people, scopeOfPerson, startListener } from '../testing/data-listener.ts';
import { batchTime } from '../verification/reads.sql.ts';
import { showing } from '../versions/shown-versions.ts';
import { ReadRecorder } from './read-recorder.ts';

const { userId } = people.reader;

/** A recorder of reads in a new partition, each a stream that shows so many rows, on a database that can be watched. */
async function startRecorder(database: Database, beforeWrite: () => Promise<void>) {
  const service = await startListener(database);
  const partitionId = await service.makePartition();
  const params = { partitionId };
  await service.call(putReadRecording, { as: 'owner', params, body: { scope: 'OBJECTS' } });
  const watched: Database = Object.assign(Object.create(database) as Database, {
    transaction: async (action: Parameters<Database['transaction']>[0]) => {
      await beforeWrite();
      return database.transaction(action);
    },
  });
  const recorder = new ReadRecorder({ database: watched, log: pino({ level: 'silent' }) });
  await recorder.reload();
  const scope = await scopeOfPerson(userId);
  const read = (count: number) => {
    const answer = showing(new Readable({ read: () => undefined }), [{ count: () => count }]);
    const sessionId = 'session';
    const caller = { userId, username: 'reader', name: 'Reader', sessionId, roles: [], scope };
    const request = {
      id: `r${count}`,
      ip: '127.0.0.1',
      query: {},
      headers: {},
    } as unknown as FastifyRequest;
    void recorder.recordReads(exportObjects)?.({ caller, params, request, answer });
    return () => new Promise((resolve) => answer.once('close', resolve).destroy());
  };
  return { service, partitionId, recorder, read };
}

it.each(testDatabases())(
  'the rows of a stream that ends while others are counted are counted too, $kind',
  async ({ open }) => {
    const database = await open();
    let countWritten: (() => Promise<void>) | undefined;
    const { service, partitionId, recorder, read } = await startRecorder(database, async () => {
      await countWritten?.();
      countWritten = undefined;
    });
    const end = read(1);
    await recorder.close();
    await end();
    countWritten = async () => void (await read(2)());
    await recorder.close();
    await recorder.close();
    const { body } = await service.call(listReads, { as: 'owner', params: { partitionId } });
    expect(body.data.map(({ count }) => count)).toEqual([2, 1]);
    await service.close();
    await database.close();
  },
);

it.each(testDatabases())(
  'reads that arrive while others are written wait until they are old enough, $kind',
  async ({ open }) => {
    const database = await open();
    let count = 0;
    let isEnding = false;
    const { service, partitionId, recorder, read } = await startRecorder(database, async () => {
      count += 1;
      if (!isEnding) read(count);
    });
    await recorder.start();
    read(0);
    await vi.waitUntil(() => count >= 4, { timeout: 30_000 });
    const batches = await database.query<{ batchId: string; firstDate: string }>(
      sql`select batch_id as "batchId", first_date as "firstDate" from data.read_batch
        where partition_id = ${partitionId}`,
    );
    expect(batches.length).toBeGreaterThan(2);
    for (const { batchId, firstDate } of batches)
      expect(batchTime(batchId) - Date.parse(firstDate)).toBeGreaterThanOrEqual(maxLostMs / 4);
    isEnding = true;
    await recorder.close();
    await service.close();
    await database.close();
  },
);
