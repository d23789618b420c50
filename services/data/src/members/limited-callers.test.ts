import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { searchObjects } from '@annals/contracts/object-search';
import { createObject } from '@annals/contracts/objects';
import { currentDataUser } from '@annals/contracts/data-user';
import {
  createPartition,
  getPartition,
  listMembers,
  listPartitions,
  putMember,
} from '@annals/contracts/partitions';
import type { Database } from '@annals/kit/database/database';
import { testDatabases } from '@annals/kit/testing/databases';
import {
  limitsHeader,
  people,
  startListener,
  type Limits,
  type Listener,
  type Person,
} from '../testing/data-listener.ts';

const limitedTo = (limits: Limits) => ({ headers: { [limitsHeader]: JSON.stringify(limits) } });

describe.each(testDatabases())(
  'callers with less access than their member role, $kind',
  ({ open }) => {
    let database: Database;
    let service: Listener;
    let partitionId: string;
    let other: string;

    beforeAll(async () => {
      database = await open();
      service = await startListener(database);
      partitionId = await service.makePartition();
      other = await service.makePartition('Other');
    });
    afterAll(async () => {
      await service.close();
      await database.close();
    });

    const write = async (limits: Limits, as: Person = 'owner', id = partitionId) =>
      (
        await service.call(createObject, {
          as,
          params: { partitionId: id },
          body: { type: 'TAG', objectData: {} },
          ...limitedTo(limits),
        })
      ).status;
    const read = async (limits: Limits, as: Person = 'owner', id = partitionId) =>
      (await service.call(getPartition, { as, params: { partitionId: id }, ...limitedTo(limits) }))
        .status;
    const change = async (limits: Limits, as: Person = 'owner') =>
      (
        await service.call(putMember, {
          as,
          params: { partitionId, userId: people.reader.userId },
          body: { role: 'READER' },
          ...limitedTo(limits),
        })
      ).status;

    it('read but do not write if none of their roles allows it', async () => {
      const limits: Limits = { without: ['partitions:write'] };
      for (const as of ['owner', 'editor', 'writesAll'] as const) {
        expect(await read(limits, as)).toBe(200);
        expect(await write(limits, as)).toBe(403);
        expect(await write({}, as)).toBe(201);
      }
      expect(await change(limits)).toBe(403);
      expect(await change({})).toBe(200);
    });

    it('read with the scope read, write with the scope write, and act as owners with the scope admin', async () => {
      const find = async (limits: Limits) =>
        (
          await service.call(searchObjects, {
            as: 'owner',
            params: { partitionId },
            body: {},
            ...limitedTo(limits),
          })
        ).status;
      const create = async (limits: Limits) =>
        (
          await service.call(createPartition, {
            as: 'owner',
            body: { partitionName: 'New' },
            ...limitedTo(limits),
          })
        ).status;
      const statuses = async (ask: (limits: Limits) => Promise<number>) =>
        Promise.all((['read', 'write', 'admin'] as const).map((scope) => ask({ scopes: [scope] })));
      expect(await statuses(read)).toEqual([200, 403, 403]);
      expect(await statuses(find)).toEqual([200, 403, 403]);
      expect(await statuses(write)).toEqual([403, 201, 403]);
      expect(await statuses(change)).toEqual([403, 403, 200]);
      expect(await statuses(create)).toEqual([403, 403, 201]);
    });

    it('see only the partitions that their token is limited to, if they may open them', async () => {
      const listed = async (as: Person, partitionIds: string[]) => {
        const limits = limitedTo({ scopes: ['read'], partitionIds });
        const { status, body } = await service.call(listPartitions, { as, ...limits });
        expect(status).toBe(200);
        return body.data.map(({ id }) => id);
      };
      for (const as of ['owner', 'reader', 'readsAll', 'writesAll'] as const)
        expect(await listed(as, [partitionId])).toEqual([partitionId]);
      expect(await listed('stranger', [partitionId])).toEqual([]);

      const limits: Limits = { scopes: ['read', 'write'], partitionIds: [partitionId] };
      for (const as of ['owner', 'writesAll'] as const) {
        expect(await read(limits, as)).toBe(200);
        expect(await read(limits, as, partitionId.toUpperCase())).toBe(200);
        expect(await write(limits, as)).toBe(201);
        expect(await read(limits, as, other)).toBe(404);
        expect(await write(limits, as, other)).toBe(404);
      }
      expect(await read(limits, 'stranger')).toBe(404);
    });

    it('are known by the name they call with', async () => {
      const { body } = await service.call(currentDataUser, {
        as: 'editor',
        ...limitedTo({ scopes: ['read'] }),
      });
      expect(body).toMatchObject({ id: people.editor.userId, username: 'editor@example.org' });
      const members = await service.call(listMembers, { as: 'editor', params: { partitionId } });
      expect(members.body.data).toContainEqual(
        expect.objectContaining({ userId: people.editor.userId, username: 'editor@example.org' }),
      );
    });
  },
);
