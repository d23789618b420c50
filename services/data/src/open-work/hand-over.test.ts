import sql from 'sql-template-tag';
import { describe, expect, it } from 'vitest';
import { createChangeSet } from '@annals/contracts/change-sets';
import { handOverEverything, listOpenWork } from '@annals/contracts/open-work';
import { listMembers, putMember } from '@annals/contracts/partitions';
import type { MemberRole } from '@annals/contracts/permissions';
import { createSavedSearch } from '@annals/contracts/saved-searches';
import { testDatabases, type TestDatabase } from '@annals/kit/testing/databases';
import { limitsHeader, listenerForAll, people, type Person } from '../testing/data-listener.ts';
import { transferCalls } from '../testing/transfer-calls.ts';

const { editor, stranger, reader } = people;

function startLeaving(open: TestDatabase['open']) {
  const service = listenerForAll(open);
  return {
    service,
    makeMember: async (partitionId: string, as: Person, role: MemberRole) => {
      const params = { partitionId, userId: people[as].userId };
      const { status } = await service.call(putMember, { as: 'owner', params, body: { role } });
      expect(status).toBe(200);
    },
    begin: async (partitionId: string) => {
      const { status } = await service.call(createChangeSet, {
        as: 'editor',
        params: { partitionId },
        body: { title: 'New prices' },
      });
      expect(status).toBe(201);
    },
    share: async (partitionId: string) => {
      const { status } = await service.call(createSavedSearch, {
        as: 'editor',
        params: { partitionId },
        body: { name: 'Tags', kind: 'objects', query: 'type:TAG', shared: true },
      });
      expect(status).toBe(201);
    },
    handOver: async (to: string, as: Person = 'owner', headers = {}) =>
      service.call(handOverEverything, {
        as,
        headers,
        params: { userId: editor.userId },
        body: { userId: to },
      }),
    openWork: async () =>
      (await service.call(listOpenWork, { as: 'owner', params: { userId: editor.userId } })).body
        .data,
    rolesIn: async (partitionId: string) => {
      const { body } = await service.call(listMembers, { as: 'owner', params: { partitionId } });
      return Object.fromEntries(body.data.map(({ userId, role }) => [userId, role]));
    },
  };
}

describe.each(testDatabases())('what a leaving user leaves behind, $kind', ({ open }) => {
  describe('with a job', () => {
    const { service, makeMember, begin, share, handOver, openWork, rolesIn } = startLeaving(open);

    it('is handed over in all partitions of the caller, or not at all', async () => {
      const calls = transferCalls(service.database, service);
      const [own, other, source, untouched] = [
        await service.makePartition(),
        await service.makePartition(),
        await service.makePartition(),
        await service.makePartition(),
      ];
      await makeMember(own, 'editor', 'OWNER');
      await begin(own);
      await share(own);
      const job = await calls.heldJob(other, { kind: 'COPY', fromPartitionId: source });
      await service.database.query(
        sql`update data.job set created_user_id = ${editor.userId} where id = ${job.id}`,
      );

      // They cannot read what is copied.
      expect(await handOver(stranger.userId)).toMatchObject({
        status: 400,
        body: { fields: [{ path: 'body.userId' }] },
      });
      expect(await rolesIn(own)).not.toHaveProperty(stranger.userId);
      expect(await openWork()).toMatchObject([{ changeSets: 1, sharedSearches: 1 }]);

      await makeMember(source, 'stranger', 'READER');
      const done = await handOver(stranger.userId);
      const all = { partitions: 1, jobs: 1, changeSets: 1, sharedSearches: 1 };
      expect([done.status, done.body]).toEqual([200, all]);
      const roles = [];
      for (const id of [own, other, source, untouched])
        roles.push((await rolesIn(id))[stranger.userId]);
      expect(roles).toEqual(['OWNER', 'OWNER', 'READER', undefined]);
      expect(await calls.transferOf(job.id)).toMatchObject({ resumedUserId: stranger.userId });
      expect(await openWork()).toEqual([]);
      const repeated = await handOver(stranger.userId);
      expect(repeated.body).toEqual({ ...all, jobs: 0, changeSets: 0, sharedSearches: 0 });
    });
  });

  describe('without a job', () => {
    const { service, makeMember, begin, handOver, rolesIn } = startLeaving(open);

    it('makes the successor an editor if that suffices, and is left by who owns nothing', async () => {
      const partitionId = await service.makePartition();
      await makeMember(partitionId, 'stranger', 'EDITOR');
      await begin(partitionId);
      const nothing = { partitions: 0, jobs: 0, changeSets: 0, sharedSearches: 0 };
      expect((await handOver(reader.userId, 'stranger')).body).toEqual(nothing);
      expect(await rolesIn(partitionId)).toMatchObject({ [reader.userId]: 'READER' });
      const done = await handOver(reader.userId, 'writesAll');
      expect(done.body).toEqual({ ...nothing, changeSets: 1 });
      expect(await rolesIn(partitionId)).toMatchObject({ [reader.userId]: 'EDITOR' });
    });

    it('is not handed over to the user themselves, nor by somebody who may not write', async () => {
      expect((await handOver(editor.userId)).status).toBe(400);
      const limits = { [limitsHeader]: JSON.stringify({ without: ['partitions:write'] }) };
      expect((await handOver(reader.userId, 'owner', limits)).status).toBe(403);
    });
  });
});
