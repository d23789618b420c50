import { beforeEach, describe, expect, it } from 'vitest';
import { putObjectType } from '@annals/contracts/object-types';
import { recentObjects } from '@annals/contracts/objects';
import { importObjects } from '@annals/contracts/transfers';
import { testDatabases } from '@annals/kit/testing/databases';
import { listenerForAll } from '../testing/data-listener.ts';

describe.each(testDatabases())('partial rows, $kind', ({ open }) => {
  const service = listenerForAll(open);
  let partitionId: string;

  beforeEach(async () => {
    partitionId = await service.makePartition();
    await send([row('a', {}), row('b', {}), row('k', { n: 1, to: { x: 1, y: [1] } }, ['a', 'b'])]);
  });

  const row = (key: string, objectData: Record<string, unknown>, targets: string[] = []) => ({
    key,
    type: 'TAG',
    objectData,
    references: targets.map((target, index) => ({ name: `ref${index}`, key: target })),
  });
  const send = async (rows: unknown[], query: Record<string, boolean> = {}) =>
    service.call(importObjects, {
      as: 'editor',
      params: { partitionId },
      query,
      body: { rows: rows as never },
    });
  const newest = async () => {
    const { body } = await service.call(recentObjects, { as: 'reader', params: { partitionId } });
    return body.data[0];
  };

  it('keep the fields and references that they do not have', async () => {
    const change = row('k', { to: { y: [] }, z: null }, ['b']);
    expect((await send([change], { partial: true })).body).toMatchObject({ changed: 1 });
    const version = await newest();
    expect(version?.objectData).toEqual({ n: 1, to: { x: 1, y: [] }, z: null });
    expect(version?.references.map(({ name }) => name)).toEqual(['ref1', 'ref0']);
    expect(
      (await send([row('k', { n: 1 })], { partial: true, skipUnchanged: true })).body,
    ).toMatchObject({
      existing: 1,
    });
    // Without it, the row is the whole object.
    await send([row('k', { n: 2 })]);
    expect(await newest()).toMatchObject({ objectData: { n: 2 }, references: [] });
  });

  it('follow each other in a batch, and start what is not there', async () => {
    const rows = [
      row('new', { a: 1 }),
      row('new', { b: 2 }),
      row('k', { n: 5 }),
      row('k', { m: 6 }),
    ];
    expect((await send(rows, { partial: true })).body).toMatchObject({ created: 1, changed: 3 });
    expect((await newest())?.objectData).toEqual({ n: 5, m: 6, to: { x: 1, y: [1] } });
  });

  it('are checked by the schema as the whole objects that they make', async () => {
    const jsonSchema = { required: ['n'], properties: { n: { type: 'integer' } } };
    await service.call(putObjectType, {
      as: 'owner',
      params: { partitionId, type: 'TAG' },
      body: { jsonSchema },
    });
    const { body } = await send([row('k', { m: 1 }), row('a', { m: 1 }), row('k', { n: 'x' })], {
      partial: true,
      skipRefused: true,
    });
    expect(body.refused.map(({ row: number }) => number)).toEqual([1, 2]);
    expect(body.changed).toBe(1);
  });

  it('and others are shown with what they change, in a dry run', async () => {
    const rows = [row('new', {}), row('k', { n: 2 }), row('a', {}), { key: 'b', ended: true }];
    const { body } = await send(rows, {
      partial: true,
      dryRun: true,
      withCurrent: true,
      skipUnchanged: true,
    });
    expect(body.outcomes).toEqual(['created', 'changed', 'existing', 'ended']);
    const [a, b] = ['a', 'b'].map(
      (key) => body.timelines?.find((each) => each.key === key)?.timelineId,
    );
    expect(body.current).toEqual([
      {
        row: 1,
        objectData: { n: 1, to: { x: 1, y: [1] } },
        references: [
          { name: 'ref0', timelineId: a },
          { name: 'ref1', timelineId: b },
        ],
      },
    ]);
    expect(await send(rows, { withCurrent: true })).toMatchObject({
      status: 400,
      body: { fields: [{ path: 'query.withCurrent' }] },
    });
  });
});
