import { beforeEach, describe, expect, it } from 'vitest';
import { createObject, latestObject, recentObjects, referencedBy } from '@annals/contracts/objects';
import { testDatabases } from '@annals/kit/testing/databases';
import { listenerForAll } from '../testing/data-listener.ts';

interface Row {
  key?: string;
  id?: string;
  type?: string;
  objectData?: Record<string, unknown>;
  references?: { name: string; key: string }[];
  ended?: true;
  modificationDate?: string;
}

const id = (number: number) => `01890a5d-ac96-774b-bcce-${String(number).padStart(12, '0')}`;
const at = (path: string) => ({ fields: [expect.objectContaining({ path })] });
const none = { created: 0, changed: 0, ended: 0, existing: 0, refused: [] };

describe.each(testDatabases())('import, $kind', ({ open }) => {
  const service = listenerForAll(open);
  let partitionId: string;

  beforeEach(async () => {
    partitionId = await service.makePartition();
  });

  const importRows = async (rows: Row[], query = '', headers: Record<string, string> = {}) =>
    service.send('POST', `/v1/partitions/${partitionId}/import${query}`, {
      as: 'editor',
      headers,
      body: JSON.stringify({
        rows: rows.map((row) =>
          row.ended
            ? row
            : {
                key: 'k',
                type: 'TAG',
                objectData: {},
                modificationDate: '2020-01-01T00:00:00Z',
                ...row,
              },
        ),
      }),
    });
  const recent = async () =>
    (
      await service.call(recentObjects, {
        as: 'reader',
        params: { partitionId },
        query: { pageSize: 500 },
      })
    ).body.data;
  const refused = async (rows: Row[], status: number, expected: object) => {
    const before = await recent();
    const answer = await importRows(rows);
    expect(answer).toMatchObject({ status, body: expected });
    const dry = await importRows(rows, '?dryRun=true');
    expect(dry).toMatchObject({
      status: 200,
      body: {
        refused: expect.arrayContaining([expect.objectContaining({ row: rows.length - 1 })]),
      },
    });
    await expect(recent()).resolves.toEqual(before);
  };

  it('writes a batch after the one that it names, whichever comes first, and not without it', async () => {
    const [first, second] = ['the-first-batch', 'the-second-batch'];
    const dated = (modificationDate: string) => [{ key: 'k', modificationDate }];
    const later = importRows(dated('2020-01-02T00:00:00Z'), `?after=${first}`, {
      'idempotency-key': second,
    });
    const earlier = importRows(dated('2020-01-01T00:00:00Z'), '', { 'idempotency-key': first });
    expect(await earlier).toMatchObject({ status: 200, body: { created: 1 } });
    expect(await later).toMatchObject({ status: 200, body: { created: 0, changed: 1 } });

    const lost = await importRows(dated('2020-01-03T00:00:00Z'), '?after=a-lost-batch');
    expect(lost).toMatchObject({ status: 409, body: { code: 'previous_batch_missing' } });
    await expect(recent()).resolves.toHaveLength(2);
  });

  it('writes rows with their own dates, timelines by key and references by key', async () => {
    const rows: Row[] = [
      { key: 'category', type: 'CATEGORY', modificationDate: '2019-02-28T23:59:59.000007Z' },
      {
        key: 'product',
        type: 'PRODUCT',
        objectData: { v: 1 },
        references: [{ name: 'categoryRef', key: 'category' }],
      },
      {
        key: 'product',
        type: 'PRODUCT',
        objectData: { v: 2 },
        modificationDate: '2020-01-01T00:00:00.5Z',
      },
      { key: 'category', ended: true, modificationDate: '2020-02-01T00:00:00Z' },
    ];
    const dry = await importRows(rows, '?dryRun=true');
    expect(dry).toMatchObject({
      status: 200,
      body: { created: 2, changed: 1, ended: 1, existing: 0 },
    });
    await expect(recent()).resolves.toEqual([]);
    const done = await importRows(rows);
    expect({ ...done.body, outcomes: ['created', 'created', 'changed', 'ended'] }).toEqual(
      dry.body,
    );

    const versions = (await recent()).toReversed();
    expect(versions.map(({ modificationDate }) => modificationDate)).toEqual([
      '2019-02-28T23:59:59.000007Z',
      '2020-01-01T00:00:00.000000Z',
      '2020-01-01T00:00:00.500000Z',
      '2020-02-01T00:00:00.000000Z',
    ]);
    const [category, first, second, end] = versions;
    expect(first?.references).toEqual([
      {
        name: 'categoryRef',
        timelineId: category?.timelineId,
        type: 'CATEGORY',
        objectId: category?.id,
      },
    ]);
    expect(second).toMatchObject({
      timelineId: first?.timelineId,
      predecessorId: first?.id,
      modificationCount: 2,
      references: [],
    });
    expect(end).toMatchObject({
      timelineId: category?.timelineId,
      endedDate: '2020-02-01T00:00:00.000000Z',
    });
    expect(Number.parseInt(String(category?.timelineId).replace('-', '').slice(0, 12), 16)).toBe(
      Date.parse('2019-02-28T23:59:59Z'),
    );

    const pointing = async (asOf: string) =>
      (
        await service.call(referencedBy, {
          as: 'reader',
          params: { partitionId, objectId: category?.id ?? '' },
          query: { asOf },
        })
      ).body.data.length;
    await expect(pointing('2020-01-01T00:00:00Z')).resolves.toBe(1);
    await expect(pointing('2020-01-01T00:00:00.5Z')).resolves.toBe(0);
  });

  it('continues with the same keys in a later batch, and with direct writes', async () => {
    await importRows([{ key: 'a' }]);
    const next = await importRows([
      { key: 'a', objectData: { n: 2 } },
      { key: 'b', references: [{ name: 'r', key: 'a' }] },
    ]);
    expect(next.body).toEqual({ ...none, created: 1, changed: 1 });
    const written = await service.call(createObject, {
      as: 'editor',
      params: { partitionId },
      body: { type: 'TAG', objectData: {} },
    });
    expect(written.body.modificationDate > '2025').toBe(true);
    await refused([{ key: 'a' }], 409, { code: 'dates_go_back' });
  });

  it('skips rows whose id exists with the same content, however old', async () => {
    const rows: Row[] = [
      { id: id(1), key: 'a', objectData: { b: 1, a: [1, { c: 2, d: 3 }] } },
      {
        id: id(2),
        key: 'b',
        references: [{ name: 'r', key: 'a' }],
        modificationDate: '2020-01-02T00:00:00Z',
      },
      { id: id(3), key: 'a', ended: true, modificationDate: '2020-01-03T00:00:00Z' },
    ];
    expect((await importRows(rows)).body).toEqual({ ...none, created: 2, ended: 1 });
    expect((await importRows(rows)).body).toEqual({ ...none, existing: 3 });
    const more: Row[] = [
      ...rows,
      { id: id(4).toUpperCase(), key: 'c', modificationDate: '2020-01-03T00:00:00Z' },
    ];
    expect((await importRows(more)).body).toEqual({ ...none, existing: 3, created: 1 });
    expect((await importRows(more)).body).toEqual({ ...none, existing: 4 });
    await expect(recent()).resolves.toHaveLength(4);
    const [, second] = rows;
    for (const other of [
      { ...second, objectData: { other: true } },
      { ...second, type: 'CATEGORY' },
      { ...second, references: [] },
      { ...second, key: 'c' },
      { ...second, modificationDate: '2020-01-02T00:00:00.000001Z' },
      { id: id(2), key: 'b', ended: true as const, modificationDate: '2020-01-02T00:00:00Z' },
    ])
      await refused([other], 409, { code: 'id_taken' });
    await refused(
      [
        { id: id(9), key: 'x' },
        { id: id(9), key: 'y' },
      ],
      409,
      { code: expect.stringMatching(/id_taken|dates_go_back/) },
    );
  });

  it('refuses a whole batch because of one row, and says which', async () => {
    await importRows([{ key: 'there' }]);
    const good: Row = { key: 'new' };
    await refused(
      [good, { key: 'x', references: [{ name: 'r', key: 'absent' }] }],
      400,
      at('body.rows.1.references.0.key'),
    );
    await refused(
      [
        good,
        {
          key: 'x',
          references: [
            { name: 'r', key: 'new' },
            { name: 'r', key: 'new' },
          ],
        },
      ],
      400,
      at('body.rows.1.references.1.key'),
    );
    // Another sheet of a workbook may use the same keys for its rows.
    await refused([good, { key: 'there', type: 'CATEGORY' }], 400, {
      fields: [
        {
          path: 'body.rows.1.type',
          message:
            'The key there is a TAG in this partition, and keeps that type. Use another key.',
        },
      ],
    });
    await refused(
      [good, { key: 'absent', ended: true, modificationDate: '2020-01-01T00:00:00Z' }],
      400,
      at('body.rows.1.key'),
    );
    await refused(
      [good, { key: 'x', modificationDate: '2199-01-01T00:00:00Z' }],
      400,
      at('body.rows.1.modificationDate'),
    );
    await refused([good, { key: 'x', modificationDate: '2019-12-31T23:59:59.999999Z' }], 409, {
      code: 'dates_go_back',
      message: expect.stringMatching(
        /Row 1 .*2019-12-31T23:59:59\.999999Z.*2020-01-01T00:00:00\.000000Z/,
      ),
    });
    const ended: Row = { key: 'there', ended: true, modificationDate: '2020-01-02T00:00:00Z' };
    await refused([ended, { key: 'there', modificationDate: '2020-01-02T00:00:00Z' }], 409, {
      code: 'timeline_ended',
    });
    await refused([ended, ended], 409, { code: 'timeline_ended' });
  });

  it('refuses dates before 1700, future dates, and days that do not exist', async () => {
    const ahead = new Date(Date.now() + 600_000).toISOString();
    for (const modificationDate of ['0001-01-01T00:00:00Z', '1699-12-31T23:59:59.999999Z', ahead])
      await refused([{ modificationDate }], 400, at('body.rows.0.modificationDate'));
    for (const modificationDate of ['2022-02-30T00:00:00Z', '2022-01-01T24:00:00Z'])
      await expect(importRows([{ modificationDate }])).resolves.toMatchObject({
        status: 400,
        body: at('body.rows.0.modificationDate'),
      });
    await expect(recent()).resolves.toEqual([]);
  });

  it('keeps the oldest dates to the microsecond, and continues after them', async () => {
    await importRows([
      { modificationDate: '1700-01-01T00:00:00.000001Z' },
      { key: 'l', modificationDate: '1969-07-20T20:17:40Z' },
    ]);
    const [moon, oldest] = await recent();
    expect(oldest?.modificationDate).toBe('1700-01-01T00:00:00.000001Z');
    const params = { partitionId, timelineId: moon?.timelineId ?? '' };
    expect(
      (
        await service.call(latestObject, {
          as: 'reader',
          params,
          query: { asOf: '1969-07-20T20:17:40Z' },
        })
      ).body,
    ).toEqual(moon);
    const body = { type: 'TAG', objectData: {} };
    expect(
      (await service.call(createObject, { as: 'editor', params: { partitionId }, body })).status,
    ).toBe(201);
  });

  it('with skipUnchanged writes only rows that change something', async () => {
    const category = { key: 'c', type: 'CATEGORY', objectData: { title: 'C' } };
    const product = {
      key: 'p',
      type: 'PRODUCT',
      objectData: { price: 1.5, tags: ['a'] },
      references: [{ name: 'categoryRef', key: 'c' }],
    };
    const send = async (rows: object[], query = 'skipUnchanged=true') => {
      const path = `/v1/partitions/${partitionId}/import?${query}`;
      return (await service.send('POST', path, { as: 'editor', body: JSON.stringify({ rows }) }))
        .body;
    };
    const first = [category, product];
    expect(await send([...first, product])).toEqual({ ...none, created: 2, existing: 1 });
    expect(await send(first)).toEqual({ ...none, existing: 2 });
    expect(await send(first, 'skipUnchanged=true&dryRun=true')).toMatchObject({
      outcomes: ['existing', 'existing'],
    });
    const [, { timelineId } = {}] = (await recent()).toReversed();
    const changed = [
      { ...product, objectData: { tags: ['a'], price: 2 } },
      { ...product, objectData: { tags: ['a'], price: 2 } },
      { ...product, key: timelineId, objectData: { price: 2, tags: ['a'] } },
      { ...product, objectData: { price: 2, tags: ['a'] }, references: [] },
    ];
    expect(await send(changed)).toEqual({ ...none, changed: 2, existing: 2 });
    expect(await send([{ key: 'p', ended: true }])).toEqual({ ...none, ended: 1 });
    expect(await send([{ ...changed[3], restored: true }])).toEqual({ ...none, changed: 1 });
    expect(await send([changed[3] ?? {}], '')).toEqual({ ...none, changed: 1 });
  });

  it('refuses numbers unless there is one per row', async () => {
    const rows = [{ key: 'a', type: 'TAG', objectData: {} }];
    for (const [numbers, path] of [
      [[2, 3], 'body.numbers'],
      [[0], 'body.numbers.0'],
    ] as const)
      expect(
        await service.send('POST', `/v1/partitions/${partitionId}/import`, {
          as: 'editor',
          body: JSON.stringify({ rows, numbers }),
        }),
      ).toMatchObject({ status: 400, body: at(path) });
  });

  it('answers concurrent batches with one Idempotency-Key once', async () => {
    const headers = { 'idempotency-key': 'batch-01' };
    const answers = await Promise.all(
      Array.from({ length: 4 }, async () => importRows([{ key: 'a' }, { key: 'a' }], '', headers)),
    );
    for (const { status, body } of answers)
      expect([status, body]).toEqual([200, { ...none, created: 1, changed: 1 }]);
    await expect(recent()).resolves.toHaveLength(2);
  });
});
