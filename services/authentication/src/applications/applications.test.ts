import sql from 'sql-template-tag';
import { describe, expect, it } from 'vitest';
import { testDatabases } from '@annals/kit/testing/databases';
import { makeUnit } from '../testing/inserted-units.ts';
import { applicationCalls, start, type Body } from '../testing/application-calls.ts';

const day = 86_400_000;
const absent = '01890a5d-ac96-774b-bcce-b302099a8057';

describe.each(testDatabases())('applications, $kind', ({ open }) => {
  const { running, units, ask, make, made, issue, names } = applicationCalls(open);

  it('are created, shown, changed and deleted', async () => {
    const created = await make({
      name: 'Nightly import',
      description: 'Reads the feeds',
      organizationalUnitId: units['north'],
      roles: ['USER', 'AUDITOR', 'USER'],
    });
    expect(created.status).toBe(201);
    const { id } = created.body;
    expect(created.body).toEqual({
      id: expect.any(String),
      name: 'Nightly import',
      description: 'Reads the feeds',
      organizationalUnit: { id: units['north'], name: 'North' },
      roles: ['AUDITOR', 'USER'],
      tokenCount: 0,
      soonestExpiryDate: null,
      lastUsedDate: null,
      createdDate: expect.any(String),
      version: 1,
      mayChange: true,
    });
    expect(created.headers.get('etag')).toBe('"1"');
    const changed = await ask('PATCH', `/${id}`, {
      as: 'GLOBAL_MASTER',
      body: { name: 'Import', organizationalUnitId: null },
      ifMatch: '"1"',
    });
    expect(changed).toMatchObject({
      status: 200,
      body: {
        name: 'Import',
        description: 'Reads the feeds',
        organizationalUnit: null,
        version: 2,
      },
    });
    const late = await ask('PATCH', `/${id}`, {
      as: 'GLOBAL_MASTER',
      body: { name: 'x' },
      ifMatch: '"1"',
    });
    expect(late).toMatchObject({ status: 412, body: { current: { name: 'Import' } } });
    const same = await ask('PATCH', `/${id}`, {
      as: 'GLOBAL_MASTER',
      body: { name: 'Import' },
    });
    expect(same.body.version).toBe(2);
    const read = await ask('GET', `/${id}`, { as: 'AUDITOR' });
    expect(read).toMatchObject({ status: 200, body: { name: 'Import', mayChange: false } });
    expect((await ask('DELETE', `/${id}`, { as: 'GLOBAL_MASTER', ifMatch: '"1"' })).status).toBe(
      412,
    );
    expect((await ask('DELETE', `/${id}`, { as: 'GLOBAL_MASTER' })).status).toBe(204);
    expect((await ask('GET', `/${id}`, { as: 'GLOBAL_MASTER' })).status).toBe(404);
    expect((await ask('DELETE', `/${id}`, { as: 'GLOBAL_MASTER' })).status).toBe(404);
    const events = await running.database.query<{
      action: string;
      before: unknown;
      after: unknown;
    }>(sql`
      select action, before, after from authentication.event where subject = ${`application/${id}`} order by seq`);
    expect(events).toMatchObject([
      {
        action: 'application.created',
        after: { name: 'Nightly import', roles: ['AUDITOR', 'USER'] },
      },
      {
        action: 'application.changed',
        before: { name: 'Nightly import', organizationalUnitId: units['north'] },
        after: { name: 'Import', organizationalUnitId: null },
      },
      { action: 'application.deleted', before: { name: 'Import' } },
    ]);
  });

  it.each([
    ['POST', '', { name: '' }, 'body.name'],
    ['POST', '', { name: 'x', roles: ['NOBODY'] }, 'body.roles'],
    ['POST', '', { name: 'x', owner: 'me' }, 'body'],
    ['POST', `/${absent}/tokens`, { description: '' }, 'body.description'],
    ['PATCH', '/no-id', { name: 'x' }, 'params.applicationId'],
    ['DELETE', '/no-id', undefined, 'params.applicationId'],
    ['GET', '?sort=roles', undefined, 'query.sort'],
    ['GET', '?cursor=rubbish', undefined, 'query.cursor'],
    ['GET', `/${absent}/tokens?pageSize=0`, undefined, 'query.pageSize'],
  ])('refuse %s %s %j and say where', async (method, path, body, place) => {
    const answer = await ask(method, path, {
      as: 'GLOBAL_MASTER',
      body,
    });
    expect(answer.status).toBe(400);
    expect(answer.body.fields).toContainEqual(expect.objectContaining({ path: place }));
  });

  it('call with their tokens, in their own name and with their own roles', async () => {
    const id = await made({
      name: 'Robot',
      organizationalUnitId: units['north'],
      roles: ['ORG_ADMIN'],
    });
    const { status, body } = await issue(id, { scopes: ['read', 'admin'] });
    expect(status).toBe(201);
    expect(body).toMatchObject({
      owner: { id, name: 'Robot', kind: 'APPLICATION' },
      token: expect.stringMatching(/^annals_app_/),
      scopes: ['read', 'admin'],
    });
    const headers = { 'x-akarion-api-token': body.token };
    expect(await running.service.authenticate({ headers })).toMatchObject({
      userId: id,
      sessionId: body.id,
      username: 'application:Robot',
      name: 'Robot',
      roles: ['ORG_ADMIN'],
    });
    const seen = await ask('GET', '?pageSize=500', { key: body.token });
    expect(seen.body.data.map((each) => each.name)).toContain('Robot');
    expect(seen.body.data.map((each) => each.name)).not.toContain('nobodys');
    // Changed roles take effect at the next call.
    await ask('PATCH', `/${id}`, { as: 'GLOBAL_MASTER', body: { roles: ['USER'] } });
    expect((await ask('GET', '', { key: body.token })).status).toBe(403);
    await ask('PATCH', `/${id}`, { as: 'GLOBAL_MASTER', body: { roles: ['AUDITOR'] } });
    expect((await ask('GET', `/${id}`, { key: body.token })).status).toBe(200);
  });

  it('rotate their tokens: several are valid at once, and all stop when the application is deleted', async () => {
    const id = await made({ name: 'Rotating', roles: ['AUDITOR'] });
    const first = (await issue(id)).body;
    running.advance(1);
    const second = (await issue(id, { expiresDate: new Date(running.now + day).toISOString() }))
      .body;
    expect(first.scopes).toEqual(['read', 'write']);
    expect(first.expiresDate).toBe(new Date(start + 90 * day).toISOString().replace('Z', '000Z'));
    const statusOf = async (key: string) => (await ask('GET', '', { key })).status;
    expect([await statusOf(first.token), await statusOf(second.token)]).toEqual([200, 200]);
    const shown = await ask('GET', `/${id}`, { as: 'GLOBAL_MASTER' });
    expect(shown.body).toMatchObject({
      tokenCount: 2,
      soonestExpiryDate: second.expiresDate,
      lastUsedDate: new Date(running.now).toISOString().replace('Z', '000Z'),
    });
    const tokens = await ask('GET', `/${id}/tokens`, { as: 'AUDITOR' });
    expect(tokens.body.data.map((token) => token.id)).toEqual([second.id, first.id]);
    expect(tokens.body.data[0]).not.toHaveProperty('token');

    const revoke = () => ask('DELETE', `/${id}/tokens/${first.id}`, { as: 'GLOBAL_MASTER' });
    expect((await revoke()).status).toBe(204);
    expect((await revoke()).status).toBe(404);
    expect([await statusOf(first.token), await statusOf(second.token)]).toEqual([401, 200]);
    await ask('DELETE', `/${id}`, { as: 'GLOBAL_MASTER' });
    expect(await statusOf(second.token)).toBe(401);
    expect((await ask('GET', `/${id}/tokens`, { as: 'GLOBAL_MASTER' })).status).toBe(404);
    expect((await issue(id)).status).toBe(404);
    const rows = await running.database.query(sql`
      select 1 as live from authentication.api_token where application_id = ${id} and revoked is null`);
    expect(rows).toEqual([]);
  });

  it('are filtered, sorted and paged', async () => {
    const unit = await makeUnit(running.database, 'Paged');
    for (const [index, name] of ['Beech', 'Ash', 'Oak'].entries()) {
      running.advance(1);
      const id = await made({ name, organizationalUnitId: unit, roles: ['AUDITOR'] });
      if (index === 1) await ask('GET', '', { key: (await issue(id)).body.token });
    }
    const here = `?organizationalUnitId=${unit}`;
    expect(await names('AUDITOR', here)).toEqual(['Ash', 'Beech', 'Oak']);
    expect(await names('AUDITOR', `${here}&sort=-name`)).toEqual(['Oak', 'Beech', 'Ash']);
    expect(await names('AUDITOR', `${here}&sort=createdDate`)).toEqual(['Beech', 'Ash', 'Oak']);
    expect((await names('AUDITOR', `${here}&sort=-lastUsedDate`))[0]).toBe('Ash');
    expect(await names('AUDITOR', `${here}&name=BEE`)).toEqual(['Beech']);
    for (const sort of ['name', '-createdDate', 'lastUsedDate']) {
      const walked: string[] = [];
      for (let cursor: string | null = ''; cursor !== null;) {
        const { body }: { body: Body } = await ask(
          'GET',
          `${here}&sort=${sort}&pageSize=2${cursor && `&cursor=${cursor}`}`,
          { as: 'AUDITOR' },
        );
        expect(body.total).toEqual({ value: 3, estimate: false });
        walked.push(...body.data.map(({ name }) => name ?? ''));
        cursor = body.nextCursor;
      }
      expect(walked).toEqual(await names('AUDITOR', `${here}&sort=${sort}`));
    }
  });
});
