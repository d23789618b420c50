import sql from 'sql-template-tag';
import { describe, expect, it } from 'vitest';
import { testDatabases } from '@annals/kit/testing/databases';
import { password, RunningService } from '../testing/running-service.ts';
import { codeNow, FactorClient, softwarePasskey } from '../testing/second-factors.ts';

const absent = '01980000-0000-7000-8000-000000000000';

describe.each(testDatabases())('own second factors, $kind', ({ open }) => {
  const running = RunningService.forAll(open);
  const client = new FactorClient(running);

  const eventsOf = (userId: string) =>
    running.database.query<{ action: string; text: string }>(sql`
      select action, coalesce(before::text, '') || coalesce(after::text, '') as text
      from authentication.event where subject = ${`user/${userId}`} order by seq`);

  it('adds an authenticator app with a code, and creates recovery codes', async () => {
    const { userId, token, email } = await running.someone();
    const started = await client.own('POST', '/totp', token, { name: 'Telephone' });
    expect(started.status).toBe(201);
    const { id, secret = '', uri = '' } = started.body;
    expect(secret).toMatch(/^[A-Z2-7]{32}$/);
    expect(uri).toMatch(/^otpauth:\/\/totp\/annals/);
    expect(new URL(uri).searchParams.get('issuer')).toBe('annals (annals.test)');
    expect(decodeURIComponent(uri)).toContain(email);
    // Not confirmed, so it does not count yet.
    expect((await client.own('GET', '', token)).body).toEqual({
      data: [],
      recoveryCodesLeft: 0,
      required: false,
      passkeysAvailable: true,
    });
    const wrong = await client.own('POST', `/totp/${id}/confirmation`, token, { code: '000000' });
    expect([wrong.status, wrong.body.fields?.[0]?.path]).toEqual([400, 'body.code']);
    const code = codeNow(running, secret);
    const spaced = `${code.slice(0, 3)} ${code.slice(3)}`;
    const confirmed = await client.own('POST', `/totp/${id}/confirmation`, token, {
      code: spaced,
    });
    expect(confirmed.status).toBe(200);
    expect(confirmed.body.factor).toMatchObject({ id, kind: 'TOTP', name: 'Telephone' });
    expect(new Set(confirmed.body.recoveryCodes).size).toBe(10);
    for (const one of confirmed.body.recoveryCodes ?? [])
      expect(one).toMatch(/^(?:[0-9a-z]{4}-){3}[0-9a-z]{4}$/);
    expect((await client.own('POST', `/totp/${id}/confirmation`, token, { code })).status).toBe(
      404,
    );
    const { body } = await client.own('GET', '', token);
    expect(body).toMatchObject({ recoveryCodesLeft: 10, data: [{ id, kind: 'TOTP' }] });
    const events = await eventsOf(userId);
    expect(events.map(({ action }) => action).slice(-2)).toEqual([
      'factor.added',
      'recoveryCodes.made',
    ]);
    const reported = events.map(({ text }) => text).join();
    for (const stored of [secret, ...(confirmed.body.recoveryCodes ?? [])])
      expect(reported).not.toContain(stored);
    expect(running.logged.join('')).not.toContain(secret);
  });

  it('creates no more recovery codes for the second factor, and removes them with the last', async () => {
    const { token } = await running.someone();
    const first = await client.addTotp(token);
    const second = await client.addPasskey(token);
    expect(second.answer.body.recoveryCodes).toBeUndefined();
    expect((await client.own('DELETE', `/${first.id}`, token)).status).toBe(204);
    expect((await client.own('GET', '', token)).body.recoveryCodesLeft).toBe(10);
    expect((await client.own('DELETE', `/${first.id}`, token)).status).toBe(404);
    expect((await client.own('DELETE', `/${second.id}`, token)).status).toBe(204);
    expect((await client.own('GET', '', token)).body).toMatchObject({
      data: [],
      recoveryCodesLeft: 0,
    });
  });

  it('replaces recovery codes, only if there is a factor', async () => {
    const { token, email } = await running.someone();
    const none = await client.own('POST', '/recovery-codes', token);
    expect([none.status, none.body.code]).toEqual([409, 'no_second_factor']);
    const { recoveryCodes: [old = ''] = [] } = await client.addTotp(token);
    const renewed = await client.own('POST', '/recovery-codes', token);
    expect(renewed.status).toBe(200);
    const { body } = await client.signIn(email);
    const { challenge } = body;
    expect((await client.finish({ challenge, code: old })).status).toBe(401);
    const [code = ''] = renewed.body.recoveryCodes ?? [];
    expect((await client.finish({ challenge, code: ` ${code.toUpperCase()} ` })).status).toBe(200);
  });

  it('require a reauthentication within ten minutes, by password or a new session', async () => {
    const { token: old, email, userId } = await running.someone();
    running.advance(10 * 60);
    const token = (await running.get('/v1/auth', old)).body.accessToken ?? '';
    // An access token lasts five minutes: the session continues with its refresh token.
    expect(token).toBe('');
    const again = await client.signIn(email);
    let current = again.body.accessToken ?? '';
    const renew = async () => {
      current = (await running.get('/v1/auth', current)).body.accessToken ?? '';
    };
    for (let step = 0; step < 3; step += 1) {
      running.advance(200);
      await renew();
    }
    const changes: [string, string, object?][] = [
      ['POST', '/totp', { name: 'x' }],
      ['POST', `/totp/${absent}/confirmation`, { code: '123456' }],
      ['POST', '/passkeys/options'],
      ['POST', '/passkeys', { name: 'x', attestation: {} }],
      ['DELETE', `/${absent}`],
      ['POST', '/recovery-codes'],
    ];
    for (const [method, path, body] of changes) {
      const { status, body: messages } = await client.own(method, path, current, body);
      expect([path, status, messages.code]).toEqual([path, 403, 'reauthentication_needed']);
    }
    expect((await client.own('GET', '', current)).status).toBe(200);
    const prove = (secret: string) =>
      client.call('POST', '/v1/users/current/reauthentication', current, { password: secret });
    const wrong = await prove('not the password');
    expect([wrong.status, wrong.body.code]).toEqual([400, 'wrong_password']);
    expect((await eventsOf(userId)).at(-1)?.action).toBe('reauthentication.failed');
    expect((await client.own('POST', '/totp', current, { name: 'x' })).status).toBe(403);
    expect((await prove(password)).status).toBe(204);
    expect((await client.own('POST', '/totp', current, { name: 'x' })).status).toBe(201);
    running.advance(290);
    await renew();
    running.advance(290);
    await renew();
    expect((await client.own('POST', '/totp', current, { name: 'x' })).status).toBe(201);
    running.advance(21);
    expect((await client.own('POST', '/totp', current, { name: 'x' })).status).toBe(403);
  });

  it('throttles guessing passwords by reauthentication', async () => {
    const { token } = await running.someone();
    const prove = (secret: string) =>
      client.call('POST', '/v1/users/current/reauthentication', token, { password: secret });
    for (let failure = 1; failure <= 10; failure += 1)
      expect((await prove('wrong')).status).toBe(400);
    expect((await prove(password)).status).toBe(429);
    running.advance(1);
    expect((await prove(password)).status).toBe(204);
  });

  it('accepts only a passkey created for one’s own challenge, on this site, once', async () => {
    const { token, email } = await running.someone();
    const other = await running.someone();
    const add = (attestation: object, bearer = token) =>
      client.own('POST', '/passkeys', bearer, { name: 'Key', attestation });
    const start = async (bearer = token) =>
      (await client.own('POST', '/passkeys/options', bearer)).body.challenge ?? '';
    const refused = async (attestation: object) => {
      const { status, body } = await add(attestation);
      expect([status, body.fields?.[0]?.path]).toEqual([400, 'body.attestation']);
    };
    await refused({});
    await refused({ id: 'x', response: { clientDataJSON: 7 } });
    await refused(softwarePasskey().create('A'.repeat(43)));
    await refused(softwarePasskey().create(await start(other.token)));
    const elsewhere = { origin: 'https://elsewhere.test', rpId: 'annals.test' };
    await refused(softwarePasskey(elsewhere).create(await start()));
    const foreign = { origin: 'https://annals.test', rpId: 'elsewhere.test' };
    await refused(softwarePasskey(foreign).create(await start()));
    await refused(softwarePasskey().create(await start(), { format: 'tpm' }));
    await refused(softwarePasskey().create(await start(), { format: 'packed' }));
    const late = await start();
    running.advance(301);
    const renewed = (await running.get('/v1/auth', token)).status;
    expect(renewed).toBe(401);
    const again = await client.signIn(email);
    const bearer = again.body.accessToken ?? '';
    expect((await add(softwarePasskey().create(late), bearer)).status).toBe(400);
    const passkey = softwarePasskey();
    const made = passkey.create(await start(bearer));
    expect((await add(made, bearer)).status).toBe(201);
    expect((await add(made, bearer)).status).toBe(400);
    const twice = await add(passkey.create(await start(bearer)), bearer);
    expect(twice.status).toBe(409);
  });

  it('offers no passkeys at an IP address', async () => {
    const elsewhere = await RunningService.start(running.database, {
      publicUrl: 'https://127.0.0.1:3000',
    });
    elsewhere.now = running.now;
    const there = new FactorClient(elsewhere);
    const { token } = await elsewhere.createAndSignIn('numbers@example.org');
    expect((await there.own('GET', '', token)).body.passkeysAvailable).toBe(false);
    const { status, body } = await there.own('POST', '/passkeys/options', token);
    expect([status, body.code]).toEqual([409, 'passkeys_unavailable']);
    await elsewhere.stop();
  });

  it('keeps the last one while a role or a parent unit requires one', async () => {
    const unit = '01980000-0000-7000-8000-0000000000a1';
    const below = '01980000-0000-7000-8000-0000000000a2';
    await running.database.query(sql`
      insert into authentication.organizational_unit (id, name, parent_id, second_factor_required)
      values (${unit}, 'Above', null, true), (${below}, 'Below', ${unit}, false)`);
    await running.database.query(sql`
      insert into authentication.organizational_unit_path (ancestor_id, descendant_id, depth)
      values (${unit}, ${unit}, 0), (${below}, ${below}, 0), (${unit}, ${below}, 1)`);
    const member = await running.someone();
    const holder = await running.someone('AUDITOR');
    const keys = [await client.addTotp(member.token), await client.addTotp(holder.token)];
    await running.database.query(sql`
      insert into authentication.organizational_unit_member_period (unit_id, user_id, assigned_at)
      values (${below}, ${member.userId}, now())`);
    await running.database.query(
      sql`update authentication.role set second_factor_required = true where name = 'AUDITOR'`,
    );
    for (const [index, { token }] of [member, holder].entries()) {
      expect((await client.own('GET', '', token)).body.required).toBe(true);
      const path = `/${keys[index]?.id}`;
      const { status, body } = await client.own('DELETE', path, token);
      expect([status, body.code]).toEqual([409, 'second_factor_required']);
      const other = await client.addTotp(token);
      expect((await client.own('DELETE', path, token)).status).toBe(204);
      expect((await client.own('DELETE', `/${other.id}`, token)).status).toBe(409);
      expect((await client.own('GET', '', token)).body.data).toHaveLength(1);
    }
    await running.database.query(
      sql`update authentication.role set second_factor_required = false`,
    );
    await running.database.query(sql`delete from authentication.organizational_unit_member_period`);
  });

  it('allows at most twenty', async () => {
    const { token } = await running.someone();
    for (let made = 0; made < 20; made += 1) await client.addPasskey(token);
    const { status, body } = await client.own('POST', '/passkeys/options', token);
    expect([status, body.code]).toEqual([409, 'too_many_factors']);
    expect((await client.own('POST', '/totp', token, { name: 'x' })).status).toBe(409);
  });

  it.each([
    ['POST', '/totp', {}, 'body.name'],
    ['POST', '/totp', { name: '' }, 'body.name'],
    ['POST', '/totp/x/confirmation', { code: '123456' }, 'params.factorId'],
    ['POST', `/totp/${absent}/confirmation`, {}, 'body.code'],
    ['POST', '/passkeys', { name: 'x' }, 'body.attestation'],
    ['POST', '/passkeys', { name: 'x', attestation: 'y' }, 'body.attestation'],
    ['DELETE', '/x', undefined, 'params.factorId'],
  ])('refuses %s %s %j', async (method, path, body, place) => {
    const { token } = await running.someone();
    const answer = await client.own(method, path, token, body);
    expect(answer.status).toBe(400);
    expect(answer.body.fields?.map((field) => field.path)).toContain(place);
  });

  it('hides the factors of other users', async () => {
    const { token } = await running.someone();
    const other = await running.someone();
    const { id } = await client.addTotp(other.token);
    const { body } = await client.own('POST', '/totp', other.token, { name: 'Second' });
    expect((await client.own('DELETE', `/${id}`, token)).status).toBe(404);
    const code = codeNow(running, body.secret);
    const path = `/totp/${body.id}/confirmation`;
    expect((await client.own('POST', path, token, { code })).status).toBe(404);
  });
});
