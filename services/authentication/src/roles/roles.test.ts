import sql from 'sql-template-tag';
import { uuidv7 } from 'uuidv7';
import { beforeAll, describe, expect, it } from 'vitest';
import { permissions } from '@annals/contracts/permissions';
import { testDatabases } from '@annals/kit/testing/databases';
import { selectEvents } from '../audit/audit-log.sql.ts';
import { verifyAuditLog } from '../audit/verify-audit-log.ts';
import { makeUnit } from '../testing/organizational-units.ts';
import { RunningService } from '../testing/running-service.ts';

const reader = {
  name: 'READER',
  description: 'Reads users',
  permissions: ['users:read'],
  scope: 'unit',
};

describe.each(testDatabases())('roles, $kind', ({ open }) => {
  const running = RunningService.forAll(open);
  const tokens: Record<string, string> = {};
  const ids: Record<string, string> = {};

  beforeAll(async () => {
    await sign('master', 'GLOBAL_MASTER');
    await sign('admin', 'ORG_ADMIN');
    await sign('user', 'USER');
    await ask('master', 'POST', '', {
      ...reader,
      name: 'ROLE_MAKER',
      permissions: ['roles:write', 'users:read'],
      scope: 'all',
    });
    await ask('master', 'POST', '', {
      ...reader,
      name: 'UNIT_ROLE_MAKER',
      permissions: ['roles:write'],
    });
    await sign('maker', 'ROLE_MAKER');
    await sign('unit-maker', 'UNIT_ROLE_MAKER');
  });

  const sign = async (name: string, role: string) => {
    const { userId, token } = await running.createAndSignIn(`${name}@example.org`, role);
    tokens[name] = token;
    ids[name] = userId;
  };
  const ask = (who: string, method: string, path = '', body?: unknown, headers = {}) =>
    running.call(method, `/v1/roles${path}`, { token: tokens[who], body, headers });
  const define = (name: string, more = {}) =>
    ask('master', 'POST', '', { ...reader, name, ...more });
  const roleOf = async (who: string, name: string, query = '') =>
    (await ask(who, 'GET', query)).body.data?.find((role) => role.name === name);

  it('list what each allows, and what the caller may grant', async () => {
    expect(await roleOf('master', 'GLOBAL_MASTER')).toEqual({
      name: 'GLOBAL_MASTER',
      description: expect.any(String),
      permissions: expect.arrayContaining([...permissions]),
      scope: 'all',
      builtIn: true,
      secondFactorRequired: false,
      secondFactorGraceHours: 168,
      userCount: 1,
      mayGrant: true,
      version: 1,
    });
    const seen = await ask('admin', 'GET');
    const grantable = seen.body.data?.filter(
      (role) => 'mayGrant' in role && role.mayGrant === true,
    );
    expect(grantable?.map(({ name }) => name)).toEqual(['ORG_ADMIN', 'UNIT_AUDITOR', 'USER']);
    expect(await roleOf('user', 'USER')).not.toHaveProperty('userCount');
    expect((await ask('nobody', 'GET')).status).toBe(401);
  });

  it('are defined by callers who have their permissions', async () => {
    const made = await define('HELPER', {
      permissions: ['users:write', 'users:read', 'users:read'],
    });
    expect(made.status).toBe(201);
    expect(made.headers.get('etag')).toBe('"1"');
    expect(made.body).toMatchObject({
      name: 'HELPER',
      permissions: ['users:read', 'users:write'],
      builtIn: false,
      mayGrant: true,
    });
    expect(await define('HELPER')).toMatchObject({ status: 409, body: { code: 'role_exists' } });
    expect(await define('USER')).toMatchObject({ status: 409 });
    const own = { ...reader, name: 'MADE_BY_MAKER' };
    expect((await ask('maker', 'POST', '', own)).status).toBe(201);
    const more = { ...own, name: 'MORE', permissions: ['users:write'] };
    expect((await ask('maker', 'POST', '', more)).status).toBe(403);
    const ending = await ask('unit-maker', 'POST', '', { ...own, name: 'MORE', permissions: [] });
    expect(ending.status).toBe(403);
    expect(ending.body.message).toContain('all organizational units');
    expect((await ask('user', 'POST', '', own)).status).toBe(403);
    expect((await ask('nobody', 'POST', '', own)).status).toBe(401);
  });

  it.each([
    { ...reader, name: 'lower' },
    { ...reader, name: 'OTHER', permissions: ['everything'] },
    { ...reader, name: 'OTHER', scope: 'far' },
    { ...reader, name: 'OTHER', builtIn: true },
    { name: 'OTHER' },
  ])('cannot be defined as %j', async (body) => {
    expect((await ask('master', 'POST', '', body)).status).toBe(400);
  });

  it('take effect at once when they are changed', async () => {
    await define('SEER', { permissions: [], scope: 'all' });
    await sign('seer', 'SEER');
    const users = () => running.get('/v1/users', tokens['seer']);
    expect((await users()).status).toBe(403);
    const change = { permissions: ['users:read'], description: 'Sees all' };
    const changed = await ask('master', 'PATCH', '/SEER', change, { 'if-match': '"1"' });
    expect(changed.body).toMatchObject({ ...change, scope: 'all', version: 2 });
    expect((await users()).status).toBe(200);
    const late = await ask('master', 'PATCH', '/SEER', { description: 'x' }, { 'if-match': '"1"' });
    expect(late).toMatchObject({
      status: 412,
      body: { current: { name: 'SEER', description: 'Sees all', version: 2 } },
    });
    expect((await ask('master', 'PATCH', '/SEER', change)).body).toMatchObject({ version: 2 });
    await ask('master', 'PATCH', '/SEER', { permissions: [] });
    expect((await users()).status).toBe(403);
    const events = (await selectEvents(running.database, 0, 500)).filter(
      ({ subject }) => subject === 'role/SEER',
    );
    expect(events.map(({ action, before, after }) => [action, before, after])).toEqual([
      ['role.created', null, expect.stringContaining('"scope":"all"')],
      [
        'role.changed',
        '{"description":"Reads users","permissions":[]}',
        '{"description":"Sees all","permissions":["users:read"]}',
      ],
      ['role.changed', '{"permissions":["users:read"]}', '{"permissions":[]}'],
    ]);
  });

  it('are changed by callers who could grant them before and after', async () => {
    await define('CHANGING');
    expect((await ask('maker', 'PATCH', '/CHANGING', { scope: 'all' })).status).toBe(200);
    const more = { permissions: ['users:read', 'users:write'] };
    expect((await ask('maker', 'PATCH', '/CHANGING', more)).status).toBe(403);
    expect((await ask('master', 'PATCH', '/CHANGING', more)).status).toBe(200);
    expect((await ask('maker', 'PATCH', '/CHANGING', { permissions: [] })).status).toBe(403);
    expect((await ask('maker', 'DELETE', '/CHANGING')).status).toBe(403);
    const weaker = { secondFactorRequired: false };
    expect((await ask('maker', 'PATCH', '/GLOBAL_MASTER', weaker)).status).toBe(403);
    for (const who of ['admin', 'user', 'unit-maker'])
      expect((await ask(who, 'PATCH', '/CHANGING', weaker)).status).toBe(403);
    expect((await ask('nobody', 'PATCH', '/CHANGING', weaker)).status).toBe(401);
    expect((await ask('master', 'PATCH', '/ABSENT', weaker)).status).toBe(404);
    expect((await ask('master', 'PATCH', '/CHANGING', { name: 'X' })).status).toBe(400);
  });

  it('that are built in change only their second factor requirement', async () => {
    const asking = await ask('master', 'PATCH', '/AUDITOR', { secondFactorRequired: true });
    expect(asking).toMatchObject({ status: 200, body: { secondFactorRequired: true, version: 2 } });
    for (const change of [{ scope: 'unit' }, { permissions: [] }, { description: 'Other' }])
      expect(await ask('master', 'PATCH', '/AUDITOR', change)).toMatchObject({
        status: 409,
        body: { code: 'built_in_role' },
      });
    expect(await ask('master', 'DELETE', '/AUDITOR')).toMatchObject({
      status: 409,
      body: { code: 'built_in_role' },
    });
  });

  it('are deleted if nobody holds them, and kept for the past', async () => {
    await define('HELD');
    const before = new Date(running.now).toISOString();
    running.advance(1);
    await running.service.createUser({ email: 'holder@example.org', roles: ['HELD'] });
    const unit = await makeUnit(running, tokens['master'] ?? '', 'Unit');
    const give = `/v1/organizational-units/${unit}/roles?role=HELD`;
    await running.call('PUT', give, { token: tokens['master'] });
    const at = new Date(running.now).toISOString();
    await running.database
      .query(sql`insert into authentication.application (id, name, roles, created)
      values (${uuidv7()}, 'Robot', '{HELD}', ${at})`);
    await running.database.query(sql`
      insert into authentication.identity_provider (id, name, enabled, button_label, issuer, client_id,
        client_authentication, scopes, endpoints, claim_map, group_roles, trust_email, trust_second_factor, provisioning,
        new_user_roles, created)
      values (${uuidv7()}, 'P', false, 'P', 'https://p.example.org', 'c', 'none', '{}', '{}', '{}',
        '{"staff": "HELD"}', false, false, 'NONE', '{}', ${at})`);
    expect((await roleOf('master', 'HELD')) ?? {}).toMatchObject({ userCount: 2 });
    const refused = await ask('master', 'DELETE', '/HELD');
    expect(refused).toMatchObject({ status: 409, body: { code: 'role_in_use' } });
    expect(refused.body.message).toContain(
      '1 user, 1 organizational unit, 1 application, 1 identity provider',
    );
    await running.call('DELETE', give, { token: tokens['master'] });
    await running.database.query(
      sql`update authentication.user_role_period set removed_at = ${at} where role = 'HELD'`,
    );
    await running.database.query(sql`update authentication.application set deleted = ${at}`);
    await running.database.query(sql`delete from authentication.identity_provider`);
    running.advance(1);
    expect((await ask('user', 'DELETE', '/HELD')).status).toBe(403);
    expect((await ask('nobody', 'DELETE', '/HELD')).status).toBe(401);
    expect((await ask('master', 'DELETE', '/HELD', undefined, { 'if-match': '"7"' })).status).toBe(
      412,
    );
    expect((await ask('master', 'DELETE', '/HELD')).status).toBe(204);
    expect((await ask('master', 'DELETE', '/HELD')).status).toBe(404);
    expect(await roleOf('master', 'HELD')).toBeUndefined();

    const then = await roleOf('master', 'HELD', `?asOf=${before}`);
    expect(then).toMatchObject({ permissions: ['users:read'], userCount: 0, version: 1 });
    expect(await roleOf('master', 'AUDITOR', '?asOf=2020-01-01T00:00:00Z')).toMatchObject({
      builtIn: true,
      secondFactorRequired: false,
      secondFactorGraceHours: 168,
    });
    expect((await ask('master', 'GET', '?asOf=soon')).status).toBe(400);
    // A year that the database does not support.
    expect((await ask('master', 'GET', '?asOf=0000-06-01T00:00:00Z')).status).toBe(200);
    await expect(
      running.database
        .query(sql`insert into authentication.user_role_period (user_id, role, granted_at)
        values (${ids['user']}, 'HELD', ${at})`),
    ).rejects.toThrow('There is no role HELD');
    expect((await define('HELD')).body).toMatchObject({ version: 3 });
    expect(await verifyAuditLog(running.database)).toMatchObject({ intact: true });
  });
});
