import { randomUUID } from 'node:crypto';
import sql from 'sql-template-tag';
import { beforeEach, describe, expect, it } from 'vitest';
import {
  approveChangeSet,
  changeChangeSet,
  createChangeSet,
  getChangeSet,
  submitChangeSet,
} from '@annals/contracts/change-sets';
import { putChangePolicy } from '@annals/contracts/change-policy';
import { putOperation } from '@annals/contracts/change-set-operations';
import { handOverWork, listOpenWork } from '@annals/contracts/open-work';
import { archivePartition, putMember } from '@annals/contracts/partitions';
import {
  createSavedSearch,
  listSavedSearches,
  maxSearchesPerUser,
} from '@annals/contracts/saved-searches';
import { testDatabases } from '@annals/kit/testing/databases';
import { listenerForAll, people, type Person } from '../testing/data-listener.ts';

const absent = '01890a5d-ac96-774b-bcce-b302099a8057';

describe.each(testDatabases())('open work of a user, $kind', ({ open }) => {
  const service = listenerForAll(open);
  let partitionId: string;

  beforeEach(async () => {
    partitionId = await service.makePartition();
    await makeMember('stranger', 'EDITOR');
  });

  const makeMember = async (as: Person, role: 'READER' | 'EDITOR' | 'OWNER') => {
    const params = { partitionId, userId: people[as].userId };
    const { status } = await service.call(putMember, { as: 'owner', params, body: { role } });
    expect(status).toBe(200);
  };
  const begin = async (as: Person, contributors: Person[] = []) => {
    const { body } = await service.call(createChangeSet, {
      as,
      params: { partitionId },
      body: { title: 'New prices' },
    });
    const params = { partitionId, changeSetId: body.id };
    await service.call(putOperation, {
      as,
      params: { ...params, operationId: randomUUID() },
      body: { operation: 'create', type: 'TAG', objectData: { n: 1 }, references: [] },
    });
    const ids = contributors.map((person) => people[person].userId);
    if (ids.length > 0)
      await service.call(changeChangeSet, { as, params, body: { contributors: ids } });
    return body.id;
  };
  const get = async (changeSetId: string, as: Person) =>
    service.call(getChangeSet, { as, params: { partitionId, changeSetId } });
  const save = async (as: Person, name: string, shared: boolean) => {
    const { status } = await service.call(createSavedSearch, {
      as,
      params: { partitionId },
      body: { name, kind: 'objects', query: 'type:TAG', shared },
    });
    expect(status).toBe(201);
  };
  const searchesOf = async (as: Person) => {
    const { body } = await service.call(listSavedSearches, { as, params: { partitionId } });
    return body.data.map(({ name, userId }) => [name, userId]);
  };
  const openWork = async (of: string, as: Person = 'owner') => {
    const { body } = await service.call(listOpenWork, { as, params: { userId: of } });
    return body.data.filter((each) => each.partitionId === partitionId);
  };
  const handOver = async (to: string, as?: Person, from = people.editor.userId) =>
    service.call(handOverWork, {
      as,
      params: { partitionId, userId: from },
      body: { userId: to },
    });
  const { editor, stranger, reader } = people;

  it('is shown only to the owners of its partition, drafts as a number', async () => {
    await begin('editor');
    await begin('stranger', ['editor']);
    await save('editor', 'Tags', true);
    await save('editor', 'Mine', false);
    const work = { partitionId, partitionName: 'Products', changeSets: 2, sharedSearches: 1 };
    expect(await openWork(editor.userId)).toEqual([work]);
    expect(await openWork(editor.userId, 'writesAll')).toEqual([work]);
    expect(await openWork(reader.userId)).toEqual([]);
    for (const as of ['editor', 'reader', 'readsAll'] as const)
      expect(await openWork(editor.userId, as)).toEqual([]);
    const asked = async (userId: string, as?: Person) =>
      service.call(listOpenWork, { as, params: { userId } });
    expect((await asked('x', 'owner')).status).toBe(400);
    expect((await asked(editor.userId)).status).toBe(401);
  });

  it('is handed over to another editor, who becomes the author', async () => {
    const own = await begin('editor');
    const helped = await begin('owner', ['editor']);
    const shared = await begin('stranger', ['editor']);
    const { status, body } = await handOver(stranger.userId, 'owner');
    expect([status, body]).toEqual([200, { changeSets: 3, sharedSearches: 0 }]);

    expect((await get(own, 'editor')).status).toBe(404);
    const after = await get(own, 'stranger');
    expect(after.body).toMatchObject({
      author: { userId: stranger.userId },
      contributors: [],
      state: 'DRAFT',
    });
    expect(after.body.may).toEqual(expect.arrayContaining(['EDIT', 'MANAGE', 'SUBMIT', 'DELETE']));
    expect((await get(helped, 'owner')).body.contributors).toMatchObject([
      { userId: stranger.userId },
    ]);
    // An author does not become a contributor of their own set.
    expect((await get(shared, 'stranger')).body).toMatchObject({
      author: { userId: stranger.userId },
      contributors: [],
    });
    expect(await openWork(editor.userId)).toEqual([]);
    // Repeating it finds nothing left.
    expect((await handOver(stranger.userId, 'owner')).body).toEqual({
      changeSets: 0,
      sharedSearches: 0,
    });
  });

  it('excludes everybody who worked on it from approving, before or after', async () => {
    await service.call(putChangePolicy, {
      as: 'owner',
      params: { partitionId },
      body: {
        breakGlass: false,
        rules: [
          {
            types: null,
            approvals: 1,
            approvers: { roles: ['OWNER', 'EDITOR'], userIds: [] },
            reasonRequired: false,
          },
        ],
      },
    });
    const id = await begin('editor');
    const params = { partitionId, changeSetId: id };
    await service.call(submitChangeSet, { as: 'editor', params });
    const { revision } = (await get(id, 'editor')).body;
    const approve = async (as: Person) =>
      service.call(approveChangeSet, { as, params, body: { revision } });
    expect((await approve('stranger')).body.state).toBe('APPROVED');

    await handOver(stranger.userId, 'owner');
    // The approval was by the user who is now the author.
    expect((await get(id, 'stranger')).body).toMatchObject({
      state: 'IN_REVIEW',
      reviews: [{ valid: false }],
      requirements: [{ given: 0, satisfied: false }],
    });
    expect((await approve('stranger')).status).toBe(403);
    // The former author, who may have been reinstated.
    expect((await approve('editor')).status).not.toBe(200);
    expect((await approve('owner')).body.state).toBe('APPROVED');
  });

  it('hands over shared searches under a free name, and keeps the others', async () => {
    await save('editor', 'Tags', true);
    await save('editor', 'Mine', false);
    await save('stranger', 'Tags', false);
    await save('stranger', 'Tags (2)', false);
    expect((await handOver(stranger.userId, 'owner')).body).toMatchObject({ sharedSearches: 1 });
    expect(await searchesOf('reader')).toEqual([['Tags (3)', stranger.userId]]);
    expect(await searchesOf('editor')).toEqual([
      ['Mine', editor.userId],
      ['Tags (3)', stranger.userId],
    ]);
  });

  it('is refused for an unsuitable successor, and beyond the limits of one user', async () => {
    await save('editor', 'Tags', true);
    const id = await begin('editor');
    for (const to of [editor.userId, reader.userId, absent]) {
      const { status, body } = await handOver(to, 'owner');
      expect([status, body]).toMatchObject([400, { fields: [{ path: 'body.userId' }] }]);
    }
    expect((await handOver('x', 'owner')).status).toBe(400);
    expect((await handOver(stranger.userId)).status).toBe(401);
    for (const as of ['editor', 'reader', 'readsAll'] as const)
      expect((await handOver(stranger.userId, as)).status).toBe(403);
    const elsewhere = await service.call(handOverWork, {
      as: 'owner',
      params: { partitionId: absent, userId: editor.userId },
      body: { userId: stranger.userId },
    });
    expect(elsewhere.status).toBe(404);

    await service.database.query(
      sql`insert into data.saved_search (partition_id, search_id, user_id, name, kind, query, view, shared, created_date,
          changed_date)
        select ${partitionId}, gen_random_uuid(), ${stranger.userId}, 'n' || n, 'objects', '', '{}', false, now(), now()
        from generate_series(1, ${maxSearchesPerUser}::integer) n`,
    );
    const full = await handOver(stranger.userId, 'owner');
    expect([full.status, full.body]).toMatchObject([409, { code: 'too_many_searches' }]);
    // Then nothing was handed over.
    expect((await get(id, 'editor')).body.author.userId).toBe(editor.userId);
    await service.database.query(
      sql`insert into data.change_set (partition_id, id, title, author_id, created_date, changed_date)
        select ${partitionId}, gen_random_uuid(), 'A draft', ${stranger.userId}, now(), now() from generate_series(1, 200)`,
    );
    const many = await handOver(stranger.userId, 'owner');
    expect([many.status, many.body]).toMatchObject([409, { code: 'too_many_change_sets' }]);
  });

  it('is handed over in an archived partition too', async () => {
    await begin('editor');
    const archived = { as: 'owner', params: { partitionId }, body: { archived: true } } as const;
    expect((await service.call(archivePartition, archived)).status).toBe(200);
    await makeMember('stranger', 'OWNER');
    expect((await handOver(stranger.userId, 'writesAll')).body).toMatchObject({ changeSets: 1 });
  });
});
