import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import sql, { raw } from 'sql-template-tag';
import { describe, expect, it } from 'vitest';
import { quiet, testServerUrl } from '../testing/databases.ts';
import { findPostgresql, startPostgresql } from '../testing/postgresql-server.ts';
import { addressesOf, serversOf } from './addresses.ts';
import { DatabaseUnavailable, openDatabase } from './database.ts';

it('reads the addresses of several hosts, and a single one unchanged', () => {
  expect(addressesOf('postgres://u:p%40,x@db1:5432,db2/annals?sslmode=disable')).toEqual([
    'postgres://u:p%40,x@db1:5432/annals?sslmode=disable',
    'postgres://u:p%40,x@db2/annals?sslmode=disable',
  ]);
  for (const one of [
    'postgres://db/annals',
    'postgres://u:a,b@db/annals',
    'postgres:///annals?host=/run',
  ])
    expect(addressesOf(one)).toEqual([one]);
});

it('names the servers, also by their sockets', () => {
  expect(serversOf('postgres://u:p@db1:5432,db2/annals')).toEqual(['db1:5432', 'db2']);
  expect(serversOf('postgres://u@[::1]:5432/annals')).toEqual(['[::1]:5432']);
  expect(serversOf('postgres:///annals?host=/run/postgresql')).toEqual(['/run/postgresql']);
  expect(serversOf('postgres://u@%2Frun%2Fpostgresql/annals')).toEqual(['/run/postgresql']);
  expect(serversOf('postgres:///annals')).toEqual(['localhost']);
});

it('says of TLS that the certificate is verified, where the driver would warn that it does so', () => {
  for (const mode of ['prefer', 'require', 'verify-ca', 'verify-full'])
    expect(addressesOf(`postgres://db/annals?a=b&sslmode=${mode}&sslrootcert=c`)).toEqual([
      'postgres://db/annals?a=b&sslmode=verify-full&sslrootcert=c',
    ]);
  const off = 'postgres://db/annals?sslmode=no-verify';
  expect(addressesOf(off)).toEqual([off]);
});

describe.skipIf(testServerUrl() === undefined)('a database of several servers', () => {
  it('is the one that accepts writes, even after another one has replaced it', async () => {
    const bin = (await findPostgresql()) ?? '';
    const first = await startPostgresql(bin);
    const second = await startPostgresql(bin, { standbyOf: first.url });
    const host = (url: string) => new URL(url).host;
    const url = `postgres://postgres@${host(second.url)},${host(first.url)}/postgres`;
    const database = await openDatabase({ databaseUrl: url, log: quiet });
    const promoted = await openDatabase({ databaseUrl: second.url, log: quiet });
    try {
      await database.query(raw('create table entry (id int)'));
      await Promise.all(
        Array.from({ length: 20 }, () => database.query(sql`insert into entry values (1)`)),
      );
      // What has not reached the standby is lost with the primary.
      const arrived = sql`select count(*)::int as count from entry`;
      await expect.poll(() => promoted.query(arrived).catch(() => [])).toEqual([{ count: 20 }]);
      await first.kill();
      await expect(database.query(sql`insert into entry values (2)`)).rejects.toBeInstanceOf(
        DatabaseUnavailable,
      );
      await promoted.query(sql`select pg_promote()`);
      await expect
        .poll(() => database.query(sql`insert into entry values (3) returning id`).catch(() => []))
        .toEqual([{ id: 3 }]);
      // A statement that takes too long is cancelled where it runs.
      const stop = new AbortController();
      const stopped = database.query(sql`select pg_sleep(30)`, undefined, {
        signal: stop.signal,
      });
      const running = sql`select from pg_stat_activity where state = 'active' and query like 'select pg_sleep(30)%'`;
      await expect.poll(() => promoted.query(running)).toHaveLength(1);
      stop.abort(new Error('The caller has gone.'));
      await expect(stopped).rejects.toThrow('The caller has gone.');
      await expect.poll(() => promoted.query(running)).toHaveLength(0);
    } finally {
      await database.close();
      await promoted.close();
      await second.remove();
      await first.remove();
    }
  });

  it('is skipped if it accepts connections and never responds', async () => {
    const silent = createServer();
    const connections: { destroy(): void }[] = [];
    silent.on('connection', (connection) => connections.push(connection));
    silent.listen(0, '127.0.0.1');
    await once(silent, 'listening');
    const { port } = silent.address() as AddressInfo;
    const { username, password, host, pathname } = new URL(testServerUrl() ?? '');
    const who = password === '' ? username : `${username}:${password}`;
    const databaseUrl = `postgres://${who}@127.0.0.1:${port},${host}${pathname}`;
    const database = await openDatabase({ databaseUrl, log: quiet });
    try {
      await expect(database.ping()).resolves.toBeUndefined();
      expect(connections).toHaveLength(1);
    } finally {
      await database.close();
      for (const connection of connections) connection.destroy();
      silent.close();
    }
  });
});
