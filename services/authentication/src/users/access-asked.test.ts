import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { AccessReason } from '@annals/contracts/user-administration';
import type { Database } from '@annals/kit/database/database';
import { testDatabases } from '@annals/kit/testing/databases';
import type { FindMembership } from '../context/service-context.ts';
import { assignToUnit, makeUnit } from '../testing/made-units.ts';
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

describe.each(testDatabases())('access asked about, $kind', ({ open }) => {
  let database: Database;
  let running: RunningService;
  let master: { userId: string; token: string };
  let administrator: { userId: string; token: string };
  let plain: { userId: string; token: string };
  let stranger: { userId: string; token: string };
  let unit: string;
  let members: Map<string, 'READER' | 'EDITOR' | 'OWNER'>;
  let askedAsOf: (string | undefined)[];

  const findMembership: FindMembership = async (userId, id, asOf) => {
    askedAsOf.push(asOf);
    if (id.toLowerCase() !== partitionId) return undefined;
    const role = members.get(userId) ?? null;
    const member = { sinceDate: since, byId: master.userId };
    const nobody = { sinceDate: null, byId: null };
    return { partitionName: 'Products', role, ...(role === null ? nobody : member) };
  };

  beforeAll(async () => {
    database = await open();
    running = await RunningService.start(database, { findMembership });
    master = await running.signedIn('master@example.org', 'GLOBAL_MASTER');
    administrator = await running.signedIn('admin@example.org', 'ORG_ADMIN');
    plain = await running.signedIn('plain@example.org', 'USER');
    stranger = await running.signedIn('stranger@example.org', 'USER');
    unit = await makeUnit(database, 'North');
    await assignToUnit(database, unit, administrator.userId);
    await assignToUnit(database, unit, plain.userId, '2026-02-01T00:00:00Z');
  });

  afterAll(async () => {
    await running.stop();
    await database.close();
  });

  beforeEach(() => {
    members = new Map();
    askedAsOf = [];
  });

  const explain = async (as: { token: string }, whom: string, query = '') => {
    const path = `/v1/users/${whom}/access?partitionId=${partitionId}${query}`;
    const answer = await running.get(path, as.token);
    return { ...answer, body: answer.body as unknown as Explained };
  };

  it('explains an application as well, now and then', async () => {
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

  it('is for oneself and those in sight alone', async () => {
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

  it('does not tell of a partition that the one who asks may not open', async () => {
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
  ])('refuses /v1/users/%s/access%s with the place', async (whom, query, path) => {
    const { status, body } = await running.get(`/v1/users/${whom}/access${query}`, master.token);
    expect(status).toBe(400);
    expect(body.fields).toContainEqual(expect.objectContaining({ path }));
    expect((await running.get(`/v1/users/${whom}/access${query}`)).status).toBe(401);
  });
});
