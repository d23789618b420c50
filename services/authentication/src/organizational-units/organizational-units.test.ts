import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { testDatabases } from '@annals/kit/testing/databases';
import { joinUnit, makeUnit, reported, wrongPaths } from '../testing/organizational-units.ts';
import { RunningService } from '../testing/running-service.ts';

const units = '/v1/organizational-units';

describe.each(testDatabases())('organizational units, $kind', ({ open }) => {
  const running = RunningService.forAll(open);
  const tokens: Record<string, string> = {};
  const ids: Record<string, string> = {};

  beforeAll(async () => {
    const sign = async (name: string, ...roles: string[]) => {
      const { userId, token } = await running.createAndSignIn(`${name}@example.org`, ...roles);
      tokens[name] = token;
      ids[name] = userId;
    };
    await sign('master', 'GLOBAL_MASTER');
    await sign('admin', 'ORG_ADMIN');
    await sign('auditor', 'AUDITOR');
    await sign('user', 'USER');
    const make = async (name: string, parent?: string) => {
      ids[name] = await makeUnit(running, tokens['master'] ?? '', name, parent && ids[parent]);
    };
    await make('Company');
    await make('North', 'Company');
    await make('Ärzte', 'North');
    await make('Nurses', 'Ärzte');
    await make('South', 'Company');
    await joinUnit(running, ids['admin'] ?? '', ids['North'] ?? '');
    await joinUnit(running, ids['user'] ?? '', ids['Nurses'] ?? '');
    await joinUnit(running, ids['user'] ?? '', ids['Ärzte'] ?? '');
    await joinUnit(running, ids['auditor'] ?? '', ids['South'] ?? '');
  });

  const ask = (who: string, method: string, path: string, body?: unknown, headers = {}) =>
    running.call(method, units + path, { token: tokens[who], body, headers });
  const names = async (who: string, query = '') =>
    (await ask(who, 'GET', query)).body.data?.map(({ name }) => name);

  it('are listed by name with their details', async () => {
    const { status, body } = await ask('master', 'GET', '');
    expect(status).toBe(200);
    expect(body).toMatchObject({ hasMore: false, total: { value: 5, estimate: false } });
    expect(body.data?.map(({ name }) => name)).toEqual([
      'Ärzte',
      'Company',
      'North',
      'Nurses',
      'South',
    ]);
    expect(body.data?.[0]).toEqual({
      id: ids['Ärzte'],
      name: 'Ärzte',
      parentId: ids['North'],
      path: [
        { id: ids['Company'], name: 'Company' },
        { id: ids['North'], name: 'North' },
      ],
      emailDomains: [],
      domains: [],
      roles: [],
      secondFactorRequired: false,
      secondFactorGraceHours: 168,
      userCount: 1,
      totalUserCount: 1,
      childCount: 1,
      createdDate: expect.stringMatching(/^2026-03-01T12:/),
      mayChange: true,
      version: 1,
    });
    expect(body.data?.[1]).toMatchObject({
      parentId: null,
      path: [],
      userCount: 0,
      totalUserCount: 3,
      childCount: 2,
    });
  });

  it('are listed page by page, each once', async () => {
    const seen: string[] = [];
    let cursor: string | null | undefined;
    do {
      const { body } = await ask(
        'master',
        'GET',
        `?pageSize=2${cursor ? `&cursor=${cursor}` : ''}`,
      );
      seen.push(...(body.data ?? []).map(({ name }) => name));
      cursor = body.nextCursor;
    } while (cursor);
    expect(seen).toEqual(['Ärzte', 'Company', 'North', 'Nurses', 'South']);
    expect(await names('master', '?pageSize=2&page=1')).toEqual(['North', 'Nurses']);
  });

  it('are found by a part of the name, ignoring case', async () => {
    expect(await names('master', `?name=${encodeURIComponent('äRZ')}`)).toEqual(['Ärzte']);
    expect(await names('master', '?name=TH')).toEqual(['North', 'South']);
    expect(await names('master', '?name=%25')).toEqual([]);
  });

  it('are limited for administrators to their own units and those below', async () => {
    const { body } = await ask('admin', 'GET', '');
    expect(body.data?.map(({ name }) => name)).toEqual(['Ärzte', 'North', 'Nurses']);
    expect(body.data?.[1]).toMatchObject({ parentId: null, path: [], mayChange: true });
    expect(body.data?.[2]).toMatchObject({
      path: [
        { id: ids['North'], name: 'North' },
        { id: ids['Ärzte'], name: 'Ärzte' },
      ],
    });
    expect((await ask('auditor', 'GET', `/${ids['North']}`)).body).toMatchObject({
      name: 'North',
      mayChange: false,
    });
  });

  const calls = (id: string | undefined) =>
    [
      ['GET', `/${id}`],
      ['PUT', `/${id}`, { name: 'Other' }],
      ['PUT', `/${id}/roles?role=USER`],
      ['DELETE', `/${id}/roles?role=USER`],
      ['GET', `/${id}/users`],
      ['DELETE', `/${id}`],
      ['POST', `?name=Other&parentId=${id}`],
    ] as const;

  it('out of scope are answered like those that do not exist', async () => {
    for (const [index, [method, path, body]] of calls(ids['South']).entries()) {
      const [, absentPath = ''] = calls(randomUUID())[index] ?? [];
      const foreign = reported(await ask('admin', method, path, body));
      expect(foreign.status, `${method} ${path}`).toBe(404);
      expect(reported(await ask('admin', method, absentPath, body))).toEqual(foreign);
      expect(reported(await ask('master', method, absentPath, body))).toEqual(foreign);
    }
    const into = (parentId?: string) => ask('admin', 'PUT', `/${ids['Nurses']}`, { parentId });
    expect(reported(await into(ids['South']))).toEqual(reported(await into(randomUUID())));
    expect((await ask('master', 'GET', `/${ids['South']}`)).body).toMatchObject({ version: 1 });
  });

  it('are refused to callers without the permission, and to strangers', async () => {
    for (const [method, path, body] of [...calls(ids['North']), ['GET', '']] as const) {
      expect((await ask('user', method, path, body)).status, `${method} ${path}`).toBe(403);
      expect((await ask('nobody', method, path, body)).status).toBe(401);
      const readOnly = (await ask('auditor', method, path, body)).status;
      expect(readOnly).toBe(method === 'GET' ? 200 : 403);
    }
  });

  it.each([
    ['GET', '/x'],
    ['GET', '?asOf=yesterday'],
    ['GET', '?cursor=abc'],
    ['GET', '?colour=red'],
    ['POST', ''],
    ['POST', '?name='],
    ['POST', '?name=%20%20'],
    ['POST', '?name=A&parentId=x'],
    ['POST', '?name=A', { name: 'A' }],
    ['PUT', '/id', { name: '' }],
    ['PUT', '/id', { name: ' ' }],
    ['PUT', '/id', { emailDomains: ['example'] }],
    ['PUT', '/id', { colour: 'red' }],
    ['PUT', '/id/roles'],
    ['PUT', '/id/roles?role=NONE'],
    ['PUT', '/id/roles?role=USER&role=GLOBAL_MASTER'],
    ['DELETE', '/id/roles?role=NONE'],
  ])('refuse %s %s %j', async (method, path, body?: object) => {
    const answer = await ask('master', method, path.replace('id', ids['South'] ?? ''), body);
    expect(answer.status).toBe(400);
    expect(answer.body.code).toBe('bad_request');
    expect(answer.body.fields?.length).toBeGreaterThan(0);
  });

  it('are created below a unit in scope, and at the root by administrators of all', async () => {
    const root = await ask('admin', 'POST', '?name=Root');
    expect(root.status).toBe(403);
    expect(root.body.message).toContain('parentId');
    const made = await ask('admin', 'POST', `?name=%20Porters%20&parentId=${ids['North']}`, {});
    expect(made.status).toBe(201);
    expect(made.headers.get('etag')).toBe('"1"');
    expect(made.body).toMatchObject({
      name: 'Porters',
      path: [{ id: ids['North'], name: 'North' }],
    });
    const again = await ask('admin', 'POST', `?name=PORTERS&parentId=${ids['North']}`);
    expect(again).toMatchObject({ status: 409, body: { code: 'name_taken' } });
    const company = await ask('master', 'POST', '?name=company');
    expect(company).toMatchObject({ status: 409, body: { code: 'name_taken' } });
    expect((await ask('admin', 'POST', `?name=Porters&parentId=${ids['Nurses']}`)).status).toBe(
      201,
    );
    expect((await ask('admin', 'PUT', `/${made.body.id}`, { name: 'ärzte' })).status).toBe(409);
    expect(await wrongPaths(running.database)).toEqual([]);
  });

  it('change only the given fields, unless somebody changed them meanwhile', async () => {
    const id = await makeUnit(running, tokens['master'] ?? '', 'West');
    const emailDomains = ['West.Example.org', 'a.example.org', 'west.example.org'];
    const changed = await ask(
      'master',
      'PUT',
      `/${id}`,
      { emailDomains, secondFactorRequired: true },
      { 'if-match': '"1"' },
    );
    expect(changed.status).toBe(200);
    expect(changed.headers.get('etag')).toBe('"2"');
    expect(changed.body).toMatchObject({
      name: 'West',
      emailDomains: ['a.example.org', 'west.example.org'],
      secondFactorRequired: true,
      version: 2,
    });
    const late = await ask('master', 'PUT', `/${id}`, { name: 'East' }, { 'if-match': '"1"' });
    expect(late).toMatchObject({
      status: 412,
      body: { code: 'changed_meanwhile', current: { name: 'West', version: 2 } },
    });
    expect((await ask('master', 'DELETE', `/${id}`, undefined, { 'if-match': '"1"' })).status).toBe(
      412,
    );
    const same = await ask('master', 'PUT', `/${id}`, { name: 'West', parentId: null });
    expect(same.body).toMatchObject({ version: 2 });

    const taken = await ask('admin', 'PUT', `/${ids['Nurses']}`, {
      emailDomains: ['A.example.org'],
    });
    expect(taken).toMatchObject({ status: 409, body: { code: 'domain_taken' } });
    await ask('master', 'PUT', `/${id}`, { emailDomains: ['west.example.org'] });
    const free = await ask('admin', 'PUT', `/${ids['Nurses']}`, {
      emailDomains: ['A.example.org'],
    });
    expect(free.body).toMatchObject({ emailDomains: ['a.example.org'] });
  });

  it('show their members, optionally with those below, within the caller’s scope', async () => {
    const members = async (who: string, path: string) =>
      (await ask(who, 'GET', path)).body.data?.map(({ id }) => id);
    expect(await members('master', `/${ids['North']}/users`)).toEqual([ids['admin']]);
    expect(await members('admin', `/${ids['North']}/users?below=true`)).toEqual([
      ids['admin'],
      ids['user'],
    ]);
    expect(await members('admin', `/${ids['North']}/users?below=true&name=USER`)).toEqual([
      ids['user'],
    ]);
    expect(await members('master', `/${ids['Company']}/users`)).toEqual([]);
    expect(await members('master', `/${ids['Company']}/users?below=true`)).toHaveLength(3);
  });
});
