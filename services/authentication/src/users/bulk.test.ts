import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import sql from 'sql-template-tag';
import { testDatabases } from '@annals/kit/testing/databases';
import { assignToUnit, makeUnit } from '../testing/inserted-units.ts';
import { RunningService } from '../testing/running-service.ts';

interface BulkAnswer {
  dryRun: boolean;
  results: {
    row?: number;
    userId?: string;
    email?: string;
    outcome: string;
    code?: string;
    message?: string;
  }[];
  done: number;
  unchanged: number;
  refused: number;
}

describe.each(testDatabases())('many users at once, $kind', ({ open }) => {
  const running = RunningService.forAll(open);
  let master: { userId: string; token: string };
  let admin: { userId: string; token: string };
  let inside: { userId: string; token: string };
  let outside: { userId: string; token: string };
  let chief: { userId: string; token: string };
  let units: { north: string; south: string };

  beforeAll(async () => {
    master = await running.createAndSignIn('master@example.org', 'GLOBAL_MASTER');
    admin = await running.createAndSignIn('admin@example.org', 'ORG_ADMIN', 'USER');
    inside = await running.createAndSignIn('inside@example.org');
    outside = await running.createAndSignIn('outside@example.org', 'USER');
    chief = await running.createAndSignIn('chief@example.org', 'GLOBAL_MASTER');
    units = {
      north: await makeUnit(running.database, 'north'),
      south: await makeUnit(running.database, 'south'),
    };
    await makeUnit(running.database, 'twin', units.north);
    await makeUnit(running.database, 'twin', units.south);
    for (const { userId } of [admin, inside, chief])
      await assignToUnit(running.database, units.north, userId);
  });

  const bulk = async (body: object, token = master.token) => {
    const answer = await running.call('POST', '/v1/users/bulk', { token, body });
    return { ...answer, reported: answer.body as unknown as BulkAnswer };
  };
  const outcomes = ({ reported }: { reported: BulkAnswer }) =>
    reported.results.map(({ outcome, code }) =>
      code === undefined ? outcome : `${outcome} ${code}`,
    );
  const state = async () => [
    await running.database.query(
      sql`select id, status, version from authentication.user_account order by id`,
    ),
    await running.database.query(
      sql`select * from authentication.user_role_period order by user_id, role, granted_at`,
    ),
    await running.database.query(
      sql`select * from authentication.organizational_unit_member_period order by user_id, unit_id`,
    ),
    await running.database.query(
      sql`select count(*) from authentication.session where ended is null`,
    ),
    await running.database.query(sql`select count(*) from authentication.invitation`),
    await running.database.query(
      sql`select count(*) from authentication.event where action <> 'mail.sent'`,
    ),
  ];
  /** A dry run changes nothing, and the real run then does the same. */
  const rehearsedAndDone = async (body: object, token = master.token) => {
    const before = await state();
    const rehearsed = await bulk({ ...body, dryRun: true }, token);
    expect(rehearsed.status).toBe(200);
    expect(await state()).toEqual(before);
    const done = await bulk(body, token);
    expect(done.status).toBe(200);
    expect(rehearsed.reported).toMatchObject({ dryRun: true });
    expect(outcomes(rehearsed)).toEqual(outcomes(done));
    expect([done.reported.done, done.reported.unchanged, done.reported.refused]).toEqual(
      ['DONE', 'UNCHANGED', 'REFUSED'].map(
        (outcome) => done.reported.results.filter((result) => result.outcome === outcome).length,
      ),
    );
    return done;
  };

  it('are each changed, left unchanged or refused with a reason, by a unit administrator', async () => {
    const userIds = [inside, outside, chief, admin].map(({ userId }) => userId);
    const absent = randomUUID();
    const input = {
      action: 'ADD_ROLE',
      role: 'USER',
      userIds: [...userIds, absent, inside.userId],
    };
    const done = await rehearsedAndDone(input, admin.token);
    expect(outcomes(done)).toEqual([
      'DONE',
      'REFUSED not_found',
      'REFUSED forbidden',
      'UNCHANGED',
      'REFUSED not_found',
    ]);
    const [, foreign, , , none] = done.reported.results;
    expect({ ...foreign, userId: '' }).toEqual({ ...none, userId: '' });
    const result = await rehearsedAndDone({ ...input, role: 'AUDITOR' }, admin.token);
    expect(new Set(outcomes(result))).toEqual(new Set(['REFUSED forbidden']));
  });

  it.each([
    ['DISABLE', {}, ['DONE', 'UNCHANGED', 'REFUSED own_account']],
    ['ENABLE', {}, ['DONE', 'DONE', 'UNCHANGED']],
    ['ADD_ROLE', { role: 'AUDITOR' }, ['DONE', 'DONE', 'DONE']],
    ['REMOVE_ROLE', { role: 'AUDITOR' }, ['DONE', 'DONE', 'DONE']],
    ['REMOVE_ROLE', { role: 'AUDITOR' }, ['UNCHANGED', 'UNCHANGED', 'UNCHANGED']],
    ['END_SESSIONS', {}, ['UNCHANGED', 'UNCHANGED', 'DONE']],
  ])('%s %j', async (action, more, expected) => {
    const first = await running.service.createUser({
      email: `${randomUUID()}@example.org`,
      roles: [],
    });
    const second = await running.service.createUser({
      email: `${randomUUID()}@example.org`,
      roles: [],
    });
    const disable = (userId: string) =>
      running.call('PUT', `/v1/users/${userId}/status`, {
        token: master.token,
        body: { status: 'DISABLED' },
      });
    if (action === 'DISABLE') await disable(second.userId);
    if (action === 'ENABLE') for (const { userId } of [first, second]) await disable(userId);
    if (action === 'REMOVE_ROLE' && expected[0] === 'DONE')
      for (const userId of [first.userId, second.userId, master.userId])
        await running.call('PUT', `/v1/users/${userId}/roles?role=AUDITOR`, {
          token: master.token,
        });
    const userIds = [first.userId, second.userId, master.userId];
    expect(outcomes(await rehearsedAndDone({ action, userIds, ...more }))).toEqual(expected);
    master = {
      ...master,
      token: (await running.signIn('master@example.org')).body.accessToken ?? '',
    };
  });

  it('are added to a unit and removed from it', async () => {
    const input = { organizationalUnitId: units.south, userIds: [inside.userId, outside.userId] };
    const into = await rehearsedAndDone({ action: 'ASSIGN_UNIT', ...input });
    expect(outcomes(into)).toEqual(['DONE', 'DONE']);
    const beyond = await rehearsedAndDone({ action: 'ASSIGN_UNIT', ...input }, admin.token);
    expect(new Set(outcomes(beyond))).toEqual(new Set(['REFUSED not_found']));
    const out = await rehearsedAndDone({ action: 'UNASSIGN_UNIT', ...input });
    expect(outcomes(out)).toEqual(['DONE', 'DONE']);
    expect(outcomes(await bulk({ action: 'UNASSIGN_UNIT', ...input }))).toEqual([
      'UNCHANGED',
      'UNCHANGED',
    ]);
  });

  it('are invited again if they have not accepted yet', async () => {
    const { body } = await running.call('POST', '/v1/users', {
      token: master.token,
      body: { email: 'invited@example.org' },
    });
    const userIds = [body.id, inside.userId];
    const done = await rehearsedAndDone({ action: 'RESEND_INVITATION', userIds });
    expect(outcomes(done)).toEqual(['DONE', 'REFUSED already_accepted']);
  });

  it('lose the master role except for the last one, in the dry run too', async () => {
    const userIds = [chief.userId, master.userId];
    const done = await rehearsedAndDone({ action: 'REMOVE_ROLE', role: 'GLOBAL_MASTER', userIds });
    expect(outcomes(done)).toEqual(['DONE', 'REFUSED last_master']);
  });

  it('are invited from a file, with a result for each line', async () => {
    const csv = [
      '\uFEFFEmail,name,roles,organizationalUnits,lang',
      'one@example.org,"One, the first",USER; ORG_ADMIN,north,de',
      'two@example.org,,,' + units.north + ',',
      '',
      'no email,,,north,',
      'ONE@example.org,,,north,',
      'three@example.org,,AUDITOR,north,',
      'four@example.org,,NONE,north,',
      'five@example.org,,,south,',
      'six@example.org,,,,',
      'seven@example.org,,,twin,',
      'eight@example.org,,,north,fr',
      'inside@example.org,,,north,',
      'nine@example.org,,,north,,x',
      'ten@example.org',
    ].join('\r\n');
    const done = await rehearsedAndDone({ action: 'INVITE', csv }, admin.token);
    expect(
      done.reported.results.map(({ row, email, outcome, code }) => [row, email, outcome, code]),
    ).toEqual([
      [2, 'one@example.org', 'DONE', undefined],
      [3, 'two@example.org', 'DONE', undefined],
      [5, 'no email', 'REFUSED', 'bad_request'],
      [6, 'ONE@example.org', 'REFUSED', 'doubled'],
      [7, 'three@example.org', 'REFUSED', 'forbidden'],
      [8, 'four@example.org', 'REFUSED', 'bad_request'],
      [9, 'five@example.org', 'REFUSED', 'bad_request'],
      [10, 'six@example.org', 'REFUSED', 'bad_request'],
      // There is another one with this name, which the administrator does not see.
      [11, 'seven@example.org', 'DONE', undefined],
      [12, 'eight@example.org', 'REFUSED', 'bad_request'],
      [13, 'inside@example.org', 'REFUSED', 'email_taken'],
      [14, 'nine@example.org', 'REFUSED', 'bad_request'],
      [15, 'ten@example.org', 'REFUSED', 'bad_request'],
    ]);
    const one = await running.get(`/v1/users/${done.reported.results[0]?.userId}`, admin.token);
    expect(one.body).toMatchObject({
      name: 'One, the first',
      lang: 'de',
      status: 'INVITED',
      roles: ['ORG_ADMIN', 'USER'],
      organizationalUnits: [{ name: 'north' }],
    });
    const eight = done.reported.results.find(({ email }) => email === 'eight@example.org');
    expect(eight?.message).toBe('The language has to be English (en) or German (de).');
    const capitals = await bulk({
      action: 'INVITE',
      csv: 'email,organizationalUnits\ny@example.org,NORTH',
    });
    expect(capitals.reported.results[0]).toMatchObject({ outcome: 'DONE' });
    const twice = await bulk({
      action: 'INVITE',
      csv: 'email,organizationalUnits\nx@example.org,twin',
    });
    expect(twice.reported.results[0]?.message).toContain('several');
  });

  it('are invited into units as the console shows them, also several and with the units above', async () => {
    const makeNested = async (name: string, parentId = '') => {
      const query = new URLSearchParams({ name, ...(parentId !== '' && { parentId }) });
      const path = `/v1/organizational-units?${query.toString()}`;
      return (await running.call('POST', path, { token: master.token })).body.id ?? '';
    };
    const europe = await makeNested('Europe');
    const asia = await makeNested('Asia');
    const sales = await makeNested('Sales', europe);
    const otherSales = await makeNested('Sales', asia);
    const research = await makeNested('R&D; Labs, Ltd.', sales);
    const unitsFor = async (cell: string) => {
      const csv = `email,organizationalUnits\nu${Math.random()}@units.example,"${cell}"`;
      const { reported } = await bulk({ action: 'INVITE', csv });
      const [{ userId, message } = {}] = reported.results;
      if (userId === undefined) return message;
      const { body } = await running.get(`/v1/users/${userId}`, master.token);
      return body.organizationalUnits?.map(({ id }: { id: string }) => id).sort();
    };
    for (const [cell, ids] of [
      ['Europe › Sales', [sales]],
      ['ASIA > sales', [otherSales]],
      ['Europe › Sales › R&D; Labs, Ltd.', [research]],
      ['R&D; Labs, Ltd.', [research]],
      ['Europe, Asia', [europe, asia]],
      ['Europe|asia', [europe, asia]],
      ['Europe\nAsia', [europe, asia]],
      ['Europe; Asia › Sales', [europe, otherSales]],
    ] as const)
      expect([cell, await unitsFor(cell)]).toEqual([cell, ids.toSorted()]);
    expect(await unitsFor('Sales')).toContain('as in Europe › Sales');
    for (const cell of ['Africa › Sales', 'Europe, Nowhere', '› Sales', 'Sales › Europe'])
      expect(await unitsFor(cell)).toContain('There is no organizational unit');
  });

  it.each([
    ['\n', 'empty'],
    ['email,name', 'no users'],
    ['name\nAda', 'lacks the column email'],
    ['email,phone\na@example.org,1', 'unknown column "phone"'],
    ['email,email\na@example.org,b', 'twice'],
    ['email\n"a@example.org', 'not valid CSV'],
    [`email\n${'a@example.org\n'.repeat(501)}`, 'line 502'],
  ])('are not invited from the file %j', async (csv, message) => {
    const { status, body } = await bulk({ action: 'INVITE', csv });
    expect(status).toBe(400);
    expect(body.message).toContain(message);
    expect(body.fields?.[0]?.path).toBe('body.csv');
  });

  it.each([
    [{ action: 'ADD_ROLE' }, 'body.role'],
    [{ action: 'ADD_ROLE', role: 'NONE' }, 'body.role'],
    [{ action: 'ASSIGN_UNIT' }, 'body.organizationalUnitId'],
    [{ action: 'NONE' }, 'body.action'],
    [{ action: 'DISABLE', userIds: [] }, 'body.userIds'],
    [{ action: 'DISABLE', userIds: ['x'] }, 'body.userIds.0'],
  ])('are refused for %j', async (body, path) => {
    const { status, body: answer } = await bulk({ userIds: [inside.userId], ...body });
    expect(status).toBe(400);
    expect(answer.fields?.map((field) => field.path)).toContain(path);
  });

  it('require the permission to write users', async () => {
    const input = { action: 'DISABLE', userIds: [inside.userId] };
    expect((await bulk(input, outside.token)).status).toBe(403);
    expect((await bulk(input, '')).status).toBe(401);
  });
});
