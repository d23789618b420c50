import { randomUUID } from 'node:crypto';
import sql from 'sql-template-tag';
import { beforeAll, describe, expect, it } from 'vitest';
import { testDatabases } from '@annals/kit/testing/databases';
import { ProviderCalls } from '../testing/provider-calls.ts';
import { publicUrl, RunningService } from '../testing/running-service.ts';
import { assignToUnit, makeUnit } from '../testing/inserted-units.ts';

const path = '/v1/identity-providers';

const list = { kind: 'LIST', property: null, separator: null, absentMeansNone: false };

describe.each(testDatabases())('identity providers, $kind', ({ open }) => {
  const running = RunningService.forAll(open);
  let calls: ProviderCalls;
  const tokens: Record<string, string> = {};
  const units: Record<string, string> = {};
  let count = 0;

  beforeAll(async () => {
    for (const role of ['GLOBAL_MASTER', 'ORG_ADMIN', 'AUDITOR', 'USER'])
      tokens[role] = (await running.createAndSignIn(`${role}@example.org`, role)).token;
    calls = new ProviderCalls(running, tokens['GLOBAL_MASTER'] ?? '');
    units['north'] = await makeUnit(running.database, 'north');
    units['fjord'] = await makeUnit(running.database, 'fjord', units['north']);
    units['south'] = await makeUnit(running.database, 'south');
    const admin = await running.get('/v1/users/current', tokens['ORG_ADMIN']);
    await assignToUnit(running.database, units['north'], admin.body.id ?? '');
  });

  const basic = () => ({
    name: `Provider ${(count += 1)}`,
    issuer: 'https://idp.example',
    clientId: 'public',
  });
  const as = (role: string, method: string, at: string, body?: unknown) =>
    calls.call(method, `${path}${at}`, body, tokens[role] ?? '');
  const lastEvent = async () => {
    const [event] = await running.database.query<{
      action: string;
      subject: string;
      before: unknown;
      after: unknown;
    }>(
      sql`select action, subject, before, after from authentication.event order by seq desc limit 1`,
    );
    return event;
  };

  it('are created with the given settings and sensible defaults, and shown without the secret', async () => {
    const { name, ...rest } = basic();
    const made = await as('GLOBAL_MASTER', 'POST', '', {
      name,
      ...rest,
      clientSecret: 'hush hush',
    });
    expect(made.status).toBe(201);
    expect(made.headers.get('etag')).toBe('"1"');
    expect(made.body).toEqual({
      id: expect.any(String),
      name,
      ...rest,
      organizationalUnit: null,
      protocol: 'OPENID_CONNECT',
      enabled: true,
      buttonLabel: name,
      hasClientSecret: true,
      clientAuthentication: 'client_secret_basic',
      scopes: ['openid', 'email', 'profile'],
      endpoints: {},
      emailDomains: [],
      domains: [],
      claimMap: {
        subject: 'sub',
        email: 'email',
        name: 'name',
        language: 'locale',
        groups: null,
        units: null,
      },
      groupsForm: list,
      unitsForm: list,
      groupRoles: {},
      unitMap: {},
      discovery: true,
      tokenIssuer: null,
      tenants: [],
      idTokenAlgorithm: null,
      responseMode: 'query',
      synchronization: { name: 'ALWAYS', email: 'ALWAYS', language: 'FIRST', units: 'ALWAYS' },
      signOutAtProvider: true,
      clientPublicKey: null,
      clientKeysUrl: null,
      backChannelLogoutUrl: `${publicUrl}/back-channel-logout/${made.body.id}`,
      unread: [],
      unreadUserCount: 0,
      trustEmail: false,
      trustSecondFactor: false,
      provisioning: 'NONE',
      newUserRoles: [],
      newUserOrganizationalUnitId: null,
      callbackUrl: `${publicUrl}/login`,
      userCount: 0,
      lastSignInDate: null,
      createdDate: expect.any(String),
      mayChange: true,
      version: 1,
    });
    expect(await lastEvent()).toMatchObject({
      action: 'identityProvider.created',
      subject: `identityProvider/${made.body.id}`,
      before: null,
      after: { name, clientSecret: 'set' },
    });
    const got = await as('AUDITOR', 'GET', `/${made.body.id}`);
    expect(got.body).toEqual({ ...made.body, mayChange: false });
    const reported = await running.database.query<{ after: string }>(sql`
      select after::text as after from authentication.event where after::text like '%hush%'`);
    expect(reported).toEqual([]);
  });

  it('are changed field by field, the secret only if it is given', async () => {
    const id = await calls.make({ ...basic(), clientSecret: 'first' });
    const renamed = await calls.change(id, { name: 'Renamed' });
    expect(renamed.body).toMatchObject({ name: 'Renamed', hasClientSecret: true, version: 2 });
    expect(await lastEvent()).toMatchObject({
      action: 'identityProvider.changed',
      before: { name: expect.any(String) },
      after: { name: 'Renamed' },
    });
    expect((await calls.change(id, { clientSecret: 'second' })).body.version).toBe(3);
    expect(await lastEvent()).toMatchObject({
      before: { clientSecret: 'set' },
      after: { clientSecret: 'changed' },
    });
    const removed = await calls.change(id, { clientSecret: null, clientAuthentication: 'none' });
    expect(removed.body).toMatchObject({ hasClientSecret: false, version: 4 });
    const same = await calls.change(id, { name: 'Renamed', groupRoles: {} });
    expect(same.body.version).toBe(4);
  });

  it('are not changed based on an older version', async () => {
    const id = await calls.make(basic());
    const change = (version: number, name: string) =>
      calls.call('PATCH', `${path}/${id}`, { name }, undefined, { 'if-match': `"${version}"` });
    expect((await change(1, 'One')).status).toBe(200);
    const late = await change(1, 'Two');
    expect(late.status).toBe(412);
    expect((await change(2, 'Two')).body.version).toBe(3);
  });

  it.each<[string, Record<string, unknown>, string]>([
    ['an issuer without TLS', { issuer: 'http://idp.example' }, 'body.issuer'],
    ['an issuer with a query', { issuer: 'https://idp.example/?a' }, 'body.issuer'],
    ['an issuer that is a script', { issuer: 'javascript:alert(1)' }, 'body.issuer'],
    ['an issuer with a password', { issuer: 'https://a:b@idp.example' }, 'body.issuer'],
    [
      'an endpoint without TLS',
      { endpoints: { token: 'http://idp.example/token' } },
      'body.endpoints.token',
    ],
    ['an unknown endpoint', { endpoints: { revocation: 'https://idp.example' } }, 'body.endpoints'],
    ['no scope openid', { scopes: ['email'] }, 'body.scopes'],
    ['a scope with a space', { scopes: ['openid', 'a b'] }, 'body.scopes'],
    [
      'no secret to authenticate with',
      { clientAuthentication: 'client_secret_post' },
      'body.clientSecret',
    ],
    ['an invalid domain', { emailDomains: ['example'] }, 'body.emailDomains.0'],
    ['GLOBAL_MASTER for new users', { newUserRoles: ['GLOBAL_MASTER'] }, 'body.newUserRoles'],
    ['GLOBAL_MASTER for a group', { groupRoles: { all: 'GLOBAL_MASTER' } }, 'body.groupRoles'],
    ['an unknown role', { newUserRoles: ['NOBODY'] }, 'body.newUserRoles'],
    ['an unknown field', { secret: 'x' }, 'body'],
  ])('are not created with %s', async (_, settings, field) => {
    const { status, body } = await as('GLOBAL_MASTER', 'POST', '', { ...basic(), ...settings });
    expect(status).toBe(400);
    expect(body.fields?.map((fault) => fault.path)).toContain(field);
    const id = await calls.make(basic());
    expect((await calls.change(id, settings)).status).toBe(400);
  });

  it('return 404 for an unknown id, and 400 for an invalid one', async () => {
    for (const [method, at] of [
      ['GET', ''],
      ['PATCH', ''],
      ['DELETE', ''],
      ['POST', '/test'],
      ['POST', '/trial'],
    ] as const) {
      const body = method === 'PATCH' ? {} : undefined;
      expect((await as('GLOBAL_MASTER', method, `/${randomUUID()}${at}`, body)).status).toBe(404);
      expect((await as('GLOBAL_MASTER', method, `/x${at}`, body)).status).toBe(400);
    }
    const unit = randomUUID();
    expect(
      (await as('GLOBAL_MASTER', 'POST', `?organizationalUnitId=${unit}`, basic())).status,
    ).toBe(404);
    const settings = { ...basic(), newUserOrganizationalUnitId: unit };
    expect((await as('GLOBAL_MASTER', 'POST', '', settings)).status).toBe(404);
  });

  it('are invisible without the permission', async () => {
    const id = await calls.make(basic());
    for (const [method, at, role, status] of [
      ['GET', '', 'USER', 403],
      ['GET', `/${id}`, 'USER', 403],
      ['POST', '', 'AUDITOR', 403],
      ['PATCH', `/${id}`, 'AUDITOR', 403],
      ['DELETE', `/${id}`, 'AUDITOR', 403],
      ['POST', '/discovery', 'AUDITOR', 403],
      ['POST', `/${id}/test`, 'AUDITOR', 403],
      ['POST', `/${id}/trial`, 'AUDITOR', 403],
      ['GET', '', 'nobody', 401],
      ['POST', `/${id}/trial`, 'nobody', 401],
    ] as const) {
      const answer = await as(role, method, at, method === 'GET' ? undefined : {});
      expect([method, at, answer.status]).toEqual([method, at, status]);
    }
  });

  it('are listed by name, in pages, filtered', async () => {
    const word = `W${randomUUID().slice(0, 8)}`;
    const ids: string[] = [];
    for (const letter of ['b', 'a', 'c'])
      ids.push(
        await calls.make(
          { ...basic(), name: `${word} ${letter}` },
          letter === 'c' ? `?organizationalUnitId=${units['south']}` : '',
        ),
      );
    const names = (body: { data?: Record<string, unknown>[] }) =>
      body.data?.map(({ name }) => name);
    const first = await as('AUDITOR', 'GET', `?name=${word.toLowerCase()}&pageSize=2`);
    expect(names(first.body)).toEqual([`${word} a`, `${word} b`]);
    expect(first.body.hasMore).toBe(true);
    const second = await as(
      'AUDITOR',
      'GET',
      `?name=${word}&pageSize=2&cursor=${first.body.nextCursor}`,
    );
    expect(names(second.body)).toEqual([`${word} c`]);
    const byUnit = await as('AUDITOR', 'GET', `?organizationalUnitId=${units['south']}`);
    expect(names(byUnit.body)).toEqual([`${word} c`]);
    expect(byUnit.body.data?.[0]?.['organizationalUnit']).toEqual({
      id: units['south'],
      name: 'south',
    });
    expect((await as('AUDITOR', 'GET', '?cursor=x')).status).toBe(400);
    const foreign = await as('ORG_ADMIN', 'GET', `?name=${word}`);
    expect(names(foreign.body)).toEqual([]);
  });

  it('have unique domains', async () => {
    const domain = `d${randomUUID()}.example`;
    const id = await calls.make({ ...basic(), emailDomains: [domain.toUpperCase(), domain] });
    expect((await as('GLOBAL_MASTER', 'GET', `/${id}`)).body).toMatchObject({
      emailDomains: [domain],
    });
    const taken = await as('GLOBAL_MASTER', 'POST', '', { ...basic(), emailDomains: [domain] });
    expect([taken.status, taken.body.code]).toEqual([409, 'domain_taken']);
    await calls.change(id, { emailDomains: [] });
    expect(
      (await as('GLOBAL_MASTER', 'POST', '', { ...basic(), emailDomains: [domain] })).status,
    ).toBe(201);
  });

  it('are gone after they are deleted', async () => {
    const settings = basic();
    const id = await calls.make(settings);
    expect((await as('GLOBAL_MASTER', 'DELETE', `/${id}`)).status).toBe(204);
    expect((await as('GLOBAL_MASTER', 'GET', `/${id}`)).status).toBe(404);
    expect(await lastEvent()).toMatchObject({
      action: 'identityProvider.deleted',
      before: { clientId: 'public' },
    });
    const { body } = await calls.call('GET', `/v1/events?subject=identityProvider/${id}`);
    expect(body.data).toMatchObject([
      { action: 'identityProvider.deleted', subjectName: settings.name },
      { action: 'identityProvider.created', subjectName: settings.name },
    ]);
  });
});
