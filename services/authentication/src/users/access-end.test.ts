import sql from 'sql-template-tag';
import { beforeAll, describe, expect, it } from 'vitest';
import { testDatabases } from '@annals/kit/testing/databases';
import { insertTrustedDevice } from '../testing/inserted-rows.ts';
import { issueToken } from '../testing/issued-token.ts';
import { password, RunningService } from '../testing/running-service.ts';

const hour = 3_600;

describe.each(testDatabases())('access that ends, $kind', ({ open }) => {
  const running = RunningService.forAll(open);
  let count = 0;
  let master = { userId: '', token: '' };
  beforeAll(async () => {
    master = await running.createAndSignIn('master@example.org', 'GLOBAL_MASTER');
  });

  const renewedMaster = async () =>
    (await running.signIn('master@example.org')).body.accessToken ?? '';
  const inHours = (hours: number) =>
    new Date(running.now + hours * 3_600_000).toISOString().replace('Z', '000Z');
  const change = async (userId: string, body: object) =>
    running.call('PATCH', `/v1/users/${userId}`, { token: await renewedMaster(), body });
  const userWith = async (userId: string) =>
    (await running.get(`/v1/users/${userId}`, await renewedMaster())).body as unknown as {
      status: string;
      accessEndsDate: string | null;
    };
  const someone = async (role = 'USER') => {
    const email = `guest${(count += 1)}@example.org`;
    const person = await running.createAndSignIn(email, role);
    return { email, ...person, apiToken: await issueToken(running, person.token) };
  };

  it('ends sessions, tokens, sign-in and work in the background at its date, without anybody doing anything', async () => {
    const { email, userId, token, refreshToken, apiToken } = await someone();
    expect((await userWith(userId)).accessEndsDate).toBeNull();
    const ends = inHours(1 / 12);
    expect(await change(userId, { accessEndsDate: ends })).toMatchObject({
      status: 200,
      body: { accessEndsDate: ends },
    });
    running.advance(hour / 12 - 1);
    expect((await running.get('/v1/users/current', token)).status).toBe(200);
    expect(await apiToken.status()).toBe(200);
    expect((await running.service.scopeOfUser(userId))('partitions:write')).toBe('all');
    expect(await running.service.isActivePerson(userId)).toBe(true);

    running.advance(1);
    expect((await running.get('/v1/users/current', token)).status).toBe(401);
    expect((await running.refresh(refreshToken)).status).toBe(401);
    expect(await apiToken.status()).toBe(401);
    expect((await running.signIn(email)).status).not.toBe(200);
    expect((await running.service.scopeOfUser(userId))('partitions:write')).toBeUndefined();
    expect(await running.service.isActivePerson(userId)).toBe(false);
  });

  it('is then shown in the status, as of its date, and recorded once', async () => {
    const { userId } = await someone();
    const ends = inHours(1);
    await change(userId, { accessEndsDate: ends });
    await insertTrustedDevice(running.database, running.now, { userId });
    running.advance(hour + 30);
    await running.service.endAccess();
    await running.service.endAccess();
    expect(await userWith(userId)).toMatchObject({ status: 'DISABLED', accessEndsDate: ends });
    const events = await running.database.query(sql`
      select actor_id as actor, before, after from authentication.event
      where user_id = ${userId} and action = 'user.accessEnded'`);
    expect(events).toEqual([
      {
        actor: null,
        before: { status: 'ACTIVE' },
        after: {
          status: 'DISABLED',
          accessEndsDate: ends,
          endedSessions: 1,
          revokedDevices: 1,
        },
      },
    ]);
    const devices = await running.database.query(sql`
      select from authentication.trusted_device where user_id = ${userId}`);
    expect(devices).toEqual([]);
    const statusAt = async (asOf: string) =>
      (
        (await running.get(`/v1/users/${userId}?asOf=${asOf}`, await renewedMaster())).body as {
          status?: string;
        }
      ).status;
    const before = new Date(Date.parse(ends) - 1).toISOString();
    expect(await statusAt(before)).toBe('ACTIVE');
    expect(await statusAt(ends)).toBe('DISABLED');
  });

  it('begins again only with a later date', async () => {
    const { email, userId } = await someone();
    await change(userId, { accessEndsDate: inHours(1) });
    running.advance(hour);
    await running.service.endAccess();
    expect(await change(userId, { status: 'ACTIVE' })).toMatchObject({
      status: 409,
      body: { code: 'access_ended' },
    });
    expect(await change(userId, { accessEndsDate: inHours(1), status: 'ACTIVE' })).toMatchObject({
      status: 200,
      body: { status: 'ACTIVE' },
    });
    expect((await running.signIn(email)).status).toBe(200);
    expect(await change(userId, { accessEndsDate: null })).toMatchObject({
      status: 200,
      body: { accessEndsDate: null },
    });
  });

  it('can be given with the invitation, which ends with it', async () => {
    const body = { email: 'auditor@example.com', roles: ['AUDIT_LOG_READER'] };
    const invite = async (accessEndsDate: string) =>
      running.call('POST', '/v1/users', {
        token: await renewedMaster(),
        body: { ...body, accessEndsDate },
      });
    expect(await invite(inHours(-1))).toMatchObject({
      status: 400,
      body: { fields: [{ path: 'body.accessEndsDate' }] },
    });
    const ends = inHours(2);
    const invited = await invite(ends);
    expect(invited).toMatchObject({ status: 201, body: { accessEndsDate: ends } });
    const userId = String(invited.body['id']);
    const [event] = await running.database.query(sql`
      select after from authentication.event where action = 'user.created' and user_id = ${userId}`);
    expect(event).toMatchObject({ after: { accessEndsDate: ends } });
    running.advance(2 * hour);
    await running.service.endAccess();
    expect((await userWith(userId)).status).toBe('DISABLED');
  });

  it('ends for others only, never for the last global master', async () => {
    const own = await running.call('PATCH', '/v1/users/current', {
      token: await renewedMaster(),
      body: { accessEndsDate: inHours(1) },
    });
    expect(own.status).toBe(403);
    const other = await someone('GLOBAL_MASTER');
    expect((await change(other.userId, { accessEndsDate: inHours(400) })).status).toBe(200);
    const { body } = await running.signIn(other.email, password);
    const answer = await running.call('PATCH', `/v1/users/${master.userId}`, {
      token: body.accessToken ?? '',
      body: { accessEndsDate: inHours(1) },
    });
    expect(answer).toMatchObject({ status: 409, body: { code: 'last_master' } });
  });
});
