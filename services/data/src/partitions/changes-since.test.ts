import sql from 'sql-template-tag';
import { beforeAll, describe, expect, it } from 'vitest';
import { importObjects } from '@annals/contracts/transfers';
import { changesSince, removeMember } from '@annals/contracts/partitions';
import { createObject, listChanges, type ObjectVersion } from '@annals/contracts/objects';
import { testDatabases } from '@annals/kit/testing/databases';
import { limitsHeader, people, listenerForAll, type Person } from '../testing/data-listener.ts';

describe.each(testDatabases())('changes since a moment, $kind', ({ open }) => {
  const service = listenerForAll(open);
  let products: string;
  let wares: string;
  let untouched: string;
  /** After the first change. */
  let since: string;

  beforeAll(async () => {
    untouched = await service.makePartition('Untouched');
    products = await service.makePartition('Products');
    wares = await service.makePartition('Wares');
    await write(untouched, 'editor', { title: 'before' });
    const first = await write(products, 'editor', { title: 'Node', latest: '26.6.0' });
    since = first.modificationDate ?? '';
    await write(products, 'editor', { title: 'Node', latest: '26.7.0' }, first);
    await write(products, 'writesAll', { title: 'mine' });
    await bringIn(wares, 'a', 3);
    await bringIn(wares, 'b', 2);
    await write(wares, 'owner', { title: 'last' });
  });

  const write = async (
    partitionId: string,
    who: Person,
    objectData: Record<string, unknown>,
    predecessor?: ObjectVersion,
  ) => {
    const { status, body } = await service.call(createObject, {
      as: who,
      params: { partitionId },
      body: {
        type: 'TAG',
        objectData,
        ...(predecessor && {
          timelineId: predecessor.timelineId ?? '',
          predecessorId: predecessor.id,
        }),
      },
    });
    expect(status).toBe(201);
    return body;
  };

  /** Imports versions of a long time ago. */
  const bringIn = async (partitionId: string, name: string, count: number) =>
    service.call(importObjects, {
      as: 'editor',
      params: { partitionId },
      body: {
        rows: Array.from({ length: count }, (_, index) => ({
          key: `${name}${index}`,
          type: 'TAG',
          objectData: { title: `${name}${index}` },
          modificationDate: '2020-01-01T00:00:00Z',
        })),
      },
    });

  const asked = async (as: Person, headers: Record<string, string> = {}, from = since) =>
    (await service.call(changesSince, { as, headers, query: { since: from } })).body;

  it('groups changes by others by operation, with an import as one, most recently changed partition first', async () => {
    const { data, hasMore } = await asked('reader');
    expect(hasMore).toBe(false);
    expect(
      data.map(({ partitionName, versionCount, firstSequence, operations }) => ({
        partitionName,
        versionCount,
        firstSequence,
        operations: operations.map(
          (one) => `${one.kind} ${one.userId} ${one.versionCount} from ${one.firstSequence}`,
        ),
      })),
    ).toEqual([
      {
        partitionName: 'Wares',
        versionCount: 6,
        firstSequence: 1,
        operations: [
          `CHANGE ${people.owner.userId} 1 from 6`,
          `IMPORT ${people.editor.userId} 5 from 1`,
        ],
      },
      {
        partitionName: 'Products',
        versionCount: 2,
        firstSequence: 2,
        operations: [
          `CHANGE ${people.writesAll.userId} 1 from 3`,
          `CHANGE ${people.editor.userId} 1 from 2`,
        ],
      },
    ]);
  });

  it('includes the version of a change and its predecessor', async () => {
    const { data } = await asked('reader');
    const { version } = data[1]?.operations[1] ?? {};
    expect(version?.objectData).toEqual({ title: 'Node', latest: '26.7.0' });
    expect(version?.predecessor?.objectData).toEqual({ title: 'Node', latest: '26.6.0' });
    expect(data[0]?.operations[1]).not.toHaveProperty('version');
  });

  it('omits the caller’s own changes', async () => {
    const { data } = await asked('editor');
    expect(data.map(({ operations }) => operations.map(({ userId }) => userId))).toEqual([
      [people.owner.userId],
      [people.writesAll.userId],
    ]);
  });

  it('covers only partitions that the caller may open, and those a token is limited to', async () => {
    expect((await asked('stranger')).data).toEqual([]);
    const limits = {
      [limitsHeader]: JSON.stringify({ scopes: ['read'], partitionIds: [products] }),
    };
    expect((await asked('reader', limits)).data.map(({ id }) => id)).toEqual([products]);
  });

  it('is ordered by when a version arrived, not by its date; empty after the last', async () => {
    const { data } = await asked('reader', {}, '2021-01-01T00:00:00Z');
    expect(data.map(({ id }) => id)).toEqual([wares, products, untouched]);
    expect(data[0]?.operations[1]).toMatchObject({ kind: 'IMPORT', objectCount: 5 });
    expect((await asked('reader', {}, '2999-01-01T00:00:00Z')).data).toEqual([]);
  });

  it('counts at most 2,000 of the newest versions', async () => {
    const many = await service.makePartition('Many');
    for (const part of ['a', 'b', 'c', 'd', 'e']) await bringIn(many, part, 450);
    const { data } = await asked('reader');
    expect(data[0]).toMatchObject({ id: many, hasMore: true, versionCount: 2001 });
    const { body } = await service.call(listChanges, {
      as: 'reader',
      params: { partitionId: many },
      query: { pageSize: 1 },
    });
    expect(body.data[0]?.sequence).toBe(1);
  });

  it('treats versions written by a program as one entry, and imported ones as an import', async () => {
    const quick = await service.makePartition('Quick');
    const rows = Array.from({ length: 6 }, (_, index) => ({
      key: `k${index}`,
      type: 'TAG',
      objectData: {},
    }));
    const params = { partitionId: quick };
    await service.call(importObjects, { as: 'editor', params, body: { rows } });
    const kinds = async () =>
      (await asked('owner')).data
        .find(({ id }) => id === quick)
        ?.operations.map(({ kind, versionCount }) => `${kind} ${versionCount}`);
    expect(await kinds()).toEqual(['BATCH 6']);
    await service.database.query(sql`insert into data.job
      (partition_id, id, kind, state, created_date, created_user_id, changed_date)
      values (${quick}, ${quick}, 'IMPORT', 'DONE', ${since}, ${people.editor.userId}, now())`);
    expect(await kinds()).toEqual(['IMPORT 6']);
  });

  it('answers 400 without a moment and 401 without a caller', async () => {
    const path = '/v1/partitions/all/changes-since';
    expect(await service.send('GET', path, { as: 'reader' })).toMatchObject({ status: 400 });
    expect(await service.send('GET', `${path}?since=yesterday`, { as: 'reader' })).toMatchObject({
      status: 400,
    });
    expect(await service.send('GET', `${path}?since=${since}`)).toMatchObject({ status: 401 });
  });

  it('reveals nothing more about a partition after access was removed', async () => {
    await service.call(removeMember, {
      as: 'owner',
      params: { partitionId: wares, userId: people.reader.userId },
    });
    expect((await asked('reader')).data.map(({ id }) => id)).not.toContain(wares);
  });
});
