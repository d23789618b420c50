import sql from 'sql-template-tag';
import type { Email } from 'postal-mime';
import { describe, expect, it } from 'vitest';
import type { RevocableToken } from '@annals/contracts/api-tokens';
import { readAllRows } from '@annals/kit/testing/read-all-rows';
import { testDatabases } from '@annals/kit/testing/databases';
import { changed, passwordCalls } from '../testing/password-calls.ts';
import { password, RunningService } from '../testing/running-service.ts';
import { tokenCalls } from '../testing/token-calls.ts';
import { mailsTo, revocationTokenIn, tokenIn, writtenMails } from '../testing/written-mails.ts';

const ada = 'ada@example.org';

describe.each(testDatabases())('mails that name valid API tokens, $kind', ({ open }) => {
  const running = RunningService.forEach(open);
  const { issue, withKey, revoke } = tokenCalls(running);
  const { reset, check, setPassword, mailTo, outboxIsEmpty } = passwordCalls(running);

  const changePassword = (token: string, more: object = {}) =>
    running.call('POST', '/v1/users/current/password', {
      token,
      body: { currentPassword: password, newPassword: changed, ...more },
    });
  const checkRevocation = async (link: string) => {
    const { body } = await running.get(`/v1/auth/token-revocation/${link}`);
    return body as unknown as {
      state: string;
      email?: string;
      tokens?: RevocableToken[];
      total?: number;
    };
  };
  const revokeAll = async (link: string) => {
    const { status, body } = await running.call('POST', '/v1/auth/token-revocation', {
      body: { token: link },
    });
    return { status, body: body as { count?: number } };
  };
  const namesIn = async (link: string) =>
    (await checkRevocation(link)).tokens?.map(({ description }) => description);
  const statusOf = async (key: string) => (await withKey(key)).status;
  const newApplication = async (token: string, name: string) => {
    const { body } = await running.call('POST', '/v1/applications', {
      token,
      body: { name, roles: ['GLOBAL_MASTER'] },
    });
    return body.id ?? '';
  };
  /** Issues a token of an application, in a session or with an API token. */
  const issueFor = async (
    applicationId: string,
    description: string,
    by: { token?: string; key?: string },
    scopes = ['read', 'write', 'admin'],
  ) => {
    // Mails are sorted by their time.
    running.advance(1);
    const { status, body } = await running.call(
      'POST',
      `/v1/applications/${applicationId}/tokens`,
      {
        token: by.token,
        headers: by.key === undefined ? {} : { 'x-akarion-api-token': by.key },
        body: { description, scopes },
      },
    );
    expect(status).toBe(201);
    return body as { id: string; token: string };
  };
  const textOf = ({ text = '', html = '' }: Email) => text + html;

  it('a token that can do more than read is told by mail, one that reads is not', async () => {
    const { token } = await running.createAndSignIn(ada);
    await issue(token, { description: 'Report' });
    await outboxIsEmpty();
    const { body } = await issue(token, { description: 'Nightly', scopes: ['read', 'write'] });
    const mail = await mailTo(ada);
    expect(mail.subject).toBe('New API token for Annals');
    expect(mail.text).toContain('Token: “Nightly”');
    expect(mail.text).toContain('2 API tokens that you created are valid:');
    expect(mail.text).toContain('“Report”');
    expect(textOf(mail)).not.toContain(body.token.slice(16));
    await outboxIsEmpty();
  });

  it('names no token that is expired, revoked or of somebody else', async () => {
    const { token } = await running.createAndSignIn(ada);
    const other = await running.createAndSignIn('bob@example.org');
    await issue(other.token, { description: 'Foreign' });
    const gone = await issue(token, { description: 'Gone' });
    await revoke(token, gone.body.id);
    await issue(token, { description: 'Short', expiresDate: '2026-03-01T12:01:00Z' });
    running.advance(60);
    await issue(token, { description: 'Nightly', scopes: ['read', 'admin'] });
    const mail = await mailTo(ada);
    expect(mail.text).toContain('1 API token that you created is valid:');
    for (const name of ['Foreign', 'Gone', 'Short']) expect(mail.text).not.toContain(name);
    expect(await namesIn(revocationTokenIn(mail))).toEqual(['Nightly']);
  });

  it('the link shows what it revokes, revokes it once, and records it', async () => {
    const { userId, token } = await running.createAndSignIn(ada);
    const first = await issue(token, { description: 'Nightly', scopes: ['read', 'write'] });
    const link = revocationTokenIn(await mailTo(ada));
    // Nobody is told of this one, but it is no less a thief's.
    const later = await issue(token, { description: 'Later' });
    for (let time = 0; time < 2; time += 1)
      expect(await checkRevocation(link)).toMatchObject({
        state: 'valid',
        email: ada,
        total: 2,
        tokens: [
          { description: 'Later', applicationName: null, scopes: ['read'] },
          { description: 'Nightly', prefix: first.body.prefix, scopes: ['read', 'write'] },
        ],
      });
    expect(await statusOf(first.body.token)).toBe(200);

    expect(await revokeAll(link)).toEqual({ status: 200, body: { count: 2 } });
    for (const { body } of [first, later]) expect(await statusOf(body.token)).toBe(401);
    expect(await checkRevocation(link)).toEqual({ state: 'used' });
    expect((await revokeAll(link)).status).toBe(400);
    // The link proves no password: the session goes on.
    expect((await running.get('/v1/users/current', token)).status).toBe(200);

    const events = await running.database.query<{ action: string; subject: string; actor: string }>(
      sql`select action, subject, actor_id as actor from authentication.event
        where action in ('link.used', 'token.revoked') order by seq`,
    );
    expect(events.map(({ actor }) => actor)).toEqual([userId, userId, userId]);
    expect(events.map(({ action }) => action)).toEqual([
      'link.used',
      'token.revoked',
      'token.revoked',
    ]);
    expect(new Set(events.map(({ subject }) => subject))).toEqual(
      new Set([`user/${userId}`, `token/${first.body.id}`, `token/${later.body.id}`]),
    );
    const rows = JSON.stringify([...(await readAllRows(running.database)).values()]);
    expect(rows).not.toContain(link);
    expect(running.logged.join('')).not.toContain(link);
  });

  it('uses one link once when it is confirmed several times at once', async () => {
    const { token } = await running.createAndSignIn(ada);
    await issue(token, { scopes: ['read', 'write'] });
    const link = revocationTokenIn(await mailTo(ada));
    const answers = await Promise.all(Array.from({ length: 4 }, () => revokeAll(link)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 400)).toHaveLength(3);
  });

  it('the link sets no password, and a link for a password revokes nothing', async () => {
    const { token } = await running.createAndSignIn(ada);
    const { body } = await issue(token, { scopes: ['read', 'write'] });
    const link = revocationTokenIn(await mailTo(ada));
    expect(await check(link)).toEqual({ state: 'unknown' });
    expect((await setPassword(link)).status).toBe(400);
    expect((await running.signIn(ada, changed)).status).toBe(401);
    running.advance(1);
    await reset(ada);
    const forPassword = tokenIn(await mailTo(ada, 2));
    expect(await checkRevocation(forPassword)).toEqual({ state: 'unknown' });
    expect((await revokeAll(forPassword)).status).toBe(400);
    expect(await statusOf(body.token)).toBe(200);
    expect((await checkRevocation(link)).state).toBe('valid');
  });

  it('the link works for seven days, and not for a disabled user', async () => {
    const { userId, token } = await running.createAndSignIn(ada);
    await issue(token, { scopes: ['read', 'write'], expiresDate: '2026-06-01T00:00:00Z' });
    const link = revocationTokenIn(await mailTo(ada));
    running.advance(7 * 24 * 3600 - 1);
    expect((await checkRevocation(link)).state).toBe('valid');
    await running.database.query(
      sql`update authentication.user_account set status = 'DISABLED' where id = ${userId}`,
    );
    expect(await checkRevocation(link)).toEqual({ state: 'unknown' });
    await running.database.query(
      sql`update authentication.user_account set status = 'ACTIVE' where id = ${userId}`,
    );
    running.advance(1);
    expect(await checkRevocation(link)).toEqual({ state: 'expired' });
    expect((await revokeAll(link)).status).toBe(400);
  });

  it('a changed password names the tokens that stay valid, and spares the earlier link', async () => {
    const { token } = await running.createAndSignIn(ada);
    const { body } = await issue(token, { description: 'Nightly', scopes: ['read', 'write'] });
    const earlier = revocationTokenIn(await mailTo(ada));
    running.advance(1);
    await changePassword(token);
    const mail = await mailTo(ada, 2);
    expect(mail.subject).toBe('Your password for Annals was changed');
    expect(mail.text).toContain('“Nightly”');
    const link = revocationTokenIn(mail);
    expect(link).not.toBe(earlier);
    for (const one of [earlier, link]) expect(await namesIn(one)).toEqual(['Nightly']);
    expect((await revokeAll(earlier)).body).toEqual({ count: 1 });
    expect(await statusOf(body.token)).toBe(401);
    // Nothing is left, and the page says so.
    expect(await checkRevocation(link)).toMatchObject({ state: 'valid', tokens: [], total: 0 });
  });

  it('without a valid token, a changed password has no such link', async () => {
    const { token } = await running.createAndSignIn(ada);
    await issue(token, { description: 'Report' });
    await changePassword(token, { revokeTokens: true });
    const mail = await mailTo(ada);
    expect(mail.text).not.toContain('Report');
    expect(revocationTokenIn(mail)).toBe('');
    expect(mail.text).toContain('/reset');
  });

  it('a password set with a link names what it did not revoke', async () => {
    const master = await running.createAndSignIn(ada, 'GLOBAL_MASTER');
    await issue(master.token, { description: 'Own' });
    const shop = await newApplication(master.token, 'Shop');
    const { token: key } = await issueFor(shop, 'Till', master, ['read']);
    await reset(ada);
    const forPassword = tokenIn(await mailTo(ada));
    running.advance(1);
    expect((await setPassword(forPassword)).status).toBe(200);
    const mail = await mailTo(ada, 2);
    expect(mail.text).toContain('1 API token that you created is valid:');
    expect(mail.text).toContain('application “Shop”');
    expect(mail.text).not.toContain('“Own”');
    expect(await statusOf(key)).toBe(200);
    expect((await revokeAll(revocationTokenIn(mail))).body).toEqual({ count: 1 });
    expect(await statusOf(key)).toBe(401);
  });

  it('follows tokens that were issued with tokens, to the one who issued the first', async () => {
    const master = await running.createAndSignIn(ada, 'GLOBAL_MASTER');
    const other = await running.createAndSignIn('bob@example.org', 'GLOBAL_MASTER');
    const shop = await newApplication(master.token, 'Shop');
    const till = await newApplication(master.token, 'Till');
    const first = await issueFor(shop, 'First', master);
    const first2 = await issueFor(shop, 'Of Bob', other);
    await mailTo('bob@example.org');
    const second = await issueFor(till, 'Second', { key: first.token });
    const third = await issueFor(shop, 'Third', { key: second.token }, ['read', 'write']);
    const foreign = await issueFor(till, 'Also of Bob', { key: first2.token }, ['read']);
    const mails = await mailsTo(running.mailDirectory, ada, 3);
    const mail = mails.find(({ text }) => text?.includes('Token: “Third”'));
    if (mail === undefined) throw new Error('No mail is about the third token.');
    expect(mail.text).toContain('created for an application in Annals, in your name');
    // A thief who revokes the first token does not hide the others.
    expect(await revoke(master.token, first.id)).toBe(204);
    const link = revocationTokenIn(mail);
    expect(await namesIn(link)).toEqual(['Third', 'Second']);
    expect((await revokeAll(link)).body).toEqual({ count: 2 });
    for (const { token } of [second, third]) expect(await statusOf(token)).toBe(401);
    for (const { token } of [first2, foreign]) expect(await statusOf(token)).toBe(200);
    await outboxIsEmpty();
  });

  it('neither a session nor a token issues another one after it has ended on another server', async () => {
    const { userId, token } = await running.createAndSignIn(ada, 'GLOBAL_MASTER');
    const shop = await newApplication(token, 'Shop');
    const { token: key } = await issueFor(shop, 'First', { token });
    const issueAgain = async (by: { token?: string; key?: string }) => {
      const headers: Record<string, string> =
        by.key === undefined ? {} : { 'x-akarion-api-token': by.key };
      const body = { description: 'Second' };
      const { token: session } = by;
      const path = `/v1/applications/${shop}/tokens`;
      return (await running.call('POST', path, { token: session, headers, body })).status;
    };
    for (const by of [{ token }, { key }]) expect(await issueAgain(by)).toBe(201);
    // This server has read both within the last second.
    await running.database.query(
      sql`update authentication.api_token set revoked = statement_timestamp()`,
    );
    await running.database.query(
      sql`update authentication.session set ended = statement_timestamp() where user_id = ${userId}`,
    );
    for (const by of [{ token }, { key }]) expect(await issueAgain(by)).toBe(401);
  });

  it('the link also revokes what its tokens issue at the same moment', async () => {
    const { token } = await running.createAndSignIn(ada, 'GLOBAL_MASTER');
    const shop = await newApplication(token, 'Shop');
    const { token: key } = await issueFor(shop, 'First', { token });
    const link = revocationTokenIn(await mailTo(ada));
    const headers = { 'x-akarion-api-token': key };
    const body = { description: 'Next' };
    const issuing = Array.from({ length: 20 }, async () =>
      running.call('POST', `/v1/applications/${shop}/tokens`, { headers, body }),
    );
    expect((await revokeAll(link)).status).toBe(200);
    await Promise.all(issuing);
    const valid = sql`select id from authentication.api_token where revoked is null`;
    expect(await running.database.query(valid)).toEqual([]);
  });

  it('speaks German, and tells users without a password what else to change', async () => {
    const { userId, token } = await running.createAndSignIn(ada);
    await running.database.query(
      sql`update authentication.user_account set lang = 'de' where id = ${userId}`,
    );
    await running.database.query(
      sql`delete from authentication.password where user_id = ${userId}`,
    );
    await issue(token, { description: 'Nächtlich', scopes: ['read', 'write'] });
    const mail = await mailTo(ada);
    expect(mail.subject).toBe('Neues API-Token für Annals');
    expect(mail.text).toContain('„Nächtlich“');
    expect(mail.text).toContain('ändere das Passwort des Kontos, mit dem du dich anmeldest');
    expect(mail.text).not.toContain('/reset');
  });

  it('a user without an email gets none', async () => {
    const { userId, token } = await running.createAndSignIn(ada);
    await running.database.query(
      sql`update authentication.user_account set email = null where id = ${userId}`,
    );
    expect((await issue(token, { scopes: ['read', 'write'] })).status).toBe(201);
    expect(await running.database.query(sql`select 1 from authentication.mail`)).toEqual([]);
  });

  it('sends ten mails an hour about tokens, and names those in between in the next', async () => {
    const { token } = await running.createAndSignIn(ada);
    for (let number = 1; number <= 11; number += 1)
      await issue(token, { description: `Number ${number}`, scopes: ['read', 'write'] });
    await mailTo(ada, 10);
    await outboxIsEmpty();
    expect(await writtenMails(running.mailDirectory)).toHaveLength(10);
    running.advance(3600);
    const { body } = await running.signIn(ada);
    await issue(body.accessToken ?? '', { description: 'Next', scopes: ['read', 'write'] });
    const mail = await mailTo(ada, 11);
    expect(mail.text).toContain('“Next”');
    expect(mail.text).toContain('“Number 11”');
  });
});
