import { randomUUID } from 'node:crypto';
import sql, { raw } from 'sql-template-tag';
import { beforeEach, describe, expect, it } from 'vitest';
import * as operationContract from '@annals/contracts/change-set-operations';
import * as contract from '@annals/contracts/change-sets';
import type { BodyOf, Endpoint } from '@annals/contracts/endpoint';
import { putMember } from '@annals/contracts/partitions';
import { listObjectTypes, putObjectType } from '@annals/contracts/object-types';
import { searchObjects, searchText, type ObjectSearch } from '@annals/contracts/object-search';
import {
  createObject,
  endTimeline,
  getObject,
  latestObject,
  listChanges,
  recentObjects,
  referencedBy,
  timelineObjects,
  type ObjectVersion,
} from '@annals/contracts/objects';
import { commitTransaction, type Operation } from '@annals/contracts/transactions';
import type { Queryable } from '@annals/kit/database/database';
import { quiet, testDatabases } from '@annals/kit/testing/databases';
import { DailyTotals } from '../partitions/daily-totals.ts';
import { listenerForAll, people, type Person } from '../testing/data-listener.ts';
import { selectPreviewed, previewedTables } from './preview.sql.ts';

const absent = '01890a5d-ac96-774b-bcce-b302099a8057';

describe.each(testDatabases())('previews, $kind', ({ open }) => {
  const service = listenerForAll(open);
  let partitionId: string;

  beforeEach(async () => {
    partitionId = await service.makePartition();
  });

  const start = async (name: string, more: Partial<BodyOf<typeof createObject>> = {}) => {
    const { status, body } = await service.call(createObject, {
      as: 'editor',
      params: { partitionId },
      body: { type: 'TAG', objectData: { name }, references: [], ...more },
    });
    expect(status).toBe(201);
    return body as ObjectVersion & { timelineId: string };
  };
  /** Adds a version to the newest one; returns its number. */
  const follow = async ({ timelineId }: { timelineId: string }, name: string) => {
    const { status, body } = await service.call(commitTransaction, {
      as: 'editor',
      params: { partitionId },
      body: { operations: [{ operation: 'newVersion', timelineId, objectData: { name } }] },
    });
    expect(status).toBe(201);
    return body.data[0]?.sequence;
  };
  const begin = async (operations: Operation[], as: Person = 'editor') => {
    const { body } = await service.call(contract.createChangeSet, {
      as,
      params: { partitionId },
      body: { title: 'New prices' },
    });
    const given = operations.map((operation) => ({ operationId: randomUUID(), operation }));
    if (given.length > 0)
      expect(
        await service.call(operationContract.addOperations, {
          as,
          params: { partitionId, changeSetId: body.id },
          body: { operations: given },
        }),
      ).toMatchObject({ status: 200 });
    return body.id;
  };
  const preview = async (changeSetId: string, as: Person = 'editor') =>
    service.call(operationContract.previewChangeSet, { as, params: { partitionId, changeSetId } });
  const commit = async (changeSetId: string) =>
    service.call(contract.commitChangeSet, {
      as: 'editor',
      params: { partitionId, changeSetId },
      body: {},
    });
  const search = async (
    body: ObjectSearch,
    query: { changeSet?: string; pageSize?: number; sort?: string },
  ) => {
    const found: ObjectVersion[] = [];
    let cursor: string | undefined;
    let total: unknown;
    do {
      const answer = await service.call(searchObjects, {
        as: 'editor',
        params: { partitionId },
        query: { pageSize: 2, ...query, ...(cursor === undefined ? {} : { cursor }) },
        body,
      });
      expect(answer.status).toBe(200);
      found.push(...answer.body.data);
      cursor = answer.body.nextCursor ?? undefined;
      total ??= answer.body.total;
    } while (cursor !== undefined);
    return { found, total };
  };
  const latest = async (timelineId: string, query: { changeSet?: string; asOf?: string } = {}) =>
    service.call(latestObject, { as: 'editor', params: { partitionId, timelineId }, query });
  const pointingAt = async (objectId: string, query: { changeSet?: string }) => {
    const { body } = await service.call(referencedBy, {
      as: 'editor',
      params: { partitionId, objectId },
      query,
    });
    return body.data.map(({ name, object }) => ({ name, object }));
  };
  const namesOf = (versions: readonly ObjectVersion[]) =>
    versions.map(({ objectData }) => objectData?.['name']);

  /** All reads with a preview, about these objects. */
  const everything = async (
    timelineIds: readonly string[],
    objectIds: readonly string[],
    query: { changeSet?: string },
  ) => {
    const searches: ObjectSearch[] = [
      {},
      { type: 'TAG' },
      { type: 'PRODUCT' },
      { type: 'NEWS' },
      { ended: false },
      { ended: true },
      { text: 'otter' },
      { text: 'heron' },
      { query: 'name:"Old heron"' },
      { query: '-name:Otter' },
      { where: [{ path: '/price', op: 'gt', value: 10 }] },
      { where: [{ path: '/name', op: 'eq', value: 'Otter' }] },
      { modifiedBy: people.editor.userId },
      { modifiedBy: people.owner.userId },
      ...timelineIds.map((timelineId): ObjectSearch => ({ references: [{ timelineId }] })),
    ];
    const lists = [];
    for (const body of searches) lists.push(await search(body, query));
    for (const sort of ['created', '-created', 'lastChange', 'title', 'type'] as const) {
      const { found, total } = await search({ type: 'TAG' }, { ...query, sort });
      // Objects of one commit have no order by age.
      const isOrdered = sort === 'lastChange';
      lists.push({ found: isOrdered ? found : found.map(({ id }) => id).toSorted(), total });
    }
    const texts = await service.call(searchText, {
      as: 'editor',
      params: { partitionId },
      query: { ...query, text: 'otter' },
    });
    const newest = [];
    for (const timelineId of timelineIds) newest.push((await latest(timelineId, query)).body);
    const versions = [];
    const pointing = [];
    for (const objectId of objectIds) {
      const params = { partitionId, objectId };
      versions.push((await service.call(getObject, { as: 'editor', params, query })).body);
      pointing.push(await pointingAt(objectId, query));
    }
    const types = await service.call(listObjectTypes, {
      as: 'editor',
      params: { partitionId },
      query,
    });
    return { lists, texts: texts.body, types: types.body, newest, versions, pointing };
  };

  it('answers every read as after the commit', async () => {
    const target = await start('Target');
    const heron = await start('Old heron', {
      objectData: { name: 'Old heron', price: 5 },
      references: [{ name: 'of', timelineId: target.timelineId }],
    });
    const gone = await start('Gone');
    const back = await start('Otter, once');
    await service.call(endTimeline, {
      as: 'editor',
      params: { partitionId, timelineId: back.timelineId },
      body: {},
    });
    const untouched = await start('Otter, untouched', {
      references: [{ name: 'of', timelineId: heron.timelineId }],
    });
    const changeSet = await begin([
      {
        operation: 'create',
        localName: 'one',
        type: 'NEWS',
        objectData: { name: 'Otter', price: 20 },
        references: [
          { name: 'next', localName: 'two' },
          { name: 'of', timelineId: target.timelineId },
        ],
      },
      {
        operation: 'create',
        localName: 'two',
        type: 'TAG',
        objectData: { name: 'Second otter' },
        references: [{ name: 'of', localName: 'one' }],
      },
      {
        operation: 'newVersion',
        timelineId: heron.timelineId,
        objectData: { name: 'Otter', price: 12 },
        references: [{ name: 'to', localName: 'one' }],
      },
      { operation: 'end', timelineId: gone.timelineId },
      { operation: 'restore', timelineId: back.timelineId, objectId: back.id },
    ]);
    const { body } = await preview(changeSet);
    expect(body).toMatchObject({ title: 'New prices', state: 'DRAFT' });
    expect(body.data.map(({ leftOut }) => leftOut)).toEqual([null, null, null, null, null]);
    const known = [target, heron, gone, back, untouched];
    const timelines = new Set(known.map(({ timelineId }) => timelineId));
    for (const { timelineId } of body.data) timelines.add(timelineId ?? '');
    const objects = new Set(known.map(({ id }) => id));
    for (const { objectId } of body.data) objects.add(objectId ?? '');
    const before = await everything([...timelines], [...objects], { changeSet });

    expect((await commit(changeSet)).status).toBe(200);
    const { body: committed } = await service.call(operationContract.listOperations, {
      as: 'editor',
      params: { partitionId, changeSetId: changeSet },
    });
    const after = new Map<string, string>();
    for (const { operationId, objectId, timelineId } of body.data) {
      const became = committed.data.find((one) => one.operationId === operationId);
      after.set(objectId ?? '', became?.committedVersion?.objectId ?? '');
      after.set(timelineId ?? '', became?.timelineId ?? '');
    }
    const now = (id: string) => after.get(id) ?? id;
    const written = await everything([...timelines].map(now), [...objects].map(now), {});
    expect(comparable(before, now)).toEqual(comparable(written, (id) => id));
    expect(JSON.stringify(before)).toContain('Second otter');
    // Includes one that only the change set has.
    expect(before.types.data.map(({ type }) => type)).toContain('NEWS');
  });

  /** Without what differs from commit to commit. */
  const comparable = (answers: unknown, now: (id: string) => string): unknown =>
    JSON.parse(JSON.stringify(answers), (name, value: unknown) => {
      if (name === 'sequence' || name.endsWith('Cursor')) return undefined;
      if (name === 'rank') return undefined;
      if (name.endsWith('Date') && value !== null) return 'some moment';
      if (Array.isArray(value) && value.every((one) => typeof one === 'string'))
        return value.map((one: string) => now(one)).toSorted();
      return typeof value === 'string' ? now(value) : value;
    });

  it('continues a page where it ended, despite concurrent writes', async () => {
    for (const name of ['a', 'b', 'c']) await start(name);
    const changeSet = await begin(
      ['x', 'y', 'z'].map((name) => ({
        operation: 'create',
        type: 'TAG',
        objectData: { name },
        references: [],
      })),
    );
    const page = async (cursor?: string) => {
      const { body } = await service.call(searchObjects, {
        as: 'editor',
        params: { partitionId },
        query: { changeSet, pageSize: 2, ...(cursor === undefined ? {} : { cursor }) },
        body: {},
      });
      return { names: namesOf(body.data), ids: body.data.map(({ id }) => id), ...body };
    };
    const first = await page();
    await start('meanwhile');
    const second = await page(first.nextCursor ?? undefined);
    expect([...first.names, ...second.names]).toEqual(['z', 'y', 'x', 'meanwhile']);
    expect((await page()).ids).toEqual(first.ids);
    expect(first.total).toEqual({ value: 6, estimate: false });
  });

  it('leaves out what the commit would refuse, with everything that refers to it, and says why', async () => {
    await service.call(putObjectType, {
      as: 'owner',
      params: { partitionId, type: 'PRICED' },
      body: { jsonSchema: { type: 'object', required: ['price'] } },
    });
    const stale = await start('Stale');
    const stored = await start('Kept');
    const create = (localName: string, type: string, ...to: string[]): Operation => ({
      operation: 'create',
      localName,
      type,
      objectData: { name: localName },
      references: to.map((name) => ({ name: 'to', localName: name })),
    });
    const changeSet = await begin([
      {
        operation: 'newVersion',
        timelineId: stale.timelineId,
        objectData: { name: 'Too late' },
        references: [],
        predecessorId: stale.id,
      },
      create('broken', 'PRICED'),
      create('refers', 'TAG', 'broken'),
      create('refersAgain', 'TAG', 'refers'),
      create('fine', 'TAG'),
      {
        operation: 'newVersion',
        timelineId: stored.timelineId,
        objectData: { name: 'Changed' },
        references: [],
      },
    ]);
    await follow(stale, 'Meanwhile');
    const { body } = await preview(changeSet);
    expect(body.data.map(({ leftOut }) => leftOut?.code)).toEqual([
      'stale_predecessor',
      'invalid_operation',
      'refers_to_left_out',
      'refers_to_left_out',
      undefined,
      undefined,
    ]);
    expect(body.data[0]).toMatchObject({ timelineId: stale.timelineId, objectId: null });
    expect(body.data[1]).toMatchObject({ timelineId: null, objectId: null });
    const { found } = await search({}, { changeSet });
    expect(namesOf(found)).toEqual(['Changed', 'fine', 'Meanwhile']);
  });

  it('leaves no trace', async () => {
    const old = await start('Old');
    const changeSet = await begin([
      { operation: 'create', type: 'NEWS', objectData: { name: 'New' }, references: [] },
      {
        operation: 'newVersion',
        timelineId: old.timelineId,
        objectData: { name: 'Changed' },
        references: [],
      },
    ]);
    // Otherwise the service might do so in between.
    await new DailyTotals(service.database, quiet).count();
    const readAllRows = async () => {
      const rows = [];
      for (const table of [
        sql`data.version`,
        sql`data.head`,
        sql`data.head_search`,
        sql`data.edge`,
        sql`data.partition_head`,
        sql`data.object_type`,
        sql`data.writer`,
        sql`data.log_head`,
        sql`data.log_tile`,
        sql`data.idempotency`,
        sql`preview.drafted_version`,
        sql`preview.drafted_head_search`,
        sql`preview.drafted_edge`,
      ])
        rows.push(
          await service.database.query<{ text: string }>(
            sql`select each::text as text from ${table} each order by 1`,
          ),
        );
      return rows;
    };
    const before = await readAllRows();
    await search({}, { changeSet });
    await latest(old.timelineId, { changeSet });
    await preview(changeSet);
    // A read that fails halfway.
    expect((await latest(absent, { changeSet })).status).toBe(404);
    expect(await readAllRows()).toEqual(before);
    const params = { partitionId };
    const { body: recent } = await service.call(recentObjects, { as: 'editor', params });
    expect(recent).toMatchObject({ data: [{ id: old.id }], total: { value: 1 } });
    const { body: changes } = await service.call(listChanges, { as: 'editor', params });
    expect(changes.data).toHaveLength(1);
    const { body: history } = await service.call(timelineObjects, {
      as: 'editor',
      params: { partitionId, timelineId: old.timelineId },
    });
    expect(history.data).toHaveLength(1);
    // The next write continues as if nothing had been read.
    expect((await start('Next')).sequence).toBe(2);
  });

  it('blocks no writer', async () => {
    const old = await start('Old');
    const changeSet = await begin([
      {
        operation: 'newVersion',
        timelineId: old.timelineId,
        objectData: { name: 'Changed' },
        references: [],
      },
    ]);
    const reads = Array.from({ length: 8 }, async () => latest(old.timelineId, { changeSet }));
    const writes = Array.from({ length: 8 }, async (_, n) => follow(old, `Written ${n}`));
    const written = await Promise.all(writes);
    expect(new Set(written)).toEqual(new Set([2, 3, 4, 5, 6, 7, 8, 9]));
    for (const { status, body } of await Promise.all(reads)) {
      expect(status).toBe(200);
      expect(body.changeSetId === changeSet || body.changeSetId === null).toBe(true);
    }
  });

  it('is limited to those who see the change set', async () => {
    const old = await start('Old');
    const changeSet = await begin([{ operation: 'end', timelineId: old.timelineId }]);
    const reads: [Endpoint, object][] = [
      [operationContract.previewChangeSet, { params: { partitionId, changeSetId: changeSet } }],
      [
        searchObjects,
        { params: { partitionId }, query: { changeSet }, body: {} satisfies ObjectSearch },
      ],
      [searchText, { params: { partitionId }, query: { changeSet, text: 'old' } }],
      [listObjectTypes, { params: { partitionId }, query: { changeSet } }],
      [latestObject, { params: { partitionId, timelineId: old.timelineId }, query: { changeSet } }],
      [getObject, { params: { partitionId, objectId: old.id }, query: { changeSet } }],
      [referencedBy, { params: { partitionId, objectId: old.id }, query: { changeSet } }],
    ];
    const statusOf = async (as: Person | undefined) => {
      const found = [];
      for (const [endpoint, input] of reads)
        found.push((await service.call(endpoint, { ...input, as })).status);
      return new Set(found);
    };
    expect(await statusOf('editor')).toEqual(new Set([200]));
    // Not even an owner, before it is submitted.
    for (const as of ['owner', 'reader', 'stranger', 'readsAll', 'writesAll'] as const)
      expect([as, await statusOf(as)]).toEqual([as, new Set([404])]);
    expect(await statusOf(undefined)).toEqual(new Set([401]));
    await service.call(contract.submitChangeSet, {
      as: 'editor',
      params: { partitionId, changeSetId: changeSet },
    });
    expect(await statusOf('owner')).toEqual(new Set([200]));
    expect(await statusOf('reader')).toEqual(new Set([404]));
    const params = { partitionId, userId: people.editor.userId };
    await service.call(putMember, { as: 'owner', params, body: { role: 'READER' } });
    expect(await statusOf('editor')).toEqual(new Set([200]));
  });

  it('refuses what cannot be previewed', async () => {
    const old = await start('Old');
    const changeSet = await begin([{ operation: 'end', timelineId: old.timelineId }]);
    const asOf = '2026-01-01T00:00:00Z';
    expect(await latest(old.timelineId, { changeSet, asOf })).toMatchObject({
      status: 400,
      body: { fields: [{ path: 'query.changeSet' }] },
    });
    expect((await latest(old.timelineId, { changeSet: 'x' })).status).toBe(400);
    expect((await latest(old.timelineId, { changeSet: absent })).status).toBe(404);
    const elsewhere = await service.makePartition();
    const params = { partitionId: elsewhere };
    expect(
      await service.call(searchObjects, { as: 'editor', params, query: { changeSet }, body: {} }),
    ).toMatchObject({ status: 404 });
    // Lists without previews refuse them, and no write accepts one.
    const path = `/v1/partitions/${partitionId}`;
    expect(
      (await service.send('GET', `${path}/objects/recent?changeSet=${changeSet}`, { as: 'editor' }))
        .status,
    ).toBe(400);
    expect(
      (
        await service.send('POST', `${path}/objects?changeSet=${changeSet}`, {
          as: 'editor',
          body: JSON.stringify({ type: 'TAG', objectData: {} }),
        })
      ).status,
    ).toBe(400);
    expect((await commit(changeSet)).status).toBe(200);
    for (const answer of [await latest(old.timelineId, { changeSet }), await preview(changeSet)])
      expect(answer).toMatchObject({ status: 409, body: { code: 'change_set_committed' } });
  });

  it('shows the unchanged partition with an empty set', async () => {
    await start('Old');
    const changeSet = await begin([]);
    expect((await preview(changeSet)).body.data).toEqual([]);
    expect(await search({}, { changeSet })).toEqual(await search({}, {}));
  });

  it('has the columns of each table that it replaces', async () => {
    const target = await start('Target');
    await start('Pointing', { references: [{ name: 'of', timelineId: target.timelineId }] });
    const { database } = service;
    const columnsIn = async (queryable: Queryable) => {
      const found = [];
      for (const table of previewedTables)
        found.push(
          await queryable.query<{ name: string }>(
            sql`select distinct jsonb_object_keys(to_jsonb(one)) as name from ${raw(`data.${table}`)} one
              where one.partition_id = ${partitionId}::uuid order by 1`,
          ),
        );
      return found.map((columns, n) => [previewedTables[n], columns.map(({ name }) => name)]);
    };
    const stop = new AbortController().signal;
    expect(await columnsIn(selectPreviewed(database, partitionId, stop))).toEqual(
      await columnsIn(database),
    );
  });
});
