import sql from 'sql-template-tag';
import { beforeAll, describe, expect, it } from 'vitest';
import { testDatabases } from '@annals/kit/testing/databases';
import { RunningService } from '../testing/running-service.ts';
import { FactorClient } from '../testing/second-factors.ts';

const absent = '01980000-0000-7000-8000-000000000000';
const unit = '01980000-0000-7000-8000-0000000000b1';

describe.each(testDatabases())('second factors of others, $kind', ({ open }) => {
  const running = RunningService.forAll(open);
  const client = new FactorClient(running);
  const people: Record<string, { userId: string; token: string }> = {};

  const join = (userId: string) =>
    running.database.query(sql`
      insert into authentication.organizational_unit_member_period (unit_id, user_id, assigned_at)
      values (${unit}, ${userId}, now())`);

  beforeAll(async () => {
    await running.database.query(
      sql`insert into authentication.organizational_unit (id, name) values (${unit}, 'Unit')`,
    );
    await running.database.query(sql`
      insert into authentication.organizational_unit_path (ancestor_id, descendant_id, depth)
      values (${unit}, ${unit}, 0)`);
    for (const [name, ...roles] of [
      ['master', 'GLOBAL_MASTER'],
      ['admin', 'ORG_ADMIN'],
      ['auditor', 'AUDITOR'],
      ['user', 'USER'],
      ['member', 'USER'],
    ] as const)
      people[name] = await running.createAndSignIn(`${name}@example.org`, ...roles);
    for (const name of ['admin', 'member']) await join(people[name]?.userId ?? '');
  });

  const ask = (method: string, caller: string, whose: string) =>
    client.call(
      method,
      `/v1/users/${people[whose]?.userId ?? absent}/factors`,
      people[caller]?.token,
    );

  it('are shown to those who may read the user, without secrets', async () => {
    const { id, secret } = await client.addTotp(people['member']?.token ?? '');
    for (const caller of ['master', 'admin', 'auditor']) {
      const { status, body } = await ask('GET', caller, 'member');
      expect(status).toBe(200);
      expect(body).toMatchObject({
        data: [{ id, kind: 'TOTP', name: 'Telephone' }],
        recoveryCodesLeft: 10,
        required: false,
      });
      expect(JSON.stringify(body)).not.toContain(secret);
    }
  });

  it.each([
    ['GET', 'user', 'member', 403],
    ['GET', 'admin', 'user', 404],
    ['GET', 'admin', 'nobody', 404],
    ['GET', 'master', 'nobody', 404],
    ['GET', 'nobody', 'member', 401],
    ['DELETE', 'user', 'member', 403],
    ['DELETE', 'auditor', 'member', 403],
    ['DELETE', 'admin', 'user', 404],
    ['DELETE', 'admin', 'nobody', 404],
    ['DELETE', 'master', 'master', 403],
    ['DELETE', 'nobody', 'member', 401],
  ])('%s by %s of %s: %i', async (method, caller, whose, status) => {
    expect((await ask(method, caller, whose)).status).toBe(status);
  });

  it('of a global master are never removed by an administrator', async () => {
    await join(people['master']?.userId ?? '');
    expect((await ask('DELETE', 'admin', 'master')).status).toBe(403);
  });

  it('of a user with more permissions are never removed by an administrator', async () => {
    await join(people['auditor']?.userId ?? '');
    expect((await ask('DELETE', 'admin', 'auditor')).status).toBe(403);
    expect((await ask('DELETE', 'master', 'auditor')).status).toBe(200);
  });

  it('are removed for a user who lost them, which ends all sessions', async () => {
    const member = people['member'];
    expect((await running.get('/v1/users/current', member?.token)).status).toBe(200);
    const { status, body } = await ask('DELETE', 'admin', 'member');
    expect([status, body.removed]).toEqual([200, 1]);
    expect((await running.get('/v1/users/current', member?.token)).status).toBe(401);
    expect((await ask('GET', 'admin', 'member')).body).toMatchObject({
      data: [],
      recoveryCodesLeft: 0,
    });
    expect((await client.signIn('member@example.org')).body.accessToken).toBeTruthy();
    const [event] = await running.database.query(sql`
      select action, actor_id as actor, before from authentication.event
      where subject = ${`user/${member?.userId}`} and action = 'factor.removed'`);
    expect(event).toEqual({
      action: 'factor.removed',
      actor: people['admin']?.userId,
      before: { factors: [{ kind: 'TOTP', name: 'Telephone' }] },
    });
  });

  it('refuses an invalid id', async () => {
    const { token } = people['master'] ?? {};
    expect((await client.call('GET', '/v1/users/x/factors', token)).status).toBe(400);
    expect((await client.call('DELETE', '/v1/users/x/factors', token)).status).toBe(400);
  });
});
