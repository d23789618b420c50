import { beforeAll, describe, expect, it } from 'vitest';
import { findId } from '@annals/contracts/ids';
import { createObject } from '@annals/contracts/objects';
import { testDatabases } from '@annals/kit/testing/databases';
import {
  limitsHeader,
  listenerForAll,
  type Limits,
  type Person,
} from '../testing/data-listener.ts';

const absent = '01890a5d-ac96-774b-bcce-b302099a8057';

describe.each(testDatabases())('finding an id in all partitions, $kind', ({ open }) => {
  const service = listenerForAll(open);
  let here: string;
  let elsewhere: string;
  let first: { id: string; timelineId: string };
  let second: { id: string; timelineId: string };

  beforeAll(async () => {
    [elsewhere, here] = [await service.makePartition('Elsewhere'), await service.makePartition()];
    first = await write({});
    second = await write({ timelineId: first.timelineId, predecessorId: first.id });
  });

  const write = async (more: { timelineId?: string; predecessorId?: string }) => {
    const { body } = await service.call(createObject, {
      as: 'owner',
      params: { partitionId: here },
      body: { type: 'TAG', objectData: {}, ...more },
    });
    return { id: body.id, timelineId: body.timelineId ?? '' };
  };
  const find = async (id: string, as?: Person, limits: Limits = {}) =>
    service.call(findId, {
      as,
      params: { id },
      headers: as ? { [limitsHeader]: JSON.stringify(limits) } : {},
    });

  it('finds a version', async () => {
    const { status, body } = await find(first.id, 'reader');
    expect(status).toBe(200);
    expect(body.data).toContainEqual({
      kind: 'OBJECT',
      partitionId: here,
      partitionName: 'Products',
      timelineId: first.timelineId,
      objectId: first.id,
    });
  });

  it('finds a timeline, with its newest version', async () => {
    const { body } = await find(first.timelineId.toUpperCase(), 'reader');
    expect(body.data).toContainEqual({
      kind: 'TIMELINE',
      partitionId: here,
      partitionName: 'Products',
      timelineId: first.timelineId,
      objectId: second.id,
    });
  });

  it('finds it for callers who may read all partitions', async () => {
    for (const as of ['readsAll', 'writesAll'] as const)
      expect((await find(second.id, as)).status).toBe(200);
  });

  it('responds the same if it is unknown, inaccessible, or excluded by the token', async () => {
    const missing = await find(absent, 'owner');
    const foreign = await find(first.id, 'stranger');
    const beyond = await find(first.id, 'owner', { scopes: ['read'], partitionIds: [elsewhere] });
    const within = await find(first.id, 'owner', { scopes: ['read'], partitionIds: [here] });
    expect(missing.status).toBe(404);
    for (const { status, body } of [foreign, beyond]) {
      expect(status).toBe(404);
      expect({ ...body, requestId: '' }).toEqual({ ...missing.body, requestId: '' });
    }
    expect(within.status).toBe(200);
  });

  it('requires a session, the scope read, and an id', async () => {
    expect((await find(first.id)).status).toBe(401);
    expect((await find(first.id, 'owner', { scopes: ['write'] })).status).toBe(403);
    const { status, body } = await find('1-no-id', 'owner');
    expect(status).toBe(400);
    expect(body.fields).toEqual([expect.objectContaining({ path: 'params.id' })]);
  });
});
