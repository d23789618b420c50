import sql from 'sql-template-tag';
import { describe, expect, it } from 'vitest';
import { testDatabases } from '@annals/kit/testing/databases';
import { assignToUnit } from '../testing/inserted-units.ts';
import { applicationCalls, start } from '../testing/application-calls.ts';

const absent = '01890a5d-ac96-774b-bcce-b302099a8057';

describe.each(testDatabases())('authority over applications, $kind', ({ open }) => {
  const { running, people, units, ask, make, made, issue, names } = applicationCalls(open);

  const calls: [string, string, object | undefined, string][] = [
    ['GET', '', undefined, 'read'],
    ['POST', '', { name: 'x' }, 'write'],
    ['GET', `/${absent}`, undefined, 'read'],
    ['PATCH', `/${absent}`, { name: 'x' }, 'write'],
    ['DELETE', `/${absent}`, undefined, 'write'],
    ['GET', `/${absent}/tokens`, undefined, 'read'],
    ['POST', `/${absent}/tokens`, { description: 'x' }, 'write'],
    ['DELETE', `/${absent}/tokens/${absent}`, undefined, 'write'],
  ];

  it.each(calls)(
    '%s %s is allowed only for those with the authority',
    async (method, path, body, kind) => {
      const status = async (as?: string) =>
        (await ask(method, path, as === undefined ? { body } : { as, body })).status;
      expect(await status()).toBe(401);
      expect(await status('USER')).toBe(403);
      const expectedStatus = path === '' ? (method === 'GET' ? 200 : 201) : 404;
      expect(await status('AUDITOR')).toBe(kind === 'read' ? expectedStatus : 403);
      expect(await status('GLOBAL_MASTER')).toBe(expectedStatus);
    },
  );

  it('are visible to administrators of their unit or one above, and to nobody else there', async () => {
    const own = await made({ name: 'own', organizationalUnitId: units['below'], roles: ['USER'] });
    const foreign = await made({ name: 'foreign', organizationalUnitId: units['south'] });
    const nobodys = await made({ name: 'nobodys' });
    expect(await names('ORG_ADMIN', '?pageSize=500')).toContain('own');
    for (const name of ['foreign', 'nobodys'])
      expect(await names('ORG_ADMIN', '?pageSize=500')).not.toContain(name);
    const token = (await issue(own)).body.id;
    const foreignToken = (await issue(foreign)).body.id;
    for (const [method, path, body, status] of [
      ['GET', '', undefined, 200],
      ['PATCH', '', { description: 'x' }, 200],
      ['GET', '/tokens', undefined, 200],
      ['POST', '/tokens', { description: 'x' }, 201],
      ['DELETE', `/tokens/${token}`, undefined, 204],
      ['DELETE', '', undefined, 204],
    ] as const)
      for (const id of [foreign, nobodys, absent, own]) {
        const answer = await ask(method, `/${id}${path}`, { as: 'ORG_ADMIN', body });
        expect([method, path, id, answer.status]).toEqual([
          method,
          path,
          id,
          id === own ? status : 404,
        ]);
      }
    expect(
      (await ask('DELETE', `/${own}/tokens/${foreignToken}`, { as: 'ORG_ADMIN' })).status,
    ).toBe(404);
    expect(
      (await ask('DELETE', `/${nobodys}/tokens/${foreignToken}`, { as: 'GLOBAL_MASTER' })).status,
    ).toBe(404);
  });

  it('get only a unit and roles that their creator may give', async () => {
    const status = async (body: object) => (await make({ name: 'x', ...body }, 'ORG_ADMIN')).status;
    expect(await status({ organizationalUnitId: units['north'] })).toBe(201);
    expect(await status({})).toBe(400);
    expect(await status({ organizationalUnitId: units['south'] })).toBe(404);
    expect(await status({ organizationalUnitId: absent })).toBe(404);
    for (const role of ['GLOBAL_MASTER', 'AUDITOR'])
      expect(await status({ organizationalUnitId: units['north'], roles: [role] })).toBe(403);
    expect(
      await status({ organizationalUnitId: units['below'], roles: ['ORG_ADMIN', 'USER'] }),
    ).toBe(201);

    const id = await made({ name: 'x', organizationalUnitId: units['north'] }, 'ORG_ADMIN');
    const change = async (body: object) =>
      (await ask('PATCH', `/${id}`, { as: 'ORG_ADMIN', body })).status;
    expect(await change({ roles: ['GLOBAL_MASTER'] })).toBe(403);
    expect(await change({ organizationalUnitId: null })).toBe(400);
    expect(await change({ organizationalUnitId: units['south'] })).toBe(404);
    expect(await change({ organizationalUnitId: units['below'], roles: ['USER'] })).toBe(200);
  });

  it('do not lend the rights of a master to administrators of their unit', async () => {
    for (const role of ['GLOBAL_MASTER', 'AUDITOR']) {
      const id = await made({
        name: 'Strong',
        organizationalUnitId: units['north'],
        roles: [role],
      });
      const token = await issue(id);
      const shown = await ask('GET', `/${id}`, { as: 'ORG_ADMIN' });
      expect(shown).toMatchObject({ status: 200, body: { mayChange: false } });
      expect((await issue(id, {}, 'ORG_ADMIN')).status).toBe(403);
      expect(
        (await ask('PATCH', `/${id}`, { as: 'ORG_ADMIN', body: { name: 'Mine' } })).status,
      ).toBe(403);
      expect((await ask('PATCH', `/${id}`, { as: 'ORG_ADMIN', body: { roles: [] } })).status).toBe(
        403,
      );
      expect((await ask('DELETE', `/${id}`, { as: 'ORG_ADMIN' })).status).toBe(403);
      const revoked = await ask('DELETE', `/${id}/tokens/${token.body.id}`, { as: 'ORG_ADMIN' });
      expect(revoked.status).toBe(role === 'GLOBAL_MASTER' ? 403 : 204);
    }
  });

  it('get no unit-limited role from somebody who holds it for other units', async () => {
    await running.database.query(sql`
      insert into authentication.role (name, description, permissions, scope, built_in)
      values ('APP_KEEPER', '', '{applications:read,applications:write}', 'all', false)`);
    const keeper = await running.createAndSignIn('keeper@example.org', 'APP_KEEPER', 'ORG_ADMIN');
    people['keeper'] = keeper;
    await assignToUnit(running.database, units['north'] ?? '', keeper.userId);
    running.advance(3);
    const status = async (body: object) => (await make({ name: 'x', ...body }, 'keeper')).status;
    expect(await status({ organizationalUnitId: units['south'] })).toBe(201);
    expect(await status({ organizationalUnitId: units['south'], roles: ['ORG_ADMIN'] })).toBe(403);
    expect(await status({ organizationalUnitId: units['below'], roles: ['ORG_ADMIN'] })).toBe(201);
  });

  it('cannot extend a token with another one', async () => {
    const id = await made({ name: 'Administers', roles: ['GLOBAL_MASTER'] });
    const { token } = (await issue(id, { scopes: ['admin'] })).body;
    const other = await made({ name: 'Other' });
    const status = async (scopes: string[]) =>
      (await ask('POST', `/${other}/tokens`, { key: token, body: { description: 'x', scopes } }))
        .status;
    expect(await status(['admin'])).toBe(201);
    expect(await status(['read', 'admin'])).toBe(403);
  });

  it('get tokens without expiry only from masters', async () => {
    const id = await made({ name: 'For ever', organizationalUnitId: units['north'] });
    expect((await issue(id, { expiresDate: null }, 'ORG_ADMIN')).status).toBe(403);
    expect(
      (await issue(id, { expiresDate: new Date(start).toISOString() }, 'ORG_ADMIN')).status,
    ).toBe(400);
    expect((await issue(id, { expiresDate: null })).status).toBe(201);
  });
});
