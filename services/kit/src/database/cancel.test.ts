import { connect, createServer, type Server } from 'node:net';
import { raw } from 'sql-template-tag';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { emptyDatabases, quiet, testServerUrl } from '../testing/databases.ts';
import { openDatabase, type Database } from './database.ts';
import { withAbortSignal } from './queryable.ts';

const gone = new Error('The client went away.');

describe.each(emptyDatabases())('work that is stopped ($kind)', ({ open }) => {
  let database: Database;
  beforeAll(async () => {
    database = await open();
  });
  afterAll(async () => database.close());

  it('starts no statement after the signal', async () => {
    const controller = new AbortController();
    const stopped = withAbortSignal(database, controller.signal);
    await stopped.query(raw('create table public.begun ()'));
    controller.abort(gone);
    await expect(stopped.query(raw('create table public.too_late ()'))).rejects.toBe(gone);
    const [table] = await database.query<{ found: string | null }>(
      raw(`select to_regclass('public.too_late')::text as found`),
    );
    expect(table?.found).toBeNull();
  });

  it('rejects a running statement with the reason of the signal', async () => {
    const controller = new AbortController();
    const running = withAbortSignal(database, controller.signal).query(
      // PostgreSQL ends it at once; the embedded database in memory finishes it.
      raw('select pg_sleep(1)'),
    );
    // Once it has been sent.
    setImmediate(() => controller.abort(gone));
    await expect(running).rejects.toBe(gone);
    await expect(database.ping()).resolves.toBeUndefined();
  });
});

describe.skipIf(testServerUrl() === undefined)('PostgreSQL', () => {
  const url = new URL(testServerUrl() ?? 'postgres://none');
  let database: Database;
  beforeAll(() => open(url));
  afterAll(async () => database.close());

  async function open(address: URL) {
    database = await openDatabase({ databaseUrl: address.href, log: quiet, poolSize: 1 });
  }

  /** Resolves when the server runs the statement. */
  const isRunning = async (other: Database, mark: string) => {
    const running = async () =>
      other.query(
        raw(
          `select from pg_stat_activity where state = 'active' and pid <> pg_backend_pid() and query like '%${mark}%'`,
        ),
      );
    await expect.poll(running).toHaveLength(1);
  };

  it('cancels the statement itself, and keeps the connection', async () => {
    const watcher = await openDatabase({ databaseUrl: url.href, log: quiet, poolSize: 1 });
    const controller = new AbortController();
    const [before] = await database.query<{ pid: number }>(raw('select pg_backend_pid() as pid'));
    const endless = withAbortSignal(database, controller.signal).query(
      raw('select pg_sleep(10000) as endless_mark'),
    );
    await isRunning(watcher, 'endless_mark');
    controller.abort(gone);
    await expect(endless).rejects.toBe(gone);
    const [after] = await database.query<{ pid: number }>(raw('select pg_backend_pid() as pid'));
    expect(after).toEqual(before);
    await watcher.close();
  });

  it('never hits the statement that comes next on the connection', async () => {
    for (let round = 0; round < 50; round += 1) {
      const controller = new AbortController();
      const short = withAbortSignal(database, controller.signal).query(raw('select 1'));
      setImmediate(() => controller.abort(gone));
      const outcome = await short.catch((error: unknown) => error);
      expect(outcome === gone || Array.isArray(outcome)).toBe(true);
      // The pool has one connection.
      await expect(database.query(raw('select pg_sleep(0.002)'))).resolves.toHaveLength(1);
    }
  });

  describe('behind a network that loses the request to cancel', () => {
    let network: Server;
    let through: Database;
    let isUp = true;
    let lost = 0;
    beforeAll(async () => {
      network = createServer((client) => {
        client.on('error', () => undefined);
        if (!isUp) {
          lost += 1;
          client.destroy();
          return;
        }
        const server = connect(Number(url.port || 5432), url.hostname);
        client.pipe(server).pipe(client);
        client.on('error', () => server.destroy());
        server.on('error', () => client.destroy());
      });
      await new Promise<void>((resolve) => network.listen(0, '127.0.0.1', resolve));
      const address = new URL(url);
      address.hostname = '127.0.0.1';
      address.port = String((network.address() as { port: number }).port);
      through = await openDatabase({
        databaseUrl: address.href,
        log: quiet,
        poolSize: 1,
        statementTimeoutMs: 1_000,
      });
    });
    afterAll(async () => {
      await through.close();
      network.close();
    });

    it('leaves the statement to its deadline', async () => {
      await through.ping();
      isUp = false;
      const controller = new AbortController();
      const endless = withAbortSignal(through, controller.signal).query(
        raw('select pg_sleep(10000)'),
      );
      setImmediate(() => controller.abort(gone));
      await expect(endless).rejects.toBe(gone);
      expect(lost).toBe(1);
      isUp = true;
      await expect(through.ping()).resolves.toBeUndefined();
    });
  });
});
