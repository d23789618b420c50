import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import sql, { raw } from 'sql-template-tag';
import type { Database, Queryable } from '../database/database.ts';
import { codeOf } from '../database/errors.ts';
import { statementsOf } from './statements.ts';

export interface MigrationSource {
  service: 'authentication' | 'data';
  /** Folder with the NNNN-name.sql files. */
  directory: URL | string;
}

export interface AppliedMigration {
  name: string;
  /** SHA-256 of the file as it was applied, in hexadecimal. */
  checksum: string;
  /** RFC 3339 UTC. */
  appliedAt: string;
  durationMs: number;
}

export interface MigrationStatus {
  service: string;
  applied: AppliedMigration[];
  pending: { name: string; checksum: string }[];
  /** True when all migrations of this program, unchanged, and no others are applied. */
  compatible: boolean;
}

/** This program cannot work with the schema. */
export class MigrationRefused extends Error {
  override readonly name = 'MigrationRefused';
}

/** A migration failed and was rolled back whole; the ones before it stay. */
export class MigrationFailed extends Error {
  override readonly name = 'MigrationFailed';
}

/**
 * Applies the migrations that are not applied yet, each in a transaction of its own together with
 * its row, and gives those. Any number of servers may call this at once: one does it, the others wait.
 *
 * @throws MigrationRefused when an applied file was changed, or the schema is newer than this program
 * @throws MigrationFailed naming the file
 */
export async function migrate(
  database: Database,
  source: MigrationSource,
): Promise<MigrationStatus['pending']> {
  const files = await readMigrations(source.directory);
  return database.exclusively(`annals migrate ${source.service}`, async (connection) => {
    // Checked first: nothing is written when nothing is to be done, so a server can start on a full disk.
    if (!(await isPrepared(connection, source.service))) await prepare(connection, source.service);
    const applied = await readApplied(connection, source.service);
    refuseIfChanged(source.service, files, applied);
    const pending = pendingOf(files, applied);
    for (const file of pending) await apply(connection, source.service, file);
    return pending.map(({ name, checksum }) => ({ name, checksum }));
  });
}

/**
 * Applies exactly these migrations within the open transaction, on a database without any.
 * @throws MigrationRefused for one that is unknown to this program, or different
 */
export async function applyKnown(
  connection: Queryable,
  { service, directory }: MigrationSource,
  wanted: readonly Pick<AppliedMigration, 'name' | 'checksum'>[],
): Promise<void> {
  const files = await readMigrations(directory);
  const different = firstDifferent(files, wanted);
  if (different)
    throw new MigrationRefused(
      different.known
        ? `It has another ${service} migration ${different.name} than this program: they are of different programs.`
        : `It has the ${service} migration ${different.name}, which this program does not know: a newer version wrote it. Use that one.`,
    );
  await prepare(connection, service);
  const names = new Set(wanted.map(({ name }) => name));
  for (const { name, text } of files) if (names.has(name)) await run(connection, text);
}

/** Those of one service, in order; none where nothing is prepared. */
export async function appliedMigrations(
  database: Queryable,
  service: MigrationSource['service'],
): Promise<AppliedMigration[]> {
  return (await isPrepared(database, service)) ? readApplied(database, service) : [];
}

/** The applied and the pending migrations, without changing anything. */
export async function migrationStatus(
  database: Queryable,
  source: MigrationSource,
): Promise<MigrationStatus> {
  const { service } = source;
  const files = await readMigrations(source.directory);
  const applied = await appliedMigrations(database, service);
  const pending = pendingOf(files, applied).map(({ name, checksum }) => ({ name, checksum }));
  const compatible = pending.length === 0 && differenceOf(service, files, applied) === undefined;
  return { service, applied, pending, compatible };
}

async function isPrepared(
  database: Queryable,
  service: MigrationSource['service'],
): Promise<boolean> {
  const [table] = await database.query<{ exists: boolean }>(
    sql`select to_regclass(${`${service}.schema_migration`}) is not null as exists`,
  );
  return table?.exists === true;
}

async function prepare(connection: Queryable, service: MigrationSource['service']): Promise<void> {
  await connection.query(raw(`create schema if not exists ${service}`));
  await connection.query(
    raw(`create table if not exists ${service}.schema_migration (
      name text collate "C" primary key,
      checksum text not null,
      applied_at timestamptz not null default clock_timestamp(),
      duration_ms integer not null
    )`),
  );
}

async function readApplied(
  database: Queryable,
  service: MigrationSource['service'],
): Promise<AppliedMigration[]> {
  return database.query<AppliedMigration>(
    raw(`select name, checksum, applied_at as "appliedAt", duration_ms as "durationMs"
      from ${service}.schema_migration order by name`),
  );
}

function pendingOf(files: MigrationFile[], applied: AppliedMigration[]): MigrationFile[] {
  const done = new Set(applied.map(({ name }) => name));
  return files.filter(({ name }) => !done.has(name));
}

/** Why this program does not match the applied migrations; undefined when it does. */
function differenceOf(
  service: string,
  files: MigrationFile[],
  applied: AppliedMigration[],
): string | undefined {
  const different = firstDifferent(files, applied);
  if (!different) return undefined;
  const { name, known } = different;
  return known
    ? `The ${service} migration ${name} was changed after it was applied. Put the file back as it was and write the change as a new migration.`
    : `The database has the ${service} migration ${name}, which this program does not know: this server is older than the schema. Start the newer version.`;
}

/** The first applied migration that this program does not have, or that differs. */
function firstDifferent(
  files: MigrationFile[],
  applied: readonly Pick<AppliedMigration, 'name' | 'checksum'>[],
): { name: string; known: boolean } | undefined {
  const checksums = new Map(files.map(({ name, checksum }) => [name, checksum]));
  const found = applied.find(({ name, checksum }) => checksums.get(name) !== checksum);
  return found && { name: found.name, known: checksums.has(found.name) };
}

function refuseIfChanged(
  service: string,
  files: MigrationFile[],
  applied: AppliedMigration[],
): void {
  const difference = differenceOf(service, files, applied);
  if (difference !== undefined) throw new MigrationRefused(difference);
}

/**
 * A statement that waits for a lock makes all that come after it wait too, also readers: it waits for less than a second, then
 * the whole migration makes room and tries again.
 */
const longestLockMs = 800;
const triesFor = 10 * 60_000;
const lockNotAvailable = '55P03';

async function apply(
  connection: Queryable,
  service: MigrationSource['service'],
  file: MigrationFile,
): Promise<void> {
  const started = performance.now();
  for (;;) {
    try {
      await applyOnce(connection, service, file, started);
      return;
    } catch (cause) {
      const isHeldUp = codeOf(cause) === lockNotAvailable && performance.now() - started < triesFor;
      if (!isHeldUp) {
        const reason = cause instanceof Error ? cause.message : String(cause);
        // exclusively() rolls back what is open when its work throws
        throw new MigrationFailed(
          `The ${service} migration ${file.name} failed and was rolled back: ${reason}`,
          { cause },
        );
      }
      await connection.query(raw('rollback'));
      await pause(longestLockMs * (0.5 + Math.random()));
    }
  }
}

async function applyOnce(
  connection: Queryable,
  service: MigrationSource['service'],
  file: MigrationFile,
  started: number,
): Promise<void> {
  await connection.query(raw('begin'));
  await connection.query(raw(`set local lock_timeout = ${longestLockMs}`));
  await run(connection, file.text);
  const durationMs = Math.round(performance.now() - started);
  await connection.query(sql`insert into ${raw(`${service}.schema_migration`)} (name, checksum, duration_ms)
    values (${file.name}, ${file.checksum}, ${durationMs})`);
  await connection.query(raw('commit'));
}

/** One at a time: a database that distributes tables takes no more. */
async function run(connection: Queryable, file: string): Promise<void> {
  for (const statement of statementsOf(file)) await connection.query(raw(statement));
}

interface MigrationFile {
  name: string;
  /** SHA-256 of the file, in hexadecimal. */
  checksum: string;
  text: string;
}

const fileName = /^\d{4}-[a-z0-9-]+\.sql$/;

/** The NNNN-name.sql files of a folder, in the order of their numbers. */
async function readMigrations(directory: URL | string): Promise<MigrationFile[]> {
  const folder = typeof directory === 'string' ? directory : fileURLToPath(directory);
  const names = (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort();
  const numbers = new Set<string>();
  for (const name of names) {
    const number = name.slice(0, 4);
    if (!fileName.test(name)) throw new Error(`The migration ${name} must be named NNNN-name.sql.`);
    if (numbers.has(number))
      throw new Error(`Two migrations have the number ${number}: give ${name} the next free one.`);
    numbers.add(number);
  }
  return Promise.all(
    names.map(async (name) => {
      // a checkout with different line endings is the same migration
      const text = (await readFile(path.join(folder, name), 'utf8')).replaceAll('\r\n', '\n');
      return { name, text, checksum: createHash('sha256').update(text).digest('hex') };
    }),
  );
}
