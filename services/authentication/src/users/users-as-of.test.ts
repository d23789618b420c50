import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import sql from 'sql-template-tag';
import { testDatabases } from '@annals/kit/testing/databases';
import { assignToUnit, makeUnit } from '../testing/inserted-units.ts';
import { RunningService } from '../testing/running-service.ts';

const longAgo = '2025-01-01T00:00:00Z';

// One sequence of changes, one per hour from noon of 1 March 2026.
describe.each(testDatabases())('users as of a moment, $kind', ({ open }) => {
  const running = RunningService.forAll(open);
  let master: { userId: string };
  let admin: { userId: string };
  let ada: string;
  let units: { north: string; south: string };
  const moments: string[] = [];

  /** Advances to the next hour, in which the next changes take effect. */
  const hour = async () => {
    running.advance(3_600);
    moments.push(new Date(running.now).toISOString());
    const { body } = await running.signIn('master@example.org');
    return (method: string, path: string, given?: object) =>
      running.call(method, path, { token: body.accessToken, body: given });
  };

  beforeAll(async () => {
    master = await running.createAndSignIn('master@example.org', 'GLOBAL_MASTER');
    admin = await running.createAndSignIn('admin@example.org', 'ORG_ADMIN');
    units = {
      north: await makeUnit(running.database, 'north', null, longAgo),
      south: await makeUnit(running.database, 'south', null, longAgo),
    };
    await assignToUnit(running.database, units.north, admin.userId, longAgo);
    let call = await hour();
    ada =
      (await call('POST', '/v1/users', { email: 'ada@example.org', name: 'Ada' })).body.id ?? '';
    call = await hour();
    await call('PUT', `/v1/users/${ada}/roles?role=AUDITOR`);
    await call('PUT', `/v1/users/${ada}/organizational-unit?organizationalUnitId=${units.north}`);
    call = await hour();
    await call('PATCH', `/v1/users/${ada}`, { name: 'Countess', username: 'lovelace' });
    await running.database.query(sql`
      insert into authentication.organizational_unit_role_period (unit_id, role, granted_at)
      values (${units.north}, 'USER', ${moments[2]})`);
    call = await hour();
    await call('DELETE', `/v1/users/${ada}/roles?role=AUDITOR`);
    await call('PUT', `/v1/users/${ada}/status`, { status: 'DISABLED' });
    call = await hour();
    await call(
      'PUT',
      `/v1/users/${ada}/organizational-unit/unassign?organizationalUnitId=${units.north}`,
    );
  });

  const tokenOf = async (email: string) => (await running.signIn(email)).body.accessToken;
  const then = async (at: number, email = 'master@example.org', id = ada) =>
    running.get(`/v1/users/${id}?asOf=${moments[at]}`, await tokenOf(email));
  const found = async (at: number, query: string) => {
    const { status, body } = await running.get(
      `/v1/users?asOf=${moments[at]}&${query}`,
      await tokenOf('master@example.org'),
    );
    expect(status).toBe(200);
    return body.data?.map(({ name }) => name);
  };

  it('are as they were', async () => {
    expect((await then(0)).body).toMatchObject({
      name: 'Ada',
      username: 'ada@example.org',
      status: 'INVITED',
      roles: [],
      organizationalUnits: [],
    });
    expect((await then(1)).body).toMatchObject({
      roles: ['AUDITOR'],
      roleGrants: [
        {
          role: 'AUDITOR',
          organizationalUnit: null,
          grantedBy: { id: master.userId, name: 'master@example.org' },
        },
      ],
      organizationalUnits: [{ id: units.north, name: 'north' }],
    });
    expect((await then(2)).body).toMatchObject({
      name: 'Countess',
      username: 'lovelace',
      status: 'INVITED',
      roles: ['AUDITOR', 'USER'],
    });
    expect((await then(3)).body).toMatchObject({
      status: 'DISABLED',
      roles: ['USER'],
      roleGrants: [{ role: 'USER', organizationalUnit: { id: units.north, name: 'north' } }],
    });
    expect((await then(4)).body).toMatchObject({ roles: [], organizationalUnits: [] });
  });

  it('omit what is known only for the present', async () => {
    const { body } = await then(2);
    for (const field of [
      'lastSignInDate',
      'lockedUntil',
      'secondFactor',
      'hasPassword',
      'mayChange',
    ])
      expect(body).not.toHaveProperty(field);
  });

  it('do not exist before they were created', async () => {
    const { status } = await running.get(
      `/v1/users/${ada}?asOf=2026-03-01T12:30:00Z`,
      await tokenOf('master@example.org'),
    );
    expect(status).toBe(404);
    expect((await then(1, 'master@example.org', randomUUID())).status).toBe(404);
    const { body } = await running.get(
      '/v1/users?asOf=2026-03-01T12:30:00Z',
      await tokenOf('master@example.org'),
    );
    expect(body.data?.map(({ name }) => name)).toEqual(['admin@example.org', 'master@example.org']);
    expect(body.total).toEqual({ value: 2, estimate: false });
    const token = await tokenOf('master@example.org');
    const inTheYear0 = (path: string) => running.get(`${path}?asOf=0000-06-01T00:00:00Z`, token);
    expect(await inTheYear0(`/v1/users/${ada}`)).toMatchObject({ status: 404 });
    expect(await inTheYear0('/v1/users')).toMatchObject({
      status: 200,
      body: { data: [], total: { value: 0, estimate: false } },
    });
  });

  it('are found by what they were', async () => {
    expect(await found(1, 'name=countess')).toEqual([]);
    expect(await found(1, 'name=ADA@')).toEqual(['Ada']);
    expect(await found(2, 'name=lovelace')).toEqual(['Countess']);
    expect(await found(2, 'status=INVITED')).toEqual(['Countess']);
    expect(await found(3, 'status=INVITED')).toEqual([]);
    expect(await found(3, 'status=DISABLED')).toEqual(['Countess']);
    expect(await found(0, 'role=AUDITOR')).toEqual([]);
    expect(await found(1, 'role=AUDITOR')).toEqual(['Ada']);
    expect(await found(3, 'role=AUDITOR')).toEqual([]);
    // Through the unit.
    expect(await found(1, 'role=USER')).toEqual([]);
    expect(await found(3, 'role=USER')).toEqual(['admin@example.org', 'Countess']);
    expect(await found(4, 'role=USER')).toEqual(['admin@example.org']);
    expect(await found(3, `organizationalUnitId=${units.north}`)).toEqual([
      'admin@example.org',
      'Countess',
    ]);
    expect(await found(4, `organizationalUnitId=${units.north}`)).toEqual(['admin@example.org']);
    expect(await found(3, `organizationalUnitId=${units.south}`)).toEqual([]);
  });

  it('are paged in every order that is supported', async () => {
    const token = await tokenOf('master@example.org');
    for (const sort of ['name', '-name', 'email', '-createdDate']) {
      const path = `/v1/users?asOf=${moments[2]}&sort=${sort}`;
      const whole = (await running.get(path, token)).body.data ?? [];
      const first = await running.get(`${path}&pageSize=2`, token);
      expect(first.body.total).toEqual({ value: 3, estimate: false });
      const second = await running.get(`${path}&pageSize=2&cursor=${first.body.nextCursor}`, token);
      expect([...(first.body.data ?? []), ...(second.body.data ?? [])]).toEqual(whole);
    }
  });

  it('are visible to those who see them now', async () => {
    // Today the user is out of the administrator's scope.
    expect((await then(3, 'admin@example.org')).status).toBe(404);
    expect((await then(3, 'admin@example.org', admin.userId)).status).toBe(200);
  });

  it.each([
    'status=LOCKED',
    'neverSignedIn=true',
    'notSignedInForDays=3',
    'secondFactor=false',
    'externalEmail=true',
    'sort=-lastSignInDate',
  ])('cannot be filtered by %s', async (query) => {
    const { status, body } = await running.get(
      `/v1/users?asOf=${moments[1]}&${query}`,
      await tokenOf('master@example.org'),
    );
    expect(status).toBe(400);
    expect(body.fields?.[0]?.path).toBe(`query.${query.split('=')[0]}`);
  });

  it('cannot be changed', async () => {
    const { status } = await running.call('PUT', `/v1/users/${ada}/status?asOf=${moments[1]}`, {
      token: await tokenOf('master@example.org'),
      body: { status: 'ACTIVE' },
    });
    expect(status).toBe(409);
    const wrong = await running.get(
      `/v1/users/${ada}?asOf=yesterday`,
      await tokenOf('master@example.org'),
    );
    expect(wrong.status).toBe(400);
  });
});
