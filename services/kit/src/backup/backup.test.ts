import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import sql, { raw } from 'sql-template-tag';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Database } from '../database/database.ts';
import { migrate, MigrationRefused, type MigrationSource } from '../migrate/migrate.ts';
import { emptyDatabases, poolerUrl } from '../testing/databases.ts';
import { BackupReader, BackupRefused } from './backup-file.ts';
import { dumpDatabase } from './dump.ts';
import { loadDatabase } from './load.ts';

let directory: string;
let sources: MigrationSource[];

beforeAll(async () => {
  directory = await mkdtemp(path.join(tmpdir(), 'annals-backup-'));
});
afterAll(async () => {
  await rm(directory, { recursive: true });
});

// Values that are hard to serialize, and everything that can depend on a table.
const schema = `
  create table data.kept (
    id bigint primary key, note text, bytes bytea, document jsonb, text json, moment timestamptz, words text[], part float8,
    doubled bigint generated always as (id * 2) stored);
  create index kept_by_note on data.kept (note) where note is not null;
  create table data.copied (
    id bigint primary key, note text, bytes bytea, document jsonb, text json, moment timestamptz, words text[], part float8);
  create table data.part (kept_id bigint not null references data.kept on delete cascade, "order" int);
  create function data.refuse() returns trigger language plpgsql as $$ begin raise 'append only'; end $$;
  create trigger append_only before insert or update or delete or truncate on data.part for each statement execute function data.refuse();
  insert into data.kept (id, note) values (0, 'made by the migration');`;
const rows = sql`
  insert into data.kept (id, note, bytes, document, text, moment, words, part)
  select n, E'line\\n"quoted" \\\\ (a,b) 日本語 🌲 \\t' || n, '\\x00ff'::bytea, '{"a": [1, 2.50, null]}', '{"b" :  1}',
    '2024-02-29 12:00:00.000001+02', array['a,b', 'c"d', null, ''], 0.1::float8 + n
  from generate_series(1, 200) as n`;
/** Also what CSV and COPY could take for something else. */
const copied = sql`
  insert into data.copied select id, note, bytes, document, text, moment, words, part from data.kept
  union all select 1000 + nth, note, null, to_jsonb(note), null, null, array[note], null from unnest(array[
    '', ' ', ',', '"', '""', chr(92), repeat(chr(92), 2), chr(92) || '"', chr(92) || 'N', chr(92) || '.', '(', ')', '()', 'null',
    'NULL', chr(10), chr(13), chr(13) || chr(10), E'a\n\\.\nb', E'a\r\n\\.\r\nb', E'\t', U&'\FEFFx', 'é', '日本'
  ]) with ordinality as of(note, nth)`;
const everything = raw(
  `select to_jsonb(kept) as row, (select count(*) from data.part) as parts from data.kept
  union all (select to_jsonb(copied), null from data.copied order by id)`,
);

/** `annals restore` refuses to run behind a PgBouncer, because it cannot tell whether anybody else is connected. */
const isPooled = (kind: Database['kind']) =>
  kind === 'postgresql' && process.env[poolerUrl] !== undefined;

describe.each(emptyDatabases())('a backup, $kind', ({ kind, open }) => {
  let database: Database;

  beforeAll(async () => {
    database = await open();
    sources = [];
    for (const service of ['authentication', 'data'] as const) {
      const folder = await mkdtemp(path.join(directory, service));
      const text = service === 'data' ? schema : 'create table authentication.person (name text);';
      await writeFile(path.join(folder, '0001-first.sql'), text);
      sources.push({ service, directory: folder });
    }
  });
  beforeEach(async () => {
    for (const source of sources) await migrate(database, source);
    await database.query(rows);
    await database.query(copied);
    await database.query(raw('alter table data.part disable trigger user'));
    await database.query(raw('insert into data.part values (0, 1), (7, 2)'));
    await database.query(raw('alter table data.part enable trigger user'));
  });
  afterEach(async () => {
    await database.query(raw('drop schema authentication cascade'));
    await database.query(raw('drop schema data cascade'));
  });
  afterAll(async () => {
    await database.close();
  });

  const dumped = async (): Promise<string> => {
    let text = '';
    const write = async (more: string) => void (text += more);
    await dumpDatabase(database, { program: '1.2.3', sources, write });
    return text;
  };
  async function* bytesOf(text: string): AsyncGenerator<Buffer> {
    const bytes = Buffer.from(text);
    for (let at = 0; at < bytes.length; at += 1_000) yield bytes.subarray(at, at + 1_000);
  }
  const load = async (text: string, replace = true): Promise<void> =>
    loadDatabase(database, await BackupReader.open(bytesOf(text)), { sources, replace });

  it.skipIf(isPooled(kind))(
    'restores every row unchanged, and everything that depends on the tables',
    async () => {
      const before = await database.query(everything);
      const text = await dumped();
      await database.query(raw(`update data.kept set note = 'else' where id > 5`));
      await load(text);
      expect(await database.query(everything)).toEqual(before);
      const indexes = raw(`select indexdef from pg_indexes where indexname = 'kept_by_note'`);
      expect(await database.query(indexes)).toHaveLength(1);
      await expect(database.query(raw('delete from data.part'))).rejects.toThrow('append only');
      await expect(database.query(raw('delete from data.kept where id = 7'))).rejects.toThrow(
        'append only',
      );
      const rest = (line: string) => !line.includes('"taken"') && !line.includes('"sha256"');
      expect((await dumped()).split('\n').filter(rest)).toEqual(text.split('\n').filter(rest));
    },
  );

  it.skipIf(isPooled(kind))(
    'refuses a database that is not empty, unless told to replace it',
    async () => {
      await expect(load(await dumped(), false)).rejects.toThrow(/already contains an Annals/);
    },
  );

  it.skipIf(isPooled(kind))('is restored completely or not at all', async () => {
    const before = await database.query(everything);
    const text = await dumped();
    const lines = text.split('\n');
    const at = lines.findIndex((line) => line.startsWith('"(5,'));
    const damaged: [string, RegExp][] = [
      [text.replace('line', 'mine'), /Its checksum does not match its content/],
      [lines.toSpliced(at, 1).join('\n'), /Its checksum/],
      [lines.toSpliced(at, 1, '"(five,"').join('\n'), /rows of data\.copied cannot be read/],
      [lines.toSpliced(at, 1, 'nonsense').join('\n'), /One of its lines cannot be read/],
      [`${lines.slice(0, at).join('\n')}\n`, /truncated/],
      [`${text}[]\n`, /more data after its end/],
      [text.replaceAll('data.part', 'data.art'), /its tables do not match/],
      [text.replace('annals-backup/1', 'annals-backup/2'), /the newer version that wrote it/],
    ];
    for (const [given, message] of damaged) {
      const loaded = load(given);
      await expect(loaded).rejects.toBeInstanceOf(BackupRefused);
      await expect(loaded).rejects.toThrow(message);
    }
    const newer = load(text.replace('0001-first.sql', '0002-later.sql'));
    await expect(newer).rejects.toThrow(MigrationRefused);
    await expect(newer).rejects.toThrow(/written by a newer version/);
    expect(await database.query(everything)).toEqual(before);
  });

  it.runIf(isPooled(kind))('is not restored through a PgBouncer', async () => {
    await expect(load(await dumped())).rejects.toThrow(/are connected/);
  });

  it('refuses to leave anything out', async () => {
    await database.query(raw('create sequence data.counter'));
    await expect(dumped()).rejects.toThrow('A backup would not contain data.counter');
  });
});
