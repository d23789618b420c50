import { say } from '@annals/contracts/messages';
import sql from 'sql-template-tag';
import { beforeEach, describe, expect, it } from 'vitest';
import { exhaustive } from '@annals/contracts/testing/exhaustive';
import { getObjectType, listObjectTypes, putObjectType } from '@annals/contracts/object-types';
import { createObject, endTimeline } from '@annals/contracts/objects';
import { importObjects } from '@annals/contracts/transfers';
import { archivePartition } from '@annals/contracts/partitions';
import { testDatabases } from '@annals/kit/testing/databases';
import { people, listenerForAll, startListener, type Person } from '../testing/data-listener.ts';
import { endlessSchema } from '../testing/endless-schema.ts';
import { findBreaking } from './breaking.ts';
import { SchemaChecks } from './schema-checks.ts';

const named = { type: 'object', properties: { name: { type: 'string' } }, required: ['name'] };

describe.each(testDatabases())('types, $kind', ({ open }) => {
  const service = listenerForAll(open);
  let partitionId: string;

  beforeEach(async () => {
    partitionId = await service.makePartition();
  });

  const put = async (
    type: string,
    jsonSchema: Record<string, unknown> | null,
    more: { dryRun?: boolean; as?: Person; ifMatch?: string } = {},
  ) =>
    service.call(putObjectType, {
      as: more.as ?? 'owner',
      params: { partitionId, type },
      query: more.dryRun === undefined ? {} : { dryRun: more.dryRun },
      body: { jsonSchema },
      headers: more.ifMatch === undefined ? {} : { 'if-match': more.ifMatch },
    });
  const get = async (type: string, asOf?: string) =>
    service.call(getObjectType, { as: 'reader', params: { partitionId, type }, query: { asOf } });
  const create = async (type: string, objectData: Record<string, unknown>) =>
    service.call(createObject, {
      as: 'editor',
      params: { partitionId },
      body: { type, objectData },
    });

  it('shows types with counts and schemas, now and as of a moment', async () => {
    const first = await create('TAG', { name: 'a' });
    const { body: set } = await put('TAG', named);
    expect(set).toMatchObject({ type: 'TAG', version: 1, jsonSchema: named, timelineCount: 1 });
    await create('TAG', { name: 'b' });
    await put('BEFORE_ANY', { ...named, title: 'Ahead' });

    const list = await service.call(listObjectTypes, { as: 'reader', params: { partitionId } });
    expect(list.body.data).toEqual([
      expect.objectContaining({ type: 'BEFORE_ANY', timelineCount: 0, version: 1 }),
      expect.objectContaining({
        type: 'TAG',
        timelineCount: 2,
        versionCount: 2,
        jsonSchema: named,
      }),
    ]);
    const now = await get('TAG');
    expect(now.headers.get('etag')).toBe('"1"');
    expect(now.body).toEqual(list.body.data[1]);

    const asOf = first.body.modificationDate;
    expect((await get('TAG', asOf)).body).toMatchObject({
      timelineCount: 1,
      version: 0,
      jsonSchema: null,
    });
    expect((await get('BEFORE_ANY', asOf)).status).toBe(404);
    expect((await get('TAG', '2001-01-01T00:00:00Z')).status).toBe(404);
    expect((await get('NEVER')).status).toBe(404);
    const then = await service.call(listObjectTypes, {
      as: 'reader',
      params: { partitionId },
      query: { asOf },
    });
    expect(then.body.data).toEqual([expect.objectContaining({ type: 'TAG', versionCount: 1 })]);
  });

  it('applies the schema to new versions, until it is removed', async () => {
    expect((await create('TAG', { name: 1 })).status).toBe(201);
    await put('TAG', named);
    const refused = await create('TAG', { name: 1 });
    expect(refused.status).toBe(400);
    expect(refused.body.fields).toMatchObject([
      { path: 'body.objectData.name', message: 'Must be string.' },
    ]);
    expect((await create('OTHER', { name: 1 })).status).toBe(201);
    const { body } = await create('TAG', { name: 'x' });
    const onward = (objectData: Record<string, unknown>) =>
      service.call(createObject, {
        as: 'editor',
        params: { partitionId },
        body: { timelineId: body.timelineId, predecessorId: body.id, objectData },
      });
    expect((await onward({})).body.fields?.[0]?.path).toBe('body.objectData.name');
    expect((await onward({ name: 'y' })).status).toBe(201);

    expect((await put('TAG', null)).body).toMatchObject({ version: 2, jsonSchema: null });
    expect((await create('TAG', {})).status).toBe(201);
  });

  it('reports which newest versions would violate a schema, and with dryRun only reports', async () => {
    const ended = await create('TAG', { title: 'Over' });
    await service.call(endTimeline, {
      as: 'editor',
      params: { partitionId, timelineId: ended.body.timelineId ?? '' },
      body: { predecessorId: ended.body.id },
    });
    await create('TAG', { name: 'fine' });
    const { body: broken } = await create('TAG', { title: 'Nameless' });
    const { status, body } = await put('TAG', named, { dryRun: true });
    expect(status).toBe(200);
    expect(body).toMatchObject({ version: 0, jsonSchema: null });
    expect(body.breaking).toEqual({
      count: 1,
      checked: 2,
      total: 2,
      objects: [
        {
          id: broken.id,
          timelineId: broken.timelineId,
          title: 'Nameless',
          fields: [{ path: 'name', ...say('schemaRequired') }],
        },
      ],
    });
    expect((await get('TAG')).body.version).toBe(0);
    expect((await put('TAG', named)).body).toMatchObject({ version: 1, breaking: { count: 1 } });
  });

  it('keeps the order of the properties, and changes nothing for the same schema', async () => {
    const schema = { properties: { zebra: {}, a: {}, middle: {} }, type: 'object' };
    const first = await put('TAG', schema);
    expect(JSON.stringify(first.body.jsonSchema)).toBe(JSON.stringify(schema));
    const again = await put('TAG', schema);
    expect(again.body).toEqual(first.body);
  });

  it('refuses an edit of a schema that was changed meanwhile', async () => {
    expect((await put('TAG', named, { ifMatch: '"0"' })).status).toBe(200);
    const stale = await put('TAG', {}, { ifMatch: '"0"' });
    expect(stale).toMatchObject({ status: 412, body: { current: { version: 1 } } });
    expect((await put('TAG', null, { ifMatch: '"1"' })).status).toBe(200);
    expect((await put('TAG', named, { ifMatch: '"2"' })).body.version).toBe(3);
  });

  it.each([
    [{ type: 'objekt' }, 'body.jsonSchema.type'],
    [{ $ref: 'https://example.org/schema' }, 'body.jsonSchema.$ref'],
    [{ description: 'x'.repeat(262_144) }, 'body.jsonSchema'],
  ])('refuses the schema %#, and says where', async (schema, path) => {
    const { status, body } = await put('TAG', schema);
    expect(status).toBe(400);
    expect(body.fields?.[0]?.path).toBe(path);
    expect((await get('TAG')).status).toBe(404);
  });

  it('accepts a schema as it was published, keeps it, and lists what no check takes into account', async () => {
    const published = {
      $schema: 'http://json-schema.org/draft-07/schema#',
      definitions: { price: { type: 'number', multipleOf: 0.01 } },
      properties: {
        price: { $ref: '#/definitions/price', 'x-order': 1 },
        kind: { discriminator: { propertyName: 'kind' } },
        phone: { type: 'string', format: 'phone' },
      },
      'x-order': 2,
    };
    const annotations = [
      {
        keyword: 'x-order',
        format: null,
        reason: 'UNKNOWN',
        count: 2,
        path: '/x-order',
      },
      {
        keyword: 'discriminator',
        format: null,
        reason: 'UNKNOWN',
        count: 1,
        path: '/properties/kind/discriminator',
      },
      {
        keyword: 'format',
        format: 'phone',
        reason: 'FORMAT',
        count: 1,
        path: '/properties/phone/format',
      },
    ];
    expect(await put('TAG', published, { dryRun: true })).toMatchObject({
      status: 200,
      body: { annotations },
    });
    expect((await put('TAG', published)).body.annotations).toEqual(annotations);
    expect((await get('TAG')).body.jsonSchema).toEqual(published);
    expect((await create('TAG', { price: 19.99, phone: 'any' })).status).toBe(201);
    expect((await create('TAG', { price: 19.999 })).body.fields).toMatchObject([
      { path: 'body.objectData.price', message: 'Must be multiple of 0.01.' },
    ]);
    expect((await put('TAG', null)).body.annotations).toEqual([]);
  });

  it('lets only owners change it, and nobody in an archived partition', async () => {
    expect((await put('TAG', named, { as: 'editor' })).status).toBe(403);
    await service.call(archivePartition, { as: 'owner', params: { partitionId }, body: {} });
    expect(await put('TAG', named)).toMatchObject({
      status: 409,
      body: { code: 'partition_archived' },
    });
  });

  it('refuses data that takes too long to check, without a retry', async () => {
    expect((await put('TAG', endlessSchema)).status).toBe(200);
    const slow = { slow: 1 };
    expect(await create('TAG', slow)).toMatchObject({
      status: 400,
      body: { fields: [{ path: 'body.objectData', message: expect.stringContaining('too long') }] },
    });
    expect((await create('TAG', { a: 'aa' })).status).toBe(400);
    expect((await create('OTHER', slow)).status).toBe(201);
    await put('TAG', { properties: { a: { pattern: '^a+$' } } });
    expect((await create('TAG', { a: 'aa' })).status).toBe(201);
  });

  it('accepts a pattern that is slow with backtracking, and reports violations at once', async () => {
    const hostile = { properties: { a: { pattern: '^(a+)+$' } } };
    const { body: wrong } = await create('TAG', { a: `${'a'.repeat(5000)}!` });
    const { status, body } = await put('TAG', hostile, { dryRun: true });
    expect([status, body.breaking.objects.map(({ id }) => id)]).toEqual([200, [wrong.id]]);
    await put('TAG', hostile);
    expect((await create('TAG', { a: 'aaa' })).status).toBe(201);
    expect((await create('TAG', { a: `${'a'.repeat(5000)}!` })).body.fields).toMatchObject([
      { path: 'body.objectData.a', message: 'Must match pattern "^(a+)+$".' },
    ]);
  });

  it('refuses a pattern that cannot be matched in linear time, and says what is not supported', async () => {
    const { status, body } = await put('TAG', { properties: { a: { pattern: 'a(?=b)' } } });
    expect([status, body.fields]).toMatchObject([
      400,
      [
        {
          path: 'body.jsonSchema',
          message: 'The pattern "a(?=b)" cannot be used: lookahead is not supported.',
        },
      ],
    ]);
  });

  it.runIf(exhaustive)(
    'writes for others while an owner tries out schemas that never finish, in many partitions',
    async () => {
      await put('TAG', named);
      const partitions = await Promise.all(
        Array.from({ length: 4 }, async () => service.makePartition()),
      );
      for (const id of partitions)
        await service.call(createObject, {
          as: 'owner',
          params: { partitionId: id },
          body: { type: 'TAG', objectData: { slow: 1 } },
        });
      const flood = partitions.map(async (id, number) =>
        service.call(putObjectType, {
          // Another owner than in the other tests: their schemas have to be checked soon after.
          as: 'writesAll',
          params: { partitionId: id, type: 'TAG' },
          query: { dryRun: true },
          body: { jsonSchema: { ...endlessSchema, title: `Slow ${number}` } },
        }),
      );
      const [answer, ...others] = await Promise.all([
        create('TAG', { name: 'x' }),
        create('TAG', { name: 1 }),
      ]);
      expect([answer.status, ...others.map(({ status }) => status)]).toEqual([201, 400]);
      for (const { status, body } of await Promise.all(flood))
        expect([status, body.code]).toSatisfy(
          ([was, code]) => was === 400 || (was === 429 && code === 'checks_too_slow'),
        );
    },
  );

  it('reports a stored schema that is no longer supported, and accepts another one', async () => {
    await put('TAG', named);
    await service.database
      .query(sql`update data.type_schema set json_schema = '{"pattern": "a(?=b)"}'
      where partition_id = ${partitionId}`);
    // Another server, which has not read the schemas yet.
    const other = await startListener(service.database);
    const refused = await other.call(createObject, {
      as: 'editor',
      params: { partitionId },
      body: { type: 'TAG', objectData: {} },
    });
    await other.close();
    expect([refused.status, refused.body.fields?.[0]]).toEqual([
      400,
      { path: 'body.objectData', ...say('schemaUnusable') },
    ]);
    expect((await put('TAG', named)).status).toBe(200);
  });

  it('stops checking existing versions when it takes long, and reports how many it has checked', async () => {
    const rows = Array.from({ length: 501 }, (_, n) => ({
      key: `k${n}`,
      type: 'TAG',
      objectData: {},
    }));
    for (const part of [rows.slice(0, 500), rows.slice(500)])
      await service.call(importObjects, {
        as: 'owner',
        params: { partitionId },
        body: { rows: part },
      });
    const checks = new SchemaChecks();
    const { userId } = people.owner;
    const candidate = { partitionId, type: 'TAG', jsonSchema: named, timelineCount: 501, userId };
    const whole = await findBreaking(service.database, checks, candidate);
    expect(whole).toMatchObject({ count: 501, checked: 501, total: 501 });
    const cut = await findBreaking(service.database, checks, candidate, 0);
    expect(cut).toMatchObject({ count: 500, checked: 500, total: 501 });
    await checks.close();
  });
});
