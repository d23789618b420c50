import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { raw } from 'sql-template-tag';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Database } from '../database/database.ts';
import { emptyDatabases, quiet } from '../testing/databases.ts';
import { backfillProgress, BackfillRunner, nextSize } from './backfills.ts';
import { migrate, migrationStatus, type MigrationSource } from './migrate.ts';

const rows = 6_000;
const after = `coalesce(nullif($1::text, ''), '0')::int`;
const backfill = `-- table: data.thing
select max(id)::text as up_to, count(*) as count from (
  select id from data.thing where id > ${after} order by id limit $2) next;
update data.thing set doubled = n * 2 where id > ${after} and id <= $2::text::int;`;

describe.each(emptyDatabases())('backfills, $kind', ({ kind, open }) => {
  let database: Database;
  let directory: string;
  let source: MigrationSource;
  const write = async (name: string, text: string) => writeFile(path.join(directory, name), text);
  const filled = async () => {
    const [row] = await database.query<{ count: number }>(
      raw('select count(*) as count from data.thing where doubled = n * 2'),
    );
    return Number(row?.count);
  };
  const progress = () => backfillProgress(database, 'data');

  beforeAll(async () => {
    database = await open();
  });
  beforeEach(async () => {
    directory = await mkdtemp(path.join(tmpdir(), 'annals-backfills-'));
    source = { service: 'data', directory };
    await write(
      '0001-thing.sql',
      `create table data.thing (id int primary key, n int);
       insert into data.thing select i, i from generate_series(1, ${rows}) i; analyze data.thing;`,
    );
  });
  afterEach(async () => {
    await database.query(raw('drop schema if exists data cascade'));
    await rm(directory, { recursive: true });
  });
  afterAll(async () => {
    await database.close();
  });

  const upgrade = async () => {
    await migrate(database, source);
    await write(
      '0002-doubled.sql',
      '-- compatible-from: 0001\nalter table data.thing add column doubled int;',
    );
    await write('0002-doubled.backfill.sql', backfill);
  };

  it('run in the background after a migration, and report their progress', async () => {
    await upgrade();
    await migrate(database, source);
    await expect(filled()).resolves.toBe(0);
    await expect(progress()).resolves.toEqual([
      { name: '0002-doubled', done: 0, total: rows, startedDate: null, endedDate: null },
    ]);
    const reported: number[] = [];
    const filling = new BackfillRunner(database, source, quiet);
    await filling.through(({ done }) => reported.push(done));
    await expect(filled()).resolves.toBe(rows);
    const [state] = await progress();
    expect(state).toMatchObject({ done: rows, total: rows });
    expect(state?.endedDate).not.toBeNull();
    expect(reported.at(-1)).toBe(rows);
    await expect(migrate(database, source)).resolves.toEqual([]);
    await expect(progress()).resolves.toHaveLength(1);
  });

  it('resume where they stopped, and write nothing twice when two servers run them', async () => {
    await upgrade();
    await migrate(database, source);
    const first = new BackfillRunner(database, source, quiet);
    first.start();
    await expect.poll(async () => (await progress())[0]?.done).toBeGreaterThan(0);
    await first.close();
    const [stopped] = await progress();
    await expect(filled()).resolves.toBe(stopped?.done);
    await Promise.all(
      [1, 2].map(() => new BackfillRunner(database, source, quiet).through(() => undefined)),
    );
    await expect(progress()).resolves.toMatchObject([{ done: rows }]);
    await expect(filled()).resolves.toBe(rows);
  });

  it('finish before a migration that depends on them', async () => {
    await upgrade();
    await write(
      '0003-required.sql',
      `-- after-backfill: 0002-doubled
       alter table data.thing add constraint has check (doubled is not null) not valid;
       alter table data.thing validate constraint has;`,
    );
    await migrate(database, source);
    await expect(filled()).resolves.toBe(rows);
    await write('0004-other.sql', '-- after-backfill: 0009-nowhere\nselect 1;');
    await expect(migrate(database, source)).rejects.toThrow(/0009-nowhere, which does not exist/);
  });

  it('are planned for the values of each batch, and leave the connection unchanged', async () => {
    await migrate(database, source);
    await write(
      '0002-planned.sql',
      '-- compatible-from: 0001\nalter table data.thing add column planned text;',
    );
    await write(
      '0002-planned.backfill.sql',
      backfill.replace('doubled = n * 2', `planned = current_setting('plan_cache_mode')`),
    );
    await migrate(database, source);
    const mode = raw(`select current_setting('plan_cache_mode') as planned`);
    const before = await database.query(mode);
    await new BackfillRunner(database, source, quiet).through(() => undefined);
    await expect(database.query(raw('select distinct planned from data.thing'))).resolves.toEqual([
      { planned: 'force_custom_plan' },
    ]);
    await expect(database.query(mode)).resolves.toEqual(before);
  });

  it('refuse a file without a table or a second statement', async () => {
    for (const text of ['select 1; select 2;', '-- table: data.thing\nselect 1;']) {
      await write('0002-doubled.backfill.sql', text);
      await expect(migrate(database, source)).rejects.toThrow(/must contain "-- table: …"/);
    }
  });

  it('let a version run beside a schema that names it, and no other', async () => {
    await upgrade();
    await migrate(database, source);
    // The previous version.
    await rm(path.join(directory, '0002-doubled.sql'));
    await rm(path.join(directory, '0002-doubled.backfill.sql'));
    await expect(migrate(database, source)).resolves.toEqual([]);
    await expect(migrationStatus(database, source)).resolves.toMatchObject({ compatible: true });
    await database.query(
      raw(`update data.schema_migration set compatible_from = '0002' where name like '0002%'`),
    );
    await expect(migrate(database, source)).rejects.toThrow(
      /versions from migration 0002 on can run; this program ends with 0001: this server is older than the schema/,
    );
    await database.query(raw(`update data.schema_migration set compatible_from = null`));
    await expect(migrate(database, source)).rejects.toThrow(/does not know: this server is older/);
  });

  it('refuse to run beside a newer schema if the program has an unknown migration', async () => {
    await upgrade();
    await migrate(database, source);
    await rm(path.join(directory, '0002-doubled.sql'));
    await rm(path.join(directory, '0002-doubled.backfill.sql'));
    await write('0001-other-line.sql', 'select 1;');
    await rm(path.join(directory, '0001-thing.sql'));
    await expect(migrate(database, source)).rejects.toThrow(/does not know/);
  });

  it('wait for an index that is created concurrently, again after an interruption', async () => {
    await upgrade();
    await write(
      '0003-index.sql',
      '-- compatible-from: 0001\n-- no-transaction\ncreate index concurrently thing_n on data.thing (n);',
    );
    await expect(migrate(database, source)).resolves.toHaveLength(2);
    const valid = async () =>
      database.query(
        raw(
          `select indisvalid as valid from pg_index where indexrelid = to_regclass('data.thing_n')`,
        ),
      );
    await expect(valid()).resolves.toEqual([{ valid: true }]);
    // The embedded database has no other writers and creates it in a transaction.
    if (kind === 'embedded') return;
    await database.query(
      raw(`update pg_index set indisvalid = false where indexrelid = 'data.thing_n'::regclass`),
    );
    await database.query(raw(`delete from data.schema_migration where name like '0003%'`));
    await expect(migrate(database, source)).resolves.toHaveLength(1);
    await expect(valid()).resolves.toEqual([{ valid: true }]);
  });
});

it('adapt the batch size to its duration', () => {
  expect(nextSize(1000, 100)).toBe(2000);
  expect(nextSize(1000, 10)).toBe(2000);
  expect(nextSize(1000, 400)).toBe(500);
  expect(nextSize(100, 100_000)).toBe(50);
  expect(nextSize(20_000, 1)).toBe(20_000);
});
