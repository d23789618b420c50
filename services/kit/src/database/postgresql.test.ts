import { createServer, type Server } from 'node:net';
import pg from 'pg';
import sql, { raw } from 'sql-template-tag';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { quiet, testServerUrl } from '../testing/databases.ts';
import {
  findPostgresql,
  startPostgresql,
  type PostgresqlServer,
} from '../testing/postgresql-server.ts';
import {
  DatabaseUnavailable,
  DatabaseUnsuitable,
  DeadlineExceeded,
  openDatabase,
  type Database,
} from './database.ts';
import { requireSuitable } from './postgresql.ts';

const bin = await findPostgresql();

describe.skipIf(bin === undefined || testServerUrl() === undefined)(
  'PostgreSQL and its faults',
  () => {
    let server: PostgresqlServer;
    let database: Database;
    /** Its short deadline must not end a statement of another test on a busy machine. */
    let hasty: Database;

    beforeAll(async () => {
      server = await startPostgresql(bin ?? '', { fsync: true });
      const options = { databaseUrl: server.url, log: quiet, poolSize: 4 };
      database = await openDatabase(options);
      hasty = await openDatabase({ ...options, statementTimeoutMs: 1_000 });
      await database.query(raw('create table public.ledger (id int primary key)'));
    });

    afterAll(async () => {
      await hasty.close();
      await database.close();
      await server.remove();
    });

    const works = async (on = database): Promise<boolean> =>
      on.ping().then(
        () => true,
        () => false,
      );

    it('opens while the server is down, is unavailable, and recovers by itself', async () => {
      await server.shutDown();
      const early = await openDatabase({ databaseUrl: server.url, log: quiet });
      await expect(early.ping()).rejects.toBeInstanceOf(DatabaseUnavailable);
      await server.restart();
      await expect(early.ping()).resolves.toBeUndefined();
      await early.close();
    });

    it('reads values in one form, whatever the address and the role set', async () => {
      await database.query(raw(`create role viennese superuser login`));
      await database.query(raw(`alter role viennese set timezone = 'Europe/Vienna'`));
      await database.query(raw(`alter role viennese set bytea_output = 'escape'`));
      const address = new URL(server.url);
      address.username = 'viennese';
      address.searchParams.set('options', '-c search_path=pg_temp -c datestyle=German');
      const set = await openDatabase({ databaseUrl: address.href, log: quiet });
      const [row] = await set.query(
        sql`select timestamptz '2026-03-01T00:00:00Z' as time, '\\x00ff'::bytea as bytes,
          current_setting('search_path') as path`,
      );
      expect(row).toEqual({
        time: '2026-03-01T00:00:00.000000Z',
        bytes: Buffer.from([0, 255]),
        path: 'pg_temp',
      });
      await set.close();
    });

    it('keeps everything acknowledged in a crash, is only unavailable meanwhile, and recovers', async () => {
      const acknowledged: number[] = [];
      const failures: unknown[] = [];
      let next = 0;
      const stop = new AbortController();
      const writer = async (): Promise<void> => {
        while (!stop.signal.aborted) {
          const id = (next += 1);
          try {
            await database.query(sql`insert into public.ledger (id) values (${id})`, 'append');
            acknowledged.push(id);
          } catch (error) {
            failures.push(error);
          }
        }
      };
      const writers = [writer(), writer(), writer()];
      await expect.poll(() => acknowledged.length).toBeGreaterThan(50);
      await server.kill();
      await expect.poll(() => failures.length).toBeGreaterThan(3);
      const before = acknowledged.length;
      await server.restart();
      await expect.poll(() => acknowledged.length).toBeGreaterThan(before + 50);
      stop.abort();
      await Promise.all(writers);

      expect(failures.filter((error) => !(error instanceof DatabaseUnavailable))).toEqual([]);
      const rows = await database.query<{ id: number }>(sql`select id from public.ledger`);
      const stored = new Set(rows.map(({ id }) => id));
      expect(acknowledged.filter((id) => !stored.has(id))).toEqual([]);
    });

    it('treats a connection ended by the server as unavailable, and continues with a new one', async () => {
      const ended = database.query(sql`select pg_terminate_backend(pg_backend_pid())`);
      await expect(ended).rejects.toBeInstanceOf(DatabaseUnavailable);
      expect(await works()).toBe(true);
    });

    it('stops a statement at the deadline, also inside a transaction, and continues', async () => {
      await expect(hasty.query(sql`select pg_sleep(20)`)).rejects.toBeInstanceOf(DeadlineExceeded);
      const slow = hasty.transaction(async (transaction) =>
        transaction.query(sql`select pg_sleep(20)`),
      );
      await expect(slow).rejects.toBeInstanceOf(DeadlineExceeded);
      expect(await works(hasty)).toBe(true);
    });

    it('compiles no statement (JIT)', async () => {
      const [setting] = await database.query<{ jit: string }>(
        raw(`select current_setting('jit') as jit`),
      );
      expect(setting?.jit).toBe('off');
    });

    it('has no deadline during migrations, but afterwards', async () => {
      await expect(
        hasty.exclusively('slow', (connection) => connection.query(sql`select pg_sleep(1.5)`)),
      ).resolves.toHaveLength(1);
      await expect(hasty.query(sql`select pg_sleep(20)`)).rejects.toBeInstanceOf(DeadlineExceeded);
    });

    it('reports a server that is too old or does not use UTF-8', async () => {
      const client = new pg.Client({ connectionString: server.url });
      await client.connect();
      try {
        await expect(requireSuitable(client)).resolves.toEqual({ isCluster: false });
        await client.query(`create database latin encoding 'LATIN1' template template0`);
      } finally {
        await client.end();
      }
      const latin = await openDatabase({
        databaseUrl: server.url.replace(/postgres$/, 'latin'),
        log: quiet,
      });
      await expect(latin.ping()).rejects.toBeInstanceOf(DatabaseUnsuitable);
      await expect(latin.ping()).rejects.toThrow(/UTF8.*LATIN1/);
      await latin.close();
    });
  },
);

describe.skipIf(bin === undefined || testServerUrl() === undefined)(
  'a PostgreSQL whose synchronous standby is away',
  () => {
    it('does not acknowledge a write that no standby confirmed before the deadline', async () => {
      const settings = { synchronous_standby_names: 'away' };
      const server = await startPostgresql(bin ?? '', { fsync: true, settings });
      const alone = `${server.url}?options=-c%20synchronous_commit%3Dlocal`;
      const client = new pg.Client({ connectionString: alone });
      const given = { databaseUrl: server.url, log: quiet, statementTimeoutMs: 300 };
      const database = await openDatabase(given);
      // Which cancels by itself: PostgreSQL then ends the wait and answers with success.
      const pooled = await openDatabase({ ...given, pooler: 'transaction' });
      try {
        await client.connect();
        await client.query('create table public.entry (id int)');
        const add = sql`insert into public.entry values (1)`;
        const addTwice = async (on: Database) =>
          on.transaction(async (transaction) => {
            await transaction.query(add, 'add');
            // goes out with the commit
            transaction.write(add, 'add');
          });
        await expect(addTwice(database)).rejects.toBeInstanceOf(DeadlineExceeded);
        await expect(pooled.query(add)).rejects.toBeInstanceOf(DatabaseUnavailable);
        await expect(addTwice(pooled)).rejects.toBeInstanceOf(DatabaseUnavailable);
        // PostgreSQL has committed these all the same; the first one waits on, unseen.
        const { rows } = await client.query('select count(*)::int as count from public.entry');
        expect(rows).toEqual([{ count: 3 }]);
        await expect(pooled.ping()).resolves.toBeUndefined();
      } finally {
        await client.end();
        await database.close();
        await pooled.close();
        await server.remove();
      }
    });
  },
);

describe('the address of something other than PostgreSQL', () => {
  let server: Server;
  let url: string;

  beforeAll(async () => {
    server = createServer((connection) => connection.end('no database here'));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const address = server.address();
    url = `postgres://postgres@127.0.0.1:${typeof address === 'object' ? address?.port : ''}/postgres`;
  });

  afterAll(() => {
    server.close();
  });

  it('is unavailable', async () => {
    const database = await openDatabase({ databaseUrl: url, log: quiet });
    await expect(database.ping()).rejects.toBeInstanceOf(DatabaseUnavailable);
    await database.close();
  });
});
