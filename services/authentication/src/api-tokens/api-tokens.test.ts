import { randomUUID } from 'node:crypto';
import sql from 'sql-template-tag';
import { beforeAll, describe, expect, it } from 'vitest';
import { testDatabases } from '@annals/kit/testing/databases';
import { assignToUnit, makeUnit } from '../testing/inserted-units.ts';
import { RunningService } from '../testing/running-service.ts';
import { tokenCalls, type List } from '../testing/token-calls.ts';

const day = 86_400_000;
const absent = '01890a5d-ac96-774b-bcce-b302099a8057';

describe.each(testDatabases())('API tokens, $kind', ({ open }) => {
  const running = RunningService.forAll(open);
  let master: { userId: string; token: string };
  let admin: { userId: string; token: string };
  let user: { userId: string; token: string };
  let foreign: { userId: string; token: string };

  beforeAll(async () => {
    master = await running.createAndSignIn('master@example.org', 'GLOBAL_MASTER');
    admin = await running.createAndSignIn('admin@example.org', 'ORG_ADMIN');
    user = await running.createAndSignIn('user@example.org', 'USER');
    foreign = await running.createAndSignIn('foreign@example.org', 'USER');
    const north = await makeUnit(running.database, 'North');
    const below = await makeUnit(running.database, 'Below', north);
    const south = await makeUnit(running.database, 'South');
    await assignToUnit(running.database, north, admin.userId);
    await assignToUnit(running.database, below, user.userId);
    await assignToUnit(running.database, south, foreign.userId);
  });

  const { inDays, someone, issue, list, withKey, revoke } = tokenCalls(running);

  it('issues a token, shown only once, that acts in its owner’s name', async () => {
    const partitionId = randomUUID();
    const { status, body } = await issue(user.token, {
      description: 'Nightly',
      scopes: ['write', 'read', 'read'],
      partitionIds: [partitionId.toUpperCase(), partitionId],
    });
    expect(status).toBe(201);
    expect(body).toEqual({
      id: expect.any(String),
      description: 'Nightly',
      prefix: body.token.slice(0, 15),
      owner: { id: user.userId, name: 'user@example.org', kind: 'USER' },
      scopes: ['read', 'write'],
      partitionIds: [partitionId],
      createdDate: expect.any(String),
      expiresDate: inDays(30).replace('Z', '000Z'),
      expired: false,
      lastUsedDate: null,
      lastUsedAddress: null,
      token: expect.stringMatching(/^annals_pat_/),
    });
    const me = await withKey(body.token);
    expect(me).toMatchObject({ status: 200, body: { id: user.userId } });
    const [row] = (await list(user.token)).body.data;
    expect(row).not.toHaveProperty('token');
    expect(row).toMatchObject({ id: body.id, lastUsedDate: expect.any(String) });
    expect(
      await running.database.query(
        sql`select id from authentication.api_token where hash = ${Buffer.from(body.token)}`,
      ),
    ).toEqual([]);
  });

  it('accepts the check before each call without an access token', async () => {
    const { body } = await issue(user.token);
    expect(await withKey(body.token, '/v1/auth')).toMatchObject({ status: 200, body: {} });
  });

  it('records who created and who revoked it in the audit log, and never the token', async () => {
    const { body } = await issue(user.token);
    await revoke(user.token, body.id);
    const events = await running.database.query<{
      action: string;
      actor: string;
      before: string;
      after: string;
    }>(sql`
      select action, actor_id as actor, before::text, after::text from authentication.event
      where subject = ${`token/${body.id}`} order by seq`);
    expect(events.map(({ action, actor }) => [action, actor])).toEqual([
      ['token.created', user.userId],
      ['token.revoked', user.userId],
    ]);
    const secret = body.token.slice(15);
    expect(JSON.stringify(events)).not.toContain(secret);
    expect(running.logged.join('')).not.toContain(secret);
  });

  it.each([
    ['no description', { description: '' }, 'body.description'],
    ['no scope', { scopes: [] }, 'body.scopes'],
    ['an unknown scope', { scopes: ['root'] }, 'body.scopes.0'],
    ['no partitions in the limit', { partitionIds: [] }, 'body.partitionIds'],
    ['an expiry in the past', { expiresDate: '2026-03-01T12:00:00Z' }, 'body.expiresDate'],
    ['an expiry in the year 0', { expiresDate: '0000-01-01T00:00:00Z' }, 'body.expiresDate'],
    ['an expiry that is not a moment', { expiresDate: 'tomorrow' }, 'body.expiresDate'],
  ])('refuses %s and says where', async (_, given, path) => {
    const answer = await running.call('POST', '/v1/tokens', {
      token: master.token,
      body: { description: 'x', scopes: ['read'], expiresDate: inDays(1), ...given },
    });
    expect(answer.status).toBe(400);
    expect(answer.body.fields).toContainEqual(expect.objectContaining({ path }));
  });

  it('lets only masters create one that never expires or is valid for more than a year', async () => {
    for (const expiresDate of [null, inDays(400)]) {
      expect((await issue(user.token, { expiresDate })).status).toBe(403);
      expect((await issue(admin.token, { expiresDate })).status).toBe(403);
      expect((await issue(master.token, { expiresDate })).status).toBe(201);
    }
    expect((await issue(user.token, { expiresDate: inDays(365) })).status).toBe(201);
  });

  it('limits each owner to a hundred valid tokens', async () => {
    const { email, token } = await someone();
    for (let number = 0; number < 100; number += 1)
      expect((await issue(token, { expiresDate: inDays(1) })).status).toBe(201);
    const refused = await issue(token);
    expect([refused.status, refused.body.code]).toEqual([409, 'too_many_tokens']);
    running.advance(day / 1000 + 1);
    const again = (await running.signIn(email)).body.accessToken ?? '';
    expect((await issue(again)).status).toBe(201);
  });

  it('shows users their own, unit administrators those in scope, and masters all', async () => {
    const ids = {
      master: (await issue(master.token)).body.id,
      admin: (await issue(admin.token)).body.id,
      user: (await issue(user.token)).body.id,
      foreign: (await issue(foreign.token)).body.id,
    };
    const seenBy = async (token: string) => {
      const { body } = await list(token, '?pageSize=500');
      return Object.entries(ids)
        .filter(([, id]) => body.data.some((shown) => shown.id === id))
        .map(([name]) => name);
    };
    expect(await seenBy(user.token)).toEqual(['user']);
    expect(await seenBy(admin.token)).toEqual(['admin', 'user']);
    expect(await seenBy(master.token)).toEqual(['master', 'admin', 'user', 'foreign']);
    expect((await list(user.token, `?ownerId=${foreign.userId}`)).body.data).toEqual([]);

    expect(await revoke(user.token, ids.foreign)).toBe(404);
    expect(await revoke(admin.token, ids.foreign)).toBe(404);
    expect(await revoke(admin.token, absent)).toBe(404);
    expect(await revoke(admin.token, 'no-id')).toBe(400);
    expect(await revoke(admin.token, ids.user.toUpperCase())).toBe(204);
    expect(await revoke(master.token, ids.foreign)).toBe(204);
  });

  it('lets a unit’s administrator see, but not revoke, the token of a global master', async () => {
    const unit = await makeUnit(running.database, 'With a master');
    const chief = await running.createAndSignIn('chief@example.org', 'GLOBAL_MASTER');
    const local = await running.createAndSignIn('local@example.org', 'ORG_ADMIN');
    await assignToUnit(running.database, unit, chief.userId);
    await assignToUnit(running.database, unit, local.userId);
    const { body } = await issue(chief.token);
    expect((await list(local.token)).body.data.map(({ id }) => id)).toEqual([body.id]);
    expect(await revoke(local.token, body.id)).toBe(403);
    expect((await withKey(body.token)).status).toBe(200);
  });

  it('filters, sorts and pages', async () => {
    const { email, userId, token } = await someone();
    const dates = [inDays(40), inDays(3), inDays(90), inDays(20)];
    for (const [index, expiresDate] of dates.entries()) {
      await issue(token, { description: `Robot ${'ABCD'[index]}`, expiresDate });
      running.advance(10);
    }
    const names = async (query: string, as = token) =>
      (await list(as, query)).body.data.map(({ description }) => description?.slice(-1)).join('');
    expect(await names('')).toBe('DCBA');
    expect(await names('?sort=createdDate')).toBe('ABCD');
    expect(await names('?sort=expiresDate')).toBe('BDAC');
    expect(await names('?sort=-expiresDate')).toBe('CADB');
    expect(await names('?expiresWithinDays=30&sort=expiresDate')).toBe('BD');
    expect(await names('?name=robot%20b')).toBe('B');
    expect(await names('?name=SOMEONE', master.token)).not.toBe('');
    expect(await names('?ownerId=current&name=robot')).toBe('DCBA');
    expect(await names(`?ownerId=${userId}`, master.token)).toBe('DCBA');
    expect(await names('?unusedForDays=1')).toBe('');
    let walked = '';
    for (let query: string | null = '?sort=expiresDate&pageSize=3'; query !== null;) {
      const { body }: { body: List } = await list(token, query);
      expect(body.total).toEqual({ value: 4, estimate: false });
      walked += body.data.map(({ description }) => description?.slice(-1)).join('');
      query = body.nextCursor && `?sort=expiresDate&pageSize=3&cursor=${body.nextCursor}`;
    }
    expect(walked).toBe('BDAC');
    expect((await list(token, '?cursor=rubbish')).status).toBe(400);
    expect((await list(token, '?page=0&pageSize=2&sort=lastUsedDate')).body.data).toHaveLength(2);
    expect((await list(token, '?sort=owner')).status).toBe(400);
    running.advance((2 * day) / 1000);
    const again = (await running.signIn(email)).body.accessToken ?? '';
    expect(await names('?unusedForDays=1', again)).toBe('DCBA');
  });

  it('is refused everywhere without a session', async () => {
    for (const [method, path] of [
      ['GET', '/v1/tokens'],
      ['POST', '/v1/tokens'],
      ['DELETE', `/v1/tokens/${absent}`],
    ] as const)
      expect((await running.call(method, path)).status).toBe(401);
  });
});
