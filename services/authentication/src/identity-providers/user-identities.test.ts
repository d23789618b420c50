import { randomUUID } from 'node:crypto';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { testDatabases } from '@annals/kit/testing/databases';
import { FakeProvider } from '../testing/fake-provider.ts';
import { ProviderCalls } from '../testing/provider-calls.ts';
import { RunningService } from '../testing/running-service.ts';
import { assignToUnit, makeUnit } from '../testing/inserted-units.ts';

describe.each(testDatabases())('identities of users, $kind', ({ open }) => {
  let fake: FakeProvider;
  let master: { userId: string; token: string };
  let id: string;
  let people = 0;

  const running = RunningService.forAll(open, async () => {
    fake = await FakeProvider.start();
    return { providerHosts: [fake.host] };
  });
  const calls = new ProviderCalls(running);

  beforeAll(async () => {
    master = await running.createAndSignIn('master@example.org', 'GLOBAL_MASTER');
    calls.token = master.token;
    id = await calls.make(settings());
  });

  afterAll(() => fake.stop());

  beforeEach(() => {
    people += 1;
    fake.subject = `subject-${people}`;
    fake.email = `person-${people}@example.org`;
    fake.misbehaviour = {};
  });

  const settings = () => ({
    name: `Fake ${randomUUID()}`,
    issuer: fake.issuer,
    clientId: 'fake-client',
    provisioning: 'CREATE',
    newUserRoles: ['USER'],
  });
  const someone = (...roles: string[]) =>
    running.createAndSignIn(`somebody-${people}@example.org`, ...roles);
  const startLink = (token: string, provider = id) =>
    calls.call('POST', '/v1/users/current/identities', { identityProviderId: provider }, token);
  const link = async (token: string, provider = id) => {
    const { body } = await startLink(token, provider);
    return calls.finish(fake.authorize(body.authorizationUrl ?? ''));
  };
  const signIn = async (provider = id) => calls.finish(fake.authorize(await calls.start(provider)));
  const identitiesOf = async (userId: string, token?: string) =>
    calls.call('GET', `/v1/users/${userId}/identities`, undefined, token);
  const unlink = (userId: string, identityId: unknown, token?: string) =>
    calls.call('DELETE', `/v1/users/${userId}/identities/${String(identityId)}`, undefined, token);
  const lastEvent = async () => {
    const [event] = await running.database.query<{
      action: string;
      actorId: string;
      before: unknown;
    }>(sql`
      select action, actor_id as "actorId", before from authentication.event order by seq desc limit 1`);
    return event;
  };

  it('are linked by their user, who can sign in with them afterwards', async () => {
    const { userId, token } = await someone('USER');
    const linked = await link(token);
    expect([linked.status, linked.body]).toEqual([200, { linked: { identityProviderId: id } }]);
    expect(await lastEvent()).toMatchObject({ action: 'identity.linked', actorId: userId });
    expect((await calls.whoIs(await signIn())).id).toBe(userId);
    expect((await link(token)).status).toBe(200);
    expect((await identitiesOf('current', token)).body.data).toHaveLength(1);
  });

  it('cannot be linked if they belong to another user', async () => {
    await calls.whoIs(await signIn());
    const { token } = await someone('USER');
    const { status, body } = await link(token);
    expect([status, body.code]).toEqual([409, 'identity_taken']);
    expect((await identitiesOf('current', token)).body.data).toEqual([]);
  });

  it('can only be linked within ten minutes of a reauthentication', async () => {
    const { token, refreshToken } = await someone('USER');
    expect((await startLink(token)).status).toBe(200);
    running.advance(600);
    const fresh = (await running.refresh(refreshToken)).body.accessToken ?? '';
    const { status, body } = await startLink(fresh);
    running.advance(-600);
    expect([status, body.code]).toEqual([403, 'reauthentication_needed']);
  });

  it('cannot be linked after the session that started it ended', async () => {
    const { userId, token } = await someone('USER');
    const begun = (await startLink(token)).body.authorizationUrl ?? '';
    await calls.call('DELETE', `/v1/users/${userId}/sessions`);
    const { status, body } = await calls.finish(fake.authorize(begun));
    expect([status, body.code]).toEqual([401, 'state_unknown']);
    expect((await identitiesOf(userId)).body.data).toEqual([]);
  });

  it('cannot be linked if the session ends while the provider is queried', async () => {
    const { userId, token } = await someone('USER');
    const begun = (await startLink(token)).body.authorizationUrl ?? '';
    // Simulates a transaction that ends the session after the provider's response was accepted.
    await running.database.query(sql`
      update authentication.session set ended = created where user_id = ${userId}`);
    const { status, body } = await calls.finish(fake.authorize(begun));
    expect([status, body.code]).toEqual([401, 'state_unknown']);
    expect((await identitiesOf(userId)).body.data).toEqual([]);
  });

  it('cannot be linked at a disabled or unknown provider', async () => {
    const { token } = await someone('USER');
    const disabled = await calls.make({ ...settings(), enabled: false });
    expect((await startLink(token, disabled)).status).toBe(404);
    expect((await startLink(token, randomUUID())).status).toBe(404);
    expect((await startLink(token, 'x')).status).toBe(400);
    expect((await startLink('nobody')).status).toBe(401);
  });

  it('are visible to their user and those who may read users', async () => {
    const { userId, token } = await someone('USER');
    await link(token);
    const own = await identitiesOf(userId, token);
    expect(own.body.data).toMatchObject([{ identityProviderId: id, subject: fake.subject }]);
    expect((await identitiesOf(userId)).body).toEqual(own.body);
    expect((await identitiesOf(master.userId, token)).status).toBe(404);
    expect((await identitiesOf(randomUUID())).status).toBe(404);
    expect((await identitiesOf('x')).status).toBe(400);
    expect((await identitiesOf(userId, 'nobody')).status).toBe(401);
  });

  it('are unlinked by their user, and then sign nobody in', async () => {
    await calls.change(id, { provisioning: 'NONE' });
    const { token } = await someone('USER');
    await link(token);
    const [identity] = (await identitiesOf('current', token)).body.data ?? [];
    const { userId: foreign, token: other } = await running.createAndSignIn(
      `other-${people}@example.org`,
      'USER',
    );
    expect((await unlink(foreign, identity?.['id'], token)).status).toBe(404);
    expect((await unlink('current', identity?.['id'], other)).status).toBe(404);
    expect((await unlink('current', 'x', token)).status).toBe(400);
    expect((await unlink('current', identity?.['id'], 'nobody')).status).toBe(401);
    expect((await unlink('current', identity?.['id'], token)).status).toBe(204);
    expect(await lastEvent()).toMatchObject({
      action: 'identity.unlinked',
      before: { identityProviderId: id, subject: fake.subject },
    });
    expect((await signIn()).body.code).toBe('not_provisioned');
    await calls.change(id, { provisioning: 'CREATE' });
  });

  it('cannot be unlinked if they are the last way to sign in', async () => {
    fake.misbehaviour = { idToken: { auth_time: Math.floor(running.now / 1000) } };
    const signedIn = await signIn();
    const { accessToken = '' } = signedIn.body;
    const { id: userId = '' } = await calls.whoIs(signedIn);
    const [first] = (await identitiesOf('current', accessToken)).body.data ?? [];
    for (const token of [accessToken, master.token]) {
      const { status, body } = await unlink(userId, first?.['id'], token);
      expect([status, body.code]).toEqual([409, 'last_way_in']);
    }
    // Another one only counts if it can be used.
    const second = await calls.make(settings());
    expect((await link(accessToken, second)).status).toBe(200);
    await calls.change(second, { enabled: false });
    expect((await unlink(userId, first?.['id'], accessToken)).status).toBe(409);
    await calls.change(second, { enabled: true });
    expect((await unlink(userId, first?.['id'], accessToken)).status).toBe(204);
  });

  it('are unlinked together with the roles from their groups', async () => {
    await calls.change(id, { claimMap: { groups: 'groups' }, groupRoles: { readers: 'AUDITOR' } });
    const { userId, token } = await someone('USER');
    await link(token);
    fake.misbehaviour = { idToken: { groups: ['readers'] } };
    expect((await calls.whoIs(await signIn())).roles).toEqual(['AUDITOR', 'USER']);
    const [identity] = (await identitiesOf(userId)).body.data ?? [];
    expect((await unlink(userId, identity?.['id'])).status).toBe(204);
    expect((await calls.call('GET', `/v1/users/${userId}`)).body.roles).toEqual(['USER']);
    await calls.change(id, { claimMap: { groups: null }, groupRoles: {} });
  });

  it('are deleted with their provider, together with the roles from their groups', async () => {
    const provider = await calls.make({
      ...settings(),
      claimMap: { groups: 'groups' },
      groupRoles: { readers: 'AUDITOR' },
    });
    fake.misbehaviour = { idToken: { groups: ['readers'] } };
    const user = await calls.whoIs(await signIn(provider));
    expect(user.roles).toEqual(['AUDITOR', 'USER']);
    expect((await calls.call('DELETE', `/v1/identity-providers/${provider}`)).status).toBe(204);
    expect((await calls.call('GET', `/v1/users/${user.id}`)).body.roles).toEqual(['USER']);
    expect((await identitiesOf(user.id ?? '')).body.data).toEqual([]);
  });

  it('of others can be unlinked by those who may change the user', async () => {
    const unit = await makeUnit(running.database, `unit ${people}`);
    const admin = await running.createAndSignIn(`admin-${people}@example.org`, 'ORG_ADMIN');
    await assignToUnit(running.database, unit, admin.userId);
    const { userId, token } = await someone('USER');
    await link(token);
    const [identity] = (await identitiesOf(userId)).body.data ?? [];
    expect((await unlink(userId, identity?.['id'], admin.token)).status).toBe(404);
    await assignToUnit(running.database, unit, userId);
    expect((await unlink(userId, identity?.['id'], admin.token)).status).toBe(204);
    expect(await lastEvent()).toMatchObject({ actorId: admin.userId });
  });

  it('of masters cannot be removed with a provider if they are the last way to sign in', async () => {
    await link(master.token);
    const { status } = await calls.change(id, { name: `Still there ${people}` });
    expect(status).toBe(200);
    await running.database.query(
      sql`delete from authentication.password where user_id = ${master.userId}`,
    );
    for (const taken of [
      { enabled: false },
      { issuer: `${fake.issuer}/other` },
      { clientId: 'another' },
      { claimMap: { subject: 'email' } },
      { organizationalUnitId: await makeUnit(running.database, `last ${people}`) },
    ]) {
      const { status: statusOfTaken, body } = await calls.change(id, taken);
      expect([taken, statusOfTaken, body.code]).toEqual([taken, 409, 'last_way_in']);
    }
    const deleted = await calls.call('DELETE', `/v1/identity-providers/${id}`);
    expect([deleted.status, deleted.body.code]).toEqual([409, 'last_way_in']);
    expect((await calls.whoIs(await signIn())).id).toBe(master.userId);
    await running.createAndSignIn('second@example.org', 'GLOBAL_MASTER');
    expect((await calls.change(id, { enabled: false })).status).toBe(200);
  });
});
