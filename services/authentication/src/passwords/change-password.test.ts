import sql from 'sql-template-tag';
import { describe, expect, it } from 'vitest';
import { testDatabases } from '@annals/kit/testing/databases';
import { changed, passwordCalls } from '../testing/password-calls.ts';
import { password, RunningService } from '../testing/running-service.ts';
import { issueToken } from '../testing/issued-token.ts';
import { tokenIn } from '../testing/written-mails.ts';

describe.each(testDatabases())('changing the own password, $kind', ({ open }) => {
  const running = RunningService.forEach(open);

  const { reset, check, mailTo, actionsOf } = passwordCalls(running);

  const change = (token: string | undefined, body: object) =>
    running.call('POST', '/v1/users/current/password', { token, body });

  it('ends all sessions, starts a new one, and sends a mail', async () => {
    const { userId, token, refreshToken } = await running.createAndSignIn('ada@example.org');
    const { body: other } = await running.signIn('ada@example.org');
    await reset('ada@example.org');
    const link = tokenIn(await mailTo('ada@example.org'));
    running.advance(1);
    const { status, body } = await change(token, {
      currentPassword: password,
      newPassword: changed,
    });
    expect(status).toBe(200);
    expect(body).toMatchObject({
      accessToken: expect.any(String),
      refreshToken: expect.any(String),
    });
    expect((await running.get('/v1/users/current', body.accessToken)).body.id).toBe(userId);
    for (const old of [token, other.accessToken])
      expect((await running.get('/v1/users/current', old)).status).toBe(401);
    expect((await running.refresh(refreshToken)).status).toBe(401);
    expect((await running.signIn('ada@example.org')).status).toBe(401);
    expect((await running.signIn('ada@example.org', changed)).status).toBe(200);
    expect(await check(link)).toMatchObject({ state: 'used' });
    expect((await mailTo('ada@example.org', 2)).subject).toBe(
      'Your password for Annals was changed',
    );
    expect(await actionsOf(`user/${userId}`)).toContain('password.changed');
  });

  it('refuses a wrong and an unacceptable password, and throttles guessing', async () => {
    const { token } = await running.createAndSignIn('ada@example.org');
    const same = await change(token, { currentPassword: password, newPassword: password });
    expect(same.body.fields?.[0]?.path).toBe('body.newPassword');
    const weak = await change(token, { currentPassword: password, newPassword: 'too short' });
    expect([weak.status, weak.body.fields?.[0]?.path]).toEqual([400, 'body.newPassword']);
    for (let time = 0; time < 10; time += 1) {
      const wrong = await change(token, { currentPassword: 'wrong', newPassword: changed });
      expect([wrong.status, wrong.body.fields?.[0]?.path]).toEqual([400, 'body.currentPassword']);
    }
    const slowed = await change(token, { currentPassword: password, newPassword: changed });
    expect(slowed.status).toBe(429);
    expect((await running.signIn('ada@example.org')).status).toBe(429);
    expect((await change(undefined, {})).status).toBe(401);
    expect((await change(token, { newPassword: changed })).status).toBe(400);
  });

  it('revokes API tokens on request, and keeps them otherwise', async () => {
    const { userId, token } = await running.createAndSignIn('ada@example.org');
    const issued = await issueToken(running, token);
    const stored = await change(token, { currentPassword: password, newPassword: changed });
    expect(stored.status).toBe(200);
    expect(await issued.status()).toBe(200);
    const { status } = await change(stored.body.accessToken, {
      currentPassword: changed,
      newPassword: password,
      revokeTokens: true,
    });
    expect(status).toBe(200);
    expect(await issued.status()).toBe(401);
    const [event] = await running.database.query<{ after: object }>(sql`
      select after from authentication.event where subject = ${`user/${userId}`} and action = 'password.changed'
      order by seq desc limit 1`);
    expect(event?.after).toMatchObject({ revokedTokens: [{ description: 'CI' }] });
  });

  it('requires an existing password', async () => {
    const { userId, token } = await running.createAndSignIn('ada@example.org');
    await running.database.query(
      sql`delete from authentication.password where user_id = ${userId}`,
    );
    const { status } = await change(token, { currentPassword: password, newPassword: changed });
    expect(status).toBe(409);
  });
});
