import sql from 'sql-template-tag';
import { uuidv7 } from 'uuidv7';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Database } from '@annals/kit/database/database';
import { bothDatabases } from '@annals/kit/testing/databases';
import { selectEvents } from '../audit/audit-log.sql.ts';
import { verifyAuditLog } from '../audit/verify-audit-log.ts';
import { joinUnit, makeUnit } from '../testing/organizational-units.ts';
import { RunningService } from '../testing/running-service.ts';

const units = '/v1/organizational-units';

// A fresh embedded database for each test takes long, and the behaviour is the same there.
describe.each(bothDatabases().slice(-1))('roles and history of units, $kind', ({ open }) => {
  let database: Database;
  let running: RunningService;
  let master: { userId: string; token: string };

  const again = async () => {
    master.token = (await running.signIn('master@example.org')).body.accessToken ?? '';
  };

  beforeEach(async () => {
    database = await open();
    running = await RunningService.start(database);
    master = await running.createAndSignIn('master@example.org', 'GLOBAL_MASTER');
  });

  afterEach(async () => {
    await running.stop();
    await database.close();
  });

  const ask = (method: string, path: string, body?: unknown) =>
    running.call(method, path, { token: master.token, body });
  const acts = async (unitId: string) =>
    (await selectEvents(database, 0, 500))
      .filter(({ subject }) => subject === `unit/${unitId}`)
      .map(({ action, before, after }) => [action, before, after]);

  it('are held by all members of the unit and below, until they are removed', async () => {
    const top = await makeUnit(running, master.token, 'Top');
    const below = await makeUnit(running, master.token, 'Below', top);
    const { userId } = await running.createAndSignIn('ada@example.org');
    await joinUnit(running, userId, below);
    const given = await ask('PUT', `${units}/${top}/roles?role=USER&role=AUDITOR&role=USER`);
    expect(given.status).toBe(200);
    expect(given.body.roles).toEqual(['AUDITOR', 'USER']);
    expect((await ask('PUT', `${units}/${top}/roles?role=USER`)).body.roles).toHaveLength(2);

    const token = (await running.signIn('ada@example.org')).body.accessToken;
    expect((await running.get(units, token)).status).toBe(200);
    const taken = await ask('DELETE', `${units}/${top}/roles?role=AUDITOR`);
    expect(taken.body.roles).toEqual(['USER']);
    expect((await running.get(units, token)).status).toBe(403);

    expect(await acts(top)).toEqual([
      ['unit.created', null, '{"name":"Top","parentId":null}'],
      ['unit.roleAdded', null, expect.any(String)],
      ['unit.roleAdded', null, expect.any(String)],
      ['unit.roleRemoved', '{"role":"AUDITOR"}', null],
    ]);
    expect(await verifyAuditLog(database)).toMatchObject({ intact: true });
  });

  it('are granted even if the roles have to be reread inside the transaction', async () => {
    const unit = await makeUnit(running, master.token, 'Unit');
    let { now } = running;
    // Each time the clock is read, the role cache has expired.
    Object.defineProperty(running, 'now', { get: () => (now += 2_001) });
    expect((await ask('PUT', `${units}/${unit}/roles?role=USER`)).status).toBe(200);
    expect((await ask('PUT', `${units}/${unit}`, { parentId: null, name: 'B' })).status).toBe(200);
  });

  it('can only be given by callers who could grant them', async () => {
    const north = await makeUnit(running, master.token, 'North');
    const admin = await running.createAndSignIn('admin@example.org', 'ORG_ADMIN');
    await joinUnit(running, admin.userId, north);
    const give = (role: string) =>
      running.call('PUT', `${units}/${north}/roles?role=${role}`, { token: admin.token });
    expect((await give('USER')).status).toBe(200);
    expect((await give('ORG_ADMIN')).status).toBe(200);
    const refused = await give('AUDITOR');
    expect(refused.status).toBe(403);
    expect(refused.body.message).toContain('AUDITOR');
    expect((await give('GLOBAL_MASTER')).status).toBe(400);
    await ask('PUT', `${units}/${north}/roles?role=AUDITOR`);
    const path = `${units}/${north}/roles?role=AUDITOR`;
    expect((await running.call('DELETE', path, { token: admin.token })).status).toBe(403);
    // Otherwise anybody could sign up with an email of their own domain to get them.
    const setDomains = (token: string) =>
      running.call('PUT', `${units}/${north}`, { token, body: { emailDomains: ['mine.example'] } });
    const domains = await setDomains(admin.token);
    expect([domains.status, domains.body.fields]).toEqual([403, undefined]);
    expect((await setDomains(master.token)).status).toBe(200);
  });

  it('end at the units of whoever gives them, also for members of other units', async () => {
    const [north, south] = [
      await makeUnit(running, master.token, 'North'),
      await makeUnit(running, master.token, 'South'),
    ];
    const ward = await makeUnit(running, master.token, 'Ward', north);
    const admin = await running.createAndSignIn('admin@example.org', 'ORG_ADMIN');
    await joinUnit(running, admin.userId, north);
    const ada = await running.createAndSignIn('ada@example.org', 'USER');
    for (const unit of [ward, south]) await joinUnit(running, ada.userId, unit);
    const give = (unit: string, role: string, token = admin.token) =>
      running.call('PUT', `${units}/${unit}/roles?role=${role}`, { token });
    for (const unit of [north, ward]) {
      const refused = await give(unit, 'ORG_ADMIN');
      expect(refused.status).toBe(403);
      expect(refused.body.message).toContain('a unit that you do not administer');
    }
    expect((await running.get(`${units}/${south}`, ada.token)).status).toBe(403);
    // what ends at partitions reaches no unit
    expect((await give(north, 'USER')).status).toBe(200);
    expect((await give(ward, 'ORG_ADMIN', master.token)).status).toBe(200);
    const taken = await running.call('DELETE', `${units}/${ward}/roles?role=ORG_ADMIN`, {
      token: admin.token,
    });
    expect(taken.status).toBe(200);
  });

  it('prevent the deletion of units that are not empty', async () => {
    const unit = await makeUnit(running, master.token, 'Unit');
    const below = await makeUnit(running, master.token, 'Below', unit);
    await joinUnit(running, master.userId, unit);
    const application = uuidv7();
    await database.query(sql`
      insert into authentication.application (id, unit_id, name, roles, created)
      values (${application}, ${unit}, 'Robot', '{}', ${new Date(running.now).toISOString()})`);
    const refused = await ask('DELETE', `${units}/${unit}`);
    expect(refused).toMatchObject({ status: 409, body: { code: 'not_empty' } });
    expect(refused.body.message).toContain('1 member, 1 subunit, 1 application');

    expect((await ask('DELETE', `${units}/${below}`)).status).toBe(204);
    await database.query(sql`
      update authentication.organizational_unit_member_period set removed_at = assigned_at where unit_id = ${unit}`);
    await database.query(
      sql`update authentication.application set deleted = created, unit_id = null`,
    );
    await ask('PUT', `${units}/${unit}`, { emailDomains: ['example.org'] });
    await ask('PUT', `${units}/${unit}/roles?role=USER`);
    expect((await ask('DELETE', `${units}/${unit}`)).status).toBe(204);
    expect((await ask('DELETE', `${units}/${unit}`)).status).toBe(404);
    expect((await ask('GET', `${units}/${unit}`)).status).toBe(404);
    const held = await database.query(
      sql`select role from authentication.organizational_unit_role where unit_id = ${unit}`,
    );
    expect(held).toEqual([]);
    expect((await acts(unit)).at(-1)).toEqual([
      'unit.deleted',
      '{"name":"Unit","parentId":null,"emailDomains":["example.org"],"secondFactorRequired":false,"secondFactorGraceHours":168}',
      null,
    ]);
    expect(await makeUnit(running, master.token, 'Unit')).not.toBe(unit);
  });

  it('are kept for every past moment, even after the unit is deleted', async () => {
    const day = 86_400;
    const moment = () => new Date(running.now).toISOString();
    const parent = await makeUnit(running, master.token, 'Parent');
    const before = new Date(running.now - 1).toISOString();
    const unit = await makeUnit(running, master.token, 'Old name', parent);
    await joinUnit(running, master.userId, unit);
    await ask('PUT', `${units}/${unit}/roles?role=USER`);
    const first = moment();
    running.advance(day);
    await again();
    await ask('PUT', `${units}/${unit}`, {
      name: 'New',
      parentId: null,
      emailDomains: ['a.example.org'],
    });
    await ask('DELETE', `${units}/${unit}/roles?role=USER`);
    const second = moment();
    running.advance(day);
    await again();
    await database.query(sql`
      update authentication.organizational_unit_member_period set removed_at = ${moment()} where unit_id = ${unit}`);
    expect((await ask('DELETE', `${units}/${unit}`)).status).toBe(204);
    const third = moment();

    const asOf = (at: string) => ask('GET', `${units}/${unit}?asOf=${at}`);
    expect((await asOf(before)).status).toBe(404);
    expect((await asOf(first)).body).toMatchObject({
      name: 'Old name',
      parentId: parent,
      path: [{ id: parent, name: 'Parent' }],
      roles: ['USER'],
      emailDomains: [],
      userCount: 1,
      mayChange: false,
      version: 1,
    });
    expect((await asOf(second)).body).toMatchObject({
      name: 'New',
      path: [],
      roles: [],
      emailDomains: ['a.example.org'],
      version: 2,
    });
    expect((await asOf(third)).status).toBe(404);
    const list = async (at: string) => (await ask('GET', `${units}?asOf=${at}`)).body.data;
    expect(await list(before)).toEqual([]);
    const inTheYear0 = '0000-06-01T00:00:00Z';
    expect((await asOf(inTheYear0)).status).toBe(404);
    expect(await list(inTheYear0)).toEqual([]);
    expect((await ask('GET', `${units}/${unit}/users?asOf=${inTheYear0}`)).status).toBe(404);
    expect(await list(first)).toMatchObject([
      { name: 'Old name' },
      { name: 'Parent', childCount: 1, userCount: 0, totalUserCount: 1 },
    ]);
    expect(await list(second)).toMatchObject([{ name: 'New' }, { name: 'Parent', childCount: 0 }]);
    expect(await list(third)).toMatchObject([{ name: 'Parent' }]);
    expect((await ask('GET', `${units}?asOf=${first}&name=old`)).body.data).toHaveLength(1);
    expect((await ask('PUT', `${units}/${parent}?asOf=${first}`, { name: 'X' })).status).toBe(409);
  });

  it('show who held a role on a day, including through a unit', async () => {
    const day = 86_400;
    const nextDay = async () => {
      running.advance(day);
      await again();
    };
    const top = await makeUnit(running, master.token, 'Top');
    const team = await makeUnit(running, master.token, 'Team', top);
    const other = await makeUnit(running, master.token, 'Other');
    const ada = await running.service.createUser({ email: 'ada@example.org', roles: [] });
    await joinUnit(running, ada.userId, team);
    await nextDay();
    await ask('PUT', `${units}/${top}/roles?role=AUDITOR`);
    await nextDay();
    await ask('PUT', `${units}/${team}`, { parentId: other });
    await nextDay();
    await ask('PUT', `${units}/${team}`, { parentId: top });
    await nextDay();
    await ask('DELETE', `${units}/${top}/roles?role=AUDITOR`);
    await nextDay();

    const holders = async (query: string) =>
      (await ask('GET', `/v1/users?role=AUDITOR${query}`)).body.data?.map(({ name }) => name);
    const on = (date: number) => holders(`&asOf=2026-03-0${date}T18:00:00Z`);
    expect(await on(1)).toEqual([]);
    expect(await on(2)).toEqual(['ada@example.org']);
    expect(await on(3)).toEqual([]);
    expect(await on(4)).toEqual(['ada@example.org']);
    expect(await on(5)).toEqual([]);
    expect(await holders('')).toEqual([]);

    const members = async (unit: string, date: number) => {
      const { body } = await ask(
        'GET',
        `${units}/${unit}/users?below=true&asOf=2026-03-0${date}T18:00:00Z`,
      );
      return body.data?.map(({ name }) => name);
    };
    expect(await members(top, 2)).toEqual(['ada@example.org']);
    expect(await members(top, 3)).toEqual([]);
    expect(await members(other, 3)).toEqual(['ada@example.org']);
  });
});
