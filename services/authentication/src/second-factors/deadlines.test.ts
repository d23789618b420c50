import sql from 'sql-template-tag';
import { beforeAll, describe, expect, it } from 'vitest';
import { testDatabases } from '@annals/kit/testing/databases';
import { issueToken } from '../testing/issued-token.ts';
import { joinUnit, makeUnit } from '../testing/organizational-units.ts';
import { RunningService } from '../testing/running-service.ts';
import { FactorClient } from '../testing/second-factors.ts';
import { mailsTo } from '../testing/written-mails.ts';

const hour = 3_600;

describe.each(testDatabases())('the deadline for a second factor, $kind', ({ open }) => {
  const running = RunningService.forAll(open);
  let count = 0;
  let master = '';
  beforeAll(async () => {
    master = (await running.createAndSignIn('master@example.org', 'GLOBAL_MASTER')).token;
  });

  const someone = async (unitId?: string) => {
    const email = `person${(count += 1)}@example.org`;
    const person = await running.createAndSignIn(email, 'USER');
    if (unitId !== undefined) await joinUnit(running, person.userId, unitId);
    return { email, ...person, apiToken: await issueToken(running, person.token) };
  };
  const unit = async () => makeUnit(running, await renewedMaster(), `Unit ${(count += 1)}`);
  const renewedMaster = async () =>
    (master = (await running.signIn('master@example.org')).body.accessToken ?? '');
  const change = async (unitId: string, body: object) =>
    running.call('PUT', `/v1/organizational-units/${unitId}`, {
      token: await renewedMaster(),
      body,
    });
  const dueOf = async (token: string | undefined) => {
    const { status, body } = await running.get('/v1/users/current', token);
    expect(status).toBe(200);
    return (body as { secondFactorDueDate?: string | null }).secondFactorDueDate;
  };
  const inHours = (hours: number) =>
    new Date(running.now + hours * 3_600_000).toISOString().replace('Z', '000Z');

  it('ends sessions and API tokens without a factor after the grace period, and warns before', async () => {
    const unitId = await unit();
    const { email, token, refreshToken, apiToken, userId } = await someone(unitId);
    expect(await dueOf(token)).toBeNull();
    const required = { secondFactorRequired: true, secondFactorGraceHours: 2 };
    expect(await change(unitId, required)).toMatchObject({ status: 200, body: required });
    expect(await dueOf(token)).toBe(inHours(2));
    const [mail] = await mailsTo(running.mailDirectory, email, 1);
    expect(mail?.subject).toBe('Set up a second factor for Annals');

    let current = refreshToken;
    for (let passed = 0; passed < 2 * hour - 900; passed += 900) {
      running.advance(900);
      const { status, body } = await running.refresh(current);
      expect(status).toBe(200);
      current = body.refreshToken ?? '';
    }
    expect(await apiToken.status()).toBe(200);
    running.advance(900);
    expect((await running.refresh(current)).status).toBe(401);
    expect(await apiToken.status()).toBe(401);

    await running.service.applyDeadlines();
    await running.service.applyDeadlines();
    const overdue = await running.database.query(sql`
      select after from authentication.event where user_id = ${userId} and action = 'secondFactor.overdue'`);
    expect(overdue).toEqual([{ after: { endedSessions: 1 } }]);
    const sessions = await running.get(`/v1/users/${userId}/sessions`, await renewedMaster());
    expect(sessions.body.data).toEqual([]);

    // Signing in sets one up, and then the token works again.
    const client = new FactorClient(running);
    const { challenge } = (await client.signIn(email)).body;
    expect(challenge).toEqual(expect.any(String));
    await client.enrol(challenge ?? '');
    running.advance(2);
    expect(await apiToken.status()).toBe(200);
  });

  it('is immediate with a grace period of zero', async () => {
    const unitId = await unit();
    const { token, apiToken } = await someone(unitId);
    await change(unitId, { secondFactorRequired: true, secondFactorGraceHours: 0 });
    expect((await running.get('/v1/users/current', token)).status).toBe(401);
    expect((await running.get('/v1/auth', token)).status).toBe(401);
    expect(await apiToken.status()).toBe(401);
  });

  it('moves with the grace period, and ends with the requirement or once a factor exists', async () => {
    const unitId = await unit();
    const one = await someone(unitId);
    const other = await someone(unitId);
    await change(unitId, { secondFactorRequired: true });
    expect(await dueOf(one.token)).toBe(inHours(168));
    const since = running.now;
    running.advance(60);
    await change(unitId, { secondFactorGraceHours: 24 });
    expect(Date.parse((await dueOf(one.token)) ?? '')).toBe(since + 24 * 3_600_000);
    await new FactorClient(running).addTotp(one.token);
    expect(await dueOf(one.token)).toBeNull();
    expect(await dueOf(other.token)).toEqual(expect.any(String));
    await change(unitId, { secondFactorRequired: false });
    expect(await dueOf(other.token)).toBeNull();
  });

  it('starts for later members when it is noticed, including through a role', async () => {
    const unitId = await unit();
    await change(unitId, { secondFactorRequired: true, secondFactorGraceHours: 0 });
    const joining = await someone();
    await joinUnit(running, joining.userId, unitId);
    await running.service.applyDeadlines();
    expect((await running.get('/v1/users/current', joining.token)).status).toBe(401);
    const { token, userId } = await someone();
    const role = { secondFactorRequired: true, secondFactorGraceHours: 1 };
    const path = '/v1/roles/AUDITOR';
    const changed = await running.call('PATCH', path, { token: await renewedMaster(), body: role });
    expect(changed).toMatchObject({ status: 200, body: role });
    const grant = `/v1/users/${userId}/roles?role=AUDITOR`;
    expect((await running.call('PUT', grant, { token: master })).status).toBe(200);
    await running.service.applyDeadlines();
    expect(await dueOf(token)).toBe(inHours(1));
    await running.call('PATCH', path, { token: master, body: { secondFactorRequired: false } });
    expect(await dueOf(token)).toBeNull();
  });

  it('never affects users with a factor, and applications', async () => {
    const unitId = await unit();
    const { token } = await someone(unitId);
    await new FactorClient(running).addTotp(token);
    const application = await running.call('POST', '/v1/applications', {
      token: await renewedMaster(),
      body: { name: `Robot ${count}`, organizationalUnitId: unitId, roles: ['USER'] },
    });
    const path = `/v1/applications/${application.body.id}/tokens`;
    const issued = await running.call('POST', path, { token: master, body: { description: 'CI' } });
    const key = (issued.body as { token?: string }).token ?? '';
    await change(unitId, { secondFactorRequired: true, secondFactorGraceHours: 0 });
    const headers = { 'x-akarion-api-token': key };
    expect((await running.call('GET', '/v1/users/current', { headers })).status).toBe(200);
    expect(await dueOf((await running.get('/v1/auth', token)).body.accessToken)).toBeNull();
  });

  it.each([-1, 2161, 1.5])('refuses a grace period of %d hours', async (secondFactorGraceHours) => {
    const { status, body } = await change(await unit(), { secondFactorGraceHours });
    expect([status, body.fields?.[0]?.path]).toEqual([400, 'body.secondFactorGraceHours']);
  });
});
