import sql from 'sql-template-tag';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { AccessReason } from '@annals/contracts/user-administration';
import { testDatabases } from '@annals/kit/testing/databases';
import type { FindMembership } from '../context/service-context.ts';
import { assignToUnit, makeUnit } from '../testing/inserted-units.ts';
import { RunningService } from '../testing/running-service.ts';

const partitionId = '01890a5d-ac96-774b-bcce-b302099a8001';
const absent = '01890a5d-ac96-774b-bcce-b302099a8057';
const since = '2026-01-01T00:00:00.000000Z';

interface Explained {
  mayRead: boolean;
  mayWrite: boolean;
  role: string | null;
  partitionName: string;
  reasons: AccessReason[];
}

describe.each(testDatabases())('access explained, $kind', ({ open }) => {
  let master: { userId: string; token: string };
  let administrator: { userId: string; token: string };
  let plain: { userId: string; token: string };
  let stranger: { userId: string; token: string };
  let unit: string;
  let members: Map<string, 'READER' | 'EDITOR' | 'OWNER'>;
  let askedAsOf: (string | undefined)[];
  let createdDate: string | undefined;

  const findMembership: FindMembership = async (userId, id, asOf) => {
    askedAsOf.push(asOf);
    if (id.toLowerCase() !== partitionId) return undefined;
    const role = members.get(userId) ?? null;
    const member = { sinceDate: since, byId: master.userId };
    const nobody = { sinceDate: null, byId: null };
    const isEarlier = asOf !== undefined && createdDate !== undefined && asOf < createdDate;
    return {
      partitionName: 'Products',
      role,
      accessKnownSince: isEarlier ? (createdDate ?? null) : null,
      ...(role === null ? nobody : member),
    };
  };

  const running = RunningService.forAll(open, async () => ({ findMembership }));

  beforeAll(async () => {
    master = await running.createAndSignIn('master@example.org', 'GLOBAL_MASTER');
    administrator = await running.createAndSignIn('admin@example.org', 'ORG_ADMIN');
    plain = await running.createAndSignIn('plain@example.org', 'USER');
    stranger = await running.createAndSignIn('stranger@example.org', 'USER');
    unit = await makeUnit(running.database, 'North');
    await assignToUnit(running.database, unit, administrator.userId);
    await assignToUnit(running.database, unit, plain.userId, '2026-02-01T00:00:00Z');
  });

  beforeEach(() => {
    members = new Map();
    askedAsOf = [];
    createdDate = undefined;
  });

  it('says since when access is known, and not that there was none, as of an earlier moment', async () => {
    createdDate = '2026-02-01T00:00:00.000000Z';
    for (const { userId } of [plain, master]) {
      const { status, body } = await explain(master, userId, '&asOf=2026-01-31T23:59:59.999999Z');
      expect({ status, body }).toEqual({
        status: 200,
        body: {
          mayRead: false,
          mayWrite: false,
          role: null,
          partitionName: 'Products',
          reasons: [],
          knownSince: createdDate,
        },
      });
    }
    expect((await explain(master, master.userId)).body).not.toHaveProperty('knownSince');
  });

  const explain = async (as: { token: string }, whom: string, query = '') => {
    const path = `/v1/users/${whom}/access?partitionId=${partitionId}${query}`;
    const answer = await running.get(path, as.token);
    return { ...answer, body: answer.body as unknown as Explained };
  };

  it('reports that a member has access, since when and by whom', async () => {
    members.set(plain.userId, 'EDITOR');
    const { status, body } = await explain(plain, 'current');
    expect(status).toBe(200);
    expect(body).toEqual({
      mayRead: true,
      mayWrite: true,
      role: 'EDITOR',
      partitionName: 'Products',
      reasons: [
        {
          kind: 'MEMBER',
          grants: true,
          role: 'EDITOR',
          sinceDate: since,
          by: { id: master.userId, name: 'master@example.org' },
        },
      ],
    });
    members.set(plain.userId, 'READER');
    expect((await explain(plain, plain.userId)).body).toMatchObject({
      mayRead: true,
      mayWrite: false,
      role: 'READER',
    });
  });

  it('reports which role allows reading or writing all partitions', async () => {
    expect((await explain(master, 'current')).body).toMatchObject({
      mayRead: true,
      mayWrite: true,
      role: 'OWNER',
      reasons: [
        {
          kind: 'ROLE',
          grants: true,
          role: 'GLOBAL_MASTER',
          permission: 'partitions:write-all',
          organizationalUnit: null,
          sinceDate: expect.any(String),
          by: null,
        },
      ],
    });
    const auditor = await running.createAndSignIn('auditor@example.org', 'AUDITOR');
    expect((await explain(auditor, 'current')).body).toMatchObject({
      mayRead: true,
      mayWrite: false,
      role: 'READER',
      reasons: [{ kind: 'ROLE', role: 'AUDITOR', permission: 'partitions:read-all' }],
    });
  });

  it('reports that a user is not a member', async () => {
    expect((await explain(master, plain.userId)).body).toEqual({
      mayRead: false,
      mayWrite: false,
      role: null,
      partitionName: 'Products',
      reasons: [{ kind: 'MEMBER', grants: false }],
    });
  });

  it('reports that no role allows writing', async () => {
    const { userId, token } = await running.createAndSignIn('reads@example.org');
    members.set(userId, 'OWNER');
    expect((await explain({ token }, 'current')).body).toMatchObject({
      mayRead: true,
      mayWrite: false,
      role: 'OWNER',
      reasons: [
        { kind: 'MEMBER', grants: true },
        { kind: 'ROLE', grants: false, permission: 'partitions:write' },
      ],
    });
  });

  it('reports that a disabled user has no access', async () => {
    const { userId } = await running.createAndSignIn('gone@example.org', 'USER');
    members.set(userId, 'OWNER');
    await running.database.query(
      sql`update authentication.user_account set status = 'DISABLED' where id = ${userId}`,
    );
    expect((await explain(master, userId)).body).toMatchObject({
      mayRead: false,
      mayWrite: false,
      role: null,
      reasons: [
        { kind: 'STATUS', grants: false, status: 'DISABLED' },
        { kind: 'MEMBER', grants: true },
      ],
    });
  });

  it('names the unit through which a role is held, if it is visible', async () => {
    const top = await makeUnit(running.database, 'Top');
    const below = await makeUnit(running.database, 'Below top', top);
    const { userId } = await running.createAndSignIn('through@example.org', 'USER');
    const local = await running.createAndSignIn('local@example.org', 'ORG_ADMIN');
    await assignToUnit(running.database, below, userId, '2026-02-10T00:00:00Z');
    await assignToUnit(running.database, below, local.userId);
    await running.database.query(sql`
      insert into authentication.organizational_unit_role_period (unit_id, role, granted_at, granted_by)
      values (${top}, 'AUDITOR', '2026-02-05T00:00:00Z', ${master.userId})`);
    const token = (await running.signIn('through@example.org')).body.accessToken ?? '';
    const reason = {
      kind: 'ROLE',
      role: 'AUDITOR',
      sinceDate: '2026-02-10T00:00:00.000000Z',
      by: { id: master.userId, name: 'master@example.org' },
    };
    const seen = { ...reason, organizationalUnit: { id: top, name: 'Top' } };
    expect((await explain(master, userId)).body.reasons).toMatchObject([seen]);
    expect((await explain({ token }, 'current')).body.reasons).toMatchObject([seen]);
    members.set(local.userId, 'READER');
    expect((await explain(local, userId)).body.reasons).toMatchObject([
      { ...reason, organizationalUnit: null, by: null },
    ]);

    const asOf = async (moment: string) =>
      (await explain(master, userId, `&asOf=${moment}`)).status;
    // The user was created later.
    expect(await asOf('2026-02-20T00:00:00Z')).toBe(404);
  });

  it('answers as of a moment, from what applied then', async () => {
    const { userId } = await running.createAndSignIn('moved@example.org', 'USER');
    const top = await makeUnit(running.database, 'Old name');
    const below = await makeUnit(running.database, 'Moved', top);
    await running.database.query(sql`
      insert into authentication.user_account_version
        (user_id, version, changed, username, name, status, lang, search_text)
      values (${userId}, 90, '2026-01-01T00:00:00Z', 'u', 'u', 'INVITED', 'en', 'u'),
        (${userId}, 91, '2026-01-05T00:00:00Z', 'u', 'u', 'ACTIVE', 'en', 'u')`);
    await running.database.query(sql`
      insert into authentication.user_role_period (user_id, role, granted_at, removed_at)
      values (${userId}, 'GLOBAL_MASTER', '2026-01-10T00:00:00Z', '2026-01-12T00:00:00Z')`);
    await running.database.query(sql`
      insert into authentication.organizational_unit_member_period (unit_id, user_id, assigned_at, removed_at)
      values (${below}, ${userId}, '2026-01-20T00:00:00Z', '2026-01-25T00:00:00Z')`);
    await running.database.query(sql`
      insert into authentication.organizational_unit_role_period (unit_id, role, granted_at)
      values (${top}, 'AUDITOR', '2026-01-01T00:00:00Z')`);
    // Since then the unit has been moved and renamed.
    await running.database.query(sql`
      insert into authentication.organizational_unit_version
        (unit_id, version, changed, name, parent_id, second_factor_required, email_domains)
      values (${below}, 2, '2026-01-22T00:00:00Z', 'Moved', null, false, '{}'),
        (${top}, 2, '2026-01-22T00:00:00Z', 'New name', null, false, '{}')`);
    const at = async (moment: string) => {
      const { body } = await explain(master, userId, `&asOf=${moment}`);
      return [body.mayRead, body.mayWrite, body.reasons.map((each) => each.role ?? each.kind)];
    };
    expect(await at('2026-01-04T00:00:00Z')).toEqual([false, false, ['STATUS', 'MEMBER']]);
    expect(await at('2026-01-09T23:59:59.999999Z')).toEqual([false, false, ['MEMBER']]);
    expect(await at('2026-01-10T00:00:00Z')).toEqual([true, true, ['GLOBAL_MASTER']]);
    expect(await at('2026-01-12T00:00:00Z')).toEqual([false, false, ['MEMBER']]);
    expect(await at('2026-01-21T00:00:00Z')).toEqual([true, false, ['AUDITOR']]);
    expect(await at('2026-01-23T00:00:00Z')).toEqual([false, false, ['MEMBER']]);
    const then = await explain(master, userId, '&asOf=2026-01-21T00:00:00Z');
    expect(then.body.reasons).toMatchObject([
      {
        organizationalUnit: { id: top, name: 'Old name' },
        sinceDate: '2026-01-20T00:00:00.000000Z',
      },
    ]);
    // The caller needs access to the partition now; the subject, then.
    expect(askedAsOf.slice(-2)).toEqual([undefined, '2026-01-21T00:00:00Z']);
    expect((await explain(master, userId, '&asOf=2025-01-01T00:00:00Z')).status).toBe(404);
    expect((await explain(master, userId, '&asOf=0000-01-01T00:00:00Z')).status).toBe(404);
  });

  it('explains an application too, now and then', async () => {
    const { body: made } = await running.call('POST', '/v1/applications', {
      token: master.token,
      body: { name: 'Robot', organizationalUnitId: unit, roles: ['USER'] },
    });
    const id = made.id ?? '';
    const before = new Date(running.now).toISOString();
    running.advance(60);
    await running.call('PATCH', `/v1/applications/${id}`, {
      token: master.token,
      body: { roles: ['AUDITOR', 'USER'] },
    });
    const changed = new Date(running.now).toISOString().replace('Z', '000Z');
    expect((await explain(master, id)).body).toMatchObject({
      mayRead: true,
      mayWrite: false,
      role: 'READER',
      reasons: [{ role: 'AUDITOR', sinceDate: changed, by: { id: master.userId } }],
    });
    expect((await explain(master, id, `&asOf=${before}`)).body).toMatchObject({ mayRead: false });
    expect((await explain(master, id, '&asOf=2026-01-01T00:00:00Z')).status).toBe(404);
    members.set(id, 'EDITOR');
    expect((await explain(master, id)).body).toMatchObject({ mayWrite: true, role: 'EDITOR' });
    const { body: token } = await running.call('POST', `/v1/applications/${id}/tokens`, {
      token: master.token,
      body: { description: 'x' },
    });
    const headers = { 'x-akarion-api-token': (token as { token?: string }).token ?? '' };
    const own = await running.call('GET', `/v1/users/current/access?partitionId=${partitionId}`, {
      headers,
    });
    expect([own.status, own.body]).toMatchObject([200, { role: 'EDITOR' }]);
    members.set(administrator.userId, 'READER');
    expect((await explain(administrator, id)).status).toBe(200);
    members.set(stranger.userId, 'READER');
    expect((await explain(stranger, id)).status).toBe(404);
    running.advance(-60);
  });

  it('is available for oneself and users in scope', async () => {
    for (const { userId } of [master, administrator, plain, stranger])
      members.set(userId, 'READER');
    const status = async (as: { token: string }, whom: string) => (await explain(as, whom)).status;
    expect(await status(plain, plain.userId)).toBe(200);
    expect(await status(plain, stranger.userId)).toBe(404);
    expect(await status(administrator, plain.userId)).toBe(200);
    expect(await status(administrator, stranger.userId)).toBe(404);
    expect(await status(administrator, absent)).toBe(404);
    expect(await status(master, stranger.userId)).toBe(200);
    expect(await status(master, absent)).toBe(404);
  });

  it('reveals nothing about a partition that the caller may not open', async () => {
    members.set(plain.userId, 'READER');
    expect((await explain(plain, 'current')).status).toBe(200);
    expect((await explain(administrator, plain.userId)).status).toBe(404);
    expect((await explain(stranger, 'current')).status).toBe(404);
    const other = await running.get(`/v1/users/current/access?partitionId=${absent}`, master.token);
    expect(other.status).toBe(404);
    const { body: token } = await running.call('POST', '/v1/tokens', {
      token: plain.token,
      body: {
        description: 'x',
        scopes: ['read'],
        partitionIds: [absent],
        expiresDate: '2026-04-01T00:00:00Z',
      },
    });
    const headers = { 'x-akarion-api-token': (token as { token?: string }).token ?? '' };
    const limited = await running.call(
      'GET',
      `/v1/users/current/access?partitionId=${partitionId}`,
      { headers },
    );
    expect(limited.status).toBe(404);
  });

  it.each([
    ['current', '?partitionId=no-id', 'query.partitionId'],
    ['current', `?partitionId=${partitionId}&asOf=then`, 'query.asOf'],
    ['no-id', `?partitionId=${partitionId}`, 'params.userId'],
  ])('refuses /v1/users/%s/access%s and says where', async (whom, query, path) => {
    const { status, body } = await running.get(`/v1/users/${whom}/access${query}`, master.token);
    expect(status).toBe(400);
    expect(body.fields).toContainEqual(expect.objectContaining({ path }));
    expect((await running.get(`/v1/users/${whom}/access${query}`)).status).toBe(401);
  });
});
