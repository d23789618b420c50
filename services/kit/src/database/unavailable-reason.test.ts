// @vitest-environment node
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { chmod } from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { quiet, testServerUrl } from '../testing/databases.ts';
import {
  findPostgresql,
  freePort,
  startPostgresql,
  type PostgresqlServer,
} from '../testing/postgresql-server.ts';
import { DatabaseUnavailable, openDatabase, unavailableReason } from './database.ts';

const password = 'a@b/c#d';

describe.skipIf(testServerUrl() === undefined)('why a database cannot be used', () => {
  const directory = mkdtempSync(path.join(tmpdir(), 'annals-hba-'));
  let server: PostgresqlServer;
  let port: string;

  beforeAll(async () => {
    const file = path.join(directory, 'pg_hba.conf');
    writeFileSync(file, 'host all reader all scram-sha-256\nhost all all all trust\n');
    await chmod(directory, 0o755);
    const bin = (await findPostgresql()) ?? '';
    server = await startPostgresql(bin, { settings: { hba_file: file } });
    ({ port } = new URL(server.url));
    const database = await openDatabase({ databaseUrl: server.url, log: quiet });
    await database.query(sql`create role reader login password 'a@b/c#d'`);
    await database.query(sql`create role ghost nologin`);
    await database.close();
  });
  afterAll(async () => {
    await server.remove();
    rmSync(directory, { recursive: true });
  });

  /** What a command prints that creates a schema. */
  async function reasonFor(databaseUrl: string): Promise<string> {
    const database = await openDatabase({ databaseUrl, log: quiet });
    try {
      await database.query(sql`create schema data`);
      return '';
    } catch (error) {
      if (error instanceof DatabaseUnavailable) return unavailableReason(error);
      return error instanceof Error ? `${error.name}: ${error.message}` : String(error);
    } finally {
      await database.close();
    }
  }
  const at = (user: string, place = `127.0.0.1:${port}/postgres`) => `postgres://${user}@${place}`;

  it('names each reason, and what to do', async () => {
    const unused = await freePort();
    // As another program does that is sent what it does not understand.
    const closing = createServer((socket) => socket.end());
    await new Promise<void>((resolve) => closing.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => void closing.close());
    const { port: other } = closing.address() as AddressInfo;
    const reasons: [string, RegExp][] = [
      [at('reader:wrong'), /refuses the user name or the password/],
      [at('reader'), /asks for a password, and DATABASE_URL contains none/],
      [at('ghost'), /refuses this user, .* pg_hba\.conf/],
      [at('postgres', `127.0.0.1:${port}/missing`), /does not exist on the server\. Create it/],
      [at('postgres', `127.0.0.1:${unused}/postgres`), /Nothing accepts connections there/],
      // As somebody writes it who does not know that the password has to be encoded.
      [at(`reader:${password}`), /host in DATABASE_URL is unknown\. .* write @ as %40.* \(b\)/],
      [
        at(`reader:${encodeURIComponent(password)}`),
        /^DatabaseUnsuitable: The user in DATABASE_URL lacks a right: permission denied for database postgres\. Make it the owner/,
      ],
      [at('postgres', `127.0.0.1:${port}/postgres?sslmode=require`), /It has no TLS/],
      [
        at('postgres', `127.0.0.1:${port}/postgres?options=-cdefault_transaction_read_only%3Don`),
        /It takes no writes: .* a standby, .* or the database is read only/,
      ],
      [
        at('postgres', `127.0.0.1:${port}/postgres?sslrootcert=/no/ca.pem`),
        /names does not exist.* \(\/no\/ca\.pem\)/,
      ],
      [
        at('postgres', `127.0.0.1:${port}/postgres?sslrootcert=${directory}`),
        /directory where a file is needed/,
      ],
      [
        at('postgres', `127.0.0.1:${other}/postgres`),
        /connection was closed\. Check that PostgreSQL/,
      ],
      [at('postgres'), /^$/],
    ];
    for (const [address, reason] of reasons)
      expect([address, await reasonFor(address)]).toEqual([address, expect.stringMatching(reason)]);
  });
});
