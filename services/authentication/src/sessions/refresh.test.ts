import sql from 'sql-template-tag';
import { describe, expect, it } from 'vitest';
import { testDatabases } from '@annals/kit/testing/databases';
import { RunningService } from '../testing/running-service.ts';

const minute = 60;

describe.each(testDatabases())('refresh, $kind', ({ open }) => {
  const running = RunningService.forAll(open);
  let count = 0;

  const someone = () => running.createAndSignIn(`person${(count += 1)}@example.org`, 'USER');

  it('returns a new pair for each refresh token', async () => {
    const { token, refreshToken } = await someone();
    const first = await running.refresh(refreshToken);
    expect(first.status).toBe(200);
    expect(first.body).toMatchObject({ expiresIn: 300 });
    expect(first.body.refreshToken).not.toBe(refreshToken);
    expect(first.body.accessToken).not.toBe(token);
    expect((await running.get('/v1/users/current', first.body.accessToken)).status).toBe(200);
    running.advance(20);
    expect((await running.refresh(first.body.refreshToken)).status).toBe(200);
  });

  it('stores the tokens only as hashes', async () => {
    const { refreshToken } = await someone();
    const rows = await running.database.query<{ hash: Buffer }>(
      sql`select hash from authentication.refresh_token`,
    );
    expect(rows.every(({ hash }) => hash.length === 32)).toBe(true);
    const stored = rows.map(({ hash }) => hash.toString('base64url'));
    expect(stored).not.toContain(refreshToken);
  });

  it('ends the session if an old token is used again', async () => {
    const { refreshToken } = await someone();
    const next = await running.refresh(refreshToken);
    running.advance(11);
    const reused = await running.refresh(refreshToken);
    expect(reused.status).toBe(401);
    expect(reused.body.code).toBe('session_over');
    expect((await running.refresh(next.body.refreshToken)).status).toBe(401);
    expect((await running.get('/v1/auth', next.body.accessToken)).status).toBe(401);
  });

  it('gives a second tab its own token for ten seconds, and continues with the one that is used', async () => {
    const { refreshToken } = await someone();
    const first = await running.refresh(refreshToken);
    running.advance(10);
    const second = await running.refresh(refreshToken);
    expect(second.status).toBe(200);
    expect(second.body.refreshToken).not.toBe(first.body.refreshToken);
    const next = await running.refresh(second.body.refreshToken);
    expect(next.status).toBe(200);
    expect((await running.refresh(next.body.refreshToken)).status).toBe(200);
  });

  it('ends the session if both branches continue', async () => {
    const { refreshToken, userId } = await someone();
    const owner = await running.refresh(refreshToken);
    const thief = await running.refresh(refreshToken);
    running.advance(5 * minute);
    const next = await running.refresh(owner.body.refreshToken);
    expect(next.status).toBe(200);
    const second = await running.refresh(thief.body.refreshToken);
    expect([second.status, second.body.code]).toEqual([401, 'session_over']);
    expect((await running.refresh(next.body.refreshToken)).status).toBe(401);
    expect((await running.get('/v1/users/current', next.body.accessToken)).status).toBe(401);
    const events = await running.database.query(sql`
      select action from authentication.event where user_id = ${userId} and action = 'refreshToken.reused'`);
    expect(events).toHaveLength(1);
  });

  it('allows no leeway for a token whose successor was used', async () => {
    const { refreshToken } = await someone();
    const first = await running.refresh(refreshToken);
    const second = await running.refresh(first.body.refreshToken);
    expect((await running.refresh(refreshToken)).status).toBe(401);
    expect((await running.refresh(second.body.refreshToken)).status).toBe(401);
  });

  it('answers concurrent refreshes of one token with different tokens', async () => {
    running.advance(60);
    const { refreshToken } = await someone();
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => running.refresh(refreshToken)),
    );
    expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 8 }, () => 200));
    expect(new Set(answers.map(({ body }) => body.refreshToken)).size).toBe(8);
    const uses = await running.database.query(sql`
      select 1 as found from authentication.event where action = 'refreshToken.reused' and at >= ${new Date(running.now).toISOString()}`);
    expect(uses).toEqual([]);
  });

  it('lets a thief or the owner win, then ends the session for both', async () => {
    const { refreshToken } = await someone();
    const owner = await running.refresh(refreshToken);
    running.advance(60);
    const [thief, next] = await Promise.all([
      running.refresh(refreshToken),
      running.refresh(owner.body.refreshToken),
    ]);
    expect(thief.status).toBe(401);
    expect((await running.refresh(next.body.refreshToken ?? 'none')).status).toBe(401);
    expect((await running.refresh(owner.body.refreshToken)).status).toBe(401);
  });

  it('ends after 30 minutes without use', async () => {
    const { refreshToken } = await someone();
    running.advance(29 * minute);
    const used = await running.refresh(refreshToken);
    expect(used.status).toBe(200);
    running.advance(29 * minute);
    const again = await running.refresh(used.body.refreshToken);
    expect(again.status).toBe(200);
    running.advance(30 * minute);
    expect((await running.refresh(again.body.refreshToken)).status).toBe(401);
  });

  it('ends after eight hours, however active', async () => {
    let { refreshToken, token } = await someone();
    for (let passed = 0; passed < 480 - 20; passed += 20) {
      running.advance(20 * minute);
      const { status, body } = await running.refresh(refreshToken);
      expect(status).toBe(200);
      refreshToken = body.refreshToken ?? '';
    }
    running.advance(18 * minute);
    const last = await running.refresh(refreshToken);
    expect(last.body.expiresIn).toBe(2 * minute);
    token = last.body.accessToken ?? '';
    running.advance(2 * minute);
    expect((await running.refresh(last.body.refreshToken)).status).toBe(401);
    expect((await running.get('/v1/auth', token)).status).toBe(401);
  });

  it('refuses a disabled user, an ended session and an unknown token', async () => {
    const disabled = await someone();
    await running.database.query(
      sql`update authentication.user_account set status = 'DISABLED' where id = ${disabled.userId}`,
    );
    expect((await running.refresh(disabled.refreshToken)).status).toBe(401);
    const signedOut = await someone();
    expect((await running.call('DELETE', '/v1/auth', { token: signedOut.token })).status).toBe(204);
    expect((await running.refresh(signedOut.refreshToken)).status).toBe(401);
    const absent = await running.refresh('A'.repeat(43));
    expect(absent.status).toBe(401);
    expect(absent.body.code).toBe('session_over');
  });

  it('returns tokens with the current roles', async () => {
    const { userId, refreshToken } = await someone();
    await running.database.query(sql`
      insert into authentication.user_role (user_id, role, granted_at) values (${userId}, 'AUDITOR', now())`);
    const { body } = await running.refresh(refreshToken);
    expect((await running.get('/v1/users', body.accessToken)).status).toBe(200);
  });
});
