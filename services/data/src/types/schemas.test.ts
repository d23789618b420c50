import { say } from '@annals/contracts/messages';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { putObjectType } from '@annals/contracts/object-types';
import { createObject } from '@annals/contracts/objects';
import type { Database, Queryable } from '@annals/kit/database/database';
import { testDatabases } from '@annals/kit/testing/databases';
import { people, startListener, type Listener } from '../testing/data-listener.ts';
import { Schemas, type DataInput } from './schemas.ts';

describe.each(testDatabases())('check of data by schemas, $kind', ({ open }) => {
  let database: Database;
  let service: Listener;
  let partitionId: string;
  let schemas: Schemas;
  let queries = 0;

  beforeAll(async () => {
    database = await open();
    service = await startListener(database);
    partitionId = await service.makePartition();
    const counting: Queryable = {
      query: async (statement, name) => {
        queries += 1;
        return database.query(statement, name);
      },
    };
    schemas = new Schemas(counting);
  });
  afterAll(async () => {
    await schemas.close();
    await service.close();
    await database.close();
  });

  const asked = async <T>(work: () => Promise<T>): Promise<[number, T]> => {
    const before = queries;
    const answer = await work();
    return [queries - before, answer];
  };
  const check = async (data: DataInput[], atLeast?: number) =>
    schemas.check({ partitionId, userId, given: data }, atLeast);
  const setSchema = async (jsonSchema: Record<string, unknown> | null) =>
    service.call(putObjectType, {
      as: 'owner',
      params: { partitionId, type: 'TAG' },
      body: { jsonSchema },
    });
  const given = (objectData: Record<string, unknown>, timelineId?: string) => ({
    type: timelineId === undefined ? 'TAG' : undefined,
    timelineId,
    objectData,
  });

  it('queries the database once, and again only for a newer version', async () => {
    const none = { schemaVersion: 0, problems: [] };
    await expect(asked(() => check([given({})]))).resolves.toEqual([1, none]);
    await expect(asked(() => check([given({})]))).resolves.toEqual([0, none]);
    await setSchema({ required: ['name'] });
    await expect(asked(() => check([given({})]))).resolves.toEqual([0, none]);
    const broken = {
      schemaVersion: 1,
      problems: [{ index: 1, fields: [{ path: 'name', ...say('schemaRequired') }] }],
    };
    const rows = [given({ name: 1 }), given({})];
    await expect(asked(() => check(rows, 1))).resolves.toEqual([1, broken]);
    await expect(asked(() => check(rows))).resolves.toEqual([0, broken]);
  });

  it('finds the type of a timeline if only that is given', async () => {
    const { body } = await service.call(createObject, {
      as: 'owner',
      params: { partitionId },
      body: { type: 'TAG', objectData: { name: 'x' } },
    });
    const [count, { problems }] = await asked(() =>
      check([given({}, body.timelineId), given({}, partitionId)]),
    );
    expect(count).toBe(1);
    expect(problems.map(({ index }) => index)).toEqual([0]);
  });

  it('finds no schemas for an unknown partition', async () => {
    await expect(
      schemas.check({ partitionId: absent, userId, given: [given({})] }),
    ).resolves.toEqual({
      schemaVersion: 0,
      problems: [],
    });
  });
});

const { userId } = people.editor;
const absent = '01890a5d-ac96-774b-bcce-b302099a8057';
