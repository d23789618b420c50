import { say } from '@annals/contracts/messages';
import { uuidv7 } from 'uuidv7';
import sql from 'sql-template-tag';
import { beforeEach, describe, expect, it } from 'vitest';
import { importObjects } from '@annals/contracts/transfers';
import { putObjectType } from '@annals/contracts/object-types';
import { createObject, endTimeline, recentObjects, restoreObject } from '@annals/contracts/objects';
import { testDatabases } from '@annals/kit/testing/databases';
import type { CheckedData, ObjectDataCheck } from '../types/schemas.ts';
import { people, listenerForAll } from '../testing/data-listener.ts';
import { oneVersion } from '../testing/one-version.ts';
import { CheckedAppend } from './checked-append.ts';
import type { AppendCommand } from './append-command.ts';
import { Sequencer } from './sequencer.ts';
import type { Version } from '../versions/version.ts';

const { userId } = people.editor;

describe.each(testDatabases())('every append, $kind', ({ open }) => {
  const service = listenerForAll(open);
  let partitionId: string;

  beforeEach(async () => {
    partitionId = await service.makePartition();
  });

  const command = (more: Partial<AppendCommand<Version>> = {}): AppendCommand<Version> => ({
    ...oneVersion({ userId }),
    ...more,
  });
  const stored = async () =>
    service.database.query(sql`select seq from data.version where partition_id = ${partitionId}`);
  const setHead = async (values: { archived: boolean; schemaVersion: number }) =>
    service.database.query(
      sql`update data.partition_head set archived = ${values.archived}, schema_version = ${values.schemaVersion}
        where partition_id = ${partitionId}`,
    );

  it('maintains the counts of versions, timelines, types, bytes and writers', async () => {
    const type = (n: number) => (n % 3 === 0 ? 'A' : 'B');
    const rows = Array.from({ length: 12 }, (_, n) => ({
      key: String(n % 5),
      type: type(n % 5),
      // so large that a batch takes several statements
      objectData: { text: 'ü'.repeat(50_000 + n), list: [n] },
      references: n > 4 ? [{ name: 'r', key: '1' }] : [],
      modificationUserId: (n % 2 === 0 ? people.editor : people.reader).userId,
    }));
    for (const part of [rows.slice(0, 3), rows.slice(3)])
      await service.call(importObjects, {
        as: 'owner',
        params: { partitionId },
        body: { rows: part },
      });
    await service.call(createObject, {
      as: 'editor',
      params: { partitionId },
      body: { type: 'B', objectData: {} },
    });

    const wrong = await service.database.query(
      sql`select * from (
          select seq, bytes, timeline_number, type_timelines, type_versions, user_versions,
            octet_length(object_data::text) + octet_length(refs::text) as all_bytes,
            count(*) filter (where modification_count = 1) over (order by seq) as all_timelines,
            count(*) filter (where modification_count = 1) over (partition by type order by seq) as all_of_type,
            count(*) over (partition by type order by seq) as versions_of_type,
            count(*) over (partition by modification_user_id order by seq) as versions_of_user
          from data.version where partition_id = ${partitionId}) v
        where (bytes, timeline_number, type_timelines, type_versions, user_versions)
          is distinct from (all_bytes, all_timelines, all_of_type, versions_of_type, versions_of_user)`,
    );
    expect(wrong).toEqual([]);
    await expect(stored()).resolves.toHaveLength(13);
    const writers = await service.database.query(
      sql`select user_id as "userId", version_count as count, last_seq as last from data.writer
        where partition_id = ${partitionId} order by 1`,
    );
    expect(writers).toEqual([
      { userId: people.editor.userId, count: 7, last: 13 },
      { userId: people.reader.userId, count: 6, last: 12 },
    ]);
    const newest = await service.database.query(
      sql`select s.timeline_id from data.head_search s join data.head h using (partition_id, timeline_id)
          join data.version v on v.partition_id = h.partition_id and v.seq = h.seq
        where s.partition_id = ${partitionId} and s.object_data = v.object_data and s.seq = v.seq`,
    );
    expect(newest).toHaveLength(6);
  });

  it('writes nothing into an archived partition, by any call', async () => {
    const params = { partitionId };
    const body = { type: 'TAG', objectData: {} };
    const { body: version } = await service.call(createObject, { as: 'editor', params, body });
    const timeline = { partitionId, timelineId: version.timelineId ?? '' };
    await setHead({ archived: true, schemaVersion: 0 });
    const rows = [{ key: 'k', type: 'TAG', objectData: {} }];
    for (const answer of [
      await service.call(createObject, { as: 'owner', params, body }),
      await service.call(endTimeline, { as: 'owner', params: timeline, body: {} }),
      await service.call(restoreObject, {
        as: 'owner',
        params: timeline,
        body: { objectId: version.id },
      }),
      await service.call(importObjects, { as: 'owner', params, body: { rows } }),
      await service.call(importObjects, {
        as: 'owner',
        params,
        query: { dryRun: true },
        body: { rows },
      }),
    ])
      expect(answer).toMatchObject({ status: 409, body: { code: 'partition_archived' } });
    const { body: list } = await service.call(recentObjects, { as: 'reader', params });
    expect(list.data).toEqual([version]);
  });

  it('refuses writes, imports and restored versions that violate the JSON Schema, but lets such a timeline end', async () => {
    const params = { partitionId };
    const headers = { 'idempotency-key': 'before-the-schema' };
    const body = { type: 'TAG', objectData: { n: 1 } };
    const repeated = async () =>
      service.call(createObject, { as: 'editor', headers, params, body });
    const { body: first } = await repeated();
    const jsonSchema = { type: 'object', required: ['name'] };
    await service.call(putObjectType, {
      as: 'owner',
      params: { partitionId, type: 'TAG' },
      body: { jsonSchema },
    });
    const broken = (path: string) => ({ status: 400, body: { fields: [{ path }] } });
    const another = await service.call(createObject, { as: 'editor', params, body });
    expect(another).toMatchObject(broken('body.objectData.name'));
    expect((await repeated()).body).toEqual(first);

    const key = first.timelineId ?? '';
    const rows = [
      { key, id: first.id, ...body },
      { key, ended: true as const },
      { key: 'k', ...body },
    ];
    const send = async (query: { skipRefused?: boolean }) =>
      service.call(importObjects, { as: 'editor', params, query, body: { rows } });
    await expect(send({})).resolves.toMatchObject(broken('body.rows.2.objectData.name'));
    await expect(send({ skipRefused: true })).resolves.toMatchObject({
      body: {
        existing: 1,
        ended: 1,
        created: 0,
        refused: [{ row: 2, message: expect.stringMatching(/^objectData\.name: /) }],
      },
    });
    const restored = await service.call(restoreObject, {
      as: 'editor',
      params: { partitionId, timelineId: key },
      body: { objectId: first.id },
    });
    expect(restored).toMatchObject({
      status: 400,
      body: {
        fields: [{ path: 'body.objectId', message: expect.stringMatching(/^name: /) }],
      },
    });
  });

  describe('data that was checked by the JSON Schemas', () => {
    const answering = (...answers: CheckedData[]) => {
      const asked: (number | undefined)[] = [];
      const check: ObjectDataCheck = {
        check: async ({ given }, atLeast) => {
          asked.push(atLeast);
          expect(given).toHaveLength(1);
          return answers[asked.length - 1] ?? { schemaVersion: -1, problems: [] };
        },
      };
      return {
        asked,
        append: new CheckedAppend(new Sequencer(service.database), check, service.database),
      };
    };
    const given = [{ type: 'TAG', timelineId: undefined, objectData: {} }];
    const by = (schemaVersion: number): CheckedData => ({ schemaVersion, problems: [] });

    it('is written if they are unchanged under the lock', async () => {
      await setHead({ archived: false, schemaVersion: 7 });
      const { asked, append } = answering(by(7));
      await append.append({ partitionId, userId, given }, () => command());
      expect(asked).toEqual([undefined]);
      await expect(stored()).resolves.toHaveLength(1);
    });

    it('is checked again if they have changed meanwhile, and the new result applies', async () => {
      await setHead({ archived: false, schemaVersion: 7 });
      const fields = [{ path: 'a', ...say('schemaRequired') }];
      const { asked, append } = answering(by(6), {
        schemaVersion: 7,
        problems: [{ index: 0, fields }],
      });
      const refused = append.append({ partitionId, userId, given }, (broken) =>
        command({
          decide: () => {
            throw new Error(JSON.stringify(broken.get(0)));
          },
        }),
      );
      await expect(refused).rejects.toThrow(JSON.stringify(fields));
      expect(asked).toEqual([undefined, 7]);
    });

    it('is refused with 503 if they keep changing', async () => {
      const { asked, append } = answering();
      await expect(
        append.append({ partitionId, userId, given }, () => command()),
      ).rejects.toMatchObject({
        status: 503,
        code: 'schemas_changing',
      });
      expect(asked).toEqual([undefined, 0, 0]);
      await expect(stored()).resolves.toEqual([]);
    });
  });

  it('commits afterInsert together with the versions or neither, without affecting other commands', async () => {
    const sequencer = new Sequencer(service.database);
    const name = async () =>
      service.database.query(
        sql`select partition_name as name from data.partition where partition_id = ${partitionId}`,
      );
    const renaming = (version: number, error?: Error) =>
      command({
        afterInsert: async (transaction, { seq }) => {
          await transaction.query(
            sql`update data.partition set partition_name = ${`${version}:${seq}`} where partition_id = ${partitionId}`,
          );
          if (error) throw error;
        },
      });
    const settled = await Promise.allSettled(
      [command(), renaming(1), renaming(2, new Error('not this one')), command()].map(
        async (each) => sequencer.append(partitionId, each),
      ),
    );
    expect(settled.map(({ status }) => status)).toEqual([
      'fulfilled',
      'fulfilled',
      'rejected',
      'fulfilled',
    ]);
    await expect(stored()).resolves.toHaveLength(3);
    await expect(name()).resolves.toEqual([{ name: '1:2' }]);
  });

  it('does not run afterInsert again for a repeated request', async () => {
    const sequencer = new Sequencer(service.database);
    let along = 0;
    const repeated = command({
      idempotency: { userId, key: uuidv7(), hash: Buffer.from('hash') },
      afterInsert: async () => {
        along += 1;
      },
    });
    const answers = [
      await sequencer.append(partitionId, repeated),
      await sequencer.append(partitionId, repeated),
    ];
    expect(answers[1]).toEqual(answers[0]);
    expect(along).toBe(1);
  });

  it('reports each commit', async () => {
    const reported: string[] = [];
    const sequencer = new Sequencer(service.database, {
      notifyChange: (partition) => reported.push(partition),
    });
    await sequencer.append(partitionId, command());
    await expect(sequencer.append(uuidv7(), command())).rejects.toMatchObject({ status: 404 });
    expect(reported).toEqual([partitionId]);
  });
});
