import sql from 'sql-template-tag';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { listPartitionsOfUser } from '@annals/contracts/data-users';
import { listMembers, putMember, removeMember } from '@annals/contracts/partitions';
import type { MemberRole } from '@annals/contracts/permissions';
import { importObjects } from '@annals/contracts/transfers';
import type { Database } from '@annals/kit/database/database';
import { quiet, testDatabases } from '@annals/kit/testing/databases';
import { dataService, type DataService } from '../service.ts';
import { people, startListener, type Listener, type Person } from '../testing/data-listener.ts';

const absent = '01890a5d-ac96-774b-bcce-b302099a8057';

describe.each(testDatabases())('members over time, $kind', ({ open }) => {
  let database: Database;
  let listener: Listener;
  let service: DataService;
  let partitionId: string;

  beforeAll(async () => {
    database = await open();
    listener = await startListener(database);
    service = dataService({ database, log: quiet, authenticate: async () => undefined });
  });
  afterAll(async () => {
    await service.close();
    await listener.close();
    await database.close();
  });
  beforeEach(async () => {
    partitionId = await listener.makePartition();
  });

  const userId = people.stranger.userId;
  const put = async (role: MemberRole, as: Person = 'owner') => {
    const params = { partitionId, userId };
    expect((await listener.call(putMember, { as, params, body: { role } })).status).toBe(200);
    return now();
  };
  const remove = async () => {
    const params = { partitionId, userId };
    expect((await listener.call(removeMember, { as: 'writesAll', params })).status).toBe(204);
    return now();
  };
  const now = async () => {
    const [row] = await database.query<{ now: string }>(sql`select clock_timestamp() as now`);
    return row?.now ?? '';
  };
  const roleAt = async (asOf?: string) =>
    (await service.membershipOf(userId, partitionId, asOf))?.role;
  const listedAt = async (asOf?: string, more: object = {}) => {
    const query = asOf === undefined ? more : { ...more, asOf };
    const { status, body } = await listener.call(listMembers, {
      as: 'owner',
      params: { partitionId },
      query,
    });
    expect(status).toBe(200);
    return body.data.map(({ userId: id, role }) => [
      Object.values(people).findIndex((each) => each.userId === id),
      role,
    ]);
  };

  it('are listed as of any moment, and now', async () => {
    const before = await now();
    const reader = await put('READER');
    const editor = await put('EDITOR', 'writesAll');
    const gone = await remove();
    const back = await put('OWNER');
    expect(await roleAt(before)).toBeNull();
    expect(await roleAt(reader)).toBe('READER');
    expect(await roleAt(editor)).toBe('EDITOR');
    expect(await roleAt(gone)).toBeNull();
    expect(await roleAt(back)).toBe('OWNER');
    expect(await roleAt()).toBe('OWNER');
    expect(await roleAt('0000-01-01T00:00:00Z')).toBeNull();

    const others = [
      [0, 'OWNER'],
      [1, 'EDITOR'],
      [2, 'READER'],
    ];
    expect(await listedAt(before)).toEqual(others);
    expect(await listedAt(editor)).toEqual([...others, [3, 'EDITOR']]);
    expect(await listedAt(gone)).toEqual(others);
    expect(await listedAt()).toEqual([...others, [3, 'OWNER']]);
    expect(await listedAt('0000-01-01T00:00:00Z')).toEqual([]);
    expect(await listedAt(editor, { pageSize: 2, page: 1 })).toEqual([
      [2, 'READER'],
      [3, 'EDITOR'],
    ]);
  });

  it('continue from a cursor as of the same moment', async () => {
    const asOf = await put('READER');
    await remove();
    const seen: string[] = [];
    for (let cursor: string | null | undefined; cursor !== null;) {
      const { body } = await listener.call(listMembers, {
        as: 'owner',
        params: { partitionId },
        query: { asOf, pageSize: 3, ...(cursor === undefined ? {} : { cursor }) },
      });
      seen.push(...body.data.map((member) => member.userId));
      cursor = body.nextCursor;
    }
    expect(seen).toHaveLength(4);
    expect(seen.at(-1)).toBe(userId);
  });

  it('record who granted and removed which role, without gaps', async () => {
    await put('READER');
    await put('READER', 'writesAll');
    await put('EDITOR', 'writesAll');
    await remove();
    const periods = await database.query<{
      role: string;
      given: string;
      giver: string;
      removed: string;
      remover: string;
      since: string;
    }>(sql`
      select role, given_date as given, given_user_id as giver, removed_date as removed, removed_user_id as remover,
        since_date as since
      from data.member_period where partition_id = ${partitionId} and user_id = ${userId} order by given_date`);
    expect(periods).toMatchObject([
      { role: 'READER', giver: people.owner.userId, remover: people.writesAll.userId },
      { role: 'EDITOR', giver: people.writesAll.userId, remover: people.writesAll.userId },
    ]);
    expect(periods[1]?.given).toBe(periods[0]?.removed);
    expect(periods[1]?.since).toBe(periods[0]?.since);
  });

  it('record who made the first owner one', async () => {
    expect(await service.membershipOf(people.owner.userId, partitionId, undefined)).toEqual({
      partitionName: 'Products',
      role: 'OWNER',
      sinceDate: expect.any(String),
      byId: people.owner.userId,
      accessKnownSince: null,
    });
  });

  it('are unknown until the very microsecond at which the partition was created, wherever it is asked', async () => {
    const owner = people.owner.userId;
    const [row] = await database.query<{ created: string; before: string }>(sql`
      select created_date as created, created_date - interval '1 microsecond' as before
      from data.partition where partition_id = ${partitionId}`);
    const { created = '', before = '' } = row ?? {};
    // An import of what the owner wrote earlier: the partition is listed as of that time.
    await listener.call(importObjects, {
      as: 'owner',
      params: { partitionId },
      body: {
        rows: [{ key: 'a', type: 'TAG', objectData: {}, modificationDate: '2022-03-01T00:00:00Z' }],
      },
    });
    const rolesAt = async (asOf: string) => {
      const { body: members } = await listener.call(listMembers, {
        as: 'owner',
        params: { partitionId },
        query: { asOf },
      });
      const { body: partitions } = await listener.call(listPartitionsOfUser, {
        as: 'owner',
        params: { userId: owner },
        query: { asOf, pageSize: 500 },
      });
      const membership = await service.membershipOf(owner, partitionId, asOf);
      const listed = partitions.data.find(({ id }) => id === partitionId);
      return [
        [members.data.find(({ userId: id }) => id === owner)?.role, members.knownSince],
        [listed?.role, listed?.knownSince],
        [membership?.role, membership?.accessKnownSince],
      ];
    };
    await expect(rolesAt(before)).resolves.toEqual([
      [undefined, created],
      [null, created],
      [null, created],
    ]);
    await expect(rolesAt(created)).resolves.toEqual([
      ['OWNER', undefined],
      ['OWNER', undefined],
      ['OWNER', null],
    ]);
  });

  it('are read by their ids, in pieces, now and as of a moment', async () => {
    const before = await now();
    const reader = await put('READER');
    const gone = await remove();
    const all = { after: undefined, limit: 10 };
    const idsAt = async (
      asOf: string | undefined,
      range: Parameters<typeof service.membersOf>[2],
    ) => (await service.membersOf(partitionId, asOf, range)).map((member) => member.userId);
    const others = [people.owner, people.editor, people.reader].map((each) => each.userId);
    const whole = [...others, userId].toSorted();
    expect(await idsAt(before, all)).toEqual(others.toSorted());
    expect(await idsAt(reader, all)).toEqual(whole);
    expect(await idsAt(undefined, all)).toEqual(others.toSorted());
    expect(await idsAt(reader, { after: undefined, limit: 2 })).toEqual(whole.slice(0, 2));
    expect(await idsAt(reader, { after: whole[1], limit: 2 })).toEqual(whole.slice(2));
    const members = await service.membersOf(partitionId, reader, all);
    const left = members.find((member) => member.userId === userId);
    expect(left).toMatchObject({ role: 'READER', byId: people.owner.userId });
    expect(left?.removedDate && left.removedDate <= gone).toBe(true);
    expect(await service.membersOf(absent, undefined, all)).toEqual([]);
  });

  it('are empty for an unknown partition', async () => {
    expect(await service.membershipOf(userId, absent, undefined)).toBeUndefined();
    expect(await service.membershipOf(userId, absent, await now())).toBeUndefined();
  });

  it('refuse an invalid moment', async () => {
    const { status, body } = await listener.send(
      'GET',
      `/v1/partitions/${partitionId}/users?asOf=then`,
      { as: 'owner' },
    );
    expect(status).toBe(400);
    expect(body.fields).toContainEqual(expect.objectContaining({ path: 'query.asOf' }));
  });
});
