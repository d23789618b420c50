import { randomUUID } from 'node:crypto';
import Fastify from 'fastify';
import sql from 'sql-template-tag';
import { describe, expect, it } from 'vitest';
import { createService } from '@annals/kit/service';
import { bothDatabases } from '@annals/kit/testing/databases';
import { requestKey } from '../mail/mail-requests.sql.ts';
import { reported } from '../testing/organizational-units.ts';
import { issueToken } from '../testing/issued-token.ts';
import { changed, passwordCalls } from '../testing/password-calls.ts';
import { RunningService } from '../testing/running-service.ts';
import { mailsTo, tokenIn, writtenMails } from '../testing/written-mails.ts';

// A fresh embedded database for each test takes long, and the behaviour is the same there.
describe.each(bothDatabases().slice(-1))('a password reset, $kind', ({ open }) => {
  const running = RunningService.forEach(open);

  const { reset, check, setPassword, mailTo, outboxIsEmpty, actionsOf } = passwordCalls(running);

  it('sets a new password by mail, ends all sessions, and sends a notification', async () => {
    const { userId, token, refreshToken } = await running.createAndSignIn('ada@example.org');
    expect(await reset('ADA@example.org', { lang: 'de' })).toMatchObject({
      status: 202,
      body: {},
    });
    const mail = await mailTo('ada@example.org');
    expect(mail.subject).toBe('Neues Passwort für Annals');
    const link = tokenIn(mail);
    expect(await check(link)).toEqual({
      state: 'valid',
      purpose: 'RESET',
      email: 'ada@example.org',
    });
    // The files are ordered by the clock.
    running.advance(1);
    const { status, body } = await setPassword(link);
    expect(status).toBe(200);
    expect((await running.get('/v1/users/current', body.accessToken)).status).toBe(200);
    expect((await running.get('/v1/users/current', token)).status).toBe(401);
    expect((await running.refresh(refreshToken)).status).toBe(401);
    expect((await running.signIn('ada@example.org', changed)).status).toBe(200);
    expect((await mailTo('ada@example.org', 2)).subject).toBe(
      'Your password for Annals was changed',
    );
    const did = await actionsOf(`user/${userId}`);
    expect(did).toEqual(expect.arrayContaining(['mail.sent', 'link.used', 'password.set']));
    expect(await actionsOf(null)).toContain('password.resetRequested');
  });

  it('revokes the API tokens, which the link lists first, unless they are kept', async () => {
    const { token } = await running.createAndSignIn('ada@example.org');
    const first = await issueToken(running, token);
    await reset('ada@example.org');
    const keeping = tokenIn(await mailTo('ada@example.org'));
    expect(await check(keeping)).toMatchObject({
      tokens: [{ description: 'CI', prefix: first.token.slice(0, 15), lastUsedDate: null }],
    });
    running.advance(1);
    expect((await setPassword(keeping, changed, { keepTokens: true })).status).toBe(200);
    expect(await first.status()).toBe(200);
    await mailTo('ada@example.org', 2);
    running.advance(1);
    await reset('ada@example.org');
    const link = tokenIn(await mailTo('ada@example.org', 3));
    running.advance(1);
    expect((await setPassword(link)).status).toBe(200);
    expect(await first.status()).toBe(401);
  });

  it('has a link that works for 15 minutes', async () => {
    await running.createAndSignIn('ada@example.org');
    await reset('ada@example.org');
    const link = tokenIn(await mailTo('ada@example.org'));
    running.advance(15 * 60);
    expect(await check(link)).toMatchObject({ state: 'expired' });
    expect((await setPassword(link)).status).toBe(400);
  });

  it('responds the same for known, unknown, invited and disabled users', async () => {
    await running.createAndSignIn('known@example.org');
    await running.service.createUser({ email: 'invited@example.org', roles: [] });
    const { userId } = await running.createAndSignIn('disabled@example.org');
    await running.database.query(
      sql`update authentication.user_account set status = 'DISABLED' where id = ${userId}`,
    );
    const names = ['known', 'unknown', 'invited', 'disabled', 'KNOWN'];
    const answers = [];
    for (const name of names) answers.push(reported(await reset(`${name}@example.org`)));
    expect(new Set(answers.map((answer) => JSON.stringify(answer)))).toEqual(
      new Set([JSON.stringify({ status: 202, body: {} })]),
    );
    await outboxIsEmpty();
    expect((await mailTo('invited@example.org')).subject).toBe('Welcome to Annals');
    const all = await writtenMails(running.mailDirectory);
    expect(all.map(({ to }) => String(to?.[0]?.address)).sort()).toEqual([
      'invited@example.org',
      'known@example.org',
      'known@example.org',
    ]);
  });

  it('goes to the email of the account, not to what was typed', async () => {
    await running.createAndSignIn('ﬁnch@example.org'.normalize('NFKC'));
    await reset('ﬁnch@example.org');
    await outboxIsEmpty();
    expect((await mailTo('finch@example.org')).to).toEqual([
      { address: 'finch@example.org', name: '' },
    ]);
  });

  it('refers users of a provider to the provider', async () => {
    const { userId } = await running.createAndSignIn('ada@example.org');
    const providerId = randomUUID();
    await running.database.query(sql`
      insert into authentication.identity_provider (id, name, enabled, button_label, issuer, client_id,
        client_authentication, scopes, endpoints, claim_map, group_roles, trust_email, trust_second_factor,
        provisioning, new_user_roles, created)
      values (${providerId}, 'Northwind', true, 'Northwind', 'https://id.example', 'c', 'none', '{}', '{}', '{}', '{}',
        false, false, 'NONE', '{}', now())`);
    await running.database.query(sql`
      insert into authentication.user_identity (id, provider_id, issuer, subject, user_id, linked)
      values (${randomUUID()}, ${providerId}, 'https://id.example', 's', ${userId}, now())`);
    await running.database.query(
      sql`delete from authentication.password where user_id = ${userId}`,
    );
    await reset('ada@example.org');
    const mail = await mailTo('ada@example.org');
    expect(mail.text).toContain('you sign in with Northwind');
    expect(tokenIn(mail)).toBe('');
  });

  it('sends at most three mails in a quarter of an hour, silently', async () => {
    await running.createAndSignIn('ada@example.org');
    for (let time = 0; time < 5; time += 1)
      expect((await reset('ada@example.org')).status).toBe(202);
    await outboxIsEmpty();
    expect(await mailsTo(running.mailDirectory, 'ada@example.org', 3)).toHaveLength(3);
    running.advance(15 * 60);
    await reset('ada@example.org');
    await outboxIsEmpty();
    expect(await mailsTo(running.mailDirectory, 'ada@example.org', 4)).toHaveLength(4);
  });

  it('refuses a flood from one address, regardless of the recipient', async () => {
    await running.createAndSignIn('ada@example.org');
    const app = createService({
      log: Fastify({ logger: { level: 'silent' } }).log,
      trustProxy: ['127.0.0.1'],
    });
    running.service.mountRoutes(app);
    const from = async (address: string, email: string) => {
      const { statusCode, headers, body } = await app.inject({
        method: 'POST',
        url: '/v1/auth/password-reset',
        headers: { 'x-forwarded-for': address },
        payload: { email },
      });
      const { requestId: _, ...problem } = JSON.parse(body);
      return { status: statusCode, problem, retryAfter: headers['retry-after'] };
    };
    for (let time = 0; time < 20; time += 1)
      expect((await from('203.0.113.7', `nobody${time}@example.org`)).status).toBe(202);
    const [known, unknown] = [
      await from('203.0.113.7', 'ada@example.org'),
      await from('203.0.113.7', 'nobody@example.org'),
    ];
    expect(known.status).toBe(429);
    expect(known.retryAfter).toBe('900');
    expect(known).toEqual(unknown);
    expect((await from('203.0.113.8', 'ada@example.org')).status).toBe(202);
    running.advance(15 * 60);
    expect((await from('203.0.113.7', 'ada@example.org')).status).toBe(202);
  });

  it('sends at most 200 mails to one domain in a quarter of an hour, and does not count those for nobody', async () => {
    await running.createAndSignIn('known@full.example');
    const count = (): Promise<{ requests: number }[]> =>
      running.database.query(
        sql`select requests from authentication.mail_request
          where key = ${requestKey('domain', 'RESET full.example')}`,
      );
    for (let name = 0; name < 5; name += 1)
      expect((await reset(`nobody${name}@full.example`)).status).toBe(202);
    expect(await count()).toEqual([{ requests: 0 }]);
    expect((await reset('known@full.example')).status).toBe(202);
    expect(await count()).toEqual([{ requests: 1 }]);
    await running.database.query(
      sql`update authentication.mail_request set requests = 200
        where key = ${requestKey('domain', 'RESET full.example')}`,
    );
    const answers = [await reset('known@full.example'), await reset('nobody@full.example')];
    expect(answers.map(reported)).toEqual(
      answers.map(() => expect.objectContaining({ status: 429 })),
    );
  });

  it('accepts only an email', async () => {
    for (const body of [{}, { email: '' }, { email: 'a\0b' }, { email: 'a', userId: 'x' }])
      expect((await running.call('POST', '/v1/auth/password-reset', { body })).status).toBe(400);
  });
});
