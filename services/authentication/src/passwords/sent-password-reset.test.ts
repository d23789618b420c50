import { randomUUID } from 'node:crypto';
import sql from 'sql-template-tag';
import { describe, expect, it } from 'vitest';
import { testDatabases } from '@annals/kit/testing/databases';
import { joinUnit, makeUnit, reported } from '../testing/organizational-units.ts';
import { passwordCalls } from '../testing/password-calls.ts';
import { RunningService } from '../testing/running-service.ts';
import { tokenIn } from '../testing/written-mails.ts';

describe.each(testDatabases())('a password reset sent by an administrator, $kind', ({ open }) => {
  const running = RunningService.forEach(open);

  const { check, mailTo } = passwordCalls(running);

  const send = (userId: string, token?: string) =>
    running.call('POST', `/v1/users/${userId}/password-reset`, { token });

  it('is sent, or the invitation again for an invited user', async () => {
    const { token, userId: masterId } = await running.createAndSignIn(
      'master@example.org',
      'GLOBAL_MASTER',
    );
    const { userId } = await running.createAndSignIn('ada@example.org');
    expect((await send(userId, token)).status).toBe(202);
    const mail = await mailTo('ada@example.org');
    expect(mail.text).toContain('An administrator of Annals asked you');
    expect(await check(tokenIn(mail))).toMatchObject({ state: 'valid', purpose: 'RESET' });
    const [asked] = await running.database.query<{ actorId: string }>(
      sql`select actor_id as "actorId" from authentication.event where action = 'password.resetRequested'`,
    );
    expect(asked?.actorId).toBe(masterId);
    const invited = await running.service.createUser({ email: 'new@example.org', roles: [] });
    expect((await send(invited.userId, token)).status).toBe(202);
    expect((await mailTo('new@example.org')).subject).toBe('Welcome to Annals');
    await running.database.query(
      sql`update authentication.user_account set status = 'DISABLED' where id = ${userId}`,
    );
    expect((await send(userId, token)).status).toBe(409);
  });

  it('requires the right to administer the user', async () => {
    const { token: master, userId: masterId } = await running.createAndSignIn(
      'master@example.org',
      'GLOBAL_MASTER',
    );
    const unit = await makeUnit(running, master, 'Own');
    const admin = await running.createAndSignIn('admin@example.org', 'ORG_ADMIN');
    await joinUnit(running, admin.userId, unit);
    await joinUnit(running, masterId, unit);
    const foreign = await running.createAndSignIn('foreign@example.org', 'USER');
    const absent = await send(randomUUID(), admin.token);
    expect(absent.status).toBe(404);
    expect(reported(await send(foreign.userId, admin.token))).toEqual(reported(absent));
    expect((await send(masterId, admin.token)).status).toBe(403);
    expect((await send(foreign.userId, foreign.token)).status).toBe(403);
    expect((await send(foreign.userId)).status).toBe(401);
    expect((await send('no-id', master)).status).toBe(400);
  });
});
