import { say } from '@annals/contracts/messages';
import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import sql from 'sql-template-tag';
import { testDatabases } from '@annals/kit/testing/databases';
import { assignToUnit, makeUnit } from '../testing/inserted-units.ts';
import { publicUrl, RunningService } from '../testing/running-service.ts';
import { mailsTo } from '../testing/written-mails.ts';

describe.each(testDatabases())('inviting a user, $kind', ({ open }) => {
  const running = RunningService.forAll(open);
  let master: { userId: string; token: string };
  let admin: { userId: string; token: string };
  let units: { north: string; fjord: string; south: string; powerful: string };

  beforeAll(async () => {
    master = await running.createAndSignIn('master@example.org', 'GLOBAL_MASTER');
    admin = await running.createAndSignIn('admin@example.org', 'ORG_ADMIN', 'USER');
    const north = await makeUnit(running.database, 'north');
    units = {
      north,
      fjord: await makeUnit(running.database, 'fjord', north),
      powerful: await makeUnit(running.database, 'powerful', north),
      south: await makeUnit(running.database, 'south'),
    };
    await assignToUnit(running.database, north, admin.userId);
    await running.database.query(sql`
      insert into authentication.organizational_unit_role_period (unit_id, role, granted_at)
      values (${units.powerful}, 'AUDITOR', '2026-01-01T00:00:00Z')`);
  });

  const invite = (body: object, token = master.token) =>
    running.call('POST', '/v1/users', { token, body });
  const users = async () =>
    (await running.database.query(sql`select 1 as one from authentication.user_account`)).length;

  it('creates the user with roles and units, and sends the mail with the link to the password', async () => {
    const { status, body } = await invite({
      email: 'Ada@example.org',
      mailTemplateId: 650487,
      mailTemplateParameters: {
        email: '{email}',
        headline: 'Welcome, {email}',
        ctaLink: 'https://elsewhere.example/set-password',
        lang: 'de',
      },
      name: 'Ada',
      roles: ['USER', 'AUDITOR', 'USER'],
      organizationalUnitIds: [units.north, units.south],
    });
    expect(status).toBe(201);
    expect(body).toMatchObject({
      email: 'Ada@example.org',
      username: 'Ada@example.org',
      name: 'Ada',
      lang: 'de',
      status: 'INVITED',
      roles: ['AUDITOR', 'USER'],
      roleGrants: [{ grantedBy: { id: master.userId } }, { grantedBy: { id: master.userId } }],
      organizationalUnits: [{ name: 'north' }, { name: 'south' }],
      hasPassword: false,
      version: 1,
    });
    const events = await running.database.query(sql`
      select action, actor_id from authentication.event where subject = ${`user/${body.id}`} and actor_id is not null
      order by seq`);
    expect(events).toEqual([
      { action: 'user.created', actor_id: master.userId },
      { action: 'invitation.made', actor_id: master.userId },
    ]);
    const [invitation] = await running.database.query(sql`
      select invited_by, parameters from authentication.invitation where user_id = ${body.id}`);
    // {email} is filled in when the mail is created.
    expect(invitation).toMatchObject({
      invited_by: master.userId,
      parameters: { headline: 'Welcome, {email}' },
    });
  });

  it('requires only an email', async () => {
    const { status, body } = await invite({ email: 'bare@example.org' });
    expect(status).toBe(201);
    expect(body).toMatchObject({ name: 'bare@example.org', roles: [], lang: 'en' });
  });

  it('sends the welcome mail, whose link leads to the page to set the password', async () => {
    await invite({ email: 'mail@example.org' });
    const [mail] = await mailsTo(running.mailDirectory, 'mail@example.org');
    expect(mail?.subject).toContain('Welcome');
    expect(mail?.text).toContain(`${publicUrl}/set-password#token=`);
  });

  it('is refused if the email is taken, and reveals nothing else', async () => {
    await running.service.createUser({ email: 'secret@example.org', name: 'Secret', roles: [] });
    await running.database.query(sql`
      update authentication.sign_in_name set key = 'as-name@example.org' where key = 'bare@example.org'`);
    const before = await users();
    for (const email of ['SECRET@example.org', 'as-name@example.org']) {
      const { status, body } = await invite(
        { email, organizationalUnitIds: [units.north] },
        master.token,
      );
      expect(status).toBe(409);
      expect(body).toEqual({
        error: expect.any(String),
        code: 'email_taken',
        ...say('emailOfUser', { email }),
        requestId: expect.any(String),
      });
    }
    expect(await users()).toBe(before);
  });

  it.each<readonly [object, string]>([
    [{}, 'body.email'],
    [{ email: 'none' }, 'body.email'],
    [{ email: 'x@example.org', roles: ['NONE'] }, 'body.roles'],
    [{ email: 'x@example.org', lang: 'xx' }, 'body.lang'],
    [{ email: 'x@example.org', organizationalUnitIds: ['x'] }, 'body.organizationalUnitIds.0'],
    [{ email: 'x@example.org', mailTemplateId: 1 }, 'body.mailTemplateId'],
    [{ email: 'x@example.org', status: 'ACTIVE' }, 'body'],
    ...[
      '/elsewhere',
      'https://annals.test/set-password/x',
      'javascript:/set-password',
      '//[',
      '',
    ].map(
      (ctaLink) =>
        [
          { email: 'x@example.org', mailTemplateParameters: { ctaLink } },
          'body.mailTemplateParameters.ctaLink',
        ] as const,
    ),
  ])('is refused as %j', async (body, path) => {
    const { status, body: answer } = await invite(body);
    expect(status).toBe(400);
    expect(answer.fields?.map((field) => field.path)).toContain(path);
  });

  it.each(['/set-password', 'https://annals.test/set-password', '{email}/../set-password?x=1'])(
    'accepts %s as the link of the mail',
    async (ctaLink) => {
      const email = `${randomUUID()}@example.org`;
      const { status } = await invite({ email, mailTemplateParameters: { ctaLink } });
      expect(status).toBe(201);
    },
  );

  it('is possible for a unit administrator within their units, with roles they may grant', async () => {
    const email = 'inside@example.org';
    const none = await invite({ email, roles: ['USER'] }, admin.token);
    expect(none.status).toBe(400);
    expect(none.body.fields?.[0]?.path).toBe('body.organizationalUnitIds');
    const inFjord = { email, organizationalUnitIds: [units.fjord] };
    for (const [input, status] of [
      [{ email, organizationalUnitIds: [units.fjord, units.south] }, 404],
      [{ email, organizationalUnitIds: [randomUUID()] }, 404],
      [{ email, organizationalUnitIds: [units.powerful] }, 403],
      [{ ...inFjord, roles: ['USER', 'GLOBAL_MASTER'] }, 403],
      [{ ...inFjord, roles: ['AUDITOR'] }, 403],
    ] as const)
      expect((await invite(input, admin.token)).status).toBe(status);
    const { status, body } = await invite(
      { ...inFjord, roles: ['USER', 'ORG_ADMIN'] },
      admin.token,
    );
    expect(status).toBe(201);
    expect(body).toMatchObject({ roles: ['ORG_ADMIN', 'USER'], mayChange: true });
  });

  it('requires the permission to write users', async () => {
    const auditor = await running.createAndSignIn('auditor@example.org', 'AUDITOR');
    expect((await invite({ email: 'y@example.org' }, auditor.token)).status).toBe(403);
    expect((await running.call('POST', '/v1/users', { body: {} })).status).toBe(401);
  });
});
