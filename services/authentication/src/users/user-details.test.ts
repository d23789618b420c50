import { randomBytes, randomUUID } from 'node:crypto';
import sql from 'sql-template-tag';
import { beforeAll, describe, expect, it } from 'vitest';
import { uuidv7 } from 'uuidv7';
import { testDatabases } from '@annals/kit/testing/databases';
import { assignToUnit, makeUnit } from '../testing/inserted-units.ts';
import { RunningService } from '../testing/running-service.ts';

const since = '2026-01-01T00:00:00.000000Z';

describe.each(testDatabases())('the details of users, $kind', ({ open }) => {
  const running = RunningService.forAll(open);
  let master: { userId: string; token: string };
  let admin: { userId: string; token: string };
  let member: { userId: string; token: string };
  let units: { root: string; north: string; south: string };

  beforeAll(async () => {
    master = await running.createAndSignIn('master@example.org', 'GLOBAL_MASTER');
    const root = await makeUnit(running.database, 'root');
    const [north, south] = [
      await makeUnit(running.database, 'north', root),
      await makeUnit(running.database, 'south', root),
    ];
    units = { root, north, south };
    admin = await running.createAndSignIn('admin@example.org', 'ORG_ADMIN');
    await assignToUnit(running.database, north, admin.userId, since);
    member = await running.createAndSignIn('member@example.org', 'USER');
    await assignToUnit(running.database, north, member.userId, since);
    await running.database.query(sql`
      insert into authentication.organizational_unit_role_period (unit_id, role, granted_by, granted_at)
      values (${root}, 'AUDITOR', ${master.userId}, ${since})`);
  });

  const get = (userId: string, token: string) => running.get(`/v1/users/${userId}`, token);
  const found = async (query: string, token = master.token) =>
    (await running.get(`/v1/users?${query}`, token)).body.data?.map(({ name }) => name);

  it('say where each role comes from, and who granted it', async () => {
    const { body, headers } = await get(member.userId, master.token);
    expect(body).toMatchObject({
      status: 'ACTIVE',
      roles: ['AUDITOR', 'USER'],
      roleGrants: [
        {
          role: 'AUDITOR',
          organizationalUnit: { id: units.root, name: 'root' },
          grantedDate: since,
          grantedBy: { id: master.userId, name: 'master@example.org' },
        },
        { role: 'USER', organizationalUnit: null, grantedBy: null },
      ],
      organizationalUnits: [{ id: units.north, name: 'north', assignedDate: since }],
      lockedUntil: null,
      secondFactor: false,
      hasPassword: true,
      mayChange: true,
      version: 1,
    });
    expect(headers.get('etag')).toBe('"1"');
  });

  it('return 404 for an unknown user', async () => {
    expect((await get(randomUUID(), master.token)).status).toBe(404);
  });

  it('hide units and users out of scope from a unit administrator', async () => {
    const { body } = await get(member.userId, admin.token);
    expect(body).toMatchObject({
      roles: ['AUDITOR', 'USER'],
      roleGrants: [
        { role: 'AUDITOR', organizationalUnit: { id: '' }, grantedBy: null },
        { role: 'USER', organizationalUnit: null },
      ],
    });
    expect(JSON.stringify(body)).not.toContain('root');
    expect(JSON.stringify(body)).not.toContain('master@');
    const own = await running.get('/v1/users/current', member.token);
    expect(own.body).toMatchObject({ roleGrants: [{ organizationalUnit: { name: 'root' } }, {}] });
  });

  it('omit expensive fields from lists unless they are requested', async () => {
    const { body } = await running.get('/v1/users?name=member', master.token);
    expect(body.data?.[0]).toMatchObject({ roles: ['AUDITOR', 'USER'], hasPassword: true });
    expect(body.data?.[0]).not.toHaveProperty('roleGrants');
    const whole = await running.get('/v1/users?name=member&include=roleGrants', master.token);
    expect(whole.body.data?.[0]).toHaveProperty('roleGrants');
  });

  it('say whom the caller may change', async () => {
    const both = await running.service.createUser({ email: 'both@example.org', roles: [] });
    await assignToUnit(running.database, units.north, both.userId);
    await assignToUnit(running.database, units.south, both.userId);
    const chief = await running.service.createUser({
      email: 'chief@example.org',
      roles: ['GLOBAL_MASTER'],
    });
    await assignToUnit(running.database, units.north, chief.userId);
    const may = async (token: string) =>
      Object.fromEntries(
        (await running.get('/v1/users', token)).body.data?.map((user) => [
          user.name.split('@')[0],
          (user as { mayChange?: boolean }).mayChange,
        ]) ?? [],
      );
    expect(await may(master.token)).toEqual({
      admin: true,
      both: true,
      chief: true,
      master: true,
      member: true,
    });
    expect(await may(admin.token)).toEqual({
      admin: true,
      both: false,
      chief: false,
      member: true,
    });
    const auditor = await running.createAndSignIn('auditor@example.org', 'AUDITOR');
    expect(Object.values(await may(auditor.token))).toEqual(Array(6).fill(false));
  });

  it('show and filter users whose sign-in is throttled, and those with a second factor', async () => {
    const { userId } = await running.service.createUser({
      email: 'locked@example.org',
      roles: [],
      password: 'rings of a very old tree',
    });
    const until = new Date(running.now + 60_000).toISOString();
    await running.database.query(
      sql`update authentication.user_account set locked_until = ${until} where id = ${userId}`,
    );
    const factor = (confirmed: boolean) => sql`
      insert into authentication.second_factor (id, user_id, kind, name, created, confirmed, totp_secret)
      values (${uuidv7()}, ${userId}, 'TOTP', 'phone', now(), ${confirmed}, 'x')`;
    await running.database.query(factor(false));
    expect((await get(userId, master.token)).body).toMatchObject({
      status: 'LOCKED',
      lockedUntil: until.replace('Z', '000Z'),
      secondFactor: false,
    });
    await running.database.query(factor(true));
    expect((await get(userId, master.token)).body).toMatchObject({ secondFactor: true });
    expect(await found('status=LOCKED')).toEqual(['locked@example.org']);
    expect(await found('status=ACTIVE&name=locked')).toEqual([]);
    running.advance(61);
    expect(await found('status=LOCKED')).toEqual([]);
    expect(await found('status=ACTIVE&name=locked')).toEqual(['locked@example.org']);
    expect((await get(userId, master.token)).body).toMatchObject({
      status: 'ACTIVE',
      lockedUntil: null,
    });
  });

  it('are filtered by effective roles, visible units and sign-in', async () => {
    expect(await found('role=AUDITOR&name=member')).toEqual(['member@example.org']);
    expect(await found('role=AUDITOR&name=master')).toEqual([]);
    expect(await found('role=NONE')).toEqual([]);
    expect(await found(`organizationalUnitId=${units.root}`)).toEqual([]);
    expect(await found(`organizationalUnitId=${units.south}`)).toEqual(['both@example.org']);
    // It is not revealed that a visible user is in a hidden unit.
    expect(await found(`organizationalUnitId=${units.south}`, admin.token)).toEqual([]);
    expect(await found(`organizationalUnitId=${units.north}`, admin.token)).toContain(
      'both@example.org',
    );
    expect(await found('neverSignedIn=true')).toEqual([
      'both@example.org',
      'chief@example.org',
      'locked@example.org',
    ]);
    expect(await found('neverSignedIn=false')).toContain('master@example.org');
    expect(await found('notSignedInForDays=1')).not.toContain('master@example.org');
    running.advance(86_400 + 60);
    const { body } = await running.signIn('master@example.org');
    const later = await found('notSignedInForDays=1', body.accessToken);
    expect(later).toEqual(expect.arrayContaining(['member@example.org', 'both@example.org']));
    expect(later).not.toContain('master@example.org');
    for (const wrong of ['notSignedInForDays=0', 'organizationalUnitId=x', 'neverSignedIn=maybe'])
      expect((await running.get(`/v1/users?${wrong}`, body.accessToken)).status).toBe(400);
  });

  it('say who has no second factor, and whose email is of a domain that is not ours', async () => {
    const { body: signedIn } = await running.signIn('master@example.org');
    const token = signedIn.accessToken ?? '';
    const has = async (query: string) => found(query, token);
    const external = async () =>
      ((await get(member.userId, token)).body as { externalEmail?: boolean | null }).externalEmail;
    // Without a domain of one's own, none is external.
    expect(await external()).toBeNull();
    expect(await has('externalEmail=true')).toEqual([]);
    expect(await has('externalEmail=false')).toEqual([]);
    const claim = (domain: string, verified: string | null) =>
      running.database.query(sql`
        insert into authentication.email_domain (domain, unit_id, token, claimed, verified, method)
        values (${domain}, ${units.root}, 'x', ${since}, ${verified}, ${verified && 'APPROVAL'})`);
    await claim('example.org', null);
    expect(await external()).toBeNull();
    await claim('xn--mller-kva.example', since);
    expect(await external()).toBe(true);
    const guest = await running.createAndSignIn('guest@Müller.example', 'USER');
    expect((await get(guest.userId, token)).body).toMatchObject({ externalEmail: false });
    expect(await has('externalEmail=false')).toEqual(['guest@Müller.example']);
    expect(await has('externalEmail=true&name=member')).toEqual(['member@example.org']);
    expect(await has('secondFactor=true')).toEqual(['locked@example.org']);
    expect(await has('secondFactor=false')).not.toContain('locked@example.org');
    expect(await has('secondFactor=false&status=ACTIVE&name=member')).toEqual([
      'member@example.org',
    ]);
    expect((await running.get('/v1/users?secondFactor=maybe', token)).status).toBe(400);
  });

  it('of an application are what its token gets as the current user', async () => {
    const { body: signedIn } = await running.signIn('master@example.org');
    const made = await running.call('POST', '/v1/applications', {
      token: signedIn.accessToken,
      body: { name: 'Nightly report', roles: ['AUDITOR'] },
    });
    const issued = await running.call('POST', `/v1/applications/${made.body.id}/tokens`, {
      token: signedIn.accessToken,
      body: { description: 'cron', scopes: ['read'], expiresDate: null },
    });
    const { token } = issued.body as { token?: string };
    const { status, body } = await running.call('GET', '/v1/users/current', {
      headers: { 'x-akarion-api-token': token ?? randomBytes(8).toString('hex') },
    });
    expect(status).toBe(200);
    expect(body).toEqual({
      id: made.body.id,
      name: 'Nightly report',
      username: expect.any(String),
      email: null,
      lang: 'en',
      organizationalUnits: [],
      createdDate: expect.any(String),
      roles: ['AUDITOR'],
      status: 'ACTIVE',
    });
  });
});
