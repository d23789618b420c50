import { describe, expect, it } from 'vitest';
import { testDatabases } from '@annals/kit/testing/databases';
import { makeUnit, reported } from '../testing/organizational-units.ts';
import { insertDomain } from '../testing/inserted-rows.ts';
import { giveDomain } from '../testing/inserted-units.ts';
import { passwordCalls } from '../testing/password-calls.ts';
import { RunningService } from '../testing/running-service.ts';
import { mailsTo, tokenIn } from '../testing/written-mails.ts';

describe.each(testDatabases())('a sign-up, $kind', ({ open }) => {
  const running = RunningService.forEach(open, { signUp: 'open' });
  const { signUp, check, setPassword, mailTo, outboxIsEmpty, actionsOf } = passwordCalls(running);

  it('creates a user who has verified the email', async () => {
    expect((await running.get('/v1/auth/signup')).body).toEqual({ open: true });
    const { token: master } = await running.createAndSignIn('master@example.org', 'GLOBAL_MASTER');
    const unit = await makeUnit(running, master, 'Example');
    await giveDomain(running.database, unit, 'example.org');
    const { status, body } = await signUp('Ada@Example.org', { lang: 'de' });
    expect([status, body]).toEqual([202, {}]);
    const mail = await mailTo('Ada@example.org');
    expect(mail.text).not.toContain('Lovelace');
    const link = tokenIn(mail);
    expect(await check(link)).toEqual({
      state: 'valid',
      purpose: 'SIGNUP',
      email: 'Ada@Example.org',
    });
    expect((await setPassword(link, 'lovelace was here')).status).toBe(400);
    const set = await setPassword(link);
    expect(set.status).toBe(200);
    const current = await running.get('/v1/users/current', set.body.accessToken);
    expect(current.body).toMatchObject({
      name: 'Ada Lovelace',
      email: 'Ada@Example.org',
      status: 'ACTIVE',
      roles: ['USER'],
      lang: 'de',
      organizationalUnits: [{ id: unit }],
    });
    expect(await check(link)).toMatchObject({ state: 'used' });
    expect(await actionsOf(null)).toContain('signUp.requested');
  });

  it('assigns nobody to a unit whose domain is not verified', async () => {
    const { token: master } = await running.createAndSignIn('master@example.org', 'GLOBAL_MASTER');
    const unit = await makeUnit(running, master, 'Claims it');
    await insertDomain(running.database, running.now, { domain: 'example.org', unitId: unit });
    await signUp('ada@example.org');
    const { body } = await setPassword(tokenIn(await mailTo('ada@example.org')));
    const current = await running.get('/v1/users/current', body.accessToken);
    expect(current.body.organizationalUnits).toEqual([]);
  });

  it('responds the same for known and unknown emails, and notifies existing users', async () => {
    await running.createAndSignIn('known@example.org');
    await running.service.createUser({ email: 'invited@example.org', roles: [] });
    const answers = [];
    for (const name of ['known', 'unknown', 'invited'])
      answers.push(reported(await signUp(`${name}@example.org`)));
    expect(answers).toEqual(answers.map(() => ({ status: 202, body: {} })));
    await outboxIsEmpty();
    const known = await mailTo('known@example.org');
    expect(known.subject).toBe('You already have an account in Annals');
    expect(known.text).toContain('https://annals.test/reset');
    expect(tokenIn(known)).toBe('');
    expect((await mailTo('invited@example.org')).subject).toBe('Welcome to Annals');
    expect((await mailTo('unknown@example.org')).subject).toBe('Confirm your email for Annals');
  });

  it('sends strangers at most 50 mails of a domain and 100 in all in a quarter of an hour', async () => {
    await running.createAndSignIn('known@full.example');
    for (let count = 0; count < 50; count += 1)
      expect((await signUp(`stranger${count}@full.example`)).status).toBe(202);
    const [known, unknown] = [
      await signUp('known@full.example'),
      await signUp('unknown@full.example'),
    ];
    expect(known.status).toBe(429);
    expect(known.body.message).toBe('Too many emails were requested. Try again in 15 minutes.');
    expect(known.headers.get('retry-after')).toBe('900');
    expect(reported(known)).toEqual(reported(unknown));
    for (let count = 0; count < 50; count += 1)
      expect((await signUp(`stranger@of${count}.example`)).status).toBe(202);
    expect((await signUp('stranger@another.example')).status).toBe(429);
    await outboxIsEmpty();
    // Requests for a new password are counted separately.
    const { status } = await running.call('POST', '/v1/auth/password-reset', {
      body: { email: 'known@full.example' },
    });
    expect(status).toBe(202);
    running.advance(15 * 60);
    expect((await signUp('unknown@full.example')).status).toBe(202);
  });

  it('does not create a second account if there is one meanwhile', async () => {
    await signUp('ada@example.org');
    await signUp('ada@example.org');
    const [first, second] = (await mailsTo(running.mailDirectory, 'ada@example.org', 2)).map(
      tokenIn,
    );
    expect((await setPassword(first ?? '')).status).toBe(200);
    const { status, body } = await setPassword(second ?? '');
    expect([status, body.code]).toEqual([409, 'email_taken']);
    const together = ['eve@example.org', 'EVE@example.org'];
    for (const email of together) await signUp(email);
    const links = [];
    for (const email of together) links.push(tokenIn(await mailTo(email)));
    const statuses = await Promise.all(links.map(async (link) => (await setPassword(link)).status));
    expect(statuses).toEqual(expect.arrayContaining([200, 409]));
  });

  it('applies the configured rule', async () => {
    await signUp('late@example.org');
    const link = tokenIn(await mailTo('late@example.org'));
    await running.restart({ signUp: 'off' });
    expect((await running.get('/v1/auth/signup')).body).toEqual({ open: false });
    const off = await signUp('ada@example.org');
    expect([off.status, off.body.message]).toEqual([403, expect.stringContaining('invite')]);
    expect((await setPassword(link)).status).toBe(403);
    await running.restart({ signUp: ['example.com'] });
    expect((await running.get('/v1/auth/signup')).body).toEqual({
      open: true,
      domains: ['example.com'],
    });
    for (const email of ['ada@example.org', 'ada@sub.example.com', 'ada@example.com.org']) {
      const { status, body } = await signUp(email);
      expect([status, body.fields?.[0]?.path]).toEqual([400, 'body.email']);
    }
    expect((await signUp('ada@EXAMPLE.com')).status).toBe(202);
  });

  it('requires an email and a name', async () => {
    expect((await signUp('nobody')).body.fields?.[0]?.path).toBe('body.email');
    expect((await signUp('a@example.org', { name: '' })).status).toBe(400);
    expect((await signUp('a@example.org', { roles: ['GLOBAL_MASTER'] })).status).toBe(400);
  });
});
