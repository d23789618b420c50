import sql from 'sql-template-tag';
import { describe, expect, it } from 'vitest';
import { bothDatabases } from '@annals/kit/testing/databases';
import { password, publicUrl, RunningService } from '../testing/running-service.ts';

const tokenOf = (link: string | undefined) => new URL(link ?? 'x:').hash.replace('#token=', '');

// A fresh embedded database for each test takes long, and the behaviour is the same there.
describe.each(bothDatabases().slice(-1))('set-up link, $kind', ({ open }) => {
  const running = RunningService.forEach(open);

  const check = async (token: string) =>
    (await running.get(`/v1/auth/password-token/${token}`)).body;
  const use = (token: string, more: object = {}) =>
    running.call('POST', '/v1/auth/password', { body: { token, password, ...more } });

  it('creates the first master, signs in and is used up', async () => {
    expect(await running.service.isEmpty()).toBe(true);
    const link = await running.service.setUpLink();
    expect(link).toMatch(new RegExp(`^${publicUrl}/set-password#token=[\\w-]{43}$`));
    const token = tokenOf(link);
    expect(await check(token)).toEqual({ state: 'valid', purpose: 'SETUP' });
    expect(await check(token)).toEqual({ state: 'valid', purpose: 'SETUP' });

    const { status, body } = await use(token, { email: 'first@example.org', name: 'First' });
    expect(status).toBe(200);
    expect(body).toMatchObject({ expiresIn: 300, refreshToken: expect.any(String) });
    const current = await running.get('/v1/users/current', body.accessToken);
    expect(current.body).toMatchObject({
      username: 'first@example.org',
      name: 'First',
      status: 'ACTIVE',
      roles: ['GLOBAL_MASTER'],
      lastSignInDate: '2026-03-01T12:00:00.250000Z',
    });
    expect((await running.signIn('first@example.org')).status).toBe(200);

    expect(await check(token)).toEqual({ state: 'used', purpose: 'SETUP' });
    const again = await use(token, { email: 'second@example.org' });
    expect(again.status).toBe(400);
    expect(again.body.fields?.[0]?.path).toBe('body.token');
    expect(await running.service.isEmpty()).toBe(false);
    expect(await running.service.setUpLink()).toBeUndefined();
  });

  it('requires an email and an acceptable password, without using the link up', async () => {
    const token = tokenOf(await running.service.setUpLink());
    const without = await use(token);
    expect(without.status).toBe(400);
    expect(without.body.fields?.[0]?.path).toBe('body.email');
    for (const email of ['nobody', 'a@b', '', 'a b@example.org'])
      expect((await use(token, { email })).body.fields?.[0]?.path).toBe('body.email');
    const short = await use(token, { email: 'first@example.org', password: 'too short' });
    expect(short.status).toBe(400);
    expect(short.body.fields).toEqual([
      expect.objectContaining({ path: 'body.password', messageCode: 'passwordTooShort' }),
    ]);
    expect(
      (
        await use(token, {
          email: 'herons@example.org',
          name: 'X',
          password: 'two herons on a pier',
        })
      ).status,
    ).toBe(400);
    expect(await running.service.isEmpty()).toBe(true);
    expect((await use(token, { email: 'first@example.org' })).status).toBe(200);
  });

  it('expires after 24 hours', async () => {
    const token = tokenOf(await running.service.setUpLink());
    running.advance(24 * 3600 - 1);
    expect((await check(token)).state).toBe('valid');
    running.advance(1);
    expect(await check(token)).toEqual({ state: 'expired', purpose: 'SETUP' });
    expect((await use(token, { email: 'first@example.org' })).status).toBe(400);
  });

  it('is replaced by a newer one', async () => {
    const before = tokenOf(await running.service.setUpLink());
    running.advance(11 * 60);
    const after = tokenOf(await running.service.setUpLink());
    expect((await check(before)).state).toBe('unknown');
    expect((await use(before, { email: 'first@example.org' })).status).toBe(400);
    expect((await check(after)).state).toBe('valid');
  });

  it('is invalid if it was created while the clock was ahead', async () => {
    const years = 10 * 365 * 24 * 3600;
    running.advance(years);
    const made = tokenOf(await running.service.setUpLink());
    expect(await check(made)).toMatchObject({ state: 'valid' });
    running.advance(-years);
    expect(await check(made)).toEqual({ state: 'expired', purpose: 'SETUP' });
    expect((await use(made, { email: 'first@example.org' })).status).toBe(400);
    const link = tokenOf(await running.service.setUpLink());
    expect((await use(link, { email: 'first@example.org' })).status).toBe(200);
  });

  it('is valid from any of several servers that start together, until one is used', async () => {
    const links = await Promise.all(Array.from({ length: 5 }, () => running.service.setUpLink()));
    const tokens = links.map(tokenOf);
    const states = async () =>
      new Set(await Promise.all(tokens.map(async (token) => (await check(token)).state)));
    expect(await states()).toEqual(new Set(['valid']));
    expect((await use(tokens[2] ?? '', { email: 'first@example.org' })).status).toBe(200);
    expect(await states()).toEqual(new Set(['used']));
  });

  it('creates one master under concurrent uses', async () => {
    const token = tokenOf(await running.service.setUpLink());
    const uses = Array.from({ length: 6 }, (_, index) =>
      use(token, { email: `m${index}@example.org` }),
    );
    const statuses = (await Promise.all(uses)).map(({ status }) => status);
    expect(statuses.filter((status) => status === 200)).toHaveLength(1);
    expect(statuses.filter((status) => status === 400)).toHaveLength(5);
    const users = await running.database.query(sql`select id from authentication.user_account`);
    expect(users).toHaveLength(1);
  });

  it('is invalid once somebody can sign in', async () => {
    const token = tokenOf(await running.service.setUpLink());
    await running.service.createUser({
      email: 'other@example.org',
      roles: ['GLOBAL_MASTER'],
      password,
    });
    expect((await check(token)).state).toBe('used');
    expect((await use(token, { email: 'first@example.org' })).status).toBe(400);
  });
});
