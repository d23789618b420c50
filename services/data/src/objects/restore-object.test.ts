import { beforeAll, describe, expect, it } from 'vitest';
import {
  createObject,
  endTimeline,
  latestObject,
  referencedBy,
  restoreObject,
} from '@annals/contracts/objects';
import type { BodyOf } from '@annals/contracts/endpoint';
import { testDatabases } from '@annals/kit/testing/databases';
import { people, listenerForAll } from '../testing/data-listener.ts';

const absent = '01890a5d-ac96-774b-bcce-b302099a8057';

describe.each(testDatabases())('restoring a version, $kind', ({ open }) => {
  const service = listenerForAll(open);
  let partitionId: string;

  beforeAll(async () => {
    partitionId = await service.makePartition();
  });

  const write = async (body: Partial<BodyOf<typeof createObject>>) => {
    const answer = await service.call(createObject, {
      as: 'editor',
      params: { partitionId },
      body: { objectData: {}, ...body },
    });
    expect(answer.status).toBe(201);
    return { ...answer.body, timelineId: answer.body.timelineId ?? '' };
  };
  const end = async (timelineId: string) =>
    service.call(endTimeline, { as: 'editor', params: { partitionId, timelineId }, body: {} });
  const restore = async (
    timelineId: string,
    objectId: string,
    more: { predecessorId?: string; headers?: Record<string, string> } = {},
  ) =>
    service.call(restoreObject, {
      as: 'owner',
      headers: more.headers ?? {},
      params: { partitionId, timelineId },
      body: {
        objectId,
        ...(more.predecessorId ? { predecessorId: more.predecessorId } : {}),
      },
    });
  const pointing = async (objectId: string) =>
    (await service.call(referencedBy, { as: 'reader', params: { partitionId, objectId } })).body
      .data;

  it('writes data and references of the old version again, with the current versions of the targets', async () => {
    const target = await write({ type: 'CATEGORY' });
    const references = [{ name: 'r', timelineId: target.timelineId }];
    const first = await write({ type: 'TAG', objectData: { a: 1 }, references });
    const { timelineId } = first;
    const second = await write({ timelineId, predecessorId: first.id, objectData: { a: 2 } });
    const { timelineId: targetId } = target;
    const newTarget = await write({ timelineId: targetId, predecessorId: target.id });
    await expect(pointing(target.id)).resolves.toEqual([]);

    const restored = await restore(timelineId.toUpperCase(), first.id.toUpperCase());
    expect(restored).toMatchObject({
      status: 201,
      body: {
        type: 'TAG',
        objectData: { a: 1 },
        references: [{ name: 'r', timelineId: targetId, type: 'CATEGORY', objectId: newTarget.id }],
        predecessorId: second.id,
        modificationCount: 3,
        modificationUserId: people.owner.userId,
        genesisUserId: people.editor.userId,
        endedDate: null,
      },
    });
    const params = { partitionId, timelineId };
    const latest = await service.call(latestObject, { as: 'reader', params });
    expect(latest.body).toEqual(restored.body);
    await expect(pointing(target.id)).resolves.toMatchObject([
      { object: { id: restored.body.id } },
    ]);
  });

  it('resumes an ended timeline, which is then written to as before', async () => {
    const target = await write({ type: 'CATEGORY' });
    const references = [{ name: 'r', timelineId: target.timelineId }];
    const first = await write({ type: 'TAG', objectData: { a: 1 }, references });
    const { timelineId } = first;
    const { body: ended } = await end(timelineId);
    await expect(pointing(target.id)).resolves.toEqual([]);
    const { body: restored } = await restore(timelineId, ended.id, { predecessorId: ended.id });
    expect(restored).toMatchObject({
      objectData: { a: 1 },
      endedDate: null,
      predecessorId: ended.id,
      modificationCount: 3,
    });
    await expect(pointing(target.id)).resolves.toHaveLength(1);
    const next = await write({ timelineId, predecessorId: restored.id });
    expect(next.modificationCount).toBe(4);
    await expect(pointing(target.id)).resolves.toEqual([]);
    expect((await end(timelineId)).status).toBe(201);
  });

  it('returns 409 with the head for a stale predecessor, and if there is nothing to restore', async () => {
    const first = await write({ type: 'TAG' });
    const { timelineId } = first;
    const second = await write({ timelineId, predecessorId: first.id });
    const stale = await restore(timelineId, first.id, { predecessorId: first.id });
    expect(stale).toMatchObject({
      status: 409,
      body: { code: 'stale_predecessor', current: second },
    });
    const newest = await restore(timelineId, second.id);
    expect(newest).toMatchObject({
      status: 409,
      body: { code: 'nothing_to_restore', current: second },
    });
  });

  it('returns 404 for a version of another timeline', async () => {
    const [one, other] = [await write({ type: 'TAG' }), await write({ type: 'TAG' })];
    for (const [timelineId, objectId] of [
      [one.timelineId, other.id],
      [one.timelineId, absent],
      [absent, one.id],
    ] as const)
      expect((await restore(timelineId, objectId)).status).toBe(404);
  });

  it('restores once for one Idempotency-Key', async () => {
    const first = await write({ type: 'TAG' });
    await end(first.timelineId);
    const headers = { 'idempotency-key': 'restore-01' };
    const [one, two] = await Promise.all([
      restore(first.timelineId, first.id, { headers }),
      restore(first.timelineId, first.id, { headers }),
    ]);
    expect(one?.status).toBe(201);
    expect(two?.body).toEqual(one?.body);
    expect(one?.body.modificationCount).toBe(3);
  });
});
