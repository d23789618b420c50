import { say, type ServiceMessage } from '@annals/contracts/messages';
import { createHash } from 'node:crypto';
import { tmpdir } from 'node:os';
import sql from 'sql-template-tag';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Database } from '@annals/kit/database/database';
import { migrate } from '@annals/kit/migrate/migrate';
import { bothDatabases } from '@annals/kit/testing/databases';
import { toTimestamp } from '../context/clock.ts';
import { operator } from '../context/actor.ts';
import { insertInvitation } from '../invitations/invitations.sql.ts';
import { migrations } from '../migrations.ts';
import { MailServer, refusal } from '../testing/mail-server.ts';
import { tokenIn } from '../testing/written-mails.ts';
import { claimMail, enqueueMail } from './outbox.sql.ts';
import { MailWorker } from './mail-worker.ts';
import { prepareMail } from './prepare-mail.ts';
import { insertUser } from '../accounts/insert-user.ts';

const publicUrl = 'https://annals.test';
const day = 24 * 3600;

// A fresh embedded database for each test takes long, and the behaviour is the same there.
describe.each(bothDatabases().slice(-1))('mail worker, $kind', ({ open }) => {
  let database: Database;
  let now: number;
  let logged: string[];
  let workers: MailWorker[];
  let servers: MailServer[];

  beforeEach(async () => {
    database = await open();
    await migrate(database, migrations);
    now = Date.parse('2026-03-01T12:00:00Z');
    [logged, workers, servers] = [[], [], []];
  });

  afterEach(async () => {
    await Promise.all(workers.map((worker) => worker.close()));
    await Promise.all(servers.map((running) => running.stop()));
    await database.close();
  });

  const write = (details: object, message: string) =>
    void logged.push(`${message} ${JSON.stringify(details)}`);
  const context = () => ({
    database,
    log: { info: write, warn: write, error: write },
    clock: () => now,
    publicUrl,
    productName: 'annals',
    signUp: 'open' as const,
  });

  function startWorker(smtpUrl: string): MailWorker {
    const worker = new MailWorker(context(), { smtpUrl, directory: tmpdir() });
    workers.push(worker);
    worker.start();
    return worker;
  }

  async function server(...given: Parameters<typeof MailServer.start>): Promise<MailServer> {
    const started = await MailServer.start(...given);
    servers.push(started);
    return started;
  }

  /** An invited user whose welcome mail is in the outbox. */
  const invite = (email: string, parameters = {}) =>
    database.transaction(async (transaction) => {
      const user = { email, roles: [], status: 'INVITED' as const };
      const userId = await insertUser(transaction, user, {
        id: null,
        at: context().clock(),
        source: operator,
      });
      const created = toTimestamp(now);
      await insertInvitation(transaction, { userId, invitedBy: null, created, parameters });
      const mail = { kind: 'INVITATION', recipient: email, userId, lang: 'en' } as const;
      await enqueueMail(transaction, mail, created);
      return userId;
    });

  const outbox = () =>
    database.query<{ id: string; attempts: number; failure: ServiceMessage | null }>(
      sql`select id, attempts, failure from authentication.mail`,
    );
  const until = <T>(look: () => Promise<T> | T) => vi.waitFor(look, { timeout: 300_000 });
  const untilEmpty = () => until(async () => expect(await outbox()).toEqual([]));
  const untilFailed = (attempts: number) =>
    until(async () =>
      expect(await outbox()).toMatchObject([
        { attempts, failure: { message: expect.any(String) } },
      ]),
    );
  const events = (action: string) =>
    database.query<{ subject: string | null; after: Record<string, unknown> }>(
      sql`select subject, after from authentication.event where action = ${action} order by seq`,
    );
  const links = () =>
    database.query<{ hash: Buffer; expires: string }>(
      sql`select hash, expires from authentication.one_time_link`,
    );
  const hashOf = (token: string) => createHash('sha256').update(token).digest();

  it('delivers a mail whose link works, and records it', async () => {
    const userId = await invite('ada@example.org', { headline: 'Hi\r\nBcc: eve@example.org' });
    const { mails, url } = await server();
    startWorker(url);
    await untilEmpty();
    expect(mails).toHaveLength(1);
    const [{ to, mail } = { to: [], mail: undefined }] = mails;
    expect(to).toEqual(['ada@example.org']);
    expect(mail).toMatchObject({
      from: { name: 'Annals', address: 'no-reply@annals.test' },
      to: [{ address: 'ada@example.org' }],
      subject: 'Hi Bcc: eve@example.org – Annals',
      date: '2026-03-01T12:00:00.000Z',
    });
    expect(mail?.bcc).toBeUndefined();
    const headers = new Map(mail?.headers.map(({ key, value }) => [key, value]));
    expect(headers.get('auto-submitted')).toBe('auto-generated');
    expect(headers.get('message-id')).toMatch(/^<[0-9a-f-]{36}@annals\.test>$/);
    const [link] = await links();
    const token = mail ? tokenIn(mail) : '';
    expect(link).toEqual({ hash: hashOf(token), expires: '2026-03-08T12:00:00.000000Z' });
    expect(mail?.html).toContain(`${publicUrl}/set-password#token=${token}`);
    expect(await events('mail.sent')).toEqual([
      {
        subject: `user/${userId}`,
        after: {
          kind: 'INVITATION',
          email: 'ada@example.org',
          linkExpires: '2026-03-08T12:00:00.000Z',
        },
      },
    ]);
    expect(logged).toEqual([]);
  });

  it('waits for an unavailable server, and then sends', async () => {
    await invite('ada@example.org');
    const gone = await MailServer.start();
    const { port, url } = gone;
    await gone.stop();
    const patient = startWorker(url);
    await untilFailed(1);
    expect(await links()).toEqual([]);
    const { mails } = await server({}, port);
    patient.wake();
    now += 3_000;
    expect(mails).toEqual([]);
    now += 4_000;
    patient.wake();
    await untilEmpty();
    expect(mails).toHaveLength(1);
    expect(await events('mail.sent')).toHaveLength(1);
    expect(logged.join('\n')).toContain('ECONNREFUSED');
    expect(logged.join('\n')).not.toMatch(/example\.org|token/);
  });

  it('retries what the server defers', async () => {
    await invite('ada@example.org');
    let tries = 0;
    const { mails, url } = await server({
      onRcptTo: (_address, _session, done) => {
        tries += 1;
        done(tries === 1 ? refusal(451, 'Greylisted, come back') : null);
      },
    });
    const patient = startWorker(url);
    await untilFailed(1);
    expect((await outbox())[0]?.failure?.message).toContain('Greylisted');
    now += 10_000;
    patient.wake();
    await untilEmpty();
    expect(mails).toHaveLength(1);
    expect(await links()).toHaveLength(1);
  });

  it('gives up what the server refuses permanently', async () => {
    const userId = await invite('ada@example.org');
    const { url } = await server({
      onRcptTo: (_address, _session, done) =>
        done(refusal(550, 'No such user ada@example.org here')),
    });
    startWorker(url);
    await untilEmpty();
    expect(await events('mail.failed')).toEqual([
      {
        subject: `user/${userId}`,
        after: {
          kind: 'INVITATION',
          email: 'ada@example.org',
          reason: say('mailServerSaid', { said: '550 No such user ada@example.org here' }),
        },
      },
    ]);
    expect(await links()).toEqual([]);
    const [invitation] = await database.query(
      sql`select failure, sent from authentication.invitation`,
    );
    expect(invitation).toMatchObject({ failure: { messageCode: 'mailServerSaid' }, sent: null });
    expect(logged.join('\n')).not.toContain('example.org');
  });

  it('keeps trying if its login is refused, and gives up after three days', async () => {
    await invite('ada@example.org');
    const { url } = await server({
      onMailFrom: (_address, _session, done) => done(refusal(553, 'Not from you')),
    });
    const patient = startWorker(url);
    await untilFailed(1);
    now += 3 * day * 1000 - 1;
    patient.wake();
    await untilFailed(2);
    now += 3_600_000 * 2;
    patient.wake();
    await untilEmpty();
    expect(await events('mail.failed')).toHaveLength(1);
  });

  it('does not record the address of somebody without an account', async () => {
    const mail = { kind: 'SIGNUP', recipient: 'new@example.org', lang: 'de' } as const;
    await enqueueMail(database, { ...mail, parameters: { name: 'New' } }, toTimestamp(now));
    const { mails, url } = await server();
    startWorker(url);
    await untilEmpty();
    expect(mails[0]?.mail.subject).toBe('Bestätige deine E-Mail für Annals');
    const [sent] = await events('mail.sent');
    expect(sent).toMatchObject({ subject: null, after: { kind: 'SIGNUP' } });
    expect(JSON.stringify(sent)).not.toContain('example.org');
  });

  it('sends each mail once with several servers on one database', async () => {
    const { mails, url } = await server();
    const addresses = Array.from({ length: 24 }, (_none, at) => `user${at}@example.org`);
    for (const address of addresses) await invite(address);
    for (let count = 0; count < 3; count += 1) startWorker(url);
    await untilEmpty();
    expect(mails.flatMap(({ to }) => to).toSorted()).toEqual(addresses.toSorted());
  });

  it('resends what a crash left between link and mail', async () => {
    await invite('ada@example.org');
    const mail = await claimMail(database, toTimestamp(now), toTimestamp(now + 120_000));
    if (mail === undefined) throw new Error('The mail was not claimed.');
    await database.transaction((transaction) => prepareMail(context(), transaction, mail));
    expect(await links()).toHaveLength(1);
    const { mails, url } = await server();
    const other = startWorker(url);
    await invite('eve@example.org');
    other.wake();
    await until(() => expect(mails).toHaveLength(1));
    expect(mails[0]?.to).toEqual(['eve@example.org']);
    now += 121_000;
    other.wake();
    await untilEmpty();
    expect(mails).toHaveLength(2);
    const hashes = (await links()).map(({ hash }) => hash.toString('hex'));
    expect(hashes).toHaveLength(3);
    expect(hashes).toContain(hashOf(mails[1] ? tokenIn(mails[1].mail) : '').toString('hex'));
  });

  it('sends nothing to users who may no longer sign in', async () => {
    await invite('ada@example.org');
    await database.query(sql`update authentication.user_account set status = 'DISABLED'`);
    const { mails, url } = await server();
    startWorker(url);
    await untilEmpty();
    expect([mails, await events('mail.sent')]).toEqual([[], []]);
  });

  it('sends to no address that contains two, or a header', async () => {
    for (const address of ['a@example.org, eve@example.org', 'a@example.org\r\nBcc: eve@x.org'])
      await invite(address);
    const { mails, url } = await server();
    startWorker(url);
    await untilEmpty();
    expect(mails).toEqual([]);
    expect(await events('mail.failed')).toHaveLength(2);
  });
});
