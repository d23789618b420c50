import { decodeJwt } from 'jose';
import sql from 'sql-template-tag';
import { describe, expect, it } from 'vitest';
import { testDatabases } from '@annals/kit/testing/databases';
import { RunningService } from '../testing/running-service.ts';
import { secretHash } from '../tokens/secrets.ts';
import { codeNow, FactorClient } from '../testing/second-factors.ts';

describe.each(testDatabases())('sign-in with a second factor, $kind', ({ open }) => {
  const running = RunningService.forAll(open);
  const client = new FactorClient(running);

  const withTotp = async () => {
    const person = await running.someone();
    return { ...person, ...(await client.addTotp(person.token)) };
  };
  const challengeOf = async (email: string) => (await client.signIn(email)).body.challenge ?? '';
  const lastEvent = async (userId: string) => {
    const [event] = await running.database.query<{ action: string; actor: string | null }>(sql`
      select action, actor_id as actor from authentication.event where subject = ${`user/${userId}`}
      order by seq desc limit 1`);
    return event;
  };

  it('requires it only after the correct password, and opens the session with a code', async () => {
    const { email, secret, userId } = await withTotp();
    const wrong = await client.signIn(email, 'wrong');
    expect(wrong.body).not.toHaveProperty('challenge');
    expect(wrong.status).toBe(401);
    const before = await running.database.query(sql`select id from authentication.session`);
    const due = await client.signIn(email);
    expect(due).toEqual({
      status: 200,
      body: {
        challenge: expect.stringMatching(/^[\w-]{43}$/),
        methods: ['TOTP', 'RECOVERY_CODE'],
      },
    });
    expect(await running.database.query(sql`select id from authentication.session`)).toHaveLength(
      before.length,
    );
    const { challenge } = due.body;
    const done = await client.finish({ challenge, code: codeNow(running, secret) });
    expect(done.status).toBe(200);
    expect(done.body.recoveryCodes).toBeUndefined();
    expect(decodeJwt(done.body.accessToken ?? '').sub).toBe(userId);
    const [started] = await running.database.query(sql`
      select after from authentication.event where action = 'session.started' and user_id = ${userId}
      order by seq desc limit 1`);
    expect(started).toEqual({ after: { method: 'PASSWORD', factor: 'TOTP' } });
    expect((await running.refresh(done.body.refreshToken)).status).toBe(200);
    const { data } = (await client.own('GET', '', done.body.accessToken ?? '')).body;
    expect(data?.[0]?.lastUsedDate).toBe(new Date(running.now).toISOString().replace('Z', '000Z'));
    const [stored] = await running.database.query<{ hash: Buffer }>(
      sql`select hash from authentication.second_factor_challenge where user_id = ${userId}`,
    );
    expect(stored?.hash.toString('base64url')).not.toBe(challenge);
  });

  it('accepts the code of the previous and next step, each step once, never an older one', async () => {
    const { email, secret } = await withTotp();
    running.advance(300);
    const tries: [number, number][] = [
      [2, 401],
      [-2, 401],
      [-1, 200],
      [-1, 401],
      [1, 200],
      [1, 401],
      [0, 401],
      [-1, 401],
    ];
    for (const [aside, status] of tries) {
      const challenge = await challengeOf(email);
      const code = codeNow(running, secret, aside);
      expect([aside, (await client.finish({ challenge, code })).status]).toEqual([aside, status]);
    }
    running.advance(60);
    const challenge = await challengeOf(email);
    const fresh = { challenge, code: codeNow(running, secret) };
    expect((await client.finish(fresh)).status).toBe(200);
  });

  it('opens one session for one code sent with many challenges at once', async () => {
    const { email, secret } = await withTotp();
    const challenges = [];
    for (let index = 0; index < 6; index += 1) challenges.push(await challengeOf(email));
    const code = codeNow(running, secret);
    const answers = await Promise.all(
      challenges.map((challenge) => client.finish({ challenge, code })),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  });

  it('accepts a challenge once, for five minutes, and not after the sessions were ended', async () => {
    const { email, secret, userId } = await withTotp();
    const used = await challengeOf(email);
    expect((await client.finish({ challenge: used, code: codeNow(running, secret) })).status).toBe(
      200,
    );
    running.advance(60);
    const over = async (challenge: string) => {
      const { status, body } = await client.finish({ challenge, code: codeNow(running, secret) });
      expect([status, body.code]).toEqual([401, 'challenge_over']);
    };
    await over(used);
    await over('A'.repeat(43));
    const late = await challengeOf(email);
    running.advance(300);
    await over(late);
    const ended = await challengeOf(email);
    const fresh = await client.signIn(email);
    const { body } = await client.finish({
      challenge: fresh.body.challenge,
      code: codeNow(running, secret),
    });
    running.advance(30);
    await client.call('DELETE', '/v1/users/current/sessions', body.accessToken);
    await over(ended);
    const disabled = await challengeOf(email);
    await running.database.query(
      sql`update authentication.user_account set status = 'DISABLED' where id = ${userId}`,
    );
    await over(disabled);
  });

  it('invalidates a challenge after five wrong codes, and records each', async () => {
    const { email, secret, userId } = await withTotp();
    const challenge = await challengeOf(email);
    for (let failure = 1; failure <= 5; failure += 1) {
      const { status, body } = await client.finish({ challenge, code: `00000${failure}` });
      expect([status, body.code]).toEqual([401, 'invalid_second_factor']);
      expect(await lastEvent(userId)).toEqual({ action: 'factor.failed', actor: null });
    }
    const right = await client.finish({ challenge, code: codeNow(running, secret) });
    expect([right.status, right.body.code]).toEqual([401, 'challenge_over']);
  });

  it('throttles guessing codes with new challenges, and does not reset the count with the password', async () => {
    const { email, secret } = await withTotp();
    let tried = 0;
    for (let round = 0; round < 4; round += 1) {
      const challenge = await challengeOf(email);
      for (let failure = 1; failure <= 4; failure += 1) {
        const { status } = await client.finish({ challenge, code: '000000' });
        if (status === 401) tried += 1;
      }
    }
    expect(tried).toBe(10);
    expect((await client.signIn(email)).status).toBe(429);
    running.advance(301);
    const challenge = await challengeOf(email);
    const code = codeNow(running, secret);
    expect((await client.finish({ challenge, code })).status).toBe(200);
    expect((await client.signIn(email, 'wrong')).status).toBe(401);
    expect((await client.signIn(email)).status).toBe(200);
  });

  it('accepts only factors of the challenge’s user', async () => {
    const ada = await withTotp();
    const eve = await withTotp();
    const evesPasskey = await client.addPasskey(eve.token);
    await client.addPasskey(ada.token);
    const due = await client.signIn(ada.email);
    const { challenge, passkey } = due.body;
    const [code = ''] = eve.recoveryCodes ?? [];
    const foreign = [
      { code: codeNow(running, eve.secret) },
      { code },
      { assertion: evesPasskey.passkey.get(passkey?.challenge ?? '') },
    ];
    for (const answer of foreign)
      expect((await client.finish({ challenge, ...answer })).status).toBe(401);
    const left = await client.own('GET', '', eve.token);
    expect(left.body.recoveryCodesLeft).toBe(10);
  });

  it('accepts a recovery code once', async () => {
    const { email, recoveryCodes: [code = ''] = [], userId } = await withTotp();
    const first = await challengeOf(email);
    const done = await client.finish({ challenge: first, code });
    expect(done.status).toBe(200);
    const used = await running.database.query(sql`
      select after from authentication.event where action = 'recoveryCode.used' and subject = ${`user/${userId}`}`);
    expect(used).toEqual([{ after: { left: 9 } }]);
    const second = await challengeOf(email);
    expect((await client.finish({ challenge: second, code })).status).toBe(401);
  });

  it('requires it with a link that sets the password', async () => {
    const { userId, email } = await withTotp();
    for (let round = 0; round < 2; round += 1) {
      const challenge = await challengeOf(email);
      for (let failure = 1; failure <= 5; failure += 1)
        expect((await client.finish({ challenge, code: '000000' })).status).toBe(401);
    }
    const token = 'L'.repeat(43);
    await running.database.query(sql`
      insert into authentication.one_time_link (hash, user_id, purpose, created, expires)
      values (${secretHash(token)}, ${userId}, 'RESET', ${new Date(running.now).toISOString()},
        ${new Date(running.now + 60_000).toISOString()})`);
    const { status, body } = await client.call('POST', '/v1/auth/password', undefined, {
      token,
      password: 'a slow train through the fen',
    });
    expect([status, body.methods]).toEqual([200, ['TOTP', 'RECOVERY_CODE']]);
    expect(body.accessToken).toBeUndefined();
    // It does not allow new attempts either.
    const guess = { challenge: body.challenge, code: '000000' };
    expect((await client.finish(guess)).status).toBe(429);
    running.advance(2);
    expect(
      (await client.signIn(email, 'a slow train through the fen')).body.challenge,
    ).toBeTruthy();
  });

  it.each([
    ['/v1/auth?type=SECOND_FACTOR', { challenge: 'x' }],
    ['/v1/auth?type=SECOND_FACTOR', { challenge: 'x', code: '' }],
    ['/v1/auth?type=SECOND_FACTOR', { challenge: 'x', assertion: 'y' }],
    ['/v1/auth?type=SECOND_FACTOR', { username: 'x', password: 'y' }],
    ['/v1/auth/second-factor', {}],
    ['/v1/auth/second-factor', { challenge: 7 }],
  ])('refuses %s %j', async (path, body) => {
    expect((await client.call('POST', path, undefined, body)).status).toBe(400);
  });
});
