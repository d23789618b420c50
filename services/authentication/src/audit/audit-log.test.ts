import sql, { raw } from 'sql-template-tag';
import { describe, expect, it } from 'vitest';
import { testDatabases } from '@annals/kit/testing/databases';
import { password, RunningService } from '../testing/running-service.ts';
import { record, selectEvents } from './audit-log.sql.ts';
import { operator } from '../context/actor.ts';
import { verifyAuditLog } from './verify-audit-log.ts';

describe.each(testDatabases())('events, $kind', ({ open }) => {
  const running = RunningService.forEach(open);

  /** Without mails, which are sent at unpredictable times. */
  const events = async () =>
    (await selectEvents(running.database, 0, 100)).filter(({ action }) => action !== 'mail.sent');
  const reported = async () => (await events()).map(({ action }) => action);

  it('record who did what, on what, from where', async () => {
    const first = running.now;
    running.now = first - 3_600_000;
    const link = await running.service.setUpLink();
    running.now = first;
    await running.service.setUpLink();
    const made = await running.service.createUser({
      email: 'ada@example.org',
      roles: ['USER'],
      password,
    });
    await running.signIn('nobody@example.org');
    await running.signIn('ada@example.org', 'wrong');
    const { body } = await running.signIn('ada@example.org');
    const next = await running.refresh(body.refreshToken);
    running.advance(11);
    await running.refresh(body.refreshToken);
    const again = await running.signIn('ada@example.org');
    await running.call('DELETE', '/v1/auth', {
      token: again.body.accessToken ?? '',
      headers: { 'x-request-id': 'request-17' },
    });

    expect(await reported()).toEqual([
      'link.made',
      'link.replaced',
      'link.made',
      'user.created',
      'password.set',
      'signIn.failed',
      'signIn.failed',
      'session.started',
      'refreshToken.reused',
      'session.started',
      'session.ended',
    ]);
    const written = await events();
    expect(JSON.parse(written[1]?.before ?? '')).toEqual({ purpose: 'SETUP', count: 1 });
    expect(JSON.parse(written[7]?.after ?? '')).toEqual({ method: 'PASSWORD' });
    expect(written[3]).toMatchObject({
      seq: 4,
      at: '2026-03-01T12:00:00.250000Z',
      actorId: null,
      subject: `user/${made.userId}`,
      before: null,
      after:
        '{"email":"ada@example.org","name":"ada@example.org","roles":["USER"],"status":"ACTIVE"}',
    });
    expect(written[5]).toMatchObject({
      actorId: null,
      subject: null,
      address: '127.0.0.1',
      requestId: expect.any(String),
    });
    expect(written[6]).toMatchObject({ actorId: null, subject: `user/${made.userId}` });
    expect(written[7]).toMatchObject({
      actorId: made.userId,
      subject: expect.stringMatching(/^session\//),
    });
    expect(written[10]).toMatchObject({ actorId: made.userId, requestId: 'request-17' });
    const everything = JSON.stringify(written);
    for (const secret of [
      password,
      body.refreshToken,
      next.body.refreshToken,
      link?.split('token=')[1],
      'nobody',
    ])
      expect(everything).not.toContain(secret);
    expect(await verifyAuditLog(running.database)).toMatchObject({ intact: true });
  });

  it('record a write that its caller may not do, once a minute, and by which command', async () => {
    const { userId } = await running.service.createUser({
      email: 'ada@example.org',
      roles: ['USER'],
      password,
      command: 'user create',
    });
    const { body } = await running.signIn('ada@example.org');
    const token = body.accessToken ?? '';
    for (let n = 0; n < 2; n += 1)
      expect((await running.call('POST', '/v1/roles', { token, body: {} })).status).toBe(403);
    const own = `/v1/users/${userId}/roles`;
    const grant = await running.call('PUT', `${own}?role=GLOBAL_MASTER`, { token });
    expect(grant.status).toBe(403);
    const words = await running.call('PATCH', '/v1/roles/my%20secret', { token, body: {} });
    expect(words.status).toBe(403);
    expect((await running.call('GET', '/v1/users', { token })).status).toBe(403);
    const written = await events();
    expect(written[0]).toMatchObject({
      action: 'user.created',
      credential: 'command/user create',
    });
    const refused = written.filter(({ action }) => action === 'access.refused');
    expect(refused.map(({ after }) => JSON.parse(after ?? '') as unknown)).toEqual([
      { call: 'POST /authentication/v1/roles', path: '/authentication/v1/roles' },
      { call: 'PUT /v1/users/{userId}/roles', path: own },
      { call: 'PATCH /authentication/v1/roles/{role}', path: '/authentication/v1/roles/{role}' },
    ]);
    expect(refused[0]?.credential).toMatch(/^session\//);
    expect(await verifyAuditLog(running.database)).toMatchObject({ intact: true });
  });

  const actor = () => ({ id: null, at: running.now, source: operator });

  it('stay in one unbroken chain under concurrent writes', async () => {
    const append = (at: number) =>
      running.database.transaction((transaction) =>
        record(transaction, { id: null, at, source: operator }, 'link.made', `n/${at}`),
      );
    await Promise.all(Array.from({ length: 40 }, (_, index) => append(running.now + index)));
    expect(await verifyAuditLog(running.database)).toEqual({ intact: true, count: 40 });
  });

  it('are rolled back with their action', async () => {
    const failing = running.database.transaction(async (transaction) => {
      await record(transaction, actor(), 'link.made', null);
      throw new Error('no');
    });
    await expect(failing).rejects.toThrow('no');
    expect(await reported()).toEqual([]);
    expect(await verifyAuditLog(running.database)).toEqual({ intact: true, count: 0 });
  });

  it('cannot be changed or removed', async () => {
    await running.service.createUser({ email: 'ada@example.org', roles: [], password });
    for (const change of [
      'update authentication.event set subject = null',
      'delete from authentication.event',
      'truncate authentication.event',
    ])
      await expect(running.database.query(raw(change))).rejects.toThrow(/append-only/);
  });

  it.each([
    ['subject', `update authentication.event set subject = 'user/other' where seq = 2`, 2],
    ['time', `update authentication.event set at = at + interval '1 microsecond' where seq = 3`, 3],
    ['values', `update authentication.event set after = '{"email": "x"}' where seq = 3`, 3],
    ['id', `update authentication.event set id = gen_random_uuid() where seq = 2`, 2],
    ['user', `update authentication.event set user_id = gen_random_uuid() where seq = 4`, 4],
    ['hash', `update authentication.event set hash = sha256('x') where seq = 1`, 1],
    ['gap', `delete from authentication.event where seq = 2`, 2],
    ['cut end', `delete from authentication.event where seq >= 4`, 4],
    [
      'swap',
      `update authentication.event set seq = case seq when 2 then -2 else seq end; update authentication.event set seq = 2 where seq = 3; update authentication.event set seq = 3 where seq = -2`,
      2,
    ],
    ['end', `update authentication.event_head set hash = sha256('x')`, 5],
  ])('reveal where the chain was tampered with: %s', async (_, change, seq) => {
    for (const email of [
      'a@example.org',
      'b@example.org',
      'c@example.org',
      'd@example.org',
      'e@example.org',
    ])
      await running.database.transaction((transaction) =>
        record(transaction, actor(), 'user.created', `user/${email}`, { after: { email } }),
      );
    expect(await verifyAuditLog(running.database)).toEqual({ intact: true, count: 5 });
    await running.database.query(
      sql`alter table authentication.event disable trigger event_is_append_only`,
    );
    await running.database.query(raw(change));
    expect(await verifyAuditLog(running.database)).toMatchObject({ intact: false, seq });
  });
});
