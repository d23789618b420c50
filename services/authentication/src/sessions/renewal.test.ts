import { decodeJwt } from 'jose';
import sql, { raw } from 'sql-template-tag';
import { describe, expect, it } from 'vitest';
import { testDatabases } from '@annals/kit/testing/databases';
import { RunningService } from '../testing/running-service.ts';

describe.each(testDatabases())('renewal and end of a session, $kind', ({ kind, open }) => {
  const running = RunningService.forAll(open);
  let count = 0;

  const someone = () => running.createAndSignIn(`person${(count += 1)}@example.org`, 'USER');
  const renew = async (token: string) =>
    (await running.get('/v1/auth', token)).body.accessToken ?? '';

  it('returns the same token in the first half of its life, then a new one of the same session', async () => {
    const { token } = await someone();
    running.advance(149);
    expect(await renew(token)).toBe(token);
    running.advance(2);
    const next = await renew(token);
    expect(next).not.toBe(token);
    expect(decodeJwt(next)['sid']).toBe(decodeJwt(token)['sid']);
    expect(decodeJwt(next).exp).toBe(Math.floor(running.now / 1000) + 300);
    expect(await renew(next)).toBe(next);
  });

  it.runIf(kind === 'embedded')('continues while the disk is full', async () => {
    const { token } = await someone();
    running.advance(61);
    await running.database.query(raw('set default_transaction_read_only = on'));
    const answer = await running.get('/v1/auth', token);
    await running.database.query(raw('set default_transaction_read_only = off'));
    expect(answer).toMatchObject({ status: 200, body: { accessToken: token } });
  });

  it('refuses an expired token', async () => {
    const { token } = await someone();
    running.advance(299);
    expect((await running.get('/v1/users/current', token)).status).toBe(200);
    running.advance(1);
    expect((await running.get('/v1/users/current', token)).status).toBe(401);
    expect((await running.get('/v1/auth', token)).status).toBe(401);
  });

  it('applies changed roles at once, and revokes what a role allowed', async () => {
    const { userId, token } = await someone();
    expect((await running.get('/v1/users', token)).status).toBe(403);
    await running.database.query(sql`
      insert into authentication.user_role (user_id, role, granted_at) values (${userId}, 'GLOBAL_MASTER', now())`);
    running.advance(2);
    expect((await running.get('/v1/users', token)).status).toBe(403);
    const master = await renew(token);
    expect(decodeJwt(master)['roles']).toEqual(['GLOBAL_MASTER', 'USER']);
    expect((await running.get('/v1/users', master)).status).toBe(200);
    await running.database.query(sql`
      delete from authentication.user_role where user_id = ${userId} and role = 'GLOBAL_MASTER'`);
    running.advance(2);
    expect((await running.get('/v1/users', master)).status).toBe(403);
    expect(decodeJwt(await renew(master))['roles']).toEqual(['USER']);
  });

  it('refuses a user who was disabled', async () => {
    const { userId, token } = await someone();
    await running.database.query(
      sql`update authentication.user_account set status = 'DISABLED' where id = ${userId}`,
    );
    running.advance(2);
    expect((await running.get('/v1/users/current', token)).status).toBe(401);
    expect((await running.get('/v1/auth', token)).status).toBe(401);
  });

  it('keeps the session from becoming idle, with at most one write per minute', async () => {
    const { token, refreshToken } = await someone();
    const lastSeen = async () => {
      const [row] = await running.database.query<{ lastSeen: string }>(sql`
        select last_seen as "lastSeen" from authentication.session where id = ${decodeJwt(token)['sid']}`);
      return Date.parse(row?.lastSeen ?? '');
    };
    const start = running.now;
    running.advance(60);
    let current = await renew(token);
    expect(await lastSeen()).toBe(start);
    running.advance(1);
    current = await renew(current);
    expect(await lastSeen()).toBe(running.now);
    for (let round = 0; round < 12; round += 1) {
      running.advance(200);
      current = await renew(current);
    }
    expect((await running.refresh(refreshToken)).status).toBe(200);
  });

  it('issues no token that outlives the session', async () => {
    let { token, refreshToken } = await someone();
    const end = running.now + 8 * 3_600_000;
    while (running.now + 240_000 < end) {
      running.advance(240);
      const renewed = await running.get('/v1/auth', token);
      if (renewed.status === 401) {
        const { body } = await running.refresh(refreshToken);
        ({ accessToken: token = '', refreshToken = '' } = body);
      } else token = renewed.body.accessToken ?? '';
      expect((decodeJwt(token).exp ?? 0) * 1000).toBeLessThanOrEqual(end);
    }
    expect(await renew(token)).toBe(token);
    running.now = end;
    expect((await running.get('/v1/auth', token)).status).toBe(401);
  });

  it('renews for half an hour without the refresh token, and again after it was used', async () => {
    const { token, refreshToken } = await someone();
    const end = running.now + 30 * 60_000;
    let current = token;
    while (running.now + 200_000 < end) {
      running.advance(200);
      current = await renew(current);
      expect((decodeJwt(current).exp ?? 0) * 1000).toBeLessThanOrEqual(end);
    }
    expect(current).not.toBe('');
    running.now = end;
    expect((await running.get('/v1/auth', current)).status).toBe(401);
    const next = await running.refresh(refreshToken);
    expect(next.status).toBe(200);
    running.advance(200);
    expect(await renew(next.body.accessToken ?? '')).not.toBe('');
  });

  it('renews nothing for a token from before the last refresh, or of an abandoned branch', async () => {
    const { token, refreshToken } = await someone();
    const one = await running.refresh(refreshToken);
    const two = await running.refresh(refreshToken);
    const next = await running.refresh(two.body.refreshToken);
    running.advance(151);
    const statuses: number[] = [];
    for (const each of [token, one.body.accessToken, two.body.accessToken, next.body.accessToken])
      statuses.push((await running.get('/v1/auth', each)).status);
    expect(statuses).toEqual([401, 401, 401, 200]);
  });

  it('renews nothing for the token of another session or of an older version', async () => {
    const { token, userId } = await someone();
    await running.database.query(sql`
      update authentication.refresh_token set id = gen_random_uuid()
      where session_id in (select id from authentication.session where user_id = ${userId})`);
    expect(await renew(token)).toBe(token);
    running.advance(151);
    expect((await running.get('/v1/auth', token)).status).toBe(401);
  });

  it('ends with DELETE, once', async () => {
    const { token } = await someone();
    const ended = await running.call('DELETE', '/v1/auth', { token });
    expect(ended.status).toBe(204);
    for (const [method, path] of [
      ['GET', '/v1/auth'],
      ['GET', '/v1/users/current'],
      ['DELETE', '/v1/auth'],
    ] as const)
      expect((await running.call(method, path, { token })).status).toBe(401);
  });

  it('is seen by other servers on the same database', async () => {
    const { token } = await someone();
    const other = await RunningService.start(running.database);
    other.now = running.now;
    expect((await other.get('/v1/users/current', token)).status).toBe(200);
    await running.call('DELETE', '/v1/auth', { token });
    other.advance(1.1);
    expect((await other.get('/v1/users/current', token)).status).toBe(401);
    await other.stop();
  });
});
