import { decodeJwt, decodeProtectedHeader } from 'jose';
import sql from 'sql-template-tag';
import os from 'node:os';
import argon2 from '@node-rs/argon2';
import { afterAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { exhaustive } from '@annals/contracts/testing/exhaustive';
import { testDatabases } from '@annals/kit/testing/databases';
import { password, productName, publicUrl, RunningService } from '../testing/running-service.ts';

// Half of them are for passwords.
vi.spyOn(os, 'availableParallelism').mockReturnValue(4);
const verify = vi.spyOn(argon2, 'verify');
afterAll(() => vi.restoreAllMocks());

describe.each(testDatabases())('sign-in, $kind', ({ open }) => {
  // As in production.
  const running = RunningService.forAll(open, async () => ({ passwordCost: undefined }));

  const from = async (remoteAddress: string, name: string) => {
    const payload = { username: name, password: 'wrong' };
    const answer = await running.app.inject({
      method: 'POST',
      url: '/v1/auth?type=PASSWORD',
      payload,
      remoteAddress,
    });
    return answer.statusCode;
  };

  it('returns tokens for the correct password, with the user name in any case', async () => {
    const { userId } = await running.service.createUser({
      email: 'Ada@Example.org',
      name: 'Ada',
      roles: ['USER'],
      password,
    });
    const stored = await running.database.query(
      sql`select hash from authentication.password where user_id = ${userId}`,
    );
    expect(stored).toEqual([{ hash: expect.stringContaining('$argon2id$v=19$m=19456,t=2,p=1$') }]);
    const { status, body } = await running.signIn('ada@example.ORG');
    expect(status).toBe(200);
    expect(body).toMatchObject({
      expiresIn: 300,
      refreshToken: expect.stringMatching(/^[\w-]{43}$/),
    });
    const accessToken = body.accessToken ?? '';
    expect(decodeProtectedHeader(accessToken)).toEqual({
      alg: 'ES256',
      typ: 'at+jwt',
      kid: expect.any(String),
    });
    const iat = Math.floor(running.now / 1000);
    expect(decodeJwt(accessToken)).toEqual({
      sub: userId,
      sid: expect.any(String),
      gid: expect.any(String),
      roles: ['USER'],
      username: 'Ada@Example.org',
      name: 'Ada',
      iss: publicUrl,
      aud: productName,
      iat,
      exp: iat + 300,
      jti: expect.any(String),
    });
    const current = await running.get('/v1/users/current', accessToken);
    expect(current.status).toBe(200);
    expect(current.body).toMatchObject({
      id: userId,
      username: 'Ada@Example.org',
      email: 'Ada@Example.org',
      name: 'Ada',
      status: 'ACTIVE',
      lang: 'en',
      roles: ['USER'],
      organizationalUnits: [],
      createdDate: '2026-03-01T12:00:00.250000Z',
      lastSignInDate: '2026-03-01T12:00:00.250000Z',
    });
  });

  it('responds the same, after the same work, whatever is wrong', async () => {
    await running.service.createUser({ email: 'known@example.org', roles: [], password });
    await running.service.createUser({ email: 'invited@example.org', roles: [] });
    const disabled = await running.service.createUser({
      email: 'disabled@example.org',
      roles: [],
      password,
    });
    await running.database.query(
      sql`update authentication.user_account set status = 'DISABLED' where id = ${disabled.userId}`,
    );
    const answers = [];
    for (const [name, secret] of [
      ['nobody@example.org', password],
      ['known@example.org', 'not the password'],
      ['invited@example.org', password],
      ['disabled@example.org', password],
    ] as const) {
      verify.mockClear();
      const { status, body } = await running.signIn(name, secret);
      const { requestId: _, ...messages } = body;
      answers.push({ status, messages, work: verify.mock.calls.length });
    }
    expect(answers[0]).toMatchObject({
      status: 401,
      messages: { code: 'invalid_credentials' },
      work: 1,
    });
    for (const answer of answers) expect(answer).toEqual(answers[0]);
  });

  it('does not delay other work during a burst of sign-ins', async () => {
    const { token, refreshToken } = await running.createAndSignIn('at-work@example.org', 'USER');
    const finish: (() => void)[] = [];
    onTestFinished(() => void verify.mockReset());
    verify.mockImplementation(() => new Promise((resolve) => finish.push(() => resolve(false))));
    const answered: number[] = [];
    const burst = Array.from({ length: 67 }, async (_, index) => {
      answered.push(await from(`192.0.2.${index}`, `burst-${index}@example.org`));
    });
    // Two are running and 64 wait: the last one is refused, and nobody else has a response yet.
    await vi.waitFor(() => expect(answered).toEqual([503]), 20_000);
    expect(finish).toHaveLength(2);
    expect((await running.get('/v1/users/current', token)).status).toBe(200);
    expect((await running.refresh(refreshToken)).status).toBe(200);
    expect(answered).toEqual([503]);
    verify.mockResolvedValue(false);
    for (const each of finish) each();
    await Promise.all(burst);
    expect(answered.slice(1)).toEqual(Array.from({ length: 66 }, () => 401));
  });

  it.each([
    ['/v1/auth?type=PASSWORD', { refreshToken: 'x' }, 'body'],
    ['/v1/auth?type=REFRESH_TOKEN', { username: 'a', password: 'b' }, 'body'],
    ['/v1/auth?type=PASSWORD', { username: 'a' }, 'body.password'],
    ['/v1/auth?type=PASSWORD', { username: 'a', password: 'b', more: 1 }, 'body'],
    ['/v1/auth?type=OTHER', { username: 'a', password: 'b' }, 'query.type'],
    ['/v1/auth', { username: 'a', password: 'b' }, 'query.type'],
  ])('refuses %s %j', async (path, body, place) => {
    const answer = await running.call('POST', path, { body });
    expect(answer.status).toBe(400);
    expect(answer.body).toMatchObject({
      error: expect.any(String),
      code: 'bad_request',
      requestId: expect.any(String),
    });
    expect(answer.body.fields?.map((field) => field.path)).toContain(place);
  });

  it('delays further failures longer, even for unknown names, and resets the delay after a success', async () => {
    await running.service.createUser({ email: 'slow@example.org', roles: [], password });
    for (const name of ['slow@example.org', 'absent@example.org']) {
      for (let failure = 1; failure <= 10; failure += 1)
        expect((await running.signIn(name, 'wrong')).status).toBe(401);
      const early = await running.signIn(name);
      expect(early.status).toBe(429);
      expect(early.body.code).toBe('too_many_attempts');
      expect(early.headers.get('retry-after')).toBe('1');
      running.advance(1);
      expect((await running.signIn(name, 'wrong')).status).toBe(401);
      running.advance(1);
      expect((await running.signIn(name)).headers.get('retry-after')).toBe('1');
      running.advance(1);
    }
    expect((await running.signIn('slow@example.org')).status).toBe(200);
    expect((await running.signIn('slow@example.org', 'wrong')).status).toBe(401);
    expect((await running.signIn('slow@example.org')).status).toBe(200);
  });

  it.runIf(exhaustive)('never delays a name for more than five minutes', async () => {
    for (let failure = 1; failure <= 25; failure += 1) {
      expect((await running.signIn('far@example.org', 'wrong')).status).toBe(401);
      running.advance(300);
    }
  });

  it('counts concurrent attempts', async () => {
    const attempts = Array.from({ length: 30 }, () => running.signIn('burst@example.org', 'wrong'));
    const statuses = (await Promise.all(attempts)).map(({ status }) => status);
    expect(statuses.filter((status) => status === 401)).toHaveLength(10);
    expect(statuses.filter((status) => status === 429)).toHaveLength(20);
  });

  it.runIf(exhaustive)(
    'delays an address that tries many names, and no other address',
    async () => {
      for (let name = 1; name <= 50; name += 1)
        expect(await from('203.0.113.9', `n${name}@example.org`)).toBe(401);
      expect(await from('203.0.113.9', 'another@example.org')).toBe(429);
      expect(await from('203.0.113.10', 'another@example.org')).toBe(401);
    },
  );

  it('logs neither passwords nor tokens', async () => {
    await running.service.createUser({ email: 'logged@example.org', roles: [], password });
    const { body } = await running.signIn('logged@example.org');
    await running.refresh(body.refreshToken);
    await running.get('/v1/auth', body.accessToken);
    await running.get(`/v1/auth/password-token/${body.refreshToken}`);
    const log = running.logged.join('');
    expect(log).toContain('/v1/auth/password-token/:token');
    for (const secret of [password, body.refreshToken ?? '?', body.accessToken ?? '?'])
      expect(log).not.toContain(secret);
  });
});
