import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import sql, { raw } from 'sql-template-tag';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openDatabase, type Database } from '../database/database.ts';
import { createDatabase, quiet, emptyDatabases, testServerUrl } from '../testing/databases.ts';
import { findPostgresql, startPostgresql } from '../testing/postgresql-server.ts';
import {
  migrate,
  MigrationFailed,
  MigrationRefused,
  migrationStatus,
  type MigrationSource,
} from './migrate.ts';

let directory: string;
let source: MigrationSource;
const write = async (name: string, text: string): Promise<void> =>
  writeFile(path.join(directory, name), text);

beforeEach(async () => {
  directory = await mkdtemp(path.join(tmpdir(), 'annals-migrations-'));
  source = { service: 'data', directory };
  await write(
    '0001-object.sql',
    'create table data.object (id uuid primary key);\ncreate table data.edge (id int);',
  );
  await write('0002-name.sql', `alter table data.object add column name text;`);
});

afterEach(async () => {
  await rm(directory, { recursive: true });
});

describe.each(emptyDatabases())('migrate, $kind', ({ open }) => {
  let database: Database;

  beforeAll(async () => {
    database = await open();
  });

  afterEach(async () => {
    await database.query(raw('drop schema if exists data cascade'));
  });

  afterAll(async () => {
    await database.close();
  });

  it('applies pending migrations once, in order, and returns them', async () => {
    const before = await migrationStatus(database, source);
    expect(before).toMatchObject({ applied: [], compatible: false });
    expect(before.pending.map(({ name }) => name)).toEqual(['0001-object.sql', '0002-name.sql']);

    const done = await migrate(database, source);
    expect(done.map(({ name }) => name)).toEqual(['0001-object.sql', '0002-name.sql']);
    await expect(migrate(database, source)).resolves.toEqual([]);

    const after = await migrationStatus(database, source);
    expect(after).toMatchObject({ service: 'data', pending: [], compatible: true });
    expect(after.applied.map(({ name, checksum }) => ({ name, checksum }))).toEqual(before.pending);
    for (const { appliedAt, durationMs } of after.applied) {
      expect(appliedAt).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z$/);
      expect(durationMs).toBeGreaterThanOrEqual(0);
    }
    await expect(database.query(sql`select id, name from data.object`)).resolves.toEqual([]);
  });

  it('refuses an applied file that was changed, and names it', async () => {
    await migrate(database, source);
    await write('0001-object.sql', 'create table data.object (id uuid primary key, more int);');
    await expect(migrate(database, source)).rejects.toThrow(/0001-object\.sql was changed/);
    await expect(migrationStatus(database, source)).resolves.toMatchObject({
      compatible: false,
      pending: [],
    });
  });

  it('treats a file with other line endings as unchanged', async () => {
    await migrate(database, source);
    await write(
      '0001-object.sql',
      'create table data.object (id uuid primary key);\r\ncreate table data.edge (id int);',
    );
    await expect(migrationStatus(database, source)).resolves.toMatchObject({ compatible: true });
  });

  it('refuses a schema that is newer than the program', async () => {
    await write('0003-later.sql', 'create table data.later (id int);');
    await migrate(database, source);
    await rm(path.join(directory, '0003-later.sql'));
    await write('0002-name.sql', `alter table data.object add column name text;`);
    const refused = migrate(database, source);
    await expect(refused).rejects.toBeInstanceOf(MigrationRefused);
    await expect(refused).rejects.toThrow(/0003-later\.sql.*older than the schema/);
    await expect(migrationStatus(database, source)).resolves.toMatchObject({ compatible: false });
  });

  it('rolls back a failing migration, keeps the previous ones, and continues once it is fixed', async () => {
    await write('0002-name.sql', 'create table data.half (id int); select 1 / 0;');
    const failed = migrate(database, source);
    await expect(failed).rejects.toBeInstanceOf(MigrationFailed);
    await expect(failed).rejects.toThrow(/0002-name\.sql failed.*division by zero/);
    await expect(database.query(sql`select to_regclass('data.half') as half`)).resolves.toEqual([
      { half: null },
    ]);

    await write('0002-name.sql', 'create table data.half (id int);');
    const done = await migrate(database, source);
    expect(done.map(({ name }) => name)).toEqual(['0002-name.sql']);
  });

  it('leaves nothing of a migration whose row cannot be written', async () => {
    await write(
      '0002-name.sql',
      'create table data.half (id int); alter table data.schema_migration drop column checksum;',
    );
    await expect(migrate(database, source)).rejects.toBeInstanceOf(MigrationFailed);
    await expect(database.query(sql`select to_regclass('data.half') as half`)).resolves.toEqual([
      { half: null },
    ]);
    const { applied } = await migrationStatus(database, source);
    expect(applied.map(({ name }) => name)).toEqual(['0001-object.sql']);
  });

  it('leaves nothing of a migration whose connection is lost halfway', async () => {
    if (database.kind === 'embedded') return;
    await write(
      '0002-name.sql',
      'create table data.half (id int); select pg_terminate_backend(pg_backend_pid());',
    );
    await expect(migrate(database, source)).rejects.toBeInstanceOf(MigrationFailed);
    await expect(database.query(sql`select to_regclass('data.half') as half`)).resolves.toEqual([
      { half: null },
    ]);
    const { applied } = await migrationStatus(database, source);
    expect(applied.map(({ name }) => name)).toEqual(['0001-object.sql']);
  });

  it('refuses file names without a unique order', async () => {
    await write('0002-again.sql', 'select 1');
    await expect(migrate(database, source)).rejects.toThrow(/number 0002/);
    await rm(path.join(directory, '0002-again.sql'));
    await write('later.sql', 'select 1');
    await expect(migrate(database, source)).rejects.toThrow(/later\.sql must be named/);
  });
});

describe.skipIf(testServerUrl() === undefined)('migrate, several servers', () => {
  it('runs each migration once if eight servers start on an empty database', async () => {
    const { url, drop } = await createDatabase();
    const servers = await Promise.all(
      Array.from({ length: 8 }, async () => openDatabase({ databaseUrl: url, log: quiet })),
    );
    try {
      await write(
        '0003-slow.sql',
        'create table data.run (id int); insert into data.run values (1); select pg_sleep(0.2);',
      );
      const done = await Promise.all(servers.map(async (server) => migrate(server, source)));
      expect(done.filter((applied) => applied.length > 0)).toHaveLength(1);
      expect(done.flat()).toHaveLength(3);
      const [first] = servers;
      await expect(first?.query(raw('select count(*) as runs from data.run'))).resolves.toEqual([
        { runs: 1 },
      ]);
    } finally {
      await Promise.all(servers.map(async (server) => server.close()));
      await drop();
    }
  });

  /** Closes both and drops their database when the work is done. */
  const withTwoServers = async (work: (server: Database, other: Database) => Promise<void>) => {
    const { url, drop } = await createDatabase();
    const [server, other] = (await Promise.all(
      [0, 1].map(async () => openDatabase({ databaseUrl: url, log: quiet })),
    )) as [Database, Database];
    try {
      await work(server, other);
    } finally {
      await server.close();
      await other.close();
      await drop();
    }
  };

  it('lets a server start that has nothing to apply while another one applies a new migration', async () => {
    await withTwoServers(async (server, other) => {
      await migrate(server, source);
      let end: () => void = () => undefined;
      const ended = new Promise<void>((resolve) => {
        end = resolve;
      });
      let begun: () => void = () => undefined;
      const hasBegun = new Promise<void>((resolve) => {
        begun = resolve;
      });
      const migrating = other.exclusively('annals migrate data', async () => {
        begun();
        await ended;
      });
      await hasBegun;
      await expect(migrate(server, source)).resolves.toEqual([]);
      end();
      await migrating;
    });
  });

  it('ends an autovacuum of a table', async () => {
    const bin = (await findPostgresql()) ?? '';
    // One page in a tenth of a second: it does not finish before the test does.
    const slow = {
      autovacuum_naptime: '1s',
      autovacuum_vacuum_cost_delay: '100ms',
      autovacuum_vacuum_cost_limit: '1',
    };
    const own = await startPostgresql(bin, { settings: slow });
    const server = await openDatabase({ databaseUrl: own.url, log: quiet });
    try {
      await migrate(server, source);
      await server.query(
        raw(
          `insert into data.object select gen_random_uuid(), repeat('x', 500) from generate_series(1, 20000)`,
        ),
      );
      await server.query(raw(`update data.object set name = 'y'`));
      const vacuums = async () => {
        const found = await server.query(
          raw(
            `select from pg_stat_progress_vacuum where relid = 'data.object'::regclass and phase = 'scanning heap'`,
          ),
        );
        return found.length;
      };
      await expect.poll(vacuums, { timeout: 300_000 }).toBe(1);
      await write('0003-more.sql', 'alter table data.object add column more text;');
      await expect(migrate(server, source)).resolves.toHaveLength(1);
    } finally {
      await server.close();
      await own.remove();
    }
  });

  it('lets readers pass while a long one blocks it, and finishes after that', async () => {
    await withTwoServers(async (server, other) => {
      await migrate(server, source);
      await write('0003-more.sql', 'alter table data.object add column more text;');
      let end: () => void = () => undefined;
      const reading = new Promise<void>((resolve) => {
        end = resolve;
      });
      const read = sql`select id from data.object`;
      let begun: () => void = () => undefined;
      const hasBegun = new Promise<void>((resolve) => {
        begun = resolve;
      });
      const longReader = other.transaction(async (transaction) => {
        await transaction.query(read);
        begun();
        await reading;
      });
      await hasBegun;
      const waitingForTable = async () => {
        const [locks] = await other.query<{ count: number }>(
          sql`select count(*) from pg_locks where not granted and relation = 'data.object'::regclass`,
        );
        return locks?.count;
      };
      const migrated = migrate(server, source);
      await expect.poll(waitingForTable).toBe(1);
      // Queued behind the migration, which gives up first.
      await expect(other.query(read)).resolves.toEqual([]);
      await expect.poll(waitingForTable).toBe(0);
      end();
      await longReader;
      await expect(migrated).resolves.toHaveLength(1);
      await expect(other.query(sql`select more from data.object`)).resolves.toEqual([]);
    });
  });
});
