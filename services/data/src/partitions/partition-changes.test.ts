import { beforeEach, describe, expect, it } from 'vitest';
import { createObject } from '@annals/contracts/objects';
import {
  archivePartition,
  changePartition,
  getPartition,
  listPartitions,
  putMember,
  removeMember,
} from '@annals/contracts/partitions';
import type { BodyOf } from '@annals/contracts/endpoint';
import { testDatabases } from '@annals/kit/testing/databases';
import { people, listenerForAll, type Person } from '../testing/data-listener.ts';

describe.each(testDatabases())('changes of partitions, $kind', ({ open }) => {
  const service = listenerForAll(open);
  let partitionId: string;
  let params: { partitionId: string };

  beforeEach(async () => {
    partitionId = await service.makePartition();
    params = { partitionId };
  });

  const change = async (
    body: BodyOf<typeof changePartition>,
    ifMatch?: string,
    as: Person = 'owner',
  ) =>
    service.call(changePartition, {
      as,
      params,
      body,
      headers: ifMatch === undefined ? {} : { 'if-match': ifMatch },
    });
  const archive = async (archived: boolean) =>
    service.call(archivePartition, { as: 'owner', params, body: { archived } });
  const get = async (asOf?: string) =>
    service.call(getPartition, { as: 'reader', params, query: { asOf } });
  const write = async () =>
    service.call(createObject, { as: 'owner', params, body: { type: 'TAG', objectData: {} } });
  /** A moment between earlier and later changes. */
  const moment = async () => (await write()).body.modificationDate ?? '';

  it('changes the given fields, keeps the rest, and increments the version', async () => {
    const { body: before } = await get();
    expect(before).toMatchObject({ version: 1, retentionDays: null, archivedDate: null });
    const { status, body, headers } = await change({ description: 'What was', retentionDays: 30 });
    expect(status).toBe(200);
    expect(headers.get('etag')).toBe('"2"');
    expect(body).toMatchObject({
      partitionName: 'Products',
      description: 'What was',
      retentionDays: 30,
      version: 2,
      role: 'OWNER',
    });
    expect((await change({ description: 'What was' })).body).toEqual(body);
    expect((await change({ description: null, retentionDays: null })).body).toMatchObject({
      description: null,
      retentionDays: null,
      version: 3,
    });
  });

  it('refuses an edit of an outdated version, and returns the current state', async () => {
    expect((await change({ partitionName: 'First' }, '"1"')).status).toBe(200);
    expect(await change({ partitionName: 'Second' }, '"1"')).toMatchObject({
      status: 412,
      body: { code: 'changed_meanwhile', current: { partitionName: 'First', version: 2 } },
    });
    const [one, two] = await Promise.all([
      change({ partitionName: 'A' }, '"2"'),
      change({ partitionName: 'B' }, '"2"'),
    ]);
    expect([one, two].filter(({ status }) => status === 412)).toHaveLength(1);
    expect([one, two].filter(({ status }) => status === 200)).toHaveLength(1);
  });

  it.each([
    [{ partitionName: ' ' }, 'body.partitionName'],
    [{ retentionDays: 0 }, 'body.retentionDays'],
    [{ retentionDays: 1.5 }, 'body.retentionDays'],
    [{ archived: true }, 'body'],
  ])('refuses %j and says where', async (body, path) => {
    const answer = await service.send('PATCH', `/v1/partitions/${partitionId}`, {
      as: 'owner',
      body: JSON.stringify(body),
    });
    expect(answer.status).toBe(400);
    expect(answer.body.fields).toEqual([expect.objectContaining({ path })]);
  });

  it('shows its name and counts as of a moment', async () => {
    const first = await moment();
    await change({ partitionName: 'Wares', description: 'Renamed' });
    await write();
    expect((await get(first)).body).toMatchObject({
      partitionName: 'Products',
      description: null,
      version: 1,
      timelineCount: 1,
      versionCount: 1,
      lastChangeDate: first,
      types: [{ type: 'TAG', timelineCount: 1, versionCount: 1 }],
    });
    expect((await get()).body).toMatchObject({ partitionName: 'Wares', versionCount: 2 });
    expect((await get('2001-01-01T00:00:00Z')).status).toBe(404);

    const { body } = await service.call(listPartitions, {
      as: 'owner',
      query: { asOf: first, pageSize: 500 },
    });
    expect(body.data.find(({ id }) => id === partitionId)).toMatchObject({
      partitionName: 'Products',
      timelineCount: 1,
      role: 'OWNER',
    });
    const long = { as: 'owner', query: { asOf: '2001-01-01T00:00:00Z' } } as const;
    expect((await service.call(listPartitions, long)).body.data).toEqual([]);
  });

  it('contains what was imported from before it was created', async () => {
    await service.send('POST', `/v1/partitions/${partitionId}/import`, {
      as: 'owner',
      body: JSON.stringify({
        rows: [{ key: 'k', type: 'TAG', objectData: {}, modificationDate: '2002-05-01T00:00:00Z' }],
      }),
    });
    expect((await get('2003-01-01T00:00:00Z')).body).toMatchObject({
      partitionName: 'Products',
      versionCount: 1,
      types: [{ type: 'TAG', versionCount: 1 }],
    });
  });

  it('makes an archived one read-only', async () => {
    const before = await moment();
    const archived = await archive(true);
    expect(archived).toMatchObject({ status: 200, body: { version: 2 } });
    expect(archived.body.archivedDate).toEqual(expect.any(String));
    expect((await archive(true)).body).toEqual(archived.body);

    const refused = await Promise.all([write(), change({ partitionName: 'No' })]);
    for (const answer of refused)
      expect(answer).toMatchObject({ status: 409, body: { code: 'partition_archived' } });
    expect((await get()).body).toMatchObject({ partitionName: 'Products', versionCount: 1 });
    expect((await get(before)).body.archivedDate).toBeNull();

    const member = { partitionId, userId: people.stranger.userId };
    const added = { as: 'owner', params: member, body: { role: 'OWNER' } } as const;
    expect((await service.call(putMember, added)).body).toMatchObject({ role: 'OWNER' });
    expect((await service.call(removeMember, { as: 'owner', params: member })).status).toBe(204);

    expect((await archive(false)).body).toMatchObject({ version: 3, archivedDate: null });
    expect((await write()).status).toBe(201);
  });

  it('lists archived ones, the others, or both', async () => {
    await change({ partitionName: `Kept ${partitionId}` });
    const find = async (query: { archived?: boolean; asOf?: string | undefined }) => {
      const { body } = await service.call(listPartitions, {
        as: 'owner',
        query: { name: partitionId, ...query },
      });
      return body.data.length;
    };
    const before = await moment();
    await archive(true);
    await expect(
      Promise.all([
        find({}),
        find({ archived: true }),
        find({ archived: false }),
        find({ archived: false, asOf: before }),
        find({ archived: true, asOf: before }),
      ]),
    ).resolves.toEqual([1, 1, 0, 1, 0]);
  });

  it('lets only owners change and archive', async () => {
    expect((await change({ description: 'x' }, undefined, 'editor')).status).toBe(403);
    const denied = await service.call(archivePartition, { as: 'editor', params, body: {} });
    expect(denied.status).toBe(403);
  });
});
