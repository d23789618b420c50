import { beforeEach, describe, expect, it } from 'vitest';
import * as contract from '@annals/contracts/change-sets';
import { listWritesOfUser } from '@annals/contracts/data-users';
import { createObject, endTimeline, recentObjects } from '@annals/contracts/objects';
import { testDatabases } from '@annals/kit/testing/databases';
import { listenerForAll, people, type Person } from '../testing/data-listener.ts';

describe.each(testDatabases())('what a user wrote in a period, $kind', ({ open }) => {
  const service = listenerForAll(open);
  const { userId } = people.editor;
  let partitionId: string;

  beforeEach(async () => {
    partitionId = await service.makePartition();
  });

  const write = async (as: Person, n: number, timelineId?: string) => {
    const { status, body } = await service.call(createObject, {
      as,
      params: { partitionId },
      body: { type: 'TAG', objectData: { n, name: `Tag ${n}` }, timelineId },
    });
    expect(status).toBe(201);
    return { timelineId: body.timelineId ?? '', date: body.modificationDate ?? '', id: body.id };
  };
  const end = async (as: Person, timelineId: string) =>
    service.call(endTimeline, { as, params: { partitionId, timelineId }, body: {} });
  const revert = async (period: { from: string; to: string }, as: Person = 'owner') =>
    service.call(contract.revertWrites, { as, params: { partitionId, userId }, body: period });
  const commit = async (changeSetId: string) =>
    service.call(contract.commitChangeSet, {
      as: 'owner',
      params: { partitionId, changeSetId },
      body: {},
    });
  const listed = async (period: { from: string; to: string }, as: Person = 'owner') =>
    service.call(listWritesOfUser, { as, params: { userId }, query: period });
  /** The number in the newest version of each object, null for one that has ended. */
  const state = async () => {
    const { body } = await service.call(recentObjects, {
      as: 'reader',
      params: { partitionId },
      query: { pageSize: 500 },
    });
    const newest = new Map<string, unknown>();
    for (const { timelineId, objectData, endedDate } of body.data.toReversed())
      newest.set(timelineId, endedDate === null ? objectData['n'] : null);
    return [...newest.values()];
  };
  const farAway = '2100-01-01T00:00:00Z';

  it('is listed from its beginning to before its end', async () => {
    await write('editor', 1);
    const first = await write('editor', 2);
    const other = await write('owner', 3);
    const last = await write('editor', 4, other.timelineId);
    const { body } = await listed({ from: first.date, to: farAway });
    const ofPartition = body.data.filter((each) => each.partitionId === partitionId);
    expect(ofPartition).toMatchObject([
      { objectId: last.id, title: 'Tag 4', type: 'TAG', imported: false, ended: false },
      { objectId: first.id, title: 'Tag 2' },
    ]);
    expect(body.partitions).toContainEqual({
      id: partitionId,
      partitionName: 'Products',
      versionCount: 2,
      mayWrite: true,
    });
    const before = (await listed({ from: first.date, to: last.date })).body.data;
    expect(before.filter((each) => each.partitionId === partitionId)).toHaveLength(1);
    // A reader proposes nothing, and a stranger sees nothing.
    const asReader = (await listed({ from: first.date, to: farAway }, 'reader')).body;
    expect(asReader.partitions.find(({ id }) => id === partitionId)?.mayWrite).toBe(false);
    expect((await listed({ from: first.date, to: farAway }, 'stranger')).status).toBe(404);
  });

  it('is taken back by a change set: restored, or ended where they created it', async () => {
    const mine = await write('owner', 1);
    const ended = await write('owner', 2);
    const between = await write('owner', 3);
    const earlier = await write('editor', 4);
    const from = (await write('editor', 5)).date;
    await write('editor', 10, mine.timelineId);
    await write('editor', 11, mine.timelineId);
    await end('editor', ended.timelineId);
    await write('editor', 12, between.timelineId);
    await write('owner', 13, between.timelineId);
    await write('editor', 14, between.timelineId);
    const brief = await write('editor', 15);
    await end('editor', brief.timelineId);
    expect(await state()).toEqual([11, null, 14, 4, 5, null]);

    const { status, body } = await revert({ from, to: farAway });
    expect(status).toBe(201);
    expect(body).toMatchObject({
      state: 'DRAFT',
      counts: { create: 0, newVersion: 0, end: 1, restore: 3 },
    });
    expect((await commit(body.id)).status).toBe(200);
    // Also what the owner wrote in between; not what the editor wrote before.
    expect(await state()).toEqual([1, 2, 3, 4, null, null]);
    expect(earlier.timelineId).not.toBe('');
    expect(await revert({ from, to: farAway })).toMatchObject({
      status: 409,
      body: { code: 'nothing_to_revert' },
    });
  });

  it('keeps what others wrote afterwards as conflicts', async () => {
    const mine = await write('owner', 1);
    const { date: from } = await write('editor', 2, mine.timelineId);
    await write('owner', 3, mine.timelineId);
    const { body } = await revert({ from, to: farAway });
    expect(body.operationCount).toBe(1);
    expect((await commit(body.id)).status).toBe(409);
    expect(await state()).toEqual([3]);
  });

  it('is taken back by whoever may propose changes', async () => {
    const { date: from } = await write('editor', 1);
    const period = { from, to: farAway };
    expect((await revert(period, 'reader')).status).toBe(403);
    expect((await revert(period, 'stranger')).status).toBe(404);
    expect((await revert(period, 'editor')).status).toBe(201);
  });
});
