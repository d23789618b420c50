import { say } from '@annals/contracts/messages';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { testDatabases } from '@annals/kit/testing/databases';
import { MailServer } from '../testing/mail-server.ts';
import { RunningService } from '../testing/running-service.ts';

describe.each(testDatabases())('addresses and names, $kind', ({ open }) => {
  const running = RunningService.forAll(open, async () => ({ mailHosts: ['localhost'] }));
  let token: string;

  beforeAll(async () => {
    ({ token } = await running.createAndSignIn('master@example.org', 'GLOBAL_MASTER'));
  });

  const invite = (email: string) => running.call('POST', '/v1/users', { token, body: { email } });
  const rename = (userId: string | undefined, username: string) =>
    running.call('PATCH', `/v1/users/${userId}`, { token, body: { username } });

  it.each([
    ['jörg@example.org', 'JÖRG@example.org', 'other capitals'],
    ['zoë@example.org', 'zoe\u0308@example.org', 'digitallyinduced/ihp#164: a decomposed letter'],
    [
      'a@bücher.example',
      'a@xn--bcher-kva.example',
      'omnara-ai/omnara#466, flora-pm/flora-server#561',
    ],
    ['b@bücher.example', 'b@BU\u0308CHER.example', 'omnara-ai/omnara#466'],
    ['test@παράδειγμα.example', 'test@xn--hxajbheg2az3al.example', 'mozilla/persona#1370'],
    ['r&d@example.org', 'R&D@Example.ORG', 'capitals of an ASCII address'],
    ['root@localhost', 'ROOT@LOCALHOST', 'a host of one label'],
    ['full@example.org', 'ｆｕｌｌ@example.org', 'home-assistant/architecture#301: NFKC'],
  ])('%s is the same as %s (%s)', async (email, same) => {
    const { status, body } = await invite(email);
    expect([status, body.email]).toEqual([201, email.normalize('NFC')]);
    const second = await invite(same);
    expect([second.status, second.body.code]).toEqual([409, 'email_taken']);
    const found = await running.get(`/v1/users/forName/${encodeURIComponent(same)}`, token);
    expect(found.body.id).toBe(body.id);
  });

  // As mail programs, contact lists and right-to-left pages copy addresses.
  const marks = Array.from(
    '\u200e\u200f\u061c\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069\u200b\u2060\ufeff\u00a0',
  ).map((mark): [string, string] => [`U+${mark.codePointAt(0)?.toString(16)}`, mark]);

  it.each(marks)(
    '%s around an address is no part of it, wherever it is written',
    async (code, mark) => {
      const around = (text: string) => `${mark}${text} ${mark}`;
      const email = `${code.slice(2)}@marks.example`;
      const { status, body } = await invite(around(email));
      expect([status, body.email, body.username]).toEqual([201, email, email]);
      expect((await invite(email)).body.code).toBe('email_taken');
      const patch = { username: `${code}.user`, email: around(`new-${email}`) };
      const changed = await running.call('PATCH', `/v1/users/${body.id}`, { token, body: patch });
      expect(changed.body).toMatchObject({ username: `${code}.user`, email: `new-${email}` });
      const csv = `email,name\r\n${around(`csv-${email}`)},Ada`;
      const bulk = await running.call('POST', '/v1/users/bulk', {
        token,
        body: { action: 'INVITE', csv, dryRun: true },
      });
      expect(bulk.body).toMatchObject({ done: 1 });
      for (const text of [around(email), around(`new-${email}`)]) {
        const query = `name=${encodeURIComponent(text)}`;
        expect((await running.get(`/v1/users?${query}`, token)).body.data).toHaveLength(1);
      }
    },
  );

  it.each(marks)('%s around the name does not refuse a sign-in', async (code, mark) => {
    const email = `sign-in-${code.slice(2)}@marks.example`;
    await running.createAndSignIn(email, 'USER');
    expect((await running.signIn(`${mark}${email}${mark}`)).status).toBe(200);
  });

  it('says that an address contains what cannot be seen', async () => {
    const { status, body } = await invite('dora@\u200eexample.org');
    expect([status, body.fields]).toEqual([
      400,
      [{ path: 'body.email', ...say('emailInvisible') }],
    ]);
  });

  it('keeps addresses apart that reach different mailboxes', async () => {
    for (const email of ['c@straße.example', 'c@strasse.example', 'jorg@example.org'])
      expect([email, (await invite(email)).status]).toEqual([email, 201]);
  });

  it('signs in with either form of an international domain', async () => {
    await running.createAndSignIn('ada@müller.example', 'USER');
    for (const name of ['Ada@xn--mller-kva.example', 'ada@MÜLLER.example'])
      expect((await running.signIn(name)).status).toBe(200);
  });

  it('allows hosts without a dot only where the operator does, and says so', async () => {
    const { status, body } = await invite('ada@intranet');
    expect([status, body.fields]).toEqual([
      400,
      [{ path: 'body.email', ...say('hostWithoutDot', { host: 'intranet' }) }],
    ]);
  });

  it('calls an invalid email invalid and a missing one missing', async () => {
    const problemOf = async (body: object) =>
      (await running.call('POST', '/v1/users', { token, body })).body.fields?.[0]?.message;
    expect(await problemOf({ email: 'ada@' })).toContain('for example ada@example.org');
    expect(await problemOf({})).toBe('This is missing.');
  });

  it.each(['CORP\\jdoe', '100%', '50%25', '...', 'a/../b', '%', 'ä ö', "o'neil", 'a?b#c', 'a&b=c'])(
    'a user name %s can be saved and is found',
    async (username) => {
      const { body: user } = await invite(
        `u${encodeURIComponent(username).length}${username.length}-${Buffer.from(username).toString('hex')}@example.org`,
      );
      expect((await rename(user.id, username)).status).toBe(200);
      const query = `name=${encodeURIComponent(username)}&pageSize=500`;
      const { body } = await running.get(`/v1/users?${query}`, token);
      expect(body.data?.map((each: { username?: string }) => each.username)).toContain(username);
    },
  );

  it('refuses a name that looks like that of somebody else, and marks those that exist', async () => {
    const { body: real } = await invite('boss@example.org');
    const imitation = await invite('bоss@example.org');
    expect([imitation.status, imitation.body.code]).toEqual([409, 'username_looks_alike']);
    const { body: other } = await invite('somebody@example.org');
    for (const name of ['bοss@example.org', 'bоss@example.org'])
      expect([name, (await rename(other.id, name)).body.code]).toEqual([
        name,
        'username_looks_alike',
      ]);
    expect(real).toMatchObject({ looksLike: null });

    // From before the rule, or from a provider.
    expect((await rename(other.id, 'admin')).status).toBe(200);
    expect((await invite('user1@example.org')).status).toBe(201);
    const { body: last } = await invite('userl@example.org');
    expect(last).toMatchObject({ looksLike: { username: 'user1@example.org' } });
    const { body } = await running.get(`/v1/users?name=user1%40example.org`, token);
    expect(body.data?.[0]).toMatchObject({ looksLike: { id: last.id } });
  });
});

describe.each(testDatabases().slice(0, 1))(
  'mail to an international address, $kind',
  ({ open }) => {
    const running = RunningService.forAll(open);

    async function inviteThrough(mailServer: MailServer, email: string) {
      await running.restart({ mail: { smtpUrl: mailServer.url, directory: '/nowhere' } });
      const { token } = await running.createAndSignIn(
        `m${Math.random()}@example.org`,
        'GLOBAL_MASTER',
      );
      const { body } = await running.call('POST', '/v1/users', { token, body: { email } });
      const states = async () => {
        const { body: list } = await running.get(`/v1/users/invitations?userId=${body.id}`, token);
        return (list.data as { state?: string }[] | undefined)?.[0];
      };
      await vi.waitFor(async () => expect((await states())?.state).not.toBe('QUEUED'), {
        timeout: 20_000,
      });
      return states();
    }

    it('is sent with SMTPUTF8, and with an ASCII domain where that is enough', async () => {
      const mailServer = await MailServer.start();
      expect(await inviteThrough(mailServer, 'jörg@example.org')).toMatchObject({ state: 'SENT' });
      expect(await inviteThrough(mailServer, 'ada@müller.example')).toMatchObject({
        state: 'SENT',
      });
      expect(mailServer.mails.flatMap(({ to }) => to)).toEqual([
        'jörg@example.org',
        // The peer decodes the domain; nodemailer sends its A-label.
        'ada@müller.example',
      ]);
      await mailServer.stop();
    });

    it('fails clearly, and at once, when the mail server lacks it', async () => {
      const mailServer = await MailServer.start({ hideSMTPUTF8: true });
      expect(await inviteThrough(mailServer, 'josé@example.org')).toMatchObject({
        state: 'FAILED',
        failure: { messageCode: 'mailServerLacksUtf8' },
      });
      expect(mailServer.mails).toEqual([]);
      expect(await inviteThrough(mailServer, 'a@bücher.example')).toMatchObject({ state: 'SENT' });
      await mailServer.stop();
    });
  },
);
