import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import sql from 'sql-template-tag';
import { testDatabases } from '@annals/kit/testing/databases';
import { assignToUnit, makeUnit } from '../testing/inserted-units.ts';
import { RunningService } from '../testing/running-service.ts';

describe.each(testDatabases())('roles and units of users, $kind', ({ open }) => {
  const running = RunningService.forAll(open);
  let master: { userId: string; token: string };
  let admin: { userId: string; token: string };
  let units: { root: string; north: string; fjord: string; south: string };
  let count = 0;

  beforeAll(async () => {
    master = await running.createAndSignIn('master@example.org', 'GLOBAL_MASTER');
    admin = await running.createAndSignIn('admin@example.org', 'ORG_ADMIN', 'USER');
    const root = await makeUnit(running.database, 'root');
    const north = await makeUnit(running.database, 'north', root);
    units = {
      root,
      north,
      fjord: await makeUnit(running.database, 'fjord', north),
      south: await makeUnit(running.database, 'south', root),
    };
    await assignToUnit(running.database, north, admin.userId);
  });

  const someone = async (inUnits: string[], ...roles: string[]) => {
    const made = await running.createAndSignIn(`someone${(count += 1)}@example.org`, ...roles);
    for (const unit of inUnits) await assignToUnit(running.database, unit, made.userId);
    return made;
  };
  const roles = (method: 'PUT' | 'DELETE', userId: string, names: string[], token = master.token) =>
    running.call(
      method,
      `/v1/users/${userId}/roles?${names.map((name) => `role=${name}`).join('&')}`,
      { token },
    );
  const unit = (userId: string, unitId: string, token = master.token, what = '') =>
    running.call(
      'PUT',
      `/v1/users/${userId}/organizational-unit${what}?organizationalUnitId=${unitId}`,
      { token },
    );
  const rolesOf = async (userId: string) =>
    (await running.get(`/v1/users/${userId}`, master.token)).body.roles;
  const giveUnitRole = (unitId: string, role: string) =>
    running.database
      .query(sql`insert into authentication.organizational_unit_role_period (unit_id, role, granted_at)
      values (${unitId}, ${role}, '2026-01-01T00:00:00Z')`);

  it('are added and removed, several at once, and take effect at once', async () => {
    const { userId, token } = await someone([], 'USER');
    expect((await running.get('/v1/users', token)).status).toBe(403);
    const added = await roles('PUT', userId, ['AUDITOR', 'ORG_ADMIN', 'USER']);
    expect(added.status).toBe(200);
    expect(added.body).toMatchObject({
      roles: ['AUDITOR', 'ORG_ADMIN', 'USER'],
      roleGrants: [{ grantedBy: { id: master.userId } }, {}, { grantedBy: null }],
    });
    const { body } = await running.call('GET', '/v1/auth', { token });
    expect((await running.get('/v1/users', body.accessToken ?? token)).status).toBe(200);
    const removed = await roles('DELETE', userId, ['AUDITOR', 'ORG_ADMIN']);
    expect(removed.body.roles).toEqual(['USER']);
    expect((await running.get('/v1/users', body.accessToken ?? token)).status).toBe(403);
    expect((await roles('DELETE', userId, ['AUDITOR'])).status).toBe(200);
    const periods = await running.database.query(sql`
      select role, granted_by, removed_by from authentication.user_role_period
      where user_id = ${userId} order by role`);
    expect(periods).toEqual([
      { role: 'AUDITOR', granted_by: master.userId, removed_by: master.userId },
      { role: 'ORG_ADMIN', granted_by: master.userId, removed_by: master.userId },
      { role: 'USER', granted_by: null, removed_by: null },
    ]);
    const events = await running.database.query(sql`
      select action, before, after, actor_id from authentication.event
      where subject = ${`user/${userId}`} and action like 'user.role%' order by seq`);
    expect(events).toEqual([
      {
        action: 'user.roleAdded',
        before: { roles: ['USER'] },
        after: { roles: ['AUDITOR', 'ORG_ADMIN', 'USER'] },
        actor_id: master.userId,
      },
      {
        action: 'user.roleRemoved',
        before: { roles: ['AUDITOR', 'ORG_ADMIN', 'USER'] },
        after: { roles: ['USER'] },
        actor_id: master.userId,
      },
    ]);
  });

  it('are added all or none: one forbidden role refuses them all', async () => {
    const { userId } = await someone([units.north]);
    for (const names of [
      ['USER', 'AUDITOR'],
      ['USER', 'GLOBAL_MASTER'],
      ['ORG_ADMIN', 'USER', 'AUDITOR'],
    ])
      expect((await roles('PUT', userId, names, admin.token)).status).toBe(403);
    const unknown = await roles('PUT', userId, ['USER', 'NONE'], admin.token);
    expect(unknown.status).toBe(400);
    expect(unknown.body.fields?.[0]?.path).toBe('query.role');
    expect((await roles('PUT', userId, [])).status).toBe(400);
    expect(await rolesOf(userId)).toEqual([]);
    expect((await roles('PUT', userId, ['USER', 'ORG_ADMIN'], admin.token)).status).toBe(200);
    expect(await rolesOf(userId)).toEqual(['ORG_ADMIN', 'USER']);
  });

  it('of masters and users outside their units cannot be changed by a unit administrator', async () => {
    const chief = await someone([units.north], 'GLOBAL_MASTER', 'USER');
    const both = await someone([units.north, units.south], 'USER');
    const outside = await someone([units.south], 'USER');
    const nowhere = await someone([], 'USER');
    for (const method of ['PUT', 'DELETE'] as const) {
      expect((await roles(method, chief.userId, ['USER'], admin.token)).status).toBe(403);
      expect((await roles(method, chief.userId, ['GLOBAL_MASTER'], admin.token)).status).toBe(403);
      expect((await roles(method, both.userId, ['USER'], admin.token)).status).toBe(403);
      const absent = await roles(method, randomUUID(), ['USER'], admin.token);
      expect(absent.status).toBe(404);
      for (const { userId } of [outside, nowhere]) {
        const foreign = await roles(method, userId, ['USER'], admin.token);
        expect({ ...foreign.body, requestId: '' }).toEqual({ ...absent.body, requestId: '' });
      }
      expect((await roles(method, both.userId, ['USER'], nowhere.token)).status).toBe(403);
      expect((await roles(method, both.userId, ['USER'], '')).status).toBe(401);
    }
    expect(await rolesOf(chief.userId)).toEqual(['GLOBAL_MASTER', 'USER']);
    expect(await rolesOf(both.userId)).toEqual(['USER']);
  });

  it('that come from a unit are not removed from the user', async () => {
    const team = await makeUnit(running.database, 'team');
    await giveUnitRole(team, 'AUDITOR');
    const { userId } = await someone([team], 'USER');
    const refused = await roles('DELETE', userId, ['USER', 'AUDITOR']);
    expect(refused.status).toBe(409);
    expect(refused.body).toMatchObject({ code: 'role_through_unit' });
    expect(await rolesOf(userId)).toEqual(['AUDITOR', 'USER']);
    await roles('PUT', userId, ['AUDITOR']);
    expect((await roles('DELETE', userId, ['AUDITOR'])).status).toBe(200);
    expect(await rolesOf(userId)).toEqual(['AUDITOR', 'USER']);
  });

  it('are recorded with the unit when one is assigned and unassigned', async () => {
    const { userId } = await someone([]);
    const { status, body } = await unit(userId, units.south);
    expect(status).toBe(200);
    expect(body.organizationalUnits).toMatchObject([{ id: units.south, name: 'south' }]);
    expect((await unit(userId, units.south)).status).toBe(200);
    const gone = await unit(userId, units.south, master.token, '/unassign');
    expect(gone.body.organizationalUnits).toEqual([]);
    expect((await unit(userId, units.south, master.token, '/unassign')).status).toBe(200);
    const events = await running.database.query(sql`
      select action, before, after from authentication.event
      where subject = ${`user/${userId}`} and action like 'user.unit%' order by seq`);
    const organizationalUnit = { id: units.south, name: 'south' };
    expect(events).toEqual([
      { action: 'user.unitAssigned', before: null, after: { organizationalUnit } },
      { action: 'user.unitUnassigned', before: { organizationalUnit }, after: null },
    ]);
    for (const what of ['', '/unassign']) {
      expect((await unit(userId, randomUUID(), master.token, what)).status).toBe(404);
      expect((await unit(randomUUID(), units.south, master.token, what)).status).toBe(404);
      expect((await unit(userId, 'x', master.token, what)).status).toBe(400);
      expect((await unit(userId, units.south, '', what)).status).toBe(401);
    }
  });

  it('of a unit administrator are limited to their units', async () => {
    const inside = await someone([units.north]);
    const outside = await someone([units.south]);
    expect((await unit(inside.userId, units.fjord, admin.token)).status).toBe(200);
    for (const beyond of [units.south, units.root])
      for (const what of ['', '/unassign'])
        expect((await unit(inside.userId, beyond, admin.token, what)).status).toBe(404);
    // Nobody can be added to the administrator's own scope.
    expect((await unit(outside.userId, units.north, admin.token)).status).toBe(404);
    expect((await unit(inside.userId, units.north, admin.token, '/unassign')).status).toBe(200);
    const last = await unit(inside.userId, units.fjord, admin.token, '/unassign');
    expect(last.status).toBe(200);
    expect(last.body).toMatchObject({ id: inside.userId, organizationalUnits: [] });
    expect((await running.get(`/v1/users/${inside.userId}`, admin.token)).status).toBe(404);
    expect((await unit(outside.userId, units.south, inside.token)).status).toBe(403);
  });

  it('cannot be given through a unit whose roles the administrator may not grant', async () => {
    const powerful = await makeUnit(running.database, 'powerful', units.north);
    await giveUnitRole(powerful, 'AUDITOR');
    const inside = await someone([units.north]);
    for (const { userId } of [inside, admin])
      expect((await unit(userId, powerful, admin.token)).status).toBe(403);
    expect((await unit(inside.userId, powerful)).status).toBe(200);
    expect(await rolesOf(inside.userId)).toEqual(['AUDITOR']);
  });

  it('leave one active global master under any concurrent requests', async () => {
    const others = await running.database.query<{ id: string }>(sql`
      select user_id as id from authentication.user_role where role = 'GLOBAL_MASTER' and user_id <> ${master.userId}`);
    for (const { id } of others) await roles('DELETE', id, ['GLOBAL_MASTER']);
    const last = await roles('DELETE', master.userId, ['GLOBAL_MASTER']);
    expect(last.status).toBe(409);
    expect(last.body.code).toBe('last_master');
    // An invited user who has not signed in yet does not count.
    const invited = await running.service.createUser({
      email: 'invited@example.org',
      roles: ['GLOBAL_MASTER'],
    });
    expect((await roles('DELETE', master.userId, ['GLOBAL_MASTER'])).status).toBe(409);
    await roles('DELETE', invited.userId, ['GLOBAL_MASTER']);
    for (let round = 0; round < 5; round += 1) {
      const second = await someone([], 'GLOBAL_MASTER');
      const answers = await Promise.all([
        roles('DELETE', second.userId, ['GLOBAL_MASTER']),
        running.call('PUT', `/v1/users/${master.userId}/status`, {
          token: second.token,
          body: { status: 'DISABLED' },
        }),
      ]);
      // A caller who was no longer master when the call arrived is refused as such.
      const statuses = answers.map(({ status }) => status);
      expect(statuses.filter((status) => status === 200)).toHaveLength(1);
      if (statuses[0] === 200) continue;
      // The first one was disabled by the second.
      await running.call('PUT', `/v1/users/${master.userId}/status`, {
        token: second.token,
        body: { status: 'ACTIVE' },
      });
      master = {
        ...master,
        token: (await running.signIn('master@example.org')).body.accessToken ?? '',
      };
      await roles('DELETE', second.userId, ['GLOBAL_MASTER']);
    }
  });
});
