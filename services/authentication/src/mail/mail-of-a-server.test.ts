import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import PostalMime from 'postal-mime';
import sql from 'sql-template-tag';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { DatabaseUnavailable, type Database } from '@annals/kit/database/database';
import { migrate } from '@annals/kit/migrate/migrate';
import { testDatabases } from '@annals/kit/testing/databases';
import { toTimestamp } from '../context/clock.ts';
import { migrations } from '../migrations.ts';
import { MailServer } from '../testing/mail-server.ts';
import { tokenIn } from '../testing/written-mails.ts';
import { enqueueMail } from './outbox.sql.ts';
import type { MailOptions } from './mail-transport.ts';
import { MailWorker } from './mail-worker.ts';

const now = Date.parse('2026-03-01T12:00:00Z');

describe.each(testDatabases())('mail worker of a server, $kind', ({ open }) => {
  let database: Database;
  let logged: string[];
  let parent: string;
  let directory: string;
  let worker: MailWorker | undefined;
  let server: MailServer | undefined;

  beforeEach(async () => {
    database = await open();
    await migrate(database, migrations);
    parent = await mkdtemp(path.join(tmpdir(), 'annals-mail-'));
    directory = path.join(parent, 'mail');
    [logged, worker, server] = [[], undefined, undefined];
  });

  afterEach(async () => {
    vi.useRealTimers();
    vi.unstubAllEnvs();
    await worker?.close();
    await server?.stop();
    await database.close();
    await rm(parent, { recursive: true });
  });

  const write = (details: object, message: string) =>
    void logged.push(`${message} ${JSON.stringify(details)}`);
  const start = (options: Partial<MailOptions> = {}, on = database) => {
    const log = { info: write, warn: write, error: write };
    const context = { database: on, log, clock: () => now, publicUrl: 'http://[::1]:3000' };
    worker = new MailWorker(
      { ...context, productName: 'annals', signUp: 'open' },
      { directory, ...options },
    );
    worker.start();
    return worker;
  };
  const signUp = (recipient: string) =>
    enqueueMail(database, { kind: 'SIGNUP', recipient, lang: 'en' }, toTimestamp(now));
  const outbox = () => database.query(sql`select 1 from authentication.mail`);
  const until = (look: () => Promise<void> | void) => vi.waitFor(look, { timeout: 300_000 });
  const untilEmpty = () => until(async () => expect(await outbox()).toEqual([]));

  it('writes mails without an SMTP server to files that only their owner can read', async () => {
    await signUp('ada/../../etc+passwd@example.org');
    start();
    await untilEmpty();
    await until(() => expect(logged).toHaveLength(1));
    const names = await readdir(directory);
    expect(names).toEqual([
      expect.stringMatching(
        /^2026-03-01T12-00-00-000Z-signup-ada-\.-\.-etc-passwd-at-example\.org-[0-9a-f]{6}\.eml$/,
      ),
    ]);
    const file = path.join(directory, names[0] ?? '');
    expect((await stat(directory)).mode & 0o777).toBe(0o700);
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    const content = await readFile(file);
    expect(content.toString().replaceAll('\r\n', '')).not.toContain('\n');
    const mail = await PostalMime.parse(content);
    expect(mail.from).toEqual({ name: 'Annals', address: 'no-reply@[ipv6:::1]' });
    expect(tokenIn(mail)).toMatch(/^[\w-]{43}$/);
    expect(logged[0]).toContain(names[0]);
    expect(logged[0]).not.toContain(tokenIn(mail));
  });

  it('logs the link only in development', async () => {
    vi.stubEnv('NODE_ENV', 'development');
    await signUp('ada@example.org');
    start();
    await until(() => expect(logged).toHaveLength(1));
    expect(logged[0]).toMatch(/\/set-password#token=[\w-]{43}/);
  });

  it('retries if the file cannot be written', async () => {
    await signUp('ada@example.org');
    await writeFile(directory, 'This is no directory.');
    start();
    await until(() => expect(logged).toHaveLength(1));
    expect(await outbox()).toHaveLength(1);
    expect(await database.query(sql`select 1 from authentication.event`)).toEqual([]);
  });

  it('sends as the configured sender', async () => {
    server = await MailServer.start();
    await signUp('ada@example.org');
    start({ smtpUrl: server.url, from: 'Library <library@example.com>' });
    await untilEmpty();
    expect(server.mails[0]?.mail.from).toEqual({
      name: 'Library',
      address: 'library@example.com',
    });
  });

  it('sends nothing before it is started and while it is paused, even when it is woken', async () => {
    const asked = vi.fn(() => Promise.reject(new Error('not yet')));
    const log = { info: write, warn: write, error: write };
    const context = {
      log,
      clock: () => now,
      publicUrl: 'https://annals.test',
      productName: 'annals',
    };
    const noSignUp = 'off' as const;
    worker = new MailWorker(
      { ...context, signUp: noSignUp, database: { ...database, query: asked } },
      { directory },
    );
    const wake = () => {
      worker?.wake();
      vi.advanceTimersByTime(1_000);
    };
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    wake();
    expect(asked).not.toHaveBeenCalled();
    worker.start();
    expect(asked).toHaveBeenCalledOnce();
    await worker.pause();
    wake();
    expect(asked).toHaveBeenCalledOnce();
  });

  it('waits at shutdown for a mail in progress', async () => {
    await signUp('ada@example.org');
    const arrived: (() => void)[] = [];
    server = await MailServer.start({
      onData: (stream, _session, done) => {
        stream.resume();
        stream.on('end', () => arrived.push(done));
      },
    });
    const closing = start({ smtpUrl: server.url });
    await until(() => expect(arrived).toHaveLength(1));
    const closed = closing.close();
    arrived[0]?.();
    await closed;
    expect(await outbox()).toEqual([]);
  });

  it('only logs that the database is away, and continues when it is back', async () => {
    let away = true;
    const flaky: Database = {
      ...database,
      kind: database.kind,
      query: (...asked) =>
        away ? Promise.reject(new DatabaseUnavailable('away')) : database.query(...asked),
      transaction: (work) => database.transaction(work),
    };
    server = await MailServer.start();
    const patient = start({ smtpUrl: server.url }, flaky);
    await until(() => expect(logged).toHaveLength(1));
    patient.wake();
    expect(logged).toEqual([expect.stringContaining('The outbox could not be processed')]);
    away = false;
    await signUp('ada@example.org');
    patient.wake();
    await untilEmpty();
    expect(server.mails).toHaveLength(1);
    expect(logged).toHaveLength(1);
  });
});
