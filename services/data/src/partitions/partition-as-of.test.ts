import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { getObject, latestObject, recentObjects, referencedBy } from '@annals/contracts/objects';
import {
  getPartition,
  listMembers,
  partitionAsOf,
  versionsPerDay,
} from '@annals/contracts/partitions';
import { importObjects } from '@annals/contracts/transfers';
import type { Database } from '@annals/kit/database/database';
import { testDatabases } from '@annals/kit/testing/databases';
import { limitsHeader, people, startListener, type Listener } from '../testing/data-listener.ts';

const then = '2022-06-01T00:00:00Z';

describe.each(testDatabases())('what was recorded and what was held, $kind', ({ open }) => {
  let database: Database;
  let service: Listener;
  let partitionId: string;
  let partitionPath: string;
  /** Between the two imports. */
  let between: string;

  beforeAll(async () => {
    database = await open();
    service = await startListener(database);
    partitionId = await service.makePartition();
    partitionPath = `/v1/partitions/${partitionId}`;
    const write = async (key: string, modificationDate: string, reference?: string) => {
      const { status } = await service.call(importObjects, {
        as: 'owner',
        params: { partitionId },
        body: {
          rows: [
            {
              key,
              type: 'TAG',
              objectData: { dated: modificationDate },
              references: reference === undefined ? [] : [{ name: 'tagRef', key: reference }],
              modificationDate,
            },
          ],
        },
      });
      expect(status).toBe(200);
    };
    await write('one', '2022-03-01T00:00:00Z');
    const recent = await versions();
    between = recent[0]?.importedDate ?? '';
    await write('one', '2022-04-01T00:00:00Z');
    await write('two', '2022-04-01T00:00:00Z', 'one');
  });
  afterAll(async () => {
    await service.close();
    await database.close();
  });

  const versions = async (query: { asOf?: string; asHeld?: boolean } = {}) => {
    const { body } = await service.call(recentObjects, {
      as: 'reader',
      params: { partitionId },
      query,
    });
    return body.data;
  };
  const shown = async (query: { asOf?: string; asHeld?: boolean }) =>
    (await versions(query)).map(({ modificationDate }) => modificationDate?.slice(0, 10));

  it('reports how much was stored, and which imports added the rest', async () => {
    const { status, body } = await service.call(partitionAsOf, {
      as: 'reader',
      params: { partitionId },
      query: { asOf: then },
    });
    const [newest, , oldest] = await versions();
    const by = { importedUserId: people.owner.userId, importedUserName: 'OWNER' };
    expect({ status, body }).toEqual({
      status: 200,
      body: {
        recordedVersionCount: 3,
        heldVersionCount: 0,
        firstImport: { ...by, importedDate: oldest?.importedDate },
        lastImport: { ...by, importedDate: newest?.importedDate },
      },
    });
    const later = await service.call(partitionAsOf, {
      as: 'reader',
      params: { partitionId },
      query: { asOf: between },
    });
    expect(later.body).toMatchObject({
      recordedVersionCount: 3,
      heldVersionCount: 1,
      lastImport: { importedDate: newest?.importedDate },
    });
    const now = await service.call(partitionAsOf, {
      as: 'reader',
      params: { partitionId },
      query: { asOf: new Date(Date.now() + 60_000).toISOString() },
    });
    expect(now.body).toEqual({
      recordedVersionCount: 3,
      heldVersionCount: 3,
      firstImport: null,
      lastImport: null,
    });
  });

  it('says since when members are recorded as of a moment before that, which is not none', async () => {
    const membersAt = async (asOf?: string) =>
      (
        await service.call(listMembers, {
          as: 'reader',
          params: { partitionId },
          query: asOf === undefined ? {} : { asOf },
        })
      ).body;
    const { body: partition } = await service.call(getPartition, {
      as: 'reader',
      params: { partitionId },
    });
    await expect(membersAt(then)).resolves.toEqual({
      data: [],
      hasMore: false,
      nextCursor: null,
      knownSince: partition.createdDate,
    });
    for (const page of [await membersAt(between), await membersAt()]) {
      expect(page.data).not.toEqual([]);
      expect(page).not.toHaveProperty('knownSince');
    }
  });

  it('reads what was held, even between versions of the same date', async () => {
    await expect(shown({ asOf: then })).resolves.toEqual([
      '2022-04-01',
      '2022-04-01',
      '2022-03-01',
    ]);
    await expect(shown({ asOf: then, asHeld: true })).resolves.toEqual([]);
    await expect(shown({ asOf: between, asHeld: true })).resolves.toEqual(['2022-03-01']);
    await expect(shown({ asHeld: true })).resolves.toHaveLength(3);
    const [newest, changed, first] = await versions();
    const held = { asOf: between, asHeld: true };
    const status = async (version: { id: string } | undefined) => {
      const params = { partitionId, objectId: version?.id ?? '' };
      return (await service.call(getObject, { as: 'reader', params, query: held })).status;
    };
    expect([await status(newest), await status(changed), await status(first)]).toEqual([
      404, 404, 200,
    ]);
    const latest = await service.call(latestObject, {
      as: 'reader',
      params: { partitionId, timelineId: first?.timelineId ?? '' },
      query: held,
    });
    expect(latest.body.id).toBe(first?.id);
    for (const [asked, found] of [
      [{ asOf: between }, 1],
      [held, 0],
    ] as const) {
      const { body } = await service.call(referencedBy, {
        as: 'reader',
        params: { partitionId, objectId: first?.id ?? '' },
        query: asked,
      });
      expect(body.data).toHaveLength(found);
    }
  });

  it('counts what was held', async () => {
    const before = await service.call(getPartition, {
      as: 'reader',
      params: { partitionId },
      query: { asOf: then, asHeld: true },
    });
    expect(before.status).toBe(404);
    const { body } = await service.call(getPartition, {
      as: 'reader',
      params: { partitionId },
      query: { asOf: between, asHeld: true },
    });
    expect(body).toMatchObject({ versionCount: 1, timelineCount: 1 });
    const days = async (asHeld: boolean) => {
      const asked = { asOf: '2022-04-02T00:00:00Z', days: 40, asHeld };
      const answer = await service.call(versionsPerDay, {
        as: 'reader',
        params: { partitionId },
        query: asked,
      });
      return answer.body.data.reduce((sum, { versionCount }) => sum + versionCount, 0);
    };
    expect([await days(false), await days(true)]).toEqual([3, 0]);
  });

  it('refuses an invalid moment, and callers without access', async () => {
    const path = `${partitionPath}/as-of`;
    const statusOf = async (query: string, asked: Parameters<Listener['send']>[2]) =>
      (await service.send('GET', `${path}${query}`, asked)).status;
    expect(await statusOf('', { as: 'reader' })).toBe(400);
    expect(await statusOf('?asOf=yesterday', { as: 'reader' })).toBe(400);
    expect(await statusOf(`?asOf=${then}&asHeld=true`, { as: 'reader' })).toBe(400);
    expect(await statusOf(`?asOf=${then}`, {})).toBe(401);
    const writesOnly = { [limitsHeader]: JSON.stringify({ scopes: ['write'] }) };
    expect(await statusOf(`?asOf=${then}`, { as: 'reader', headers: writesOnly })).toBe(403);
    expect(await statusOf(`?asOf=${then}`, { as: 'stranger' })).toBe(404);
    const held = await service.send('GET', `${partitionPath}/objects/recent?asHeld=maybe`, {
      as: 'reader',
    });
    expect(held.status).toBe(400);
    expect(held.body.fields).toEqual([expect.objectContaining({ path: 'query.asHeld' })]);
  });
});
