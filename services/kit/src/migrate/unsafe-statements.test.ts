import { describe, expect, it } from 'vitest';
import { readMigrations, type MigrationFile } from './migration-files.ts';
import { unsafeStatements } from './unsafe-statements.ts';

/** Lines of dashes separate files. */
const filesOf = (texts: string, compatibleFrom: string | null = null): MigrationFile[] =>
  texts.split(/^-{4,}$/m).map((text) => ({
    name: '0099-test.sql',
    checksum: '',
    text,
    compatibleFrom,
    afterBackfill: null,
    inTransaction: !text.includes('-- no-transaction'),
  }));

describe('statements of migrations', () => {
  it.each([
    `create table data.t (id uuid primary key, at timestamptz not null default clock_timestamp())`,
    `create table data.t (id int); create index i on data.t (id); insert into data.t values (1); alter table data.t alter id type bigint`,
    `alter table data.version add column note text`,
    `alter table data.version add column note text, add column place integer not null default 0`,
    `alter table data.version add column kinds text[] default '{}'::text[]`,
    `ALTER TABLE data.version ADD COLUMN Note text DEFAULT 'a, b; c' NOT NULL`,
    `alter table data.version add constraint c check (note <> '') not valid\n----\nalter table data.version validate constraint c`,
    `alter table data.version add constraint f foreign key (partition_id) references data.partition not valid`,
    `alter table data.version add constraint c check (note is not null) not valid\n----\nalter table data.version validate constraint c
----\nalter table data.version alter column note set not null`,
    `-- no-transaction\ncreate index concurrently version_note on data.version (partition_id, note)`,
    `alter table data.version alter column note set default clock_timestamp()`,
    `alter table data.version drop column note`,
    `create view preview.v as select * from data.version`,
  ])('are allowed: %s', (text) => {
    expect(unsafeStatements(filesOf(text))).toEqual([]);
  });

  it.each([
    [
      `alter table data.version add column at timestamptz default clock_timestamp()`,
      /write every row/,
    ],
    [
      `alter table data.version add column id uuid not null default gen_random_uuid()`,
      /write every row/,
    ],
    [`alter table data.version add column note text not null`, /write every row/],
    [`alter table data.version add column n bigserial`, /write every row/],
    [
      `alter table data.version add column n int generated always as (seq + 1) stored`,
      /write every row/,
    ],
    [`alter table data.version add column p uuid references data.partition`, /write every row/],
    [`alter table data.version add column n int default 0 check (n > 0)`, /write every row/],
    [`alter table data.version alter column seq type numeric`, /rewrites the table/],
    [
      `alter table data.version alter seq set data type numeric using seq::numeric`,
      /rewrites the table/,
    ],
    [`alter table data.version alter column note set not null`, /whole table/],
    [
      `alter table data.version add constraint c check (note is not null) not valid; alter table data.version alter note set not null`,
      /whole table/,
    ],
    [
      `alter table data.version add constraint c check (note <> '') not valid; alter table data.version validate constraint c`,
      /separate file/,
    ],
    [
      `alter table data.version validate constraint c; alter table data.version add column more text`,
      /separate file/,
    ],
    [
      `alter table data.version add constraint c check (note is not null) not valid\n----\nalter table data.version alter note set not null`,
      /whole table/,
    ],
    [`create index version_note on data.version (note)`, /locks the table/],
    [`create unique index concurrently version_note on data.version (note)`, /separate file/],
    [
      `alter table data.version add constraint f foreign key (partition_id) references data.partition`,
      /all rows/,
    ],
    [
      `alter table data.version add foreign key (partition_id) references data.partition`,
      /all rows/,
    ],
    [`alter table data.version add unique (note)`, /all rows/],
    [`alter table data.version add primary key (note)`, /all rows/],
    [`alter table data.version add constraint c check (seq > 0)`, /all rows/],
    [`alter table data.version set logged`, /not known/],
    [`vacuum full data.version`, /not known/],
    [`cluster data.version`, /not known/],
    [`reindex table data.version`, /not known/],
    [`lock table data.version`, /not known/],
    [`do $$ begin update data.version set reason = ''; end $$`, /not known/],
    [`with gone as (delete from data.version returning *) select * from gone`, /not known/],
    [`create table data.copy as select * from data.version`, /not known/],
    [`update data.version set reason = null`, /backfill/],
    [`/* all of them */ Update data.version set reason = null`, /backfill/],
    [`delete from data.version`, /backfill/],
    [`update data.schema_migration set compatible_from = '0001'`, /backfill/],
    [`insert into data.writer select * from data.writer`, /backfill/],
  ])('are refused: %s', (text, reason) => {
    expect(unsafeStatements(filesOf(text)).map((each) => each.reason)).toEqual([
      expect.stringMatching(reason),
    ]);
  });

  it('take nothing away from versions that run beside them', () => {
    for (const text of [
      'alter table data.version drop column reason',
      'alter table data.version rename column reason to why',
      'alter table data.version rename to versions',
      'drop table data.writer',
    ]) {
      expect(unsafeStatements(filesOf(text))).toEqual([]);
      expect(unsafeStatements(filesOf(text, '0001'))).toHaveLength(1);
    }
  });

  it.each(['authentication', 'data'] as const)(
    'of %s are harmless to a database in use',
    async (service) => {
      const directory = new URL(`../../../${service}/migrations/`, import.meta.url);
      const { migrations } = await readMigrations(directory);
      const [initial, ...upgrades] = migrations;
      expect(initial?.name).toBe('0001-initial.sql');
      expect(unsafeStatements(upgrades)).toEqual([]);
    },
  );
});
