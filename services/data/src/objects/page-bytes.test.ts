import { beforeAll, describe, expect, it } from 'vitest';
import { exportObjects, importObjects } from '@annals/contracts/transfers';
import {
  listChanges,
  recentObjects,
  referencedBy,
  timelineBlame,
  timelineObjects,
  timelineValues,
} from '@annals/contracts/objects';
import { testDatabases } from '@annals/kit/testing/databases';
import { listenerForAll } from '../testing/data-listener.ts';
import { readAllPages } from '../testing/read-all-pages.ts';

const as = 'reader';
const large = 'x'.repeat(1_000_000);

// Four of these fit into a page that is asked for by its number, one where the cursor leads on.
describe.each(testDatabases())('pages of large objects, $kind', ({ open }) => {
  const service = listenerForAll(open);
  let params: { partitionId: string };
  let target: string;
  let timelineId: string;

  beforeAll(async () => {
    params = { partitionId: await service.makePartition() };
    const references = [{ name: 'of', key: 'target' }];
    const row = (key: string, day: number) => ({
      key,
      type: 'FILE',
      objectData: { large, day },
      references,
      modificationDate: `2020-01-0${day}T00:00:00Z`,
    });
    const begin = {
      key: 'target',
      type: 'TAG',
      objectData: {},
      modificationDate: '2020-01-01T00:00:00Z',
    };
    await service.call(importObjects, {
      as: 'editor',
      params,
      body: {
        rows: [
          begin,
          ...['a', 'b', 'c', 'd', 'e'].map((key) => row(key, 2)),
          ...[3, 4, 5, 6].map((day) => row('a', day)),
        ],
      },
    });
    const { body } = await service.call(listChanges, { as, params, query: { pageSize: 2 } });
    target = body.data[0]?.id ?? '';
    timelineId = body.data[1]?.timelineId ?? '';
  });

  const lists = () => ({
    recent: `objects/recent?`,
    'recent of a type': `objects/recent?type=FILE&`,
    'recent as of': `objects/recent?asOf=2020-01-02T00:00:00Z&`,
    history: `timelines/${timelineId}/objects?`,
    referencedBy: `objects/referencedBy/${target}?`,
    'referencedBy as of': `objects/referencedBy/${target}?asOf=2020-01-03T00:00:00Z&`,
  });

  it.each([
    'recent',
    'recent of a type',
    'recent as of',
    'history',
    'referencedBy',
    'referencedBy as of',
  ] as const)(
    '%s returns one of them and that there are more, and refuses page numbers that do not fit',
    async (list) => {
      const ask = async (query: string) =>
        service.send('GET', `/v1/partitions/${params.partitionId}/${lists()[list]}${query}`, {
          as,
        });
      const { status, body } = await ask('pageSize=5');
      expect([status, body]).toMatchObject([
        200,
        { hasMore: true, nextCursor: expect.any(String) },
      ]);
      expect((body as unknown as { data: unknown[] }).data).toHaveLength(1);
      const byNumber = await ask('pageSize=5&page=0');
      expect([byNumber.status, byNumber.body.code]).toEqual([400, 'page_too_large']);
      expect((await ask('pageSize=3&page=0')).status).toBe(200);
    },
  );

  it('continues by cursor to the end', async () => {
    const recent = await readAllPages(service, recentObjects, {
      as,
      params,
      query: { pageSize: 500 },
    });
    expect(recent.map(({ sequence }) => sequence)).toEqual([10, 9, 8, 7, 6, 5, 4, 3, 2, 1]);
    const history = await readAllPages(service, timelineObjects, {
      as,
      params: { ...params, timelineId },
    });
    expect(history.map(({ modificationCount }) => modificationCount)).toEqual([5, 4, 3, 2, 1]);
    const pointing = await readAllPages(service, referencedBy, {
      as,
      params: { ...params, objectId: target },
    });
    expect(pointing).toHaveLength(5);
  });

  it('limits the change feed too, which returns more without the data', async () => {
    const feed = async (query: object) =>
      (await service.call(listChanges, { as, params, query })).body;
    const { data, hasMore, nextCursor } = await feed({});
    expect([data.length, hasMore]).toEqual([2, true]);
    expect((await feed({ after: nextCursor })).data).toHaveLength(1);
    expect((await feed({ include: ['type'] })).data).toHaveLength(10);
  });

  it('limits the export too', async () => {
    const { body } = await service.call(exportObjects, { as, params });
    // The next five have one date, and do not all fit.
    expect([body.data.length, body.hasMore]).toEqual([1, true]);
    const newest = { history: false } as const;
    const rows = await readAllPages(service, exportObjects, { as, params, query: newest });
    expect(rows.map(({ key }) => key)).toEqual(['target', 'b', 'c', 'd', 'e', 'a']);
  });

  it('searches all of them for blame and values', async () => {
    const timeline = { as, params: { ...params, timelineId } } as const;
    const { body } = await service.call(timelineBlame, timeline);
    expect(body.data.map(({ path, modificationCount }) => [path, modificationCount])).toEqual([
      ['/day', 5],
      ['/large', 1],
    ]);
    const query = { path: '/large' };
    const [run] = await readAllPages(service, timelineValues, { ...timeline, query });
    expect(run).toMatchObject({ modificationCount: 1, toDate: null, present: true });
  });
});
