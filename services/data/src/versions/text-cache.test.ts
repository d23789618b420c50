import sql from 'sql-template-tag';
import { beforeAll, describe, expect, it } from 'vitest';
import { searchObjects } from '@annals/contracts/object-search';
import { createObject, recentObjects } from '@annals/contracts/objects';
import { eraseReason, eraseValues } from '@annals/contracts/proofs';
import { importObjects } from '@annals/contracts/transfers';
import type { Queryable } from '@annals/kit/database/database';
import { testDatabases } from '@annals/kit/testing/databases';
import { newestVersions } from '../objects/reads.sql.ts';
import { newestHeadVersions } from '../search/heads.sql.ts';
import { listenerForAll, people, startListener, type Listener } from '../testing/data-listener.ts';
import { VersionTextCache } from './text-cache.ts';

const why = { reason: 'She asked for it', legalBasis: 'GDPR Art. 17' };

describe.each(testDatabases())('the cache of version texts, $kind', ({ open }) => {
  const writing = listenerForAll(open);
  /** A second server on the same database, with a cache of its own. */
  let reading: Listener;
  let partitionId: string;

  beforeAll(async () => {
    reading = await startListener(writing.database);
    return async () => reading.close();
  });

  beforeAll(async () => {
    partitionId = await writing.makePartition();
  });

  const create = async (objectData: Record<string, unknown>, reason?: string) => {
    const { body } = await writing.call(createObject, {
      as: 'editor',
      params: { partitionId },
      body: { type: 'PERSON', objectData, ...(reason === undefined ? {} : { reason }) },
    });
    return body;
  };

  /** The same versions by both lists that are cached, and by one that is not. */
  const lists = async (server: Listener) => {
    const as = 'reader';
    const params = { partitionId };
    const newest = await server.call(recentObjects, { as, params, query: { pageSize: 50 } });
    const search = { as, params, body: { type: 'PERSON' } } as const;
    const ofType = await server.call(searchObjects, search);
    const first = newest.body.data[0]?.sequence ?? 0;
    const query = { fromSequence: first, pageSize: 50 };
    const uncached = await server.call(recentObjects, { as, params, query });
    expect(newest.body.data).toEqual(uncached.body.data);
    const known = new Map(uncached.body.data.map((version) => [version.id, version]));
    for (const version of ofType.body.data) expect(version).toEqual(known.get(version.id));
    return ofType.body.data;
  };

  it('shows erased values and reasons to nobody, whichever server erased them', async () => {
    const { id } = await create({ name: 'Ada', city: 'London' }, 'Ada moved');
    expect(await lists(reading)).toMatchObject([
      { id, objectData: { name: 'Ada', city: 'London' }, reason: 'Ada moved' },
    ]);
    const params = { partitionId, objectId: id };
    const as = 'owner';
    await writing.call(eraseValues, { as, params, body: { paths: ['/name'], ...why } });
    const [withoutName] = await lists(reading);
    expect(withoutName?.objectData).toEqual({ name: null, city: 'London' });
    expect(withoutName?.erased).toMatchObject([{ path: '/name' }]);
    await writing.call(eraseReason, { as, params, body: why });
    expect((await lists(reading))[0]).toMatchObject({ reason: null, reasonReceipt: 2 });
  });

  it('shows what an operator changed in the database', async () => {
    const { id } = await create({ name: 'Grace' });
    await lists(reading);
    await writing.database.query(
      sql`update data.version set object_data = '{"name": "Forged"}' where partition_id = ${partitionId} and object_id = ${id}`,
    );
    expect((await lists(reading))[0]?.objectData).toEqual({ name: 'Forged' });
  });

  it('shows the new name of an author', async () => {
    await create({ name: 'Lin' });
    expect((await lists(reading))[0]?.modificationUserName).toBe('EDITOR');
    await writing.database.query(
      sql`update data.data_user set name = 'Renamed' where user_id = ${people.editor.userId}`,
    );
    expect((await lists(reading))[0]?.modificationUserName).toBe('Renamed');
  });

  it('shows a new version at once', async () => {
    const before = (await lists(reading)).length;
    const { id } = await create({ name: 'New' });
    const after = await lists(reading);
    expect([after.length, after[0]?.id]).toEqual([before + 1, id]);
  });

  it('reads the data of a page once, then only that of new versions', async () => {
    const cache = new VersionTextCache();
    const names: (string | undefined)[] = [];
    const counting: Queryable = {
      query: async (statement, name) => {
        names.push(name);
        return writing.database.query(statement, name);
      },
    };
    const range = { pageSize: 50, bytes: 1024 * 1024 };
    const asked = async (list: () => Promise<unknown>) => {
      names.length = 0;
      await list();
      return [...names];
    };
    const recent = async () =>
      asked(() => cache.firstPage(counting, partitionId, newestVersions(partitionId, 50), range));
    const ofType = async () =>
      asked(() =>
        cache.firstPage(
          counting,
          partitionId,
          newestHeadVersions(partitionId, 'PERSON', 50),
          range,
        ),
      );
    expect(await recent()).toEqual(['recent-newest', 'version-texts-stamped']);
    expect(await recent()).toEqual(['recent-newest']);
    expect(await ofType()).toEqual(['search-first-page-of-type']);
    await create({ name: 'Newer' });
    expect(await ofType()).toEqual(['search-first-page-of-type', 'version-texts-stamped']);
    expect(await recent()).toEqual(['recent-newest']);
  });

  it('reads large versions each time, in pieces', async () => {
    const partition = await writing.makePartition('Large');
    const rows = ['a', 'b', 'c'].map((key, day) => ({
      key,
      type: 'FILE',
      objectData: { large: key.repeat(300_000) },
      modificationDate: `2020-01-0${day + 1}T00:00:00Z`,
    }));
    const params = { partitionId: partition };
    await writing.call(importObjects, { as: 'editor', params, body: { rows } });
    for (let times = 0; times < 2; times += 1) {
      const { body } = await reading.call(recentObjects, {
        as: 'reader',
        params,
        query: { pageSize: 10 },
      });
      expect(body.data.map(({ objectData }) => String(objectData?.['large']).slice(0, 2))).toEqual([
        'cc',
        'bb',
        'aa',
      ]);
    }
  });

  it('returns an empty page for an empty partition', async () => {
    const params = { partitionId: await writing.makePartition('Empty') };
    const { body } = await reading.call(recentObjects, { as: 'reader', params });
    expect(body).toEqual({
      data: [],
      nextCursor: null,
      hasMore: false,
      total: { value: 0, estimate: false },
    });
  });
});
