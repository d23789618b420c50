import { randomUUID } from 'node:crypto';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Database } from '@annals/kit/database/database';
import { testDatabases } from '@annals/kit/testing/databases';
import { FakeProvider } from '../testing/fake-provider.ts';
import { ProviderCalls } from '../testing/provider-calls.ts';
import { RunningService } from '../testing/running-service.ts';
import { assignToUnit, giveDomain, makeUnit } from '../testing/inserted-units.ts';

interface Units {
  north: string;
  /** Below north. */
  fjord: string;
  south: string;
}

async function makeUnits(database: Database): Promise<Units> {
  const north = await makeUnit(database, 'north');
  const fjord = await makeUnit(database, 'fjord', north);
  return { north, fjord, south: await makeUnit(database, 'south') };
}

describe.each(testDatabases())('sign-in at the provider of a unit, $kind', ({ open }) => {
  let fake: FakeProvider;
  let id: string;
  let units: Units;
  let people = 0;

  const running = RunningService.forAll(open, async () => {
    fake = await FakeProvider.start();
    return { providerHosts: [fake.host] };
  });
  const calls = new ProviderCalls(running);

  beforeAll(async () => {
    ({ token: calls.token } = await running.createAndSignIn('master@example.org', 'GLOBAL_MASTER'));
    units = await makeUnits(running.database);
    id = await calls.make(
      {
        name: 'North',
        issuer: fake.issuer,
        clientId: 'fake-client',
        provisioning: 'CREATE',
        emailDomains: ['example.org'],
      },
      `?organizationalUnitId=${units.north}`,
    );
  });

  afterAll(() => fake.stop());

  beforeEach(async () => {
    people += 1;
    fake.subject = `subject-${people}`;
    fake.email = `person-${people}@example.org`;
    await calls.change(id, { provisioning: 'CREATE', newUserOrganizationalUnitId: null });
  });

  const signIn = async () => calls.finish(fake.authorize(await calls.start(id)));
  /** Creates a user with the email that the provider asserts. */
  const someone = async (roles: string[], ...of: (keyof Units)[]) => {
    const email = fake.email ?? '';
    const { userId } = await running.service.createUser({ email, roles });
    for (const unit of of) await assignToUnit(running.database, units[unit], userId);
    return userId;
  };
  const unitsOf = async (answer: Awaited<ReturnType<typeof signIn>>) =>
    (await calls.whoIs(answer)).organizationalUnits?.map((unit) => unit.id);

  it('creates users of the unit', async () => {
    expect(await unitsOf(await signIn())).toEqual([units.north]);
    await calls.change(id, { newUserOrganizationalUnitId: units.fjord });
    fake.subject = `another-${people}`;
    fake.email = `another-${people}@example.org`;
    expect(new Set(await unitsOf(await signIn()))).toEqual(new Set([units.north, units.fjord]));
  });

  it.each<[string, string[], (keyof Units)[]]>([
    ['in it', ['USER'], ['north']],
    ['below it', ['USER'], ['fjord']],
    ['in both', ['ORG_ADMIN'], ['north', 'fjord']],
  ])('links users %s', async (_, roles, of) => {
    const userId = await someone(roles, ...of);
    expect((await calls.whoIs(await signIn())).id).toBe(userId);
  });

  it.each<[string, string[], (keyof Units)[]]>([
    ['of no unit', ['USER'], []],
    ['of another unit', ['USER'], ['south']],
    ['of another unit too', ['USER'], ['north', 'south']],
    ['who are global masters', ['GLOBAL_MASTER'], ['north']],
    ['with a role beyond it', ['USER', 'AUDITOR'], ['north']],
  ])('links no users %s', async (_, roles, of) => {
    await someone(roles, ...of);
    for (const provisioning of ['EXISTING', 'CREATE']) {
      await calls.change(id, { provisioning });
      const { status, body } = await signIn();
      expect([status, body.code]).toEqual([403, 'beyond_unit']);
    }
    const [event] = await running.database.query<{ action: string; after: object }>(sql`
      select action, after from authentication.event order by seq desc limit 1`);
    expect(event).toMatchObject({ action: 'signIn.refused', after: { reason: 'beyond_unit' } });
  });

  it('no longer signs in users who became global master or moved to another unit', async () => {
    const { id: userId = '' } = await calls.whoIs(await signIn());
    expect((await signIn()).status).toBe(200);
    await assignToUnit(running.database, units.south, userId);
    expect((await signIn()).body.code).toBe('beyond_unit');
    await running.database.query(sql`
      update authentication.organizational_unit_member_period set removed_at = assigned_at
      where user_id = ${userId} and unit_id = ${units.south}`);
    expect((await signIn()).status).toBe(200);
    await calls.call('PUT', `/v1/users/${userId}/roles?role=GLOBAL_MASTER`);
    expect((await signIn()).body.code).toBe('beyond_unit');
  });

  it('signs in users whose global role comes from the unit itself', async () => {
    await calls.change(id, { newUserRoles: ['AUDITOR'] });
    const { id: userId } = await calls.whoIs(await signIn());
    expect((await calls.whoIs(await signIn())).id).toBe(userId);
    await calls.change(id, { newUserRoles: [] });
    expect((await signIn()).body.code).toBe('beyond_unit');
  });

  it('does not create users who would get more through their unit than the provider may give', async () => {
    const audit = await makeUnit(running.database, 'audit', units.north);
    await calls.call('PUT', `/v1/organizational-units/${audit}/roles?role=AUDITOR`);
    await calls.change(id, { newUserOrganizationalUnitId: audit });
    const { status, body } = await signIn();
    expect([status, body.code]).toEqual([403, 'beyond_unit']);
    await calls.call('DELETE', `/v1/organizational-units/${audit}/roles?role=AUDITOR`);
    expect((await signIn()).status).toBe(200);
  });

  it('cannot be linked by users outside the unit', async () => {
    const { token } = await running.createAndSignIn(`beyond-${people}@example.org`, 'USER');
    const { body } = await calls.call(
      'POST',
      '/v1/users/current/identities',
      { identityProviderId: id },
      token,
    );
    const linked = await calls.finish(fake.authorize(body.authorizationUrl ?? ''));
    expect([linked.status, linked.body.code]).toEqual([403, 'beyond_unit']);
  });

  it('neither creates nor links users with emails of an unverified domain', async () => {
    const [ofUnit = '', ofProvider = '', ofNobody = '', own = ''] = ['a', 'b', 'c', 'd'].map(
      (part) => `${part}${randomUUID()}.example`,
    );
    await giveDomain(running.database, units.south, ofUnit);
    await giveDomain(running.database, units.fjord, own);
    await calls.make({
      name: 'Global',
      issuer: fake.issuer,
      clientId: 'other',
      emailDomains: [ofProvider],
    });
    for (const domain of [ofUnit, ofProvider, ofNobody]) {
      fake.email = `ada@${domain}`;
      for (const trustEmail of [false, true]) {
        await calls.change(id, { trustEmail });
        const { status, body } = await signIn();
        expect([status, body.code]).toEqual([403, 'domain_not_verified']);
      }
    }
    fake.email = `grace@${ofNobody}`;
    await someone(['USER'], 'north');
    expect((await signIn()).body.code).toBe('domain_not_verified');
    await calls.change(id, { trustEmail: false, emailDomains: ['example.org', own] });
    fake.email = `ada@${own}`;
    expect(new Set(await unitsOf(await signIn()))).toEqual(new Set([units.north, units.fjord]));
  });
});

describe.each(testDatabases())('identity providers of units, $kind', ({ open }) => {
  let adminToken: string;
  let units: Units;
  let count = 0;

  const running = RunningService.forAll(open);
  const calls = new ProviderCalls(running);

  beforeAll(async () => {
    ({ token: calls.token } = await running.createAndSignIn('master@example.org', 'GLOBAL_MASTER'));
    units = await makeUnits(running.database);
    const admin = await running.createAndSignIn('admin@example.org', 'ORG_ADMIN');
    await assignToUnit(running.database, units.north, admin.userId);
    adminToken = admin.token;
  });

  const basic = () => ({
    name: `Provider ${(count += 1)}`,
    issuer: 'https://idp.example',
    clientId: 'public',
  });
  const as = (role: string, method: string, at: string, body?: unknown) =>
    calls.call(
      method,
      `/v1/identity-providers${at}`,
      body,
      role === 'ORG_ADMIN' ? adminToken : calls.token,
    );

  it('are managed only by administrators of their unit', async () => {
    const inUnit = (unit: keyof Units) => `?organizationalUnitId=${units[unit]}`;
    const made = await as('ORG_ADMIN', 'POST', inUnit('fjord'), basic());
    expect(made.status).toBe(201);
    const own = made.body.id ?? '';
    expect((await as('ORG_ADMIN', 'POST', '', basic())).status).toBe(400);
    expect((await as('ORG_ADMIN', 'POST', inUnit('south'), basic())).status).toBe(404);
    const foreign = await calls.make(basic(), inUnit('south'));
    const global = await calls.make(basic());
    for (const id of [foreign, global])
      for (const [method, at] of [
        ['GET', ''],
        ['PATCH', ''],
        ['DELETE', ''],
        ['POST', '/test'],
        ['POST', '/trial'],
      ] as const)
        expect(
          (await as('ORG_ADMIN', method, `/${id}${at}`, method === 'PATCH' ? {} : undefined))
            .status,
        ).toBe(404);
    const change = (settings: object) => as('ORG_ADMIN', 'PATCH', `/${own}`, settings);
    expect((await change({ organizationalUnitId: units.north })).status).toBe(200);
    expect((await change({ organizationalUnitId: units.south })).status).toBe(404);
    expect((await change({ organizationalUnitId: null })).status).toBe(400);
    expect((await change({ newUserRoles: ['AUDITOR'] })).status).toBe(403);
    expect((await change({ groupRoles: { all: 'AUDITOR' } })).status).toBe(403);
    expect((await change({ newUserOrganizationalUnitId: units.south })).status).toBe(404);
    expect((await change({ newUserOrganizationalUnitId: units.fjord })).status).toBe(200);
    const beyond = await calls.change(own, { newUserOrganizationalUnitId: units.south });
    expect([beyond.status, beyond.body.fields?.[0]?.path]).toEqual([
      400,
      'body.newUserOrganizationalUnitId',
    ]);
    expect((await as('ORG_ADMIN', 'DELETE', `/${own}`)).status).toBe(204);
  });

  it('cannot be redirected to another server by callers who may not grant their roles', async () => {
    const id = await calls.make(
      { ...basic(), newUserRoles: ['AUDITOR'], provisioning: 'CREATE' },
      `?organizationalUnitId=${units.north}`,
    );
    const turned = await as('ORG_ADMIN', 'PATCH', `/${id}`, { issuer: 'https://mine.example' });
    expect(turned.status).toBe(403);
  });

  it('without a unit are set up only by global masters, because they can sign these in too', async () => {
    await calls.call('POST', '/v1/roles', {
      name: 'PROVIDER_ADMIN',
      description: '',
      permissions: ['identity-providers:read', 'identity-providers:write'],
      scope: 'all',
    });
    const { token } = await running.createAndSignIn('providers@example.org', 'PROVIDER_ADMIN');
    const post = (query: string) =>
      calls.call('POST', `/v1/identity-providers${query}`, basic(), token);
    const { status, body } = await post('');
    expect([status, body.code]).toEqual([403, 'forbidden']);
    expect((await post(`?organizationalUnitId=${units.south}`)).status).toBe(201);
    const id = await calls.make(basic());
    const turned = { issuer: 'https://mine.example' };
    expect((await calls.call('PATCH', `/v1/identity-providers/${id}`, turned, token)).status).toBe(
      403,
    );
  });

  it('cannot have a domain of another unit', async () => {
    const domain = `d${randomUUID()}.example`;
    await giveDomain(running.database, units.south, domain);
    const settings = { ...basic(), emailDomains: [domain] };
    const taken = await as('ORG_ADMIN', 'POST', `?organizationalUnitId=${units.north}`, settings);
    expect([taken.status, taken.body.code]).toEqual([409, 'domain_taken']);
    expect(
      (await as('GLOBAL_MASTER', 'POST', `?organizationalUnitId=${units.south}`, settings)).status,
    ).toBe(201);
  });
});
