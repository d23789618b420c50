import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { raw } from 'sql-template-tag';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Database } from '../database/database.ts';
import { emptyDatabases, quiet } from '../testing/databases.ts';
import { migrate, ServersBehind, type MigrationSource } from './migrate.ts';
import { ServerPresence } from './server-presence.ts';

let older: MigrationSource;
let newer: MigrationSource;

beforeEach(async () => {
  const folderWith = async (files: Record<string, string>): Promise<MigrationSource> => {
    const directory = await mkdtemp(path.join(tmpdir(), 'annals-presence-'));
    for (const [name, text] of Object.entries(files))
      await writeFile(path.join(directory, name), text);
    return { service: 'data', directory };
  };
  const first = { '0001-object.sql': 'create table data.object (id uuid primary key);' };
  older = await folderWith(first);
  newer = await folderWith({
    ...first,
    '0002-beside.sql': '-- compatible-from: 0001\nalter table data.object add column a text;',
    '0003-not-beside.sql': 'alter table data.object rename column a to b;',
  });
});

afterEach(async () => {
  for (const { directory } of [older, newer]) await rm(directory, { recursive: true });
});

const servers = emptyDatabases().filter(({ kind }) => kind !== 'embedded');

describe.each(servers)('running servers and migrations, $kind', ({ open }) => {
  let database: Database;
  let server: ServerPresence;

  beforeAll(async () => {
    database = await open();
  });

  beforeEach(async () => {
    await migrate(database, older);
    server = new ServerPresence(database, [older], { version: '0.1.0', log: quiet });
    await server.start();
  });

  afterEach(async () => {
    await server.close();
    await database.query(raw('drop schema if exists data cascade'));
  });

  afterAll(async () => {
    await database.close();
  });

  it('refuses an incompatible migration while a server is running, names the server, and changes nothing', async () => {
    const refused = migrate(database, newer);
    await expect(refused).rejects.toBeInstanceOf(ServersBehind);
    await expect(refused).rejects.toThrow(
      new RegExp(`\\(process ${process.pid}, version 0\\.1\\.0, seen \\d+ s ago\\)`),
    );
    await server.look();
    expect(server.refusal).toBeUndefined();
    await server.close();
    expect((await migrate(database, newer)).map(({ name }) => name)).toEqual([
      '0002-beside.sql',
      '0003-not-beside.sql',
    ]);
  });

  it('does not wait for a server that was killed for longer than a minute', async () => {
    await database.query(
      raw(`update data.schema_server set seen_at = clock_timestamp() - interval '61 seconds'`),
    );
    await expect(migrate(database, newer)).resolves.toHaveLength(2);
  });

  it('applies a compatible migration beside a running server, which stays ready', async () => {
    await rm(path.join(String(newer.directory), '0003-not-beside.sql'));
    await expect(migrate(database, newer)).resolves.toHaveLength(1);
    await server.look();
    expect(server.refusal).toBeUndefined();
  });

  it('migrates beside a running server if forced, and the server says why it is no longer ready', async () => {
    await expect(migrate(database, newer, { force: true })).resolves.toHaveLength(2);
    await server.look();
    expect(server.refusal).toMatch(/0002-beside\.sql|0003-not-beside\.sql/);
    expect(server.refusal).toMatch(/older than the schema/);
  });
});

it('lets the embedded database migrate at once: it has one server, also after that was killed', async () => {
  const database = await emptyDatabases()
    .find(({ kind }) => kind === 'embedded')
    ?.open();
  if (!database) throw new Error('There is no embedded database.');
  await migrate(database, older);
  const killed = new ServerPresence(database, [older], { version: '0.1.0', log: quiet });
  await killed.start();
  await expect(migrate(database, newer)).resolves.toHaveLength(2);
  await database.close();
});
