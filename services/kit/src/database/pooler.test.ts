import sql, { raw } from 'sql-template-tag';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createDatabase, quiet, testServerUrl } from '../testing/databases.ts';
import { hasPgbouncer, startPgbouncer, type Pgbouncer } from '../testing/pgbouncer.ts';
import { DatabaseUnsuitable, DeadlineExceeded, openDatabase, type Database } from './database.ts';

const isHere = await hasPgbouncer();

describe.skipIf(!isHere || testServerUrl() === undefined)('behind a PgBouncer', () => {
  let pgbouncer: Pgbouncer;
  let drop: () => Promise<void>;
  let databaseUrl: string;
  let database: Database;

  beforeAll(async () => {
    const created = await createDatabase();
    ({ drop } = created);
    pgbouncer = await startPgbouncer(testServerUrl() ?? '', 3);
    databaseUrl = pgbouncer.urlOf(created.name);
    database = await openDatabase({
      databaseUrl,
      pooler: 'transaction',
      statementTimeoutMs: 1_000,
      log: quiet,
    });
    await database.query(raw('create table entry (id int primary key, at timestamptz)'));
  });
  afterAll(async () => {
    await database?.close();
    await pgbouncer?.remove();
    await drop?.();
  });

  it('reports the setting that is missing', async () => {
    const unaware = await openDatabase({ databaseUrl, log: quiet });
    await expect(unaware.ping()).rejects.toThrow('DATABASE_POOLER=transaction');
    await expect(unaware.ping()).rejects.toBeInstanceOf(DatabaseUnsuitable);
    await unaware.close();
  });

  it('runs named statements and transactions on any connection', async () => {
    const insert = async (id: number) =>
      database.transaction(async (transaction) => {
        transaction.write(
          sql`insert into entry values (${id}, timestamptz '2026-03-01 00:00:00+02')`,
          'entry-insert',
        );
        return transaction.query<{ count: number }>(
          sql`select count(*)::int as count from entry where id = ${id}`,
          'entry-count',
        );
      });
    const ids = Array.from({ length: 60 }, (_, id) => id);
    const counted = await Promise.all(ids.map(insert));
    expect(counted.flat().every(({ count }) => count === 1)).toBe(true);
    const read = await Promise.all(
      ids.map((id) => database.query(sql`select at from entry where id = ${id}`, 'entry-get')),
    );
    expect(new Set(read.flat().map((row) => JSON.stringify(row)))).toEqual(
      new Set(['{"at":"2026-02-28T22:00:00.000000Z"}']),
    );
  });

  it('stops a statement at its deadline, and keeps the connection', async () => {
    await expect(database.query(sql`select pg_sleep(30)`)).rejects.toBeInstanceOf(DeadlineExceeded);
    await expect(database.ping()).resolves.toBeUndefined();
  });

  it('stops a statement whose caller has gone, and keeps the connection', async () => {
    const unhurried = await openDatabase({ databaseUrl, pooler: 'transaction', log: quiet });
    const stop = new AbortController();
    const stopped = unhurried.query(sql`select pg_sleep(3000)`, undefined, { signal: stop.signal });
    const running = sql`select from pg_stat_activity where state = 'active' and query like 'select pg_sleep(3000)%'`;
    await expect.poll(() => unhurried.query(running)).toHaveLength(1);
    stop.abort(new Error('The caller has gone.'));
    await expect(stopped).rejects.toThrow('The caller has gone.');
    await expect(unhurried.ping()).resolves.toBeUndefined();
    await unhurried.close();
  });

  it('creates an index concurrently while another process waits for the lock', async () => {
    const other = await openDatabase({ databaseUrl, pooler: 'transaction', log: quiet });
    let waiting: Promise<void> = Promise.resolve();
    await database.exclusively('indexes', async (connection) => {
      waiting = other.exclusively('indexes', async () => undefined);
      // It has asked for the lock by then.
      const askers = async () =>
        connection.query(
          sql`select from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()
            and query like '%advisory%'`,
        );
      await expect.poll(async () => (await askers()).length).toBe(2);
      await connection.query(raw('create index concurrently entry_at on entry (at)'));
    });
    await waiting;
    await other.close();
  });

  it('excludes others during exclusive work, without a time limit', async () => {
    const order: string[] = [];
    const other = await openDatabase({ databaseUrl, pooler: 'transaction', log: quiet });
    const work = (name: string, on: Database) =>
      on.exclusively('one at a time', async (connection) => {
        order.push(`${name} begins`);
        await connection.query(raw('begin'));
        await connection.query(raw('set local lock_timeout = 800'));
        await connection.query(sql`select pg_sleep(1.2)`);
        await connection.query(raw('commit'));
        order.push(`${name} ends`);
      });
    await Promise.all([work('first', database), work('second', other)]);
    await other.close();
    const [one = '', two = ''] = order
      .map((line) => line.split(' ')[0])
      .filter((_, at) => at % 2 === 0);
    expect(order).toEqual([`${one} begins`, `${one} ends`, `${two} begins`, `${two} ends`]);
    await expect(
      database.exclusively('one at a time', async (connection) => {
        await connection.query(raw('begin'));
        await connection.query(raw('insert into entry values (1000)'));
        throw new Error('It went wrong.');
      }),
    ).rejects.toThrow('It went wrong.');
    expect(await database.query(sql`select id from entry where id = 1000`)).toEqual([]);
  });
});
