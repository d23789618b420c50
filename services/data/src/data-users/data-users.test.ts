import { uuidv7 } from 'uuidv7';
import { beforeAll, describe, expect, it } from 'vitest';
import { currentDataUser } from '@annals/contracts/data-user';
import {
  listDataUsers,
  listObjectsOfUser,
  listPartitionsOfUser,
} from '@annals/contracts/data-users';
import { importObjects } from '@annals/contracts/transfers';
import { createObject } from '@annals/contracts/objects';
import { changePartition, putMember, removeMember } from '@annals/contracts/partitions';
import { testDatabases } from '@annals/kit/testing/databases';
import { readAllPages } from '../testing/read-all-pages.ts';
import { limitsHeader, people, listenerForAll, type Person } from '../testing/data-listener.ts';

describe.each(testDatabases())('data users, $kind', ({ open }) => {
  const service = listenerForAll(open);
  let products: string;
  let wares: string;
  /** What the editor wrote, oldest first. */
  const written: { id: string; modificationDate: string }[] = [];

  beforeAll(async () => {
    for (const as of ['owner', 'editor', 'reader', 'stranger', 'readsAll'] as const)
      await service.call(currentDataUser, { as });
    products = await service.makePartition('Products');
    wares = await service.makePartition('Wares');
    for (const [partitionId, as] of [
      [products, 'editor'],
      [wares, 'editor'],
      [products, 'owner'],
      [products, 'editor'],
    ] as const) {
      const { body } = await service.call(createObject, {
        as,
        params: { partitionId },
        body: { type: 'TAG', objectData: {} },
      });
      if (as === 'editor')
        written.push({ id: body.id, modificationDate: body.modificationDate ?? '' });
    }
    await service.call(removeMember, {
      as: 'owner',
      params: { partitionId: wares, userId: people.editor.userId },
    });
    await service.call(changePartition, {
      as: 'owner',
      params: { partitionId: products },
      body: { partitionName: 'Zebras' },
    });
  });

  const list = async (as: Person, query: { name?: string; sort?: 'name' | '-name' } = {}) => {
    const users = await readAllPages(service, listDataUsers, {
      as,
      query: { ...query, pageSize: 2 },
    });
    return users.map(({ name }) => name);
  };
  const tokenFor = (partitionId: string) => ({
    [limitsHeader]: JSON.stringify({ scopes: ['read'], partitionIds: [partitionId] }),
  });
  const partitionsOf = async (
    as: Person,
    query: { asOf?: string | undefined } = {},
    headers: Record<string, string> = {},
  ) =>
    readAllPages(service, listPartitionsOfUser, {
      as,
      headers,
      params: { userId: people.editor.userId },
      query: { ...query, pageSize: 1 },
    });
  const objectsOf = async (
    as: Person,
    query: { asOf?: string | undefined } = {},
    headers: Record<string, string> = {},
  ) => {
    const versions = await readAllPages(service, listObjectsOfUser, {
      as,
      headers,
      params: { userId: people.editor.userId },
      query: { ...query, pageSize: 1 },
    });
    return versions.map(({ id }) => id);
  };

  it('lists users by name: all, or oneself and those who share a partition', async () => {
    await expect(list('readsAll')).resolves.toEqual([
      'EDITOR',
      'OWNER',
      'READER',
      'READSALL',
      'STRANGER',
    ]);
    await expect(list('editor', { sort: '-name' })).resolves.toEqual(['READER', 'OWNER', 'EDITOR']);
    await expect(list('stranger')).resolves.toEqual(['STRANGER']);
    await expect(list('readsAll', { name: 'Read' })).resolves.toEqual(['READER', 'READSALL']);
    await expect(list('readsAll', { name: 'TOR@EXAMPLE' })).resolves.toEqual(['EDITOR']);
    await expect(list('readsAll', { name: '%' })).resolves.toEqual([]);
  });

  it('counts what is in the partitions that the caller may open', async () => {
    const find = async (as: Person, headers: Record<string, string> = {}) => {
      const { body } = await service.call(listDataUsers, {
        as,
        headers,
        query: { name: 'EDITOR@' },
      });
      return body.data;
    };
    await expect(find('owner')).resolves.toEqual([
      {
        id: people.editor.userId,
        username: 'editor@example.org',
        name: 'EDITOR',
        partitionCount: 2,
        versionCount: 3,
      },
    ]);
    await expect(find('editor')).resolves.toMatchObject([{ partitionCount: 1, versionCount: 2 }]);
    await expect(find('owner', tokenFor(wares))).resolves.toMatchObject([
      { partitionCount: 1, versionCount: 1 },
    ]);
  });

  it('lists the partitions of a user, by membership or writes, now and then', async () => {
    await expect(partitionsOf('owner')).resolves.toEqual([
      {
        id: wares,
        partitionName: 'Wares',
        role: null,
        sinceDate: null,
        versionCount: 1,
        lastWrittenDate: written[1]?.modificationDate,
      },
      {
        id: products,
        partitionName: 'Zebras',
        role: 'EDITOR',
        sinceDate: expect.any(String),
        versionCount: 2,
        lastWrittenDate: written[2]?.modificationDate,
      },
    ]);
    await expect(
      partitionsOf('owner', { asOf: written[1]?.modificationDate }),
    ).resolves.toMatchObject([
      { partitionName: 'Products', role: 'EDITOR', versionCount: 1 },
      { partitionName: 'Wares', role: 'EDITOR', versionCount: 1 },
    ]);
    await expect(partitionsOf('owner', { asOf: '2001-01-01T00:00:00Z' })).resolves.toEqual([]);
    await expect(partitionsOf('editor')).resolves.toMatchObject([{ id: products }]);
    await expect(partitionsOf('owner', {}, tokenFor(wares))).resolves.toMatchObject([
      { id: wares },
    ]);
  });

  it('lists what a user wrote most recently, over all partitions, newest first', async () => {
    const newestFirst = written.map(({ id }) => id).toReversed();
    await expect(objectsOf('owner')).resolves.toEqual(newestFirst);
    await expect(objectsOf('editor')).resolves.toEqual([newestFirst[0], newestFirst[2]]);
    await expect(objectsOf('owner', {}, tokenFor(wares))).resolves.toEqual([newestFirst[1]]);
    const asOf = written[1]?.modificationDate;
    await expect(objectsOf('owner', { asOf })).resolves.toEqual(newestFirst.slice(1));
    const { body } = await service.call(listObjectsOfUser, {
      as: 'owner',
      params: { userId: people.editor.userId },
      query: { page: 1, pageSize: 1 },
    });
    expect(body.data).toEqual([
      expect.objectContaining({
        id: newestFirst[1],
        partitionId: wares,
        partitionName: 'Wares',
        modificationUserName: 'EDITOR',
      }),
    ]);
  });

  it('continues between versions of the same moment in several partitions', async () => {
    const ids = new Set<string>();
    for (const name of ['One', 'Two', 'Three']) {
      const partitionId = await service.makePartition(name);
      ids.add(partitionId);
      const rows = ['a', 'b'].map((key) => ({
        key,
        type: 'TAG',
        objectData: {},
        modificationDate: '2022-03-01T00:00:00Z',
      }));
      const params = { partitionId };
      await service.call(importObjects, { as: 'owner', params, body: { rows } });
    }
    const versions = await readAllPages(service, listObjectsOfUser, {
      as: 'owner',
      params: { userId: people.owner.userId },
      query: { asOf: '2022-04-01T00:00:00Z', pageSize: 1 },
    });
    const places = versions.map(({ partitionId, sequence }) => `${partitionId} ${sequence}`);
    expect(places).toEqual([...ids].flatMap((id) => [`${id} 1`, `${id} 2`]).toReversed());
  });

  it('lists the partitions of a member who has not called the service yet', async () => {
    const userId = uuidv7();
    await service.call(putMember, {
      as: 'owner',
      params: { partitionId: wares, userId },
      body: { role: 'OWNER' },
    });
    const ask = (as: Person) => service.call(listPartitionsOfUser, { as, params: { userId } });
    const { body } = await ask('owner');
    expect(body.data).toMatchObject([{ id: wares, role: 'OWNER' }]);
    expect((await ask('readsAll')).body.data).toHaveLength(1);
    // A caller who may not open the partition learns nothing about its members.
    expect((await ask('stranger')).status).toBe(404);
    await service.call(removeMember, { as: 'owner', params: { partitionId: wares, userId } });
  });

  it('hides users from callers who may not see them', async () => {
    for (const endpoint of [listPartitionsOfUser, listObjectsOfUser]) {
      const ask = async (as: Person) =>
        (await service.call(endpoint, { as, params: { userId: people.editor.userId } })).status;
      await expect(ask('stranger')).resolves.toBe(404);
      await expect(ask('readsAll')).resolves.toBe(200);
    }
  });

  it.each(['cursor=rubbish', 'sort=username', 'pageSize=0'])('refuses ?%s', async (query) => {
    const { status } = await service.send('GET', `/v1/partitions/all/users?${query}`, {
      as: 'owner',
    });
    expect(status).toBe(400);
  });
});
