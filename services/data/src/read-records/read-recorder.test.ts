import { Readable } from 'node:stream';
import type { FastifyRequest } from 'fastify';
import { pino } from 'pino';
import { expect, it } from 'vitest';
import { listReads, putReadRecording } from '@annals/contracts/read-records';
import { exportObjects } from '@annals/contracts/transfers';
import type { Database } from '@annals/kit/database/database';
import { testDatabases } from '@annals/kit/testing/databases';
import { people, scopeOfPerson, startListener } from '../testing/data-listener.ts';
import { showing } from '../versions/shown-versions.ts';
import { ReadRecorder } from './read-recorder.ts';

it.each(testDatabases())(
  'the rows of a stream that ends while others are counted are counted too, $kind',
  async ({ open }) => {
    const database = await open();
    const service = await startListener(database);
    const partitionId = await service.makePartition();
    const params = { partitionId };
    await service.call(putReadRecording, { as: 'owner', params, body: { scope: 'OBJECTS' } });
    let countWritten: (() => Promise<void>) | undefined;
    const watched: Database = Object.assign(Object.create(database) as Database, {
      transaction: async (action: Parameters<Database['transaction']>[0]) => {
        await countWritten?.();
        countWritten = undefined;
        return database.transaction(action);
      },
    });
    const recorder = new ReadRecorder({ database: watched, log: pino({ level: 'silent' }) });
    await recorder.reload();
    const scope = await scopeOfPerson(people.reader.userId);
    const read = (count: number) => {
      const answer = showing(new Readable({ read: () => undefined }), [{ count: () => count }]);
      const { userId } = people.reader;
      const caller = {
        userId,
        username: 'reader',
        name: 'Reader',
        sessionId: 'session',
        roles: [],
        scope,
      };
      const request = {
        id: `r${count}`,
        ip: '127.0.0.1',
        query: {},
        headers: {},
      } as unknown as FastifyRequest;
      void recorder.recordReads(exportObjects)?.({ caller, params, request, answer });
      return () => new Promise((resolve) => answer.once('close', resolve).destroy());
    };
    const end = read(1);
    await recorder.close();
    await end();
    countWritten = async () => void (await read(2)());
    await recorder.close();
    await recorder.close();
    const { body } = await service.call(listReads, { as: 'owner', params });
    expect(body.data.map(({ count }) => count)).toEqual([2, 1]);
    await service.close();
    await database.close();
  },
);
