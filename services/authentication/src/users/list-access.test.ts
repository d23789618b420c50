import sql from 'sql-template-tag';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { AccessHolder } from '@annals/contracts/user-administration';
import { testDatabases } from '@annals/kit/testing/databases';
import type { FindMembers, FindMembership } from '../context/service-context.ts';
import { assignToUnit, makeUnit } from '../testing/inserted-units.ts';
import { RunningService } from '../testing/running-service.ts';

const partitionId = '01890a5d-ac96-774b-bcce-b302099a8001';
const elsewhere = '01890a5d-ac96-774b-bcce-b302099a8002';
const absent = '01890a5d-ac96-774b-bcce-b302099a8057';
const since = '2026-01-01T00:00:00.000000Z';

type Member = Awaited<ReturnType<FindMembers>>[number];
interface Person {
  userId: string;
  token: string;
}

describe.each(testDatabases())('who has access, $kind', ({ open }) => {
  let master: Person;
  let administrator: Person;
  let auditor: Person;
  let plain: Person;
  let stranger: Person;
  let top: string;
  let below: string;
  let members: Map<string, Member['role']>;

  const findMembers: FindMembers = async (_partitionId, _asOf, { after = '', limit }) =>
    [...members]
      .toSorted(([left], [right]) => (left < right ? -1 : 1))
      .filter(([id]) => id > after)
      .slice(0, limit)
      .map(([userId, role]) => ({
        userId,
        role,
        username: null,
        name: `Member ${role}`,
        sinceDate: since,
        removedDate: null,
        byId: master.userId,
      }));
  const created = '2025-12-01T00:00:00.000000Z';
  const findMembership: FindMembership = async (userId, id, asOf) =>
    id.toLowerCase() === partitionId
      ? {
          partitionName: 'Products',
          accessKnownSince: asOf !== undefined && asOf < created ? created : null,
          role: members.get(userId) ?? null,
          sinceDate: since,
        }
      : undefined;

  const running = RunningService.forAll(open, async () => ({ findMembership, findMembers }));

  beforeAll(async () => {
    master = await running.createAndSignIn('master@example.org', 'GLOBAL_MASTER');
    administrator = await running.createAndSignIn('admin@example.org', 'ORG_ADMIN');
    auditor = await running.createAndSignIn('auditor@example.org', 'AUDITOR');
    plain = await running.createAndSignIn('plain@example.org', 'USER');
    stranger = await running.createAndSignIn('stranger@example.org', 'USER');
    top = await makeUnit(running.database, 'Top');
    below = await makeUnit(running.database, 'Below', top);
    await assignToUnit(running.database, below, administrator.userId);
    await assignToUnit(running.database, below, plain.userId, '2026-02-01T00:00:00Z');
  });
  beforeEach(() => {
    members = new Map();
  });

  const list = async (as: Person, query = '') => {
    const path = `/v1/users/access?partitionId=${partitionId}${query}`;
    const { status, body } = await running.get(path, as.token);
    expect(status).toBe(200);
    return body as unknown as { data: AccessHolder[]; hasMore: boolean; nextCursor: string | null };
  };
  const grantsOf = async (as: Person, { userId }: Person, query = '') =>
    (await list(as, query)).data.find(({ id }) => id === userId)?.grants;
  const issue = async (as: Person, body: object) =>
    (
      await running.call('POST', '/v1/tokens', {
        token: as.token,
        body: { expiresDate: '2026-04-01T00:00:00Z', ...body },
      })
    ).body;

  it('says since when access is known, instead of listing nobody, as of an earlier moment', async () => {
    members.set(plain.userId, 'EDITOR');
    await expect(list(auditor, '&asOf=2025-11-30T23:59:59.999999Z')).resolves.toEqual({
      data: [],
      hasMore: false,
      nextCursor: null,
      knownSince: created,
    });
    expect(await list(auditor, `&asOf=${created}`)).not.toHaveProperty('knownSince');
    expect(await list(auditor)).not.toHaveProperty('knownSince');
  });

  it('lists masters, auditors and members, including the caller, and nobody else', async () => {
    members.set(plain.userId, 'EDITOR');
    const { data } = await list(auditor);
    const levels = data.map(({ id, grants }) => [
      id,
      grants.map(({ kind, level }) => [kind, level]),
    ]);
    expect(new Map(levels as [string, unknown][])).toEqual(
      new Map([
        [master.userId, [['ROLE', 'OWN']]],
        [auditor.userId, [['ROLE', 'READ']]],
        [plain.userId, [['MEMBER', 'WRITE']]],
      ]),
    );
    const found = data.find(({ id }) => id === plain.userId);
    expect(found).toEqual({
      id: plain.userId,
      kind: 'USER',
      name: 'plain@example.org',
      username: 'plain@example.org',
      membershipOnly: false,
      grants: [
        {
          kind: 'MEMBER',
          level: 'WRITE',
          role: 'EDITOR',
          by: { id: master.userId, name: 'master@example.org' },
          sinceDate: since,
          untilDate: null,
          lastUsedDate: expect.stringMatching(/^2026-03-01T/),
        },
      ],
    });
  });

  it('lists a role that is inherited from a parent unit, now and as of when it was held', async () => {
    await running.database.query(sql`
      insert into authentication.user_account_version
        (user_id, version, changed, username, name, status, lang, search_text)
      select id, 0, '2026-01-01T00:00:00Z', username, name, 'ACTIVE', lang, search_text
      from authentication.user_account where id = ${plain.userId}`);
    await running.database.query(sql`
      insert into authentication.organizational_unit_role_period (unit_id, role, granted_at, removed_at, granted_by)
      values (${top}, 'AUDITOR', '2026-01-10T00:00:00Z', '2026-02-10T00:00:00Z', ${master.userId})`);
    expect(await grantsOf(master, plain)).toBeUndefined();
    expect(await grantsOf(master, plain, '&asOf=2026-01-20T00:00:00Z')).toBeUndefined();
    expect(await grantsOf(master, plain, '&asOf=2026-02-10T00:00:00Z')).toBeUndefined();
    expect(await grantsOf(master, plain, '&asOf=2026-02-05T00:00:00Z')).toEqual([
      {
        kind: 'ROLE',
        level: 'READ',
        role: 'AUDITOR',
        inherited: true,
        organizationalUnit: { id: top, name: 'Top' },
        by: { id: master.userId, name: 'master@example.org' },
        sinceDate: '2026-02-01T00:00:00.000000Z',
        untilDate: '2026-02-10T00:00:00.000000Z',
        lastUsedDate: null,
      },
    ]);
    await running.database.query(sql`
      update authentication.organizational_unit_role_period set removed_at = null where unit_id = ${top}`);
    expect(await grantsOf(master, plain)).toMatchObject([
      { kind: 'ROLE', role: 'AUDITOR', inherited: true, untilDate: null },
    ]);
    await running.database.query(
      sql`delete from authentication.organizational_unit_role_period where unit_id = ${top}`,
    );
  });

  it('lists tokens with access to the partition, with the level that their scopes allow', async () => {
    members.set(plain.userId, 'EDITOR');
    await issue(plain, { description: 'All', scopes: ['read', 'write'] });
    await issue(plain, { description: 'Here', scopes: ['read'], partitionIds: [partitionId] });
    await issue(plain, { description: 'There', scopes: ['read'], partitionIds: [elsewhere] });
    const { id } = await issue(plain, { description: 'Revoked', scopes: ['read'] });
    const then = new Date(running.now + 1000).toISOString();
    running.advance(60);
    await running.call('DELETE', `/v1/tokens/${id}`, { token: plain.token });
    const tokens = async (as: Person, query = '') =>
      ((await grantsOf(as, plain, query)) ?? [])
        .filter(({ kind }) => kind === 'TOKEN')
        .map(({ description, level, partitionCount }) => [description, level, partitionCount]);
    expect(await tokens(plain)).toEqual([
      ['All', 'WRITE', null],
      ['Here', 'READ', 1],
    ]);
    expect(await tokens(master, `&asOf=${then}`)).toEqual([
      ['All', 'WRITE', null],
      ['Here', 'READ', 1],
      ['Revoked', 'READ', null],
    ]);
    running.advance(-60);
  });

  it('lists applications through their roles and tokens', async () => {
    const { body: made } = await running.call('POST', '/v1/applications', {
      token: master.token,
      body: { name: 'Robot', organizationalUnitId: below, roles: ['AUDITOR'] },
    });
    await running.call('POST', `/v1/applications/${made.id}/tokens`, {
      token: master.token,
      body: { description: 'CI', scopes: ['read'] },
    });
    const robot = (await list(master)).data.find(({ id }) => id === made.id);
    expect(robot).toMatchObject({
      kind: 'APPLICATION',
      name: 'Robot',
      grants: [
        { kind: 'ROLE', role: 'AUDITOR', level: 'READ', by: { id: master.userId } },
        { kind: 'TOKEN', description: 'CI', level: 'READ' },
      ],
    });
    members.set(stranger.userId, 'READER');
    expect((await list(stranger)).data.map(({ name }) => name)).not.toContain('Robot');
  });

  it('shows of a member out of scope only what the list of members shows', async () => {
    members.set(plain.userId, 'READER').set(stranger.userId, 'OWNER');
    const { data } = await list(plain);
    expect(data.map(({ id }) => id)).toEqual([plain.userId, stranger.userId].toSorted());
    expect(data.find(({ id }) => id === stranger.userId)).toEqual({
      id: stranger.userId,
      kind: 'USER',
      name: 'Member OWNER',
      username: null,
      membershipOnly: true,
      grants: [
        {
          kind: 'MEMBER',
          level: 'OWN',
          role: 'OWNER',
          sinceDate: since,
          untilDate: null,
          lastUsedDate: null,
        },
      ],
    });
    members.set(administrator.userId, 'READER');
    const seen = await list(administrator);
    expect(seen.data.find(({ id }) => id === plain.userId)?.membershipOnly).toBe(false);
    expect(seen.data.find(({ id }) => id === stranger.userId)?.membershipOnly).toBe(true);
    expect(seen.data.map(({ id }) => id)).not.toContain(master.userId);
  });

  it('omits users who may not sign in, and lets an owner without a writing role only read', async () => {
    const reads = await running.createAndSignIn('reads@example.org');
    members.set(reads.userId, 'OWNER');
    expect(await grantsOf(master, reads)).toMatchObject([{ role: 'OWNER', level: 'READ' }]);
    await running.database.query(
      sql`update authentication.user_account set status = 'DISABLED' where id = ${reads.userId}`,
    );
    expect(await grantsOf(master, reads)).toBeUndefined();
  });

  it('is paged, each holder once', async () => {
    for (const { userId } of [plain, stranger, administrator]) members.set(userId, 'READER');
    const all = (await list(master)).data.map(({ id }) => id);
    const read: string[] = [];
    let cursor: string | null = null;
    do {
      const page = await list(master, `&pageSize=2${cursor ? `&cursor=${cursor}` : ''}`);
      expect(page.hasMore).toBe(page.nextCursor !== null);
      read.push(...page.data.map(({ id }) => id));
      cursor = page.nextCursor;
    } while (cursor !== null);
    expect(read).toEqual(all);
    expect(new Set(read).size).toBe(read.length);
  });

  it('is refused without a session, for invalid input, and for partitions the caller may not open', async () => {
    const status = async (query: string, as?: Person) =>
      (await running.get(`/v1/users/access${query}`, as?.token)).status;
    const here = `?partitionId=${partitionId}`;
    expect(await status(here)).toBe(401);
    expect(await status('', master)).toBe(400);
    expect(await status('?partitionId=no-id', master)).toBe(400);
    expect(await status(`${here}&asOf=then`, master)).toBe(400);
    expect(await status(`${here}&cursor=x`, master)).toBe(400);
    expect(await status(`${here}&pageSize=101`, master)).toBe(400);
    expect(await status(here, stranger)).toBe(404);
    expect(await status(`?partitionId=${absent}`, master)).toBe(404);
    const { token } = (await issue(master, { description: 'w', scopes: ['write'] })) as {
      token?: string;
    };
    const headers = { 'x-akarion-api-token': token ?? '' };
    expect((await running.call('GET', `/v1/users/access${here}`, { headers })).status).toBe(403);
  });

  it('explains without a partition what roles allow in all of them', async () => {
    const { status, body } = await running.get('/v1/users/current/access', auditor.token);
    expect([status, body]).toEqual([
      200,
      {
        mayRead: true,
        mayWrite: false,
        mayWriteAsMember: false,
        role: 'READER',
        reasons: [expect.objectContaining({ kind: 'ROLE', role: 'AUDITOR' })],
      },
    ]);
    const user = await running.get(`/v1/users/${plain.userId}/access`, master.token);
    expect(user.body).toEqual({
      mayRead: false,
      mayWrite: false,
      mayWriteAsMember: true,
      role: null,
      reasons: [],
    });
  });
});
