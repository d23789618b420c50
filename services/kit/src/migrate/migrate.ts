import { setTimeout as pause } from 'node:timers/promises';
import sql, { raw } from 'sql-template-tag';
import type { Database, Queryable } from '../database/database.ts';
import { codeOf } from '../database/errors.ts';
import { backfillProgress, declareBackfills, runNextBatch, nextSize } from './backfills.ts';
import {
  newestOf,
  readMigrations,
  readSource,
  type BackfillFile,
  type MigrationFile,
  type MigrationSource,
} from './migration-files.ts';
import { createServerTable, serversBehind, serverTableName } from './running-servers.ts';
import { statementsOf } from './statements.ts';

export type { MigrationSource } from './migration-files.ts';

export interface AppliedMigration {
  name: string;
  /** SHA-256 of the file as it was applied, in hexadecimal. */
  checksum: string;
  /** RFC 3339 UTC. */
  appliedAt: string;
  durationMs: number;
  /** The number of the newest migration that a program has to know to run beside it; null: it has to know this one. */
  compatibleFrom: string | null;
}

export interface MigrationStatus {
  service: string;
  applied: AppliedMigration[];
  pending: { name: string; checksum: string }[];
  /** True if all migrations of this program are applied and unchanged, and it can run beside any others. */
  compatible: boolean;
}

/** This program cannot work with the schema. */
export class MigrationRefused extends Error {
  override readonly name = 'MigrationRefused';
}

/** Servers are running that could not work with the schema after the pending migrations. */
export class ServersBehind extends Error {
  override readonly name = 'ServersBehind';
}

export interface MigrateOptions {
  /** Migrates although running servers do not know the new schema. */
  force?: boolean | undefined;
}

/** A migration failed and was rolled back; the previous ones stay. */
export class MigrationFailed extends Error {
  override readonly name = 'MigrationFailed';
}

/**
 * Applies the pending migrations, each in its own transaction together with its row, and returns them. Any number of
 * servers may call this at once: one does it, the others wait.
 *
 * @throws MigrationRefused if an applied file was changed, or the schema is newer than this program and not compatible
 * with it
 * @throws ServersBehind naming running servers that do not know the new schema, unless forced
 * @throws MigrationFailed naming the file
 */
export async function migrate(
  database: Database,
  source: MigrationSource,
  { force = false }: MigrateOptions = {},
): Promise<MigrationStatus['pending']> {
  const { migrations: files, backfills } = await readSource(source);
  // The lock may be held for as long as an index or a backfill takes, and a server of the previous version has to be
  // able to start meanwhile.
  if (await isUpToDate(database, source.service, { files, backfills })) return [];
  return database.exclusively(`annals migrate ${source.service}`, async (connection) => {
    // Checked first: nothing is written if nothing is pending, so that a server can start on a full disk.
    if (!(await isPrepared(connection, source.service))) await prepare(connection, source.service);
    const applied = await readApplied(connection, source.service);
    refuseIfChanged(source.service, files, applied);
    const pending = pendingOf(files, applied);
    // The embedded database has one server, and this is it.
    if (!force && database.kind !== 'embedded')
      await refuseBesideOthers(connection, source.service, pending);
    for (const file of pending) {
      if (file.afterBackfill !== null)
        await finishBackfill(connection, source.service, backfills, file);
      await apply(connection, source.service, file, database.kind);
    }
    await declareBackfills(connection, source.service, backfills);
    return pending.map(({ name, checksum }) => ({ name, checksum }));
  });
}

async function refuseBesideOthers(
  connection: Queryable,
  service: MigrationSource['service'],
  pending: readonly MigrationFile[],
): Promise<void> {
  const servers = await serversBehind(connection, service, pending);
  if (servers.length === 0) return;
  const names = servers.map(
    ({ host, processId, version, seenSecondsAgo }) =>
      `${host} (process ${processId}, version ${version}, seen ${seenSecondsAgo} s ago)`,
  );
  throw new ServersBehind(
    `Servers are running that cannot work with the new schema: ${names.join(', ')}. Stop them first; one that was killed counts for a minute. With --force, "annals migrate" changes the schema beside them, and they fail.`,
  );
}

async function isUpToDate(
  database: Queryable,
  service: MigrationSource['service'],
  { files, backfills }: { files: MigrationFile[]; backfills: BackfillFile[] },
): Promise<boolean> {
  if (!(await isPrepared(database, service))) return false;
  const applied = await readApplied(database, service);
  refuseIfChanged(service, files, applied);
  if (pendingOf(files, applied).length > 0) return false;
  const names = new Set((await backfillProgress(database, service)).map(({ name }) => name));
  return backfills.every(({ name }) => names.has(name));
}

/**
 * Applies exactly these migrations in the open transaction, on a database without any.
 * @throws MigrationRefused if one is unknown to this program, or differs
 */
export async function applyKnown(
  connection: Queryable,
  { service, directory }: MigrationSource,
  wanted: readonly Pick<AppliedMigration, 'name' | 'checksum'>[],
): Promise<void> {
  const { migrations: files } = await readMigrations(directory);
  const different = firstDifferent(files, wanted);
  if (different)
    throw new MigrationRefused(
      different.known
        ? `It has another ${service} migration ${different.name} than this program: they belong to different programs.`
        : `It has the ${service} migration ${different.name}, which this program does not know: it was written by a newer version. Use that one.`,
    );
  await prepare(connection, service);
  const names = new Set(wanted.map(({ name }) => name));
  for (const { name, text } of files)
    if (names.has(name)) await run(connection, withoutConcurrently(text));
}

/** The applied migrations of one service, in order; none if the database is empty. */
export async function appliedMigrations(
  database: Queryable,
  service: MigrationSource['service'],
): Promise<AppliedMigration[]> {
  const [table] = await database.query<{ exists: boolean }>(
    sql`select to_regclass(${`${service}.schema_migration`}) is not null as exists`,
  );
  return table?.exists === true ? readApplied(database, service) : [];
}

/** The applied and the pending migrations; changes nothing. */
export async function migrationStatus(
  database: Queryable,
  source: MigrationSource,
): Promise<MigrationStatus> {
  const { service } = source;
  const { migrations: files } = await readMigrations(source.directory);
  const applied = await appliedMigrations(database, service);
  const pending = pendingOf(files, applied).map(({ name, checksum }) => ({ name, checksum }));
  const compatible = pending.length === 0 && differenceOf(service, files, applied) === undefined;
  return { service, applied, pending, compatible };
}

/** Why a program with these migrations cannot work with the schema; undefined if it can. */
export async function schemaRefusal(
  database: Queryable,
  service: MigrationSource['service'],
  files: MigrationFile[],
): Promise<string | undefined> {
  return differenceOf(service, files, await appliedMigrations(database, service));
}

async function isPrepared(
  database: Queryable,
  service: MigrationSource['service'],
): Promise<boolean> {
  const tables = ['schema_migration', 'schema_backfill', serverTableName];
  const [found] = await database.query<{ all: boolean }>(
    sql`select bool_and(to_regclass(name) is not null) as all
      from unnest(${tables.map((table) => `${service}.${table}`)}::text[]) name`,
  );
  return found?.all === true;
}

async function prepare(connection: Queryable, service: MigrationSource['service']): Promise<void> {
  await connection.query(raw(`create schema if not exists ${service}`));
  await connection.query(
    raw(`create table if not exists ${service}.schema_migration (
      name text collate "C" primary key,
      checksum text not null,
      applied_at timestamptz not null default clock_timestamp(),
      duration_ms integer not null,
      compatible_from text
    )`),
  );
  await connection.query(
    raw(`create table if not exists ${service}.schema_backfill (
      name text collate "C" primary key,
      up_to text not null default '',
      done bigint not null default 0,
      total bigint,
      started_at timestamptz,
      ended_at timestamptz
    )`),
  );
  await connection.query(createServerTable(service));
}

async function readApplied(
  database: Queryable,
  service: MigrationSource['service'],
): Promise<AppliedMigration[]> {
  return database.query<AppliedMigration>(
    raw(`select name, checksum, applied_at as "appliedAt", duration_ms as "durationMs",
        compatible_from as "compatibleFrom"
      from ${service}.schema_migration order by name`),
  );
}

function pendingOf(files: MigrationFile[], applied: AppliedMigration[]): MigrationFile[] {
  const done = new Set(applied.map(({ name }) => name));
  return files.filter(({ name }) => !done.has(name));
}

/** Why this program does not match the applied migrations; undefined if it does. */
function differenceOf(
  service: string,
  files: MigrationFile[],
  applied: AppliedMigration[],
): string | undefined {
  const different = firstDifferent(
    files,
    applied.filter((one) => !isCompatible(files, applied, one)),
  );
  if (!different) return undefined;
  const { name, known } = different;
  const { compatibleFrom } = applied.find((one) => one.name === name) ?? {};
  if (!known && compatibleFrom != null)
    return `The database has the ${service} migration ${name}, beside which versions from migration ${compatibleFrom} on can run; this program ends with ${newestOf(files)}: this server is older than the schema. Start a newer version.`;
  return known
    ? `The ${service} migration ${name} was changed after it was applied. Put the file back as it was and write the change as a new migration.`
    : `The database has the ${service} migration ${name}, which this program does not know: this server is older than the schema. Start the newer version.`;
}

/**
 * Whether a newer version declared that this program can run beside its migration. All migrations of this program have
 * to be applied: otherwise the two have diverged.
 */
function isCompatible(
  files: MigrationFile[],
  applied: readonly AppliedMigration[],
  { name, compatibleFrom }: AppliedMigration,
): boolean {
  const newest = newestOf(files);
  return (
    compatibleFrom !== null &&
    name.slice(0, 4) > newest &&
    compatibleFrom <= newest &&
    pendingOf(files, [...applied]).length === 0
  );
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
 * A statement that waits for a lock blocks all later ones, even readers. It waits for less than a second; then the
 * whole migration is rolled back and retried.
 */
const maxLockMs = 800;
/**
 * Statements queued behind the first lock of a migration wait for all other locks too, so those get the rest of that
 * time, but at least this much.
 */
const minLockMs = 50;
const maxVacuumMs = 3_000;
const attemptsFor = 10 * 60_000;
const lockNotAvailable = '55P03';

async function apply(
  connection: Queryable,
  service: MigrationSource['service'],
  file: MigrationFile,
  kind: Database['kind'],
): Promise<void> {
  const started = performance.now();
  // The embedded database has no other writers.
  const once = file.inTransaction || kind === 'embedded' ? applyOnce : indexConcurrently;
  for (let wasBlocked = false; ; wasBlocked = true) {
    try {
      await once(connection, service, file, { started, wasBlocked });
      return;
    } catch (cause) {
      const isBlocked =
        codeOf(cause) === lockNotAvailable && performance.now() - started < attemptsFor;
      if (!isBlocked) {
        const reason = cause instanceof Error ? cause.message : String(cause);
        // exclusively() rolls back the open transaction when its work throws.
        throw new MigrationFailed(
          `The ${service} migration ${file.name} failed and was rolled back: ${reason}`,
          { cause },
        );
      }
      if (file.inTransaction) await connection.query(raw('rollback'));
      await pause(maxLockMs * (0.5 + Math.random()));
    }
  }
}

interface Try {
  /** When the first try started. */
  started: number;
  /** The previous try could not get a lock. */
  wasBlocked: boolean;
}

async function applyOnce(
  connection: Queryable,
  service: MigrationSource['service'],
  file: MigrationFile,
  { started, wasBlocked }: Try,
): Promise<void> {
  const text = file.inTransaction ? file.text : withoutConcurrently(file.text);
  await connection.query(raw('begin'));
  if (wasBlocked) await endVacuums(connection, text);
  const began = performance.now();
  let lockTimeoutMs = 0;
  for (const statement of statementsOf(text)) {
    const left = Math.max(Math.ceil(maxLockMs - performance.now() + began), minLockMs);
    if (lockTimeoutMs === 0 || lockTimeoutMs - left > minLockMs) {
      await connection.query(raw(`set local lock_timeout = ${left}`));
      lockTimeoutMs = left;
    }
    await connection.query(raw(statement));
  }
  await record(connection, service, file, started);
  await connection.query(raw('commit'));
}

const altered = /^alter table (?:if exists )?(?:only )?([\w.]+)/i;

/**
 * An autovacuum blocks a migration for hours on a large table, and only yields to those who have waited for
 * deadlock_timeout, a second. Only other vacuums wait for this lock, and none starts while it is held.
 */
async function endVacuums(connection: Queryable, text: string): Promise<void> {
  const named = statementsOf(text).flatMap((statement) => altered.exec(statement)?.[1] ?? []);
  const tables = await connection.query<{ name: string }>(
    sql`select distinct name from unnest(${named}::text[]) name join pg_class on oid = to_regclass(name) and relkind = 'r' order by 1`,
  );
  if (tables.length === 0) return;
  await connection.query(raw(`set local lock_timeout = ${maxVacuumMs}`));
  const names = tables.map(({ name }) => name).join(', ');
  await connection.query(raw(`lock table ${names} in share update exclusive mode`));
}

const withoutConcurrently = (text: string): string =>
  text.replace(/\bindex concurrently\b/i, 'index');
const madeIndex =
  /^create (?:unique )?index concurrently (?:if not exists )?("?[\w]+"?)\s+on (?:only )?([\w]+)\./i;

/**
 * Without a transaction, because an index cannot be created concurrently in one. An index left by an interruption is
 * recreated.
 */
async function indexConcurrently(
  connection: Queryable,
  service: MigrationSource['service'],
  file: MigrationFile,
  { started }: Try,
): Promise<void> {
  const [statement = '', ...more] = statementsOf(file.text);
  const [, index, schema] = madeIndex.exec(statement) ?? [];
  if (index === undefined || schema === undefined || more.length > 0)
    throw new Error(
      'Without a transaction there is one statement, "create index concurrently … on schema.table …".',
    );
  const name = `${schema}.${index}`;
  const [before] = await connection.query<{ valid: boolean }>(
    sql`select indisvalid as valid from pg_index where indexrelid = to_regclass(${name})`,
  );
  if (before?.valid === false) await connection.query(raw(`drop index concurrently ${name}`));
  if (before?.valid !== true) await connection.query(raw(statement));
  await record(connection, service, file, started);
}

async function record(
  connection: Queryable,
  service: MigrationSource['service'],
  file: MigrationFile,
  started: number,
): Promise<void> {
  const durationMs = Math.round(performance.now() - started);
  await connection.query(sql`insert into ${raw(`${service}.schema_migration`)} (name, checksum, duration_ms, compatible_from)
    values (${file.name}, ${file.checksum}, ${durationMs}, ${file.compatibleFrom})`);
}

/** One statement at a time: a database that distributes tables does not accept more. */
async function run(connection: Queryable, file: string): Promise<void> {
  for (const statement of statementsOf(file)) await connection.query(raw(statement));
}

/** If a version was skipped, or the database is new, a migration that depends on a backfill waits for its end. */
async function finishBackfill(
  connection: Queryable,
  service: MigrationSource['service'],
  backfills: readonly BackfillFile[],
  { name, afterBackfill }: MigrationFile,
): Promise<void> {
  const backfill = backfills.find((one) => one.name === afterBackfill);
  if (!backfill)
    throw new MigrationFailed(
      `The ${service} migration ${name} follows the backfill ${afterBackfill}, which does not exist.`,
    );
  await declareBackfills(connection, service, [backfill]);
  for (let isFinished = false, rows = 1_000; !isFinished;) {
    const began = performance.now();
    await connection.query(raw('begin'));
    const { state, ms } = await runNextBatch(connection, service, backfill, rows);
    await connection.query(raw('commit'));
    isFinished = state === 'through';
    const took = performance.now() - began;
    rows = nextSize(rows, ms);
    if (!isFinished) await pause(state === 'held' ? maxLockMs : took);
  }
}
