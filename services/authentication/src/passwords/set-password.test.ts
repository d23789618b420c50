import sql from 'sql-template-tag';
import { describe, expect, it } from 'vitest';
import { testDatabases } from '@annals/kit/testing/databases';
import { password, RunningService } from '../testing/running-service.ts';

const day = 24 * 3600;

describe.each(testDatabases())('setting a password, $kind', ({ open }) => {
  const running = RunningService.forAll(open);

  const check = async (token: string) =>
    (await running.get(`/v1/auth/password-token/${token}`)).body;
  const use = (body: object) =>
    running.call('POST', '/v1/auth/password', { body: { password, ...body } });

  async function invited(email: string) {
    const { userId, link = '' } = await running.service.createUser({
      email,
      name: 'Grace Hopper',
      roles: ['USER'],
    });
    return { userId, token: new URL(link).hash.replace('#token=', '') };
  }

  const make = (user: object) =>
    running.service.createUser({ email: 'new@example.org', roles: [], password, ...user });

  it('signs an invited user in, once', async () => {
    const { userId, token } = await invited('grace@example.org');
    expect((await running.signIn('grace@example.org')).status).toBe(401);
    expect(await check(token)).toEqual({
      state: 'valid',
      purpose: 'INVITATION',
      email: 'grace@example.org',
    });
    const { status, body } = await use({ token });
    expect(status).toBe(200);
    const current = await running.get('/v1/users/current', body.accessToken);
    expect(current.body).toMatchObject({ id: userId, status: 'ACTIVE', roles: ['USER'] });
    expect(await check(token)).toEqual({ state: 'used', purpose: 'INVITATION' });
    expect((await use({ token })).status).toBe(400);
    expect((await running.signIn('grace@example.org')).status).toBe(200);
  });

  it('works once under concurrent uses', async () => {
    const { token } = await invited('once@example.org');
    const answers = await Promise.all(Array.from({ length: 6 }, () => use({ token })));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 400)).toHaveLength(5);
  });

  it('ends all sessions of the user, and forgets failed sign-ins', async () => {
    const {
      userId,
      token: session,
      refreshToken,
    } = await running.createAndSignIn('again@example.org');
    const { token } = await invited('holder@example.org');
    await running.database.query(sql`
      update authentication.one_time_link
      set user_id = ${userId}, purpose = 'RESET', expires = created + interval '15 minutes'
      where user_id = (select user_id from authentication.sign_in_name where key = 'holder@example.org')`);
    for (let failure = 0; failure < 10; failure += 1)
      await running.signIn('again@example.org', 'wrong');
    expect((await running.signIn('again@example.org')).status).toBe(429);
    const changed = 'another heron, further out';
    const { status, body } = await use({ token, password: changed });
    expect(status).toBe(200);
    expect((await running.get('/v1/users/current', session)).status).toBe(401);
    expect((await running.refresh(refreshToken)).status).toBe(401);
    expect((await running.get('/v1/users/current', body.accessToken)).status).toBe(200);
    expect((await running.signIn('again@example.org')).status).toBe(401);
    expect((await running.signIn('again@example.org', changed)).status).toBe(200);
  });

  it.each([
    ['short', 'at least 12'],
    ['x'.repeat(257), 'at most 256'],
    ['administrator', 'among the first'],
    ['Grace is the boss here', '"grace"'],
    ['our ANNALS of the town', '"annals"'],
    ['ruled by the4th person', '"the4th"'],
  ])('refuses %j and says why', async (refused, reason) => {
    const { token } = await invited(`the4th+${Math.random()}@example.org`);
    const { status, body } = await use({ token, password: refused });
    expect(status).toBe(400);
    expect(body.fields).toEqual([
      expect.objectContaining({ path: 'body.password', message: expect.stringContaining(reason) }),
    ]);
    expect((await check(token)).state).toBe('valid');
  });

  it('accepts any characters and spaces, composed or not', async () => {
    const { token } = await invited('umlaut@example.org');
    expect((await use({ token, password: 'Zwölf schöne Käfer 🪲' })).status).toBe(200);
    expect(
      (await running.signIn('umlaut@example.org', 'Zwölf schöne Käfer 🪲'.normalize('NFD'))).status,
    ).toBe(200);
  });

  it('refuses an email and a name with a link that has a user', async () => {
    const { token } = await invited('fixed@example.org');
    expect((await use({ token, email: 'other@example.org' })).status).toBe(400);
    expect((await use({ token, name: 'Other' })).status).toBe(400);
    expect((await use({ token, role: 'GLOBAL_MASTER' })).status).toBe(400);
  });

  it('reports expired links, and treats those of disabled users as unknown', async () => {
    const { userId, token } = await invited('late@example.org');
    running.advance(7 * day);
    expect(await check(token)).toEqual({ state: 'expired', purpose: 'INVITATION' });
    expect((await use({ token })).status).toBe(400);
    expect(await check('strange')).toEqual({ state: 'unknown' });
    expect((await use({ token: 'strange' })).body.fields?.[0]?.path).toBe('body.token');
    await running.database.query(
      sql`update authentication.user_account set status = 'DISABLED' where id = ${userId}`,
    );
    expect(await check(token)).toEqual({ state: 'unknown' });
    expect((await use({ token })).status).toBe(400);
  });

  it('refuses to create a user with a taken email, an unknown role or a weak password', async () => {
    await invited('taken@example.org');
    await expect(make({ email: 'TAKEN@example.org' })).rejects.toMatchObject({
      status: 409,
      code: 'email_taken',
    });
    await expect(make({ roles: ['NONE_SUCH'] })).rejects.toMatchObject({ status: 400 });
    await expect(make({ password: 'password1234' })).rejects.toMatchObject({ status: 400 });
    await expect(make({ email: 'no address' })).rejects.toMatchObject({ status: 400 });
    const rows = await running.database.query(
      sql`select 1 as found from authentication.sign_in_name where key = 'new@example.org'`,
    );
    expect(rows).toEqual([]);
  });
});
