import { beforeEach, describe, expect, it } from 'vitest';
import { bothDatabases } from '@annals/kit/testing/databases';
import { verifyAuditLog } from '../audit/verify-audit-log.ts';
import { joinUnit, makeUnit, wrongPaths } from '../testing/organizational-units.ts';
import { RunningService } from '../testing/running-service.ts';

const units = '/v1/organizational-units';

// A fresh embedded database for each test takes long, and the behaviour is the same there.
describe.each(bothDatabases().slice(-1))('moving units, $kind', ({ open }) => {
  const running = RunningService.forEach(open);
  let master: string;

  beforeEach(async () => {
    master = (await running.createAndSignIn('master@example.org', 'GLOBAL_MASTER')).token;
  });

  const make = (name: string, parentId?: string) => makeUnit(running, master, name, parentId);
  const move = (unitId: string, parentId: string | null, token = master) =>
    running.call('PUT', `${units}/${unitId}`, { token, body: { parentId } });
  const give = (unitId: string, role: string, token = master) =>
    running.call('PUT', `${units}/${unitId}/roles?role=${role}`, { token });
  const rolesOf = async (email: string) => {
    const { body } = await running.signIn(email);
    return (await running.get('/v1/users/current', body.accessToken)).body.roles;
  };

  it('moves the subtree with the unit, and applies the roles of the new parents', async () => {
    const [from, to] = [await make('From'), await make('To')];
    const team = await make('Team', from);
    const inner = await make('Inner', team);
    const ada = await running.createAndSignIn('ada@example.org');
    await joinUnit(running, ada.userId, inner);
    await give(to, 'AUDITOR');
    await give(team, 'USER');
    expect(await rolesOf('ada@example.org')).toEqual(['USER']);

    const moved = await move(team, to);
    expect(moved.status).toBe(200);
    expect(moved.body).toMatchObject({ path: [{ id: to, name: 'To' }], version: 2 });
    expect(await wrongPaths(running.database)).toEqual([]);
    expect(await rolesOf('ada@example.org')).toEqual(['AUDITOR', 'USER']);
    const { body } = await running.get(`${units}/${inner}`, master);
    expect(body).toMatchObject({ path: [{ name: 'To' }, { name: 'Team' }] });

    expect((await move(team, null)).body).toMatchObject({ parentId: null, path: [] });
    expect(await wrongPaths(running.database)).toEqual([]);
    expect(await rolesOf('ada@example.org')).toEqual(['USER']);
    expect(await verifyAuditLog(running.database)).toMatchObject({ intact: true });
  });

  it('removes roles at once from users who are signed in', async () => {
    const [from, to] = [await make('From'), await make('To')];
    const team = await make('Team', from);
    const { userId } = await running.createAndSignIn('ada@example.org');
    await joinUnit(running, userId, team);
    await give(from, 'AUDITOR');
    const token = (await running.signIn('ada@example.org')).body.accessToken;
    expect((await running.get(units, token)).status).toBe(200);
    await move(team, to);
    expect((await running.get(units, token)).status).toBe(403);
  });

  it('refuses a parent below the unit itself, and one that is too deep', async () => {
    const top = await make('Top');
    const middle = await make('Middle', top);
    const bottom = await make('Bottom', middle);
    for (const parent of [top, middle, bottom])
      expect(await move(top, parent)).toMatchObject({ status: 409, body: { code: 'circle' } });
    let deepest = await make('0');
    for (let depth = 1; depth <= 50; depth += 1) deepest = await make(`${depth}`, deepest);
    const deeper = await running.call('POST', `${units}?name=51&parentId=${deepest}`, {
      token: master,
    });
    expect(deeper).toMatchObject({ status: 409, body: { code: 'too_deep' } });
    expect(await move(top, deepest)).toMatchObject({ status: 409, body: { code: 'too_deep' } });
    expect(await wrongPaths(running.database)).toEqual([]);
  });

  it('never creates a cycle under concurrent moves', async () => {
    const [a, b] = [await make('A'), await make('B')];
    const both = await Promise.all([move(a, b), move(b, a)]);
    expect(both.map(({ status }) => status)).toEqual(expect.arrayContaining([200, 409]));

    const ids = [a, b];
    for (const name of ['C', 'D', 'E', 'F']) ids.push(await make(name));
    for (let round = 0; round < 3; round += 1) {
      const moves = ids.map((id, index) => move(id, ids[(index + round + 1) % ids.length] ?? null));
      for (const { status } of await Promise.all(moves)) expect([200, 409]).toContain(status);
    }
    expect(await wrongPaths(running.database)).toEqual([]);
    const { body } = await running.get(units, master);
    expect(body.data).toHaveLength(6);
    expect(body.data?.some((unit) => 'parentId' in unit && unit.parentId === null)).toBe(true);
    expect(await verifyAuditLog(running.database)).toMatchObject({ intact: true });
  });

  it('is limited to the units and roles of an administrator', async () => {
    const company = await make('Company');
    const north = await make('North', company);
    const [ward, desk] = [await make('Ward', north), await make('Desk', north)];
    const admin = await running.createAndSignIn('admin@example.org', 'ORG_ADMIN');
    await joinUnit(running, admin.userId, north);

    expect((await move(ward, desk, admin.token)).status).toBe(200);
    expect((await move(ward, null, admin.token)).status).toBe(403);
    expect((await move(north, ward, admin.token)).status).toBe(403);
    expect((await move(ward, company, admin.token)).status).toBe(404);
    const renamed = await running.call('PUT', `${units}/${north}`, {
      token: admin.token,
      body: { name: 'Far North', parentId: null },
    });
    expect(renamed.body).toMatchObject({ name: 'Far North', parentId: null });
    expect((await running.get(`${units}/${north}`, master)).body).toMatchObject({
      parentId: company,
    });

    await give(desk, 'AUDITOR');
    const out = await move(ward, north, admin.token);
    expect(out.status).toBe(403);
    expect(out.body.message).toContain('AUDITOR');
    expect((await move(ward, north)).status).toBe(200);
    expect((await move(ward, desk, admin.token)).status).toBe(403);
  });

  it('gives members of other units no role that reaches there', async () => {
    const [north, south] = [await make('North'), await make('South')];
    const [ward, desk] = [await make('Ward', north), await make('Desk', north)];
    const admin = await running.createAndSignIn('admin@example.org', 'ORG_ADMIN');
    await joinUnit(running, admin.userId, north);
    const ada = await running.createAndSignIn('ada@example.org', 'USER');
    for (const unit of [ward, south]) await joinUnit(running, ada.userId, unit);
    expect((await give(desk, 'ORG_ADMIN', admin.token)).status).toBe(200);
    const refused = await move(ward, desk, admin.token);
    expect(refused.status).toBe(403);
    expect(refused.body.message).toContain('ORG_ADMIN');
    expect((await move(ward, desk)).status).toBe(200);
    expect((await move(ward, north, admin.token)).status).toBe(200);
  });
});
