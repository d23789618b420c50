import sql, { raw } from 'sql-template-tag';
import { readAhead } from '../read-ahead.ts';
import { appliedMigrations, type MigrationSource } from '../migrate/migrate.ts';
import type { Database, Queryable } from '../database/database.ts';
import { backupFormat, BackupRefused, BackupWriter } from './backup-file.ts';
import { listOtherState, listTables, quoteName } from './tables.sql.ts';

export interface DumpOptions {
  program: string;
  sources: readonly MigrationSource[];
  /** Writes the text and resolves when it accepts more. */
  readonly write: (text: string) => Promise<void>;
  readonly onProgress?: (table: string, rows: number) => void;
  /** Called in the transaction before its first row is read. */
  readonly begin?: (connection: Queryable) => Promise<void>;
}

export interface Dumped {
  tables: number;
  rows: number;
  /** The time of the snapshot. */
  taken: string;
}

/** Size of the text requested at once. */
const chunkBytes = 2_000_000;
const rowsAtFirst = 50;
const rowsAtMost = 5_000;

/**
 * Dumps all tables of both services from one snapshot. On PostgreSQL other reads and writes continue meanwhile; the
 * embedded database, with its single connection, is blocked.
 * @throws BackupRefused when there is nothing to back up
 */
export async function dumpDatabase(database: Database, options: DumpOptions): Promise<Dumped> {
  return database.exclusively('annals backup', async (connection) => {
    const before = await listTables(connection);
    await connection.query(raw('begin isolation level repeatable read read only'));
    // The receiver of the backup may be slow: a pipe, a remote disk.
    await connection.query(raw('set local idle_in_transaction_session_timeout = 0'));
    // Before the first query, which fixes the snapshot of the transaction: no migration can run in between.
    if (before.length > 0)
      await connection.query(
        raw(
          `lock table ${before.map(({ name }) => quoteName(name)).join(', ')} in access share mode`,
        ),
      );
    await options.begin?.(connection);
    const dumped = await dumpSnapshot(connection, database.kind, options);
    await connection.query(raw('commit'));
    return dumped;
  });
}

async function dumpSnapshot(
  connection: Queryable,
  from: Database['kind'],
  { program, sources, write, onProgress }: DumpOptions,
): Promise<Dumped> {
  const tables = await listTables(connection);
  if (tables.length === 0)
    throw new BackupRefused('There is nothing to back up: no server has prepared this database.');
  const [other] = await listOtherState(connection);
  if (other) throw new Error(`A backup would not contain ${other.name}, which is not a table.`);
  const [clock] = await connection.query<{ taken: string }>(sql`select now() as taken`);
  const taken = clock?.taken ?? '';
  const migrations = { authentication: [], data: [] } as Record<MigrationSource['service'], object>;
  for (const { service } of sources)
    migrations[service] = (await appliedMigrations(connection, service)).map(
      ({ name, checksum }) => ({ name, checksum }),
    );
  const writer = new BackupWriter();
  await write(
    writer.head({ format: backupFormat, program, taken, from, tables, migrations } as Parameters<
      BackupWriter['head']
    >[0]),
  );
  for (const { name } of tables) {
    await write(writer.table(name));
    for await (const rows of rowsOf(connection, name)) {
      await write(writer.rowsOf(rows));
      onProgress?.(name, writer.rows);
    }
  }
  await write(writer.end());
  return { tables: tables.length, rows: writer.rows, taken };
}

/** The rows of a table as text, in chunks of about equal size however large the rows are. */
async function* rowsOf(connection: Queryable, table: string): AsyncGenerator<string[], void> {
  await connection.query(
    raw(
      `declare backup no scroll cursor for select backup_row::text as text from ${quoteName(table)} as backup_row`,
    ),
  );
  let count = rowsAtFirst;
  yield* readAhead<string[]>(async (before) => {
    if (before) {
      const bytes = before.reduce((sum, text) => sum + text.length, 0);
      const fitting = Math.floor((before.length * chunkBytes) / Math.max(1, bytes));
      count = Math.max(1, Math.min(fitting, count * 4, rowsAtMost));
    }
    const rows = await connection.query<{ text: string }>(raw(`fetch ${count} from backup`));
    return rows.length > 0 ? rows.map(({ text }) => text) : undefined;
  });
  await connection.query(raw('close backup'));
}
