import { describe, expect, it } from 'vitest';
import { createPartition, getPartition, listPartitions } from '@annals/contracts/partitions';
import { createObject } from '@annals/contracts/objects';
import type { CallInput } from '@annals/contracts/endpoint';
import { testDatabases } from '@annals/kit/testing/databases';
import { readAllPages } from '../testing/read-all-pages.ts';
import { listenerForAll, type Person } from '../testing/data-listener.ts';

const id = '01890a5d-ac96-774b-bcce-b302099a8057';
const madeUp = (...parts: unknown[]) => Buffer.from(JSON.stringify(parts)).toString('base64url');

describe.each(testDatabases())('partitions, $kind', ({ open }) => {
  const service = listenerForAll(open);

  const make = async (partitionName: string, as: Person = 'owner') =>
    service.call(createPartition, { as, body: { partitionName } });

  const names = async (
    as: Person,
    query: NonNullable<CallInput<typeof listPartitions>['query']>,
  ) => {
    const { body } = await service.call(listPartitions, { as, query });
    return body.data.map(({ partitionName }) => partitionName);
  };

  const find = async (as: Person) => {
    const { body } = await service.call(listPartitions, { as, query: { name: 'ONLY of' } });
    return body.data.map(({ id: partitionId, role }) => ({ id: partitionId, role }));
  };

  it('creates one with the caller as owner, and shows it with its counts', async () => {
    const { status, body } = await service.call(createPartition, {
      as: 'owner',
      body: { partitionName: '  Ledger ', description: 'What was' },
    });
    expect(status).toBe(201);
    expect(body).toMatchObject({
      partitionName: 'Ledger',
      description: 'What was',
      role: 'OWNER',
      versionCount: 0,
    });

    const params = { partitionId: body.id };
    for (const type of ['TAG', 'ACCOUNT', 'TAG'])
      await service.call(createObject, { as: 'owner', params, body: { type, objectData: {} } });
    const shown = await service.call(getPartition, { as: 'owner', params });
    expect(shown.status).toBe(200);
    expect(shown.body).toMatchObject({
      ...body,
      timelineCount: 3,
      versionCount: 3,
      lastChangeDate: expect.stringMatching(/^\d{4}-.*\.\d{6}Z$/),
      types: [
        { type: 'ACCOUNT', timelineCount: 1, versionCount: 1 },
        { type: 'TAG', timelineCount: 2, versionCount: 2 },
      ],
    });
  });

  it('lists the caller’s, or all for callers who may read all, with the role', async () => {
    const { body } = await make('Only of the owner');
    await expect(find('owner')).resolves.toEqual([{ id: body.id, role: 'OWNER' }]);
    await expect(find('stranger')).resolves.toEqual([]);
    await expect(find('readsAll')).resolves.toEqual([{ id: body.id, role: null }]);
    await expect(find('writesAll')).resolves.toEqual([{ id: body.id, role: null }]);
  });

  it('sorts by name as people do, both ways, the same by cursor and by page', async () => {
    for (const name of ['zeta', 'Émile', 'eagle', 'Zebra', 'emil', 'Ärger', 'apple', '50%_\\'])
      await make(`${name} sorted`);
    const sorted = ['50%_\\', 'apple', 'Ärger', 'eagle', 'emil', 'Émile', 'Zebra', 'zeta'].map(
      (name) => `${name} sorted`,
    );
    await expect(names('owner', { name: 'SORTED' })).resolves.toEqual(sorted);
    await expect(names('owner', { name: 'sorted', sort: '-partitionName' })).resolves.toEqual(
      sorted.toReversed(),
    );
    await expect(names('owner', { name: '%_\\' })).resolves.toEqual(['50%_\\ sorted']);

    for (const sort of [
      'partitionName',
      '-partitionName',
      'lastChangeDate',
      '-lastChangeDate',
    ] as const) {
      const whole = await names('owner', { name: 'sorted', sort });
      const query = { name: 'sorted', sort, pageSize: 3 };
      const byCursor = await readAllPages(service, listPartitions, { as: 'owner', query });
      expect(byCursor.map(({ partitionName }) => partitionName)).toEqual(whole);
      const pages = await Promise.all(
        [0, 1, 2, 3].map(async (page) => names('owner', { ...query, page })),
      );
      expect(pages.flat()).toEqual(whole);
      expect(pages[3]).toEqual([]);
    }
  });

  it('sorts by last change first', async () => {
    const [first, second] = [await make('change one'), await make('change two')];
    await service.call(createObject, {
      as: 'owner',
      params: { partitionId: first.body.id },
      body: { type: 'TAG', objectData: {} },
    });
    expect(second.status).toBe(201);
    await expect(names('owner', { name: 'change ', sort: '-lastChangeDate' })).resolves.toEqual([
      'change one',
      'change two',
    ]);
  });

  it.each([
    ['cursor=rubbish', 'query.cursor'],
    [`cursor=${madeUp('partitions partitionName', 'a')}`, 'query.cursor'],
    [`cursor=${madeUp('partitions partitionName', 1, 2)}`, 'query.cursor'],
    [`cursor=${madeUp('partitions -partitionName', 'a', id)}`, 'query.cursor'],
    [`cursor=${madeUp('partitions partitionName', '\0', id)}`, 'query.cursor'],
    [
      `sort=lastChangeDate&cursor=${madeUp('partitions lastChangeDate', '9999-99-99T00:00:00.000000Z', id)}`,
      'query.cursor',
    ],
    ['page=201', 'query.page'],
    ['page=21&pageSize=500', 'query.page'],
    [`page=0&cursor=${madeUp('partitions partitionName', 'a', id)}`, 'query.page'],
    ['pageSize=501', 'query.pageSize'],
    ['pageSize=0', 'query.pageSize'],
    ['page=-1', 'query.page'],
    ['sort=role', 'query.sort'],
    ['name=%00', 'query.name'],
  ])('refuses ?%s and says where', async (query, path) => {
    const { status, body } = await service.send('GET', `/v1/partitions?${query}`, { as: 'owner' });
    expect(status).toBe(400);
    expect(body.fields).toEqual([expect.objectContaining({ path })]);
  });

  it.each([
    [{}, 'body.partitionName'],
    [{ partitionName: ' ' }, 'body.partitionName'],
    [{ partitionName: 'x'.repeat(101) }, 'body.partitionName'],
    [{ partitionName: 'x', description: 'x'.repeat(2001) }, 'body.description'],
    [{ partitionName: 'x', owner: 'me' }, 'body'],
  ])('refuses the body %# and says where', async (body, path) => {
    const answer = await service.send('POST', '/v1/partitions', {
      as: 'owner',
      body: JSON.stringify(body),
    });
    expect(answer.status).toBe(400);
    expect(answer.body.fields).toEqual([expect.objectContaining({ path })]);
  });

  it('requires the permission to create one', async () => {
    expect((await make('no', 'stranger')).status).toBe(403);
    expect((await make('no', 'readsAll')).status).toBe(403);
  });

  it('creates one per Idempotency-Key, even for concurrent requests', async () => {
    const body = { partitionName: 'Once' };
    const headers = { 'idempotency-key': 'create-once' };
    const answers = await Promise.all(
      Array.from({ length: 5 }, async () =>
        service.call(createPartition, { as: 'owner', body, headers }),
      ),
    );
    expect(new Set(answers.map((answer) => answer.status))).toEqual(new Set([201]));
    expect(new Set(answers.map((answer) => JSON.stringify(answer.body))).size).toBe(1);
    await expect(names('owner', { name: 'Once' })).resolves.toEqual(['Once']);

    const reused = await service.call(createPartition, {
      as: 'owner',
      headers,
      body: { partitionName: 'Other' },
    });
    expect(reused).toMatchObject({ status: 422, body: { code: 'idempotency_key_reused' } });
    const other = await service.call(createPartition, { as: 'writesAll', headers, body });
    expect(other.status).toBe(201);
    expect(other.body.id).not.toBe(answers[0]?.body.id);
  });
});
