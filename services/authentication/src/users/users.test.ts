import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { encodeCursor } from '@annals/kit/lists/paging';
import { testDatabases } from '@annals/kit/testing/databases';
import { assignToUnit, makeUnit } from '../testing/inserted-units.ts';
import { password, RunningService } from '../testing/running-service.ts';

const since = '2026-01-01T00:00:00.000000Z';

const names = [
  'Zoë',
  'adam',
  'Ådam',
  'Adam',
  'Eve_1',
  'eve%2',
  'Élan',
  'Ölaf',
  '李',
  'anna',
  'Anna',
  'bob',
];

describe.each(testDatabases())('users, $kind', ({ open }) => {
  const running = RunningService.forAll(open);
  let master: { userId: string; token: string };
  let plain: { userId: string; token: string };

  beforeAll(async () => {
    master = await running.createAndSignIn('a-master@example.org', 'GLOBAL_MASTER');
    plain = await running.createAndSignIn('b-plain@example.org', 'USER');
    for (const [index, name] of names.entries()) {
      running.advance(1);
      await running.service.createUser({
        email: `u${index}@Test.example`,
        name,
        roles: index % 2 ? ['USER'] : ['AUDITOR'],
      });
    }
  });

  const list = (query: string, token = master.token) => running.get(`/v1/users${query}`, token);
  const shown = async (query: string) => (await list(query)).body.data?.map(({ name }) => name);

  it('are sorted by name as readers expect, the same on both databases', async () => {
    expect(await shown('')).toEqual([
      'a-master@example.org',
      'adam',
      'Adam',
      'Ådam',
      'anna',
      'Anna',
      'b-plain@example.org',
      'bob',
      'Élan',
      'Eve_1',
      'eve%2',
      'Ölaf',
      'Zoë',
      '李',
    ]);
    expect(await shown('?sort=-name')).toEqual((await shown('?sort=name'))?.toReversed());
  });

  it.each([
    'name',
    '-name',
    'email',
    '-email',
    'createdDate',
    '-createdDate',
    'lastSignInDate',
    '-lastSignInDate',
  ])('are paged with sort=%s, each once, in one order', async (sort) => {
    const whole = (await list(`?sort=${sort}`)).body;
    expect(whole).toMatchObject({
      hasMore: false,
      nextCursor: null,
      total: { value: 14, estimate: false },
    });
    const ids = whole.data?.map(({ id }) => id);
    expect(new Set(ids).size).toBe(14);
    const walked: string[] = [];
    let cursor = '';
    for (let page = 0; page < 5; page += 1) {
      const { status, body } = await list(`?sort=${sort}&pageSize=3${cursor}`);
      expect(status).toBe(200);
      expect(body.total).toEqual({ value: 14, estimate: false });
      walked.push(...(body.data ?? []).map(({ id }) => id));
      expect(body.hasMore).toBe(page < 4);
      cursor = `&cursor=${body.nextCursor}`;
      const paged = await list(`?sort=${sort}&pageSize=3&page=${page}`);
      expect(paged.body.data).toEqual(body.data);
    }
    expect(walked).toEqual(ids);
  });

  it('are filtered by status, role and a part of the name', async () => {
    expect(await shown('?status=ACTIVE')).toEqual(['a-master@example.org', 'b-plain@example.org']);
    expect(await shown('?role=GLOBAL_MASTER')).toEqual(['a-master@example.org']);
    expect(await shown('?role=AUDITOR&name=ADAM')).toEqual(['Ådam']);
    expect(await shown('?name=ADAM')).toEqual(['adam', 'Adam', 'Ådam']);
    expect(await shown('?name=%C3%89LAN')).toEqual(['Élan']);
    expect(await shown('?name=U1%40test')).toEqual(['adam']);
    for (const [text, found] of [
      ['%25', ['eve%2']],
      ['_', ['Eve_1']],
      ['%5C', []],
    ] as const) {
      expect(await shown(`?name=${text}`)).toEqual(found);
      const { body } = await running.get(
        `/v1/users/forNameContaining/${text}?pageSize=5`,
        master.token,
      );
      expect(body.data?.map(({ name }) => name)).toEqual(found);
    }
  });

  it.each([
    '?page=201',
    '?page=101&pageSize=100',
    '?cursor=x',
    '?cursor=e30',
    '?pageSize=0',
    '?pageSize=501',
    '?pageSize=x',
    '?sort=id',
    '?other=1',
    '?status=GONE',
    '?name=%00',
    '?role=%00',
    '?page=1&cursor=x',
    '?page=-1',
    `?sort=name&cursor=${encodeCursor('users email', 'a', randomUUID())}`,
    `?sort=createdDate&cursor=${encodeCursor('users createdDate', 'x', randomUUID())}`,
    `?sort=createdDate&cursor=${encodeCursor('users createdDate', '2026-99-99T00:00:00.000000Z', randomUUID())}`,
    `?sort=createdDate&cursor=${encodeCursor('users createdDate', '2026-02-30T00:00:00.000000Z', randomUUID())}`,
    `?sort=createdDate&cursor=${encodeCursor('users createdDate', '0000-01-01T00:00:00.000000Z', randomUUID())}`,
    `?sort=createdDate&cursor=${encodeCursor('users createdDate', '+099999-01-01T00:00:00.000000Z', randomUUID())}`,
    `?sort=name&cursor=${encodeCursor('users name', 'a\0', randomUUID())}`,
  ])('refuse %s', async (query) => {
    const { status, body } = await list(query);
    expect(status).toBe(400);
    expect(body.fields?.length).toBeGreaterThan(0);
  });

  it('are found by their user name, ignoring case', async () => {
    const { status, body } = await running.get('/v1/users/forName/U3%40TEST.example', master.token);
    expect(status).toBe(200);
    expect(body).toMatchObject({
      name: 'Adam',
      username: 'u3@Test.example',
      roles: ['USER'],
      status: 'INVITED',
      lastSignInDate: null,
    });
    for (const absent of ['u3', 'nobody', '%25', encodeURIComponent("' or 1=1 --")])
      expect((await running.get(`/v1/users/forName/${absent}`, master.token)).status).toBe(404);
    expect((await running.get('/v1/users/forName/%00', master.token)).status).toBe(400);
  });

  it('can see themselves, but need a permission to see others', async () => {
    expect((await running.get(`/v1/users/${plain.userId}`, plain.token)).body).toMatchObject({
      id: plain.userId,
    });
    const foreign = await running.get(`/v1/users/${master.userId}`, plain.token);
    const absent = await running.get(`/v1/users/${randomUUID()}`, plain.token);
    expect(foreign.status).toBe(404);
    expect({ ...foreign.body, requestId: '' }).toEqual({ ...absent.body, requestId: '' });
    expect((await running.get(`/v1/users/${plain.userId}`, master.token)).status).toBe(200);
    expect((await running.get('/v1/users/abc', master.token)).status).toBe(400);
    for (const path of ['/v1/users', '/v1/users/forName/x', '/v1/users/forNameContaining/x'])
      expect((await running.get(path, plain.token)).status).toBe(403);
  });

  it('accept requested fields as a hint', async () => {
    const { body } = await list('?include=id&include=name&pageSize=1');
    expect(body.data?.[0]).toMatchObject({ id: master.userId, name: 'a-master@example.org' });
  });
});

describe.each(testDatabases())('users of organizational units, $kind', ({ open }) => {
  const running = RunningService.forAll(open);
  let admin: { userId: string; token: string };
  const users: Record<string, string> = {};
  const units: Record<string, string> = {};

  beforeAll(async () => {
    const tree = {
      root: null,
      north: 'root',
      fjord: 'north',
      ness: 'fjord',
      south: 'root',
    } as const;
    for (const [name, parent] of Object.entries(tree)) {
      units[name] = await makeUnit(running.database, name, parent === null ? null : units[parent]);
    }
    const join = (userId: string, unit: string) =>
      assignToUnit(running.database, units[unit] ?? '', userId, since);
    admin = await running.createAndSignIn('admin@example.org', 'ORG_ADMIN');
    await join(admin.userId, 'north');
    for (const unit of Object.keys(tree)) {
      const made = await running.service.createUser({
        email: `${unit}@example.org`,
        roles: ['USER'],
        password,
      });
      users[unit] = made.userId;
      await join(made.userId, unit);
    }
    users['none'] = (
      await running.service.createUser({ email: 'none@example.org', roles: ['GLOBAL_MASTER'] })
    ).userId;
    await join(users['fjord'] ?? '', 'south');
  });

  it('are listed to their administrator down the tree, and no others', async () => {
    const seen = [
      'admin@example.org',
      'fjord@example.org',
      'ness@example.org',
      'north@example.org',
    ];
    const { body } = await running.get('/v1/users', admin.token);
    expect(body.data?.map(({ name }) => name)).toEqual(seen);
    expect(body.total).toEqual({ value: 4, estimate: false });
    const paged = await running.get('/v1/users?pageSize=1&sort=-email', admin.token);
    expect(paged.body.total).toEqual({ value: 4, estimate: false });
    const containing = await running.get('/v1/users/forNameContaining/example', admin.token);
    expect(containing.body.data?.map(({ name }) => name)).toEqual(seen);
    const fjord = body.data?.find(({ name }) => name === 'fjord@example.org');
    expect(fjord?.organizationalUnits).toEqual([
      { id: units['fjord'], name: 'fjord', assignedDate: since },
    ]);
  });

  it.each([
    ['north', 200],
    ['fjord', 200],
    ['ness', 200],
    ['root', 404],
    ['south', 404],
    ['none', 404],
  ])('in %s are answered with %i', async (unit, status) => {
    const byId = await running.get(`/v1/users/${users[unit]}`, admin.token);
    const byName = await running.get(`/v1/users/forName/${unit}@example.org`, admin.token);
    expect([byId.status, byName.status]).toEqual([status, status]);
    if (status === 200) return;
    const absent = await running.get(`/v1/users/${randomUUID()}`, admin.token);
    const absentName = await running.get('/v1/users/forName/absent@example.org', admin.token);
    expect({ ...byId.body, requestId: '' }).toEqual({ ...absent.body, requestId: '' });
    expect({ ...byName.body, requestId: '' }).toEqual({ ...absentName.body, requestId: '' });
  });

  it('are hidden from an administrator without a unit', async () => {
    const lost = await running.createAndSignIn('lost@example.org', 'ORG_ADMIN');
    const { body } = await running.get('/v1/users', lost.token);
    expect(body.data?.map(({ id }) => id)).toEqual([lost.userId]);
  });

  it('can see all of their own details', async () => {
    const { body } = await running.signIn('fjord@example.org');
    const current = await running.get('/v1/users/current', body.accessToken);
    expect(current.body.organizationalUnits?.map(({ name }) => name)).toEqual(['fjord', 'south']);
  });
});
