import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { currentDataUser } from '@annals/contracts/data-user';
import { putChangePolicy } from '@annals/contracts/change-policy';
import { getDataUser } from '@annals/contracts/data-users';
import { getPartition, listMembers, putMember, removeMember } from '@annals/contracts/partitions';
import type { MemberRole } from '@annals/contracts/permissions';
import { testDatabases } from '@annals/kit/testing/databases';
import { readAllPages } from '../testing/read-all-pages.ts';
import { people, listenerForAll, type Person } from '../testing/data-listener.ts';

const idOf = (whom: string) => (whom in people ? people[whom as Person].userId : whom);

describe.each(testDatabases())('members, $kind', ({ open }) => {
  const service = listenerForAll(open, {
    findUserNames: async (userId) =>
      new Map([[people.readsAll.userId, { username: 'ines@example.org', name: 'Ines' }]]).get(
        userId,
      ),
  });
  let partitionId: string;

  beforeAll(async () => {
    for (const as of ['owner', 'editor', 'reader', 'stranger', 'writesAll'] as const)
      await service.call(currentDataUser, { as });
  });
  beforeEach(async () => {
    partitionId = await service.makePartition();
  });

  const put = async (whom: string, role: MemberRole, as: Person = 'owner') =>
    service.call(putMember, { as, params: { partitionId, userId: idOf(whom) }, body: { role } });
  const remove = async (whom: Person, as: Person = 'owner') =>
    service.call(removeMember, { as, params: { partitionId, userId: idOf(whom) } });
  const statusFor = async (as: Person) =>
    (await service.call(getPartition, { as, params: { partitionId } })).status;

  it('lists them with names and roles in the order they joined', async () => {
    const members = await readAllPages(service, listMembers, {
      as: 'reader',
      params: { partitionId },
      query: { pageSize: 2 },
    });
    expect(members).toEqual([
      {
        userId: people.owner.userId,
        role: 'OWNER',
        username: 'owner@example.org',
        name: 'OWNER',
        sinceDate: expect.any(String),
      },
      expect.objectContaining({ userId: people.editor.userId, role: 'EDITOR' }),
      expect.objectContaining({ userId: people.reader.userId, role: 'READER' }),
    ]);
    const second = await service.call(listMembers, {
      as: 'reader',
      params: { partitionId },
      query: { pageSize: 2, page: 1 },
    });
    expect(second.body.data.map(({ userId }) => userId)).toEqual([people.reader.userId]);
  });

  it('adds and changes one; the role takes effect at once', async () => {
    await expect(statusFor('stranger')).resolves.toBe(404);
    const added = await put('stranger', 'READER');
    expect(added).toMatchObject({
      status: 200,
      body: { role: 'READER', username: 'stranger@example.org' },
    });
    await expect(statusFor('stranger')).resolves.toBe(200);
    expect((await put('reader', 'READER', 'stranger')).status).toBe(403);
    const changed = await put('stranger', 'OWNER');
    expect(changed.body.sinceDate).toBe(added.body.sinceDate);
    expect((await put('reader', 'EDITOR', 'stranger')).status).toBe(200);
  });

  it('adds one who never called, without a name', async () => {
    const { status, body } = await put('01890a5d-ac96-774b-bcce-b30200000099', 'READER');
    expect(status).toBe(200);
    expect(body).toEqual({
      userId: '01890a5d-ac96-774b-bcce-b30200000099',
      role: 'READER',
      sinceDate: expect.any(String),
    });
  });

  it('shows the name from the authentication service until the user calls', async () => {
    const { userId } = people.readsAll;
    const { body: added } = await put('readsAll', 'OWNER');
    expect(added).toMatchObject({ userId, username: 'ines@example.org', name: 'Ines' });
    const policy = await service.call(putChangePolicy, {
      as: 'owner',
      params: { partitionId },
      body: { rules: [{ types: null, approvals: 1, approvers: { userIds: [userId] } }] },
    });
    expect(policy.body.rules[0]?.approvers.users).toEqual([{ userId, name: 'Ines' }]);
    // A user of this service is one who has called it, and only such a user can be the last owner.
    const find = async () => service.call(getDataUser, { as: 'owner', params: { userId } });
    expect((await find()).status).toBe(404);
    expect(await remove('owner')).toMatchObject({ status: 409, body: { code: 'last_owner' } });
    await service.call(currentDataUser, { as: 'readsAll' });
    expect((await find()).body).toMatchObject({ name: 'READSALL' });
    // The name they called with is kept.
    await put('readsAll', 'EDITOR');
    expect((await find()).body).toMatchObject({ name: 'READSALL' });
    await put('readsAll', 'OWNER');
    expect((await remove('owner')).status).toBe(204);
  });

  it('removes one, who loses access at once', async () => {
    await expect(statusFor('reader')).resolves.toBe(200);
    expect((await remove('reader')).status).toBe(204);
    await expect(statusFor('reader')).resolves.toBe(404);
    expect((await remove('reader')).status).toBe(404);
  });

  it('keeps the last owner, whatever is requested', async () => {
    for (const answer of [
      await remove('owner'),
      await put('owner', 'EDITOR'),
      await put(people.owner.userId.toUpperCase(), 'READER'),
    ])
      expect(answer).toMatchObject({ status: 409, body: { code: 'last_owner' } });
    expect((await put('owner', 'OWNER')).status).toBe(200);
    await put('editor', 'OWNER');
    expect((await remove('owner')).status).toBe(204);
    expect((await remove('editor', 'writesAll')).status).toBe(409);
  });

  it('does not count an owner who never called, and may not exist', async () => {
    await put('01890a5d-ac96-774b-bcce-b30200000099', 'OWNER');
    expect(await remove('owner')).toMatchObject({ status: 409, body: { code: 'last_owner' } });
  });

  it('keeps one owner if all leave concurrently', async () => {
    await put('editor', 'OWNER');
    await put('reader', 'OWNER');
    const left = await Promise.all([
      remove('owner', 'writesAll'),
      remove('editor', 'writesAll'),
      put('reader', 'READER', 'writesAll'),
    ]);
    expect(left.filter(({ status }) => status === 409)).toHaveLength(1);
    const { body } = await service.call(listMembers, { as: 'writesAll', params: { partitionId } });
    expect(body.data.filter(({ role }) => role === 'OWNER')).toHaveLength(1);
  });

  it('shows oneself, users who share a partition, and anyone to callers who may read users', async () => {
    const find = async (as: Person, whom: Person) =>
      (await service.call(getDataUser, { as, params: { userId: people[whom].userId } })).status;
    const self = await service.call(currentDataUser, { as: 'reader' });
    expect(self.body).toEqual({
      id: people.reader.userId,
      username: 'reader@example.org',
      name: 'READER',
    });
    await expect(find('reader', 'reader')).resolves.toBe(200);
    await expect(find('reader', 'owner')).resolves.toBe(200);
    await expect(find('reader', 'writesAll')).resolves.toBe(404);
    await expect(find('writesAll', 'reader')).resolves.toBe(404);
    await expect(find('readsAll', 'stranger')).resolves.toBe(200);
    const absent = await service.call(getDataUser, {
      as: 'readsAll',
      params: { userId: partitionId },
    });
    expect(absent.status).toBe(404);
  });
});
