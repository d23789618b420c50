import sql from 'sql-template-tag';
import { beforeEach, describe, expect, it } from 'vitest';
import type { BodyOf } from '@annals/contracts/endpoint';
import { putMember, removeMember } from '@annals/contracts/partitions';
import {
  changeSavedSearch,
  createSavedSearch,
  findSavedSearches,
  listSavedSearches,
  maxSearchesPerUser,
  maxSharedSearches,
  removeSavedSearch,
} from '@annals/contracts/saved-searches';
import { testDatabases } from '@annals/kit/testing/databases';
import { limitsHeader, listenerForAll, people, type Person } from '../testing/data-listener.ts';

const absent = '01890a5d-ac96-774b-bcce-b302099a8057';

describe.each(testDatabases())('saved searches, $kind', ({ open }) => {
  const service = listenerForAll(open);
  let partitionId: string;

  beforeEach(async () => {
    partitionId = await service.makePartition();
  });

  const create = async (
    as: Person,
    body: Partial<BodyOf<typeof createSavedSearch>> = {},
    headers: Record<string, string> = {},
  ) =>
    service.call(createSavedSearch, {
      as,
      headers,
      params: { partitionId },
      body: { name: 'Old tags', kind: 'objects', query: 'type:TAG changed:..2020', ...body },
    });
  const change = async (
    as: Person,
    searchId: string,
    body: BodyOf<typeof changeSavedSearch>,
    headers: Record<string, string> = {},
  ) => service.call(changeSavedSearch, { as, headers, params: { partitionId, searchId }, body });
  const remove = async (as: Person, searchId: string, headers: Record<string, string> = {}) =>
    service.call(removeSavedSearch, { as, headers, params: { partitionId, searchId } });
  const list = async (as: Person, query: object = {}) =>
    service.call(listSavedSearches, { as, params: { partitionId }, query });
  const namesOf = async (as: Person, query: object = {}) =>
    (await list(as, query)).body.data.map(({ name }) => name);
  const found = async (as: Person, name?: string) =>
    (await service.call(findSavedSearches, { as, query: { name } })).body.data
      .filter((one) => one.partitionId === partitionId)
      .map((one) => one.name);

  /** As many for a user as allowed, or more. */
  const fill = async (userId: string, count: number, shared: boolean) => {
    await service.database.query(
      sql`insert into data.saved_search (partition_id, search_id, user_id, name, kind, query, view, shared, created_date,
          changed_date)
        select ${partitionId}, gen_random_uuid(), ${userId}, 'n' || n, 'objects', '', '{}', ${shared}, now(), now()
        from generate_series(1, ${count}::integer) n`,
    );
  };

  it('are stored for their user, in the order of their names', async () => {
    const view = { sort: '-createdDate', columns: { 'data:name': true } };
    const { status, body, headers } = await create('reader', { view });
    expect([status, headers.get('etag')]).toEqual([201, '"1"']);
    expect(body).toMatchObject({
      partitionId,
      partitionName: 'Products',
      name: 'Old tags',
      kind: 'objects',
      query: 'type:TAG changed:..2020',
      view,
      shared: false,
      userId: people.reader.userId,
      userName: 'READER',
      version: 1,
    });
    await create('reader', { name: 'bees', kind: 'changes', query: 'changes:name changed:2026' });
    expect(await namesOf('reader')).toEqual(['bees', 'Old tags']);
    expect(await namesOf('reader', { kind: 'changes' })).toEqual(['bees']);
    for (const other of ['owner', 'editor', 'readsAll', 'writesAll'] as const) {
      expect(await namesOf(other)).toEqual([]);
      expect((await change(other, body.id, { name: 'x' })).status).toBe(404);
      expect((await remove(other, body.id)).status).toBe(404);
    }
  });

  it('are paged', async () => {
    for (const name of ['c', 'a', 'B']) await create('reader', { name });
    const first = await list('reader', { pageSize: 2 });
    expect(first.body.data.map(({ name }) => name)).toEqual(['a', 'B']);
    const next = await list('reader', { pageSize: 2, cursor: first.body.nextCursor });
    expect(next.body).toMatchObject({ data: [{ name: 'c' }], hasMore: false });
    expect((await list('reader', { cursor: 'nonsense' })).status).toBe(400);
  });

  it('can be shared by editors with everyone who may read the partition', async () => {
    const { status, body } = await create('editor', { shared: true });
    expect([status, body.shared]).toEqual([201, true]);
    for (const as of ['owner', 'editor', 'reader', 'readsAll', 'writesAll'] as const)
      expect(await namesOf(as)).toEqual(['Old tags']);
    expect((await change('owner', body.id, { name: 'Mine now' })).status).toBe(403);
    expect((await change('editor', body.id, { shared: false })).body).toMatchObject({
      shared: false,
      version: 2,
    });
    expect(await namesOf('reader')).toEqual([]);

    for (const as of ['reader', 'readsAll'] as const) {
      expect((await create(as, { name: 'Ours', shared: true })).status).toBe(403);
      const own = await create(as);
      expect((await change(as, own.body.id, { shared: true })).status).toBe(403);
    }
    const limits = { [limitsHeader]: JSON.stringify({ without: ['partitions:write'] }) };
    expect((await create('editor', { name: 'Ours', shared: true }, limits)).status).toBe(403);
  });

  it('can only be unshared by a user who is no longer an editor', async () => {
    const { body } = await create('editor', { shared: true });
    const params = { partitionId, userId: people.editor.userId };
    await service.call(putMember, { as: 'owner', params, body: { role: 'READER' } });
    expect((await change('editor', body.id, { query: 'type:OTHER' })).status).toBe(403);
    expect((await change('editor', body.id, { shared: false })).status).toBe(200);
  });

  it('can be deleted by owners if shared, and by nobody else who did not save them', async () => {
    const { body } = await create('editor', { shared: true });
    for (const as of ['reader', 'readsAll'] as const)
      expect((await remove(as, body.id)).status).toBe(403);
    const editing = { [limitsHeader]: JSON.stringify({ scopes: ['read', 'write'] }) };
    expect((await remove('owner', body.id, editing)).status).toBe(403);
    expect((await remove('owner', body.id)).status).toBe(204);
    expect((await remove('owner', body.id)).status).toBe(404);
    const again = await create('editor', { shared: true });
    expect((await remove('writesAll', again.body.id)).status).toBe(204);
    const own = await create('reader');
    expect((await remove('reader', own.body.id)).status).toBe(204);
    expect(await namesOf('reader')).toEqual([]);
  });

  it('of a removed member stay shared, and hide others from them', async () => {
    await create('editor', { shared: true });
    const own = await create('editor', { name: 'My own' });
    const params = { partitionId, userId: people.editor.userId };
    await service.call(removeMember, { as: 'owner', params });
    expect((await list('editor')).status).toBe(404);
    expect((await change('editor', own.body.id, { name: 'x' })).status).toBe(404);
    expect(await found('editor')).toEqual([]);
    expect(await namesOf('reader')).toEqual(['Old tags']);
    expect(await namesOf('owner')).toEqual(['Old tags']);
  });

  it('are found by a part of the name in all partitions of the user', async () => {
    await create('reader', { name: 'Äpfel of 2026' });
    await create('editor', { name: 'äpfel, shared', shared: true });
    await create('editor', { name: 'Äpfel of the editor' });
    expect(await found('reader', 'äPF')).toEqual(['Äpfel of 2026', 'äpfel, shared']);
    expect(await found('editor', 'äpfel')).toEqual(['Äpfel of the editor', 'äpfel, shared']);
    expect(await found('reader', '%')).toEqual([]);
    expect(await found('stranger')).toEqual([]);
    // Users who may read every partition find their own there, and see shared ones on the page of the partition.
    await create('readsAll', { name: 'Äpfel of the auditor' });
    expect(await found('readsAll', 'äpfel')).toEqual(['Äpfel of the auditor']);
    const token = { scopes: ['read'], partitionIds: [absent] };
    const headers = { [limitsHeader]: JSON.stringify(token) };
    const limited = await service.call(findSavedSearches, { as: 'reader', headers });
    expect([limited.status, limited.body.data]).toEqual([200, []]);
  });

  it('refuse changes based on an outdated version', async () => {
    const { body } = await create('reader');
    const changed = await change('reader', body.id, { name: 'New' }, { 'if-match': '"1"' });
    expect([changed.status, changed.headers.get('etag')]).toEqual([200, '"2"']);
    const stale = await change('reader', body.id, { name: 'Late' }, { 'if-match': '"1"' });
    expect(stale).toMatchObject({ status: 412, body: { current: { name: 'New', version: 2 } } });
    const view = { sort: 'modificationDate' };
    expect((await change('reader', body.id, { query: 'b', view })).body).toMatchObject({
      name: 'New',
      query: 'b',
      view,
    });
  });

  it('are created once per Idempotency-Key', async () => {
    const headers = { 'idempotency-key': `of-${partitionId}` };
    const first = await create('reader', {}, headers);
    expect((await create('reader', {}, headers)).body).toEqual(first.body);
    expect(await namesOf('reader')).toEqual(['Old tags']);
  });

  it('have unique names per user and kind', async () => {
    const { body } = await create('reader');
    expect(await create('reader')).toMatchObject({ status: 409, body: { code: 'name_taken' } });
    expect((await create('reader', { kind: 'changes', query: 'author:me' })).status).toBe(201);
    expect((await create('editor')).status).toBe(201);
    const other = await create('reader', { name: 'Other' });
    expect((await change('reader', other.body.id, { name: 'Old tags' })).status).toBe(409);
    expect((await change('reader', body.id, { name: 'Old tags' })).status).toBe(200);
  });

  it('are limited per user and per partition', async () => {
    await fill(people.reader.userId, maxSearchesPerUser - 1, false);
    const [one, other] = await Promise.all([
      create('reader', { name: 'one' }),
      create('reader', { name: 'other' }),
    ]);
    expect(new Set([one.status, other.status])).toEqual(new Set([201, 409]));
    await fill(people.owner.userId, maxSharedSearches, true);
    const full = await create('editor', { shared: true });
    expect(full).toMatchObject({ status: 409, body: { code: 'too_many_searches' } });
    expect((await create('editor')).status).toBe(201);
  });

  it.each(['<script>alert(1)</script>', '" or 1=1 --', '💥'.repeat(50)])(
    'keep the name %j unchanged',
    async (name) => {
      expect((await create('editor', { name, shared: true })).body.name).toBe(name);
      expect(await namesOf('reader')).toEqual([name]);
    },
  );

  it.each([
    [{ name: ' ' }, 'body.name'],
    [{ name: 'a\nb' }, 'body.name'],
    [{ name: '\u202edrawkcab' }, 'body.name'],
    [{ name: 'x'.repeat(101) }, 'body.name'],
    [{ query: 'x'.repeat(2001) }, 'body.query'],
    [{ query: 'is:lost' }, 'body.query'],
    [{ kind: 'changes', query: 'words' }, 'body.query'],
    [{ kind: 'words' as never }, 'body.kind'],
    [{ view: { sort: '' } }, 'body.view.sort'],
    [{ view: { columns: { ['x'.repeat(101)]: true } } }, 'body.view.columns'],
  ] as const)('refuse %j', async (body, path) => {
    const { status, body: reported } = await create('editor', body);
    expect(status).toBe(400);
    expect(reported.fields?.[0]?.path).toContain(path);
  });

  it('refuse an invalid query when changed', async () => {
    const { body } = await create('reader');
    const { status, body: reported } = await change('reader', body.id, { query: 'changes:x' });
    expect([status, reported.fields?.[0]?.path]).toEqual([400, 'body.query']);
  });

  it('return 404 in another partition', async () => {
    const { body } = await create('reader');
    const elsewhere = await service.makePartition('Other');
    const params = { partitionId: elsewhere, searchId: body.id };
    expect((await service.call(removeSavedSearch, { as: 'reader', params })).status).toBe(404);
    const changed = await service.call(changeSavedSearch, { as: 'reader', params, body: {} });
    expect(changed.status).toBe(404);
  });
});
