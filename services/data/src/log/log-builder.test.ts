import sql from 'sql-template-tag';
import { beforeAll, describe, expect, it } from 'vitest';
import { importObjects, type ImportRow } from '@annals/contracts/transfers';
import { putObjectType } from '@annals/contracts/object-types';
import {
  createObject,
  endTimeline,
  restoreObject,
  type ObjectVersion,
} from '@annals/contracts/objects';
import type { Queryable } from '@annals/kit/database/database';
import { workerUrls } from '@annals/kit/distribution/testing/test-cluster';
import { testDatabases } from '@annals/kit/testing/databases';
import { lockForAppend } from '../append/append.sql.ts';
import { people, listenerForAll, startListener, type Listener } from '../testing/data-listener.ts';
import { expectLogged } from '../testing/logged-versions.ts';
import { writeHead } from './log.sql.ts';

// As text, since JSON.stringify would write some of it in another way.
const oddData = `{"z": 1.0, "a": 1e21, "small": 5e-324, "large": 1.7976931348623157e308, "third": 0.1,
  "exact": 123456789012345680000, "e": 1E-7, "ü": "e\\u0301 \\u2028 \\ud83c\\udf33 \\/", "": "", "a/b": {"m~n": []},
  "B": {}, "list": [1.50, [null, {"b": true, "a": false}], "\\u007f"]}`;
const wideData = Object.fromEntries(
  Array.from({ length: 20 }, (_, n) => [`f${n}`, { a: n, b: [n, `${n}`], c: null }]),
);

class Signal {
  give: () => void = () => undefined;
  readonly given = new Promise<void>((resolve) => {
    this.give = resolve;
  });
}

describe.each(testDatabases())('every write is in the log, $kind', ({ kind, open }) => {
  const service = listenerForAll(open);
  let partitionId: string;

  beforeAll(async () => {
    partitionId = await service.makePartition();
  });

  const create = async (body: object, through: Listener = service): Promise<ObjectVersion> => {
    const answer = await through.call(createObject, {
      as: 'editor',
      params: { partitionId: partitionId.toUpperCase() },
      body: { type: 'TAG', objectData: {}, ...body },
    });
    expect(answer.status).toBe(201);
    return answer.body;
  };
  const setSchema = async (jsonSchema: Record<string, unknown> | null) => {
    const answer = await service.call(putObjectType, {
      as: 'owner',
      params: { partitionId, type: 'RELEASE' },
      body: { jsonSchema },
    });
    expect(answer.status).toBe(200);
  };
  const bringIn = async (rows: ImportRow[]) => {
    const answer = await service.call(importObjects, {
      as: 'owner',
      params: { partitionId },
      body: { rows },
    });
    expect(answer.status).toBe(200);
  };
  const ofOthers = (count: number, date: string): ImportRow[] =>
    Array.from({ length: count }, (_, n) => ({
      key: `${n % 150}`,
      type: 'RELEASE',
      objectData: { n, date },
      references: n > 150 ? [{ name: 'next', key: `${n % 7}` }] : [],
      modificationDate: date,
      modificationUserId: people.stranger.userId.toUpperCase(),
    }));

  it('as its reads return it: writes, ends, restored versions, imports, schemas', async () => {
    await bringIn(ofOthers(200, '1987-06-05T04:03:02.1Z'));
    await setSchema({ type: 'object', default: { z: 1, a: 1e21 }, title: 'Rélease' });
    await bringIn([
      ...ofOthers(160, '2001-01-01T00:00:00.000001Z'),
      { key: '3', ended: true, modificationDate: '2001-01-01T00:00:00.000001Z' },
      { key: '3', type: 'RELEASE', objectData: {}, references: [], restored: true },
    ]);
    const odd = await service.send('POST', `/v1/partitions/${partitionId}/objects`, {
      as: 'editor',
      body: `{"type": "TAG", "objectData": ${oddData}}`,
    });
    expect(odd.status).toBe(201);
    const first = await create({ objectData: wideData });
    const follow = { timelineId: first.timelineId, predecessorId: first.id };
    const second = await create({
      ...follow,
      objectData: { ...wideData, note: 'changed' },
      references: [{ name: 'self', timelineId: first.timelineId?.toUpperCase() }],
    });
    const params = { partitionId, timelineId: first.timelineId ?? '' };
    await service.call(endTimeline, { as: 'editor', params, body: { predecessorId: second.id } });
    await service.call(restoreObject, { as: 'editor', params, body: { objectId: first.id } });
    // Two servers that wait for each other, and several versions in one transaction.
    const another = await startListener(service.database);
    const writing = [service, another].map(async (through) => {
      for (let n = 0; n < 6; n++) await create({ objectData: { n } }, through);
      await Promise.all(
        [1, 2, 3, 4, 5, 6].map(async (n) => create({ objectData: { n } }, through)),
      );
    });
    await setSchema({ title: 'Another' });
    await setSchema(null);
    await Promise.all(writing);
    await another.close();

    const kinds = await expectLogged(service.database, service, partitionId);
    expect(kinds).toHaveLength(200 + 162 + 5 + 24 + 3);
    expect(kinds.filter((entryKind) => entryKind === 'SCHEMA')).toHaveLength(3);
    expect(kinds[200]).toBe('SCHEMA');
  });

  it('unless it was refused', async () => {
    const before = await expectLogged(service.database, service, partitionId);
    const refused = await service.call(createObject, {
      as: 'editor',
      params: { partitionId },
      body: { type: 'TAG', objectData: {}, references: [{ name: 'to', timelineId: partitionId }] },
    });
    expect(refused.status).toBe(400);
    await expect(expectLogged(service.database, service, partitionId)).resolves.toEqual(before);
  });

  // On a cluster the lock that is waited for is a worker's, which the coordinator does not tell.
  it.skipIf(workerUrls().length > 0)(
    'goes on from the head that the write before it left, for which it waited',
    async () => {
      const other = await service.makePartition();
      const lock = async (transaction: Queryable) => lockForAppend(transaction, other);
      const [locked, waiting] = [new Signal(), new Signal()];
      const first = service.database.transaction(async (transaction) => {
        await lock(transaction);
        locked.give();
        await waiting.given;
        await writeHead(transaction, other, 1, Buffer.alloc(32));
      });
      await locked.given;
      const second = service.database.transaction(lock);
      // The embedded database has one connection, for which the second one waits.
      const waits = sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
      await expect
        .poll(async () => kind === 'embedded' || (await service.database.query(waits)).length > 0)
        .toBe(true);
      waiting.give();
      await first;
      await expect(second).resolves.toMatchObject({ log: { size: 1 } });
    },
  );
});
