import { createHash } from 'node:crypto';
import sql from 'sql-template-tag';
import { beforeAll, describe, expect, it } from 'vitest';
import { testDatabases } from '@annals/kit/testing/databases';
import { ruleWithoutDemands } from '../testing/no-demands.ts';
import { passwordCalls } from '../testing/password-calls.ts';
import { password, RunningService, type Answer } from '../testing/running-service.ts';
import { tokenIn } from '../testing/written-mails.ts';
import { codeNow, FactorClient, type FactorBody } from '../testing/second-factors.ts';

const day = 86_400;
const hexOf = (bytes: Buffer) => bytes.toString('hex');

interface Device {
  id: string;
  factor: string;
  expiresDate: string | null;
}

describe.each(testDatabases())('trusted devices, $kind', ({ open }) => {
  const running = RunningService.forAll(open);
  const client = new FactorClient(running);
  const mails = passwordCalls(running);
  let masterEmail = '';
  const master = async () => (await running.signIn(masterEmail)).body.accessToken ?? '';

  const addRule = async (rule: object): Promise<Answer> =>
    running.call('POST', '/v1/sign-in-rules', {
      token: await master(),
      body: { ...ruleWithoutDemands, ...rule },
    });
  beforeAll(async () => {
    masterEmail = (await running.someone('GLOBAL_MASTER')).email;
    await addRule({ role: 'USER', trustedDeviceDays: 14 });
  });

  /** A new organizational unit with this member. */
  const unitWith = async (userId: string) => {
    const token = await master();
    const { body } = await running.call('POST', `/v1/organizational-units?name=Of ${userId}`, {
      token,
    });
    const path = `/v1/users/${userId}/organizational-unit?organizationalUnitId=${body.id}`;
    expect((await running.call('PUT', path, { token })).status).toBe(200);
    return body.id;
  };
  const signIn = async (email: string, cookie?: string, secret = password) => {
    const { status, body } = await running.call('POST', '/v1/auth?type=PASSWORD', {
      body: { username: email, password: secret },
      ...(cookie !== undefined && { headers: { cookie } }),
    });
    return { status, body: body as object as FactorBody & { trustDays?: number } };
  };
  const finish = (body: object, cookie?: string) =>
    running.call('POST', '/v1/auth?type=SECOND_FACTOR', {
      body,
      ...(cookie !== undefined && { headers: { cookie } }),
    });
  /** Somebody with an authenticator app. */
  const someone = async (...roles: string[]) => {
    const person = await running.someone(...roles);
    return { ...person, ...(await client.addTotp(person.token)) };
  };
  const pairIn = ({ headers }: Answer) => headers.get('set-cookie')?.split(';', 1)[0];
  /** Signs in with the app, and trusts the device. */
  const trust = async ({ email, secret }: { email: string; secret: string }, cookie?: string) => {
    running.advance(30);
    const { body } = await signIn(email, cookie);
    const code = codeNow(running, secret);
    const answer = await finish({ challenge: body.challenge, code, trustDevice: true }, cookie);
    expect(answer.status).toBe(200);
    return { cookie: pairIn(answer) ?? '', token: answer.body.accessToken ?? '', answer };
  };
  const isTrusted = async (email: string, cookie: string, secret?: string) =>
    (await signIn(email, cookie, secret)).body.accessToken !== undefined;
  const devicesOf = async (token: string, userId = 'current') => {
    const { body } = await running.get(`/v1/users/${userId}/trusted-devices`, token);
    return (body.data ?? []) as unknown as Device[];
  };

  it('are not asked for the second factor until as many days have passed as the rule says', async () => {
    const person = await someone('USER');
    expect((await signIn(person.email)).body.trustDays).toBe(14);
    const { cookie, answer } = await trust(person);
    const set = answer.headers.get('set-cookie') ?? '';
    expect(set).toMatch(
      /^__Host-annals-trusted-devices=[\w-]{43}; Path=\/; Max-Age=1209600; HttpOnly; SameSite=Strict; Secure$/,
    );
    expect(await isTrusted(person.email, cookie)).toBe(true);
    running.advance(14 * day - 1);
    expect(await isTrusted(person.email, cookie)).toBe(true);
    running.advance(1);
    expect(await isTrusted(person.email, cookie)).toBe(false);
  });

  // https://github.com/twilio/authy-devise/issues/58, https://github.com/jazzband/django-two-factor-auth/pull/263
  it('need the password all the same, and only that of whom they were trusted by', async () => {
    const person = await someone('USER');
    const other = await someone('USER');
    const { cookie } = await trust(person);
    expect((await signIn(person.email, cookie, 'a wrong password')).status).toBe(401);
    expect(await isTrusted(other.email, cookie)).toBe(false);
    const both = await trust(other, cookie);
    expect(await isTrusted(other.email, both.cookie)).toBe(true);
    expect(await isTrusted(person.email, both.cookie)).toBe(true);
  });

  it('are not trusted unasked, and a wrong code trusts none', async () => {
    const { email, secret } = await someone('USER');
    running.advance(30);
    const { body } = await signIn(email);
    const wrong = await finish({ challenge: body.challenge, code: '000000', trustDevice: true });
    expect([wrong.status, pairIn(wrong)]).toEqual([401, undefined]);
    const answer = await finish({ challenge: body.challenge, code: codeNow(running, secret) });
    expect([answer.status, pairIn(answer)]).toEqual([200, undefined]);
    expect(await devicesOf(answer.body.accessToken ?? '')).toEqual([]);
  });

  it.each([
    ['somebody without such a rule', ['AUDITOR']],
    ['somebody for whom another rule says never', ['USER', 'ORG_ADMIN']],
  ])('are not offered to %s', async (_, roles) => {
    if (roles.includes('ORG_ADMIN')) await addRule({ role: 'ORG_ADMIN', trustedDeviceDays: 0 });
    const person = await someone(...roles);
    expect((await signIn(person.email)).body).not.toHaveProperty('trustDays');
    expect((await trust(person)).cookie).toBe('');
  });

  it('count for no longer than a stricter rule says', async () => {
    const person = await someone('USER');
    const { cookie, token } = await trust(person);
    const organizationalUnitId = await unitWith(person.userId);
    await addRule({ organizationalUnitId, trustedDeviceDays: 1 });
    const [device] = await devicesOf(token);
    expect(Date.parse(device?.expiresDate ?? '') - running.now).toBe(day * 1000);
    running.advance(day);
    expect(await isTrusted(person.email, cookie)).toBe(false);
  });

  it('count for no longer than the rule said when they were trusted', async () => {
    const person = await someone('USER');
    const organizationalUnitId = await unitWith(person.userId);
    const { body: strict } = await addRule({ organizationalUnitId, trustedDeviceDays: 1 });
    const { cookie } = await trust(person);
    const path = `/v1/sign-in-rules/${strict.id}`;
    expect((await running.call('DELETE', path, { token: await master() })).status).toBe(204);
    running.advance(day - 1);
    expect(await isTrusted(person.email, cookie)).toBe(true);
    running.advance(1);
    expect(await isTrusted(person.email, cookie)).toBe(false);
  });

  it('where a passkey is required, count only if a passkey was given on them', async () => {
    const person = await someone('USER');
    const { passkey } = await client.addPasskey(person.token);
    const { cookie } = await trust(person);
    const organizationalUnitId = await unitWith(person.userId);
    await addRule({ organizationalUnitId, passkeyRequired: true });
    running.advance(1);
    const { body } = await signIn(person.email, cookie);
    expect(body.methods).toContain('PASSKEY');
    const assertion = passkey.get(body.passkey?.challenge ?? '');
    const { challenge } = body;
    const answer = await finish({ challenge, assertion, trustDevice: true });
    expect(await isTrusted(person.email, pairIn(answer) ?? '')).toBe(true);
    const listed = await devicesOf(answer.body.accessToken ?? '');
    expect(listed.map(({ factor, expiresDate }) => [factor, expiresDate !== null])).toEqual([
      ['PASSKEY', true],
      ['TOTP', false],
    ]);
  });

  it('can be revoked by their owner and by administrators, one by one, with an event', async () => {
    const person = await someone('USER');
    const first = await trust(person);
    const second = await trust(person);
    // https://github.com/hitobito/hitobito/issues/2068
    expect(await isTrusted(person.email, first.cookie)).toBe(true);
    running.advance(1);
    expect(await isTrusted(person.email, second.cookie)).toBe(true);
    const [late, early] = await devicesOf(second.token);
    const path = (id = '', userId = 'current') => `/v1/users/${userId}/trusted-devices/${id}`;
    const revoke = async (id?: string) =>
      (await running.call('DELETE', path(id), { token: second.token })).status;
    const { token: ofAnother } = await running.someone('USER');
    const byAnother = await running.call('DELETE', path(early?.id), { token: ofAnother });
    expect(byAnother.status).toBe(404);
    expect(await revoke(early?.id)).toBe(204);
    expect(await revoke(early?.id)).toBe(404);
    expect(await isTrusted(person.email, first.cookie)).toBe(false);
    expect(await isTrusted(person.email, second.cookie)).toBe(true);
    const token = await master();
    expect(await devicesOf(token, person.userId)).toMatchObject([{ id: late?.id }]);
    const byMaster = await running.call('DELETE', path(late?.id, person.userId), { token });
    expect(byMaster.status).toBe(204);
    expect(await isTrusted(person.email, second.cookie)).toBe(false);
    const { body } = await running.get(`/v1/events?subject=user/${person.userId}`, token);
    const actions = (body.data as unknown as { action: string }[]).map(({ action }) => action);
    expect(actions.filter((action) => action.startsWith('trustedDevice'))).toEqual([
      'trustedDevice.revoked',
      'trustedDevice.revoked',
      'trustedDevice.added',
      'trustedDevice.added',
    ]);
  });

  interface Loss {
    person: { email: string; userId: string; id: string };
    /** A session in which the second factor was given. */
    token: string;
  }
  const changed = 'a white stork on the roof';
  const losses: Record<string, (loss: Loss) => Promise<{ secret?: string } | void>> = {
    'a change of the password': async ({ token }) => {
      const body = { currentPassword: password, newPassword: changed };
      await running.call('POST', '/v1/users/current/password', { token, body });
      return { secret: changed };
    },
    // https://github.com/keycloak/keycloak/issues/12759
    'a new password by mail': async ({ person: { email } }) => {
      await mails.reset(email);
      const token = tokenIn(await mails.mailTo(email));
      expect((await mails.setPassword(token, changed)).status).toBe(200);
      return { secret: changed };
    },
    'the removal of a factor': async ({ token, person }) => {
      await client.addTotp(token);
      await client.own('DELETE', `/${person.id}`, token);
    },
    // https://github.com/shuaiplus/nodewarden/issues/370
    'a reset of the second factors': async ({ person: { email, userId } }) => {
      await running.call('DELETE', `/v1/users/${userId}/factors`, { token: await master() });
      const { body } = await signIn(email);
      await client.addTotp(body.accessToken ?? '');
    },
    disabling: async ({ person: { userId } }) => {
      const path = `/v1/users/${userId}/status`;
      for (const status of ['DISABLED', 'ACTIVE'])
        await running.call('PUT', path, { token: await master(), body: { status } });
    },
  };
  it.each(Object.entries(losses))('are all revoked by %s', async (_, lose) => {
    const person = await someone('USER');
    const { cookie, token } = await trust(person);
    expect(await isTrusted(person.email, cookie)).toBe(true);
    const { secret } = (await lose({ person, token })) ?? {};
    const { status, body } = await signIn(person.email, cookie, secret);
    expect([status, body.accessToken, body.challenge]).toEqual([
      200,
      undefined,
      expect.any(String),
    ]);
  });

  it('are all revoked by offboarding', async () => {
    const person = await someone('USER');
    await trust(person);
    const path = `/v1/users/${person.userId}/offboarding`;
    await running.call('POST', path, { token: await master() });
    expect(await devicesOf(await master(), person.userId)).toEqual([]);
  });

  // https://github.com/FusionAuth/fusionauth-issues/issues/2949
  it('can be trusted in the sign-in that follows a new password', async () => {
    const person = await someone('USER');
    await trust(person);
    await mails.reset(person.email);
    const token = tokenIn(await mails.mailTo(person.email));
    running.advance(30);
    const set = await mails.setPassword(token, changed);
    const { challenge } = set.body as { challenge?: string };
    expect(challenge).toBeDefined();
    const code = codeNow(running, person.secret);
    const answer = await finish({ challenge, code, trustDevice: true });
    expect(await isTrusted(person.email, pairIn(answer) ?? '', changed)).toBe(true);
  });

  it('can be trusted while the app is set up that a role requires', async () => {
    const { email, userId } = await running.someone('USER');
    await running.database.query(sql`
      insert into authentication.role
        (name, description, permissions, scope, built_in, second_factor_required, second_factor_grace_hours)
      values ('GUARDED', '', '{}', 'all', false, true, 0)`);
    const path = `/v1/users/${userId}/roles?role=GUARDED`;
    expect((await running.call('PUT', path, { token: await master() })).status).toBe(200);
    const { body } = await signIn(email);
    expect(body).toMatchObject({ enrolment: true, trustDays: 14 });
    const { challenge } = body;
    const started = await running.call('POST', '/v1/auth/second-factor', { body: { challenge } });
    const { secret = '' } = started.body as { secret?: string };
    const answer = await finish({ challenge, code: codeNow(running, secret), trustDevice: true });
    expect(answer.status).toBe(200);
    expect(await isTrusted(email, pairIn(answer) ?? '')).toBe(true);
  });

  it('are no more than twenty for a user; the one that was used longest ago makes room', async () => {
    const person = await someone('USER');
    const first = await trust(person);
    let last = first;
    for (let count = 0; count < 20; count++) last = await trust(person);
    expect(await devicesOf(last.token)).toHaveLength(20);
    expect(await isTrusted(person.email, first.cookie)).toBe(false);
    expect(await isTrusted(person.email, last.cookie)).toBe(true);
  });

  it('are stored without their secret, and the session says that one was used', async () => {
    const person = await someone('USER');
    const { cookie, token } = await trust(person);
    const [device] = await devicesOf(token);
    await signIn(person.email, cookie);
    const secret = cookie.split('=')[1] ?? '';
    const [row] = await running.database.query<{ text: string }>(sql`
      select string_agg(t::text, ' ') as text from authentication.trusted_device t`);
    expect(row?.text).toContain(hexOf(createHash('sha256').update(secret).digest()));
    for (const text of [secret, hexOf(Buffer.from(secret))]) expect(row?.text).not.toContain(text);
    const { body } = await running.get('/v1/events?action=session.started', await master());
    expect(body.data).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ after: { method: 'PASSWORD', trustedDevice: device?.id } }),
      ]),
    );
  });

  const other = 'a'.repeat(43);
  // https://github.com/GCTC-NTGC/TalentCloud/pull/1915
  it.each<[string, (secret: string) => string]>([
    ['a word', () => 'annals-trusted-devices=yes'],
    ['empty', () => 'annals-trusted-devices='],
    ['shortened', (secret) => `annals-trusted-devices=${secret.slice(1)}`],
    [
      'one of six',
      (secret) => `annals-trusted-devices=${[secret, ...Array<string>(5).fill(other)].join('.')}`,
    ],
    ['SQL', () => `annals-trusted-devices=${"'; drop table".padEnd(43, 'x')}`],
    ['of another name', (secret) => `other=${secret}`],
  ])('a cookie that the service did not set is nothing: %s', async (_, cookieWith) => {
    const person = await someone('USER');
    const secret = (await trust(person)).cookie.split('=')[1] ?? '';
    expect(await isTrusted(person.email, `annals-trusted-devices=${secret}`)).toBe(true);
    const { status, body } = await signIn(person.email, cookieWith(secret));
    expect([status, body.accessToken, body.challenge]).toEqual([
      200,
      undefined,
      expect.any(String),
    ]);
  });
});
