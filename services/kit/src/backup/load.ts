import sql, { raw } from 'sql-template-tag';
import { applyKnown, type MigrationSource } from '../migrate/migrate.ts';
import type { Database, ExclusiveConnection, Queryable } from '../database/database.ts';
import { BackupRefused, type BackupHead, type BackupReader } from './backup-file.ts';
import * as table from './tables.sql.ts';

export interface LoadOptions {
  sources: readonly MigrationSource[];
  /** Deletes the contents of the database; without it, a database that is not empty is refused. */
  replace: boolean;
  readonly onProgress?: (table: string, rows: number) => void;
}

const chunkBytes = 2_000_000;
const batchRows = 2_000;

/**
 * Loads a backup into a database, completely or not at all: the schema of the backup, then the rows. `migrate` upgrades
 * the schema afterwards.
 * @throws BackupRefused if the backup is damaged or newer than this program, or the database is not empty
 * @throws MigrationRefused if this program does not know the schema
 */
export async function loadDatabase(
  database: Database,
  backup: BackupReader,
  { sources, replace, onProgress }: LoadOptions,
): Promise<void> {
  const { head } = backup;
  await database.exclusively('annals backup', async (connection) => {
    await connection.query(raw('begin'));
    await connection.query(raw('set local idle_in_transaction_session_timeout = 0'));
    await requireExclusiveAccess(connection, sources);
    await dropExisting(connection, replace);
    for (const source of sources)
      await applyKnown(connection, source, head.migrations[source.service]);
    await refuseOtherTables(connection, head);
    const add = database.kind === 'postgresql' ? table.copyRows : table.insertRows;
    await fill(connection, add, backup, head, onProgress);
    await connection.query(raw('commit'));
    for (const { name } of head.tables)
      await connection.query(raw(`analyze ${table.quoteName(name)}`));
  });
}

async function requireExclusiveAccess(
  connection: Queryable,
  sources: readonly MigrationSource[],
): Promise<void> {
  for (const { service } of sources)
    await connection.query(
      sql`select pg_advisory_xact_lock(hashtextextended(${`annals migrate ${service}`}, 0))`,
    );
  const others = await table.countOthers(connection);
  if (others > 0)
    throw new BackupRefused(
      `Servers or commands of Annals are connected to this database (${others} connections). Stop them first: what they cache would not match the restored data.`,
    );
}

async function dropExisting(connection: Queryable, replace: boolean): Promise<void> {
  const tables = await table.listTables(connection);
  if (tables.length > 0 && !replace)
    throw new BackupRefused(
      'The database to restore into already contains an Annals. Name an empty one, or delete its content with --replace.',
    );
  for (const schema of [...table.schemas, table.withoutState])
    await connection.query(raw(`drop schema if exists ${schema} cascade`));
}

async function refuseOtherTables(connection: Queryable, head: BackupHead): Promise<void> {
  const made = await table.listTables(connection);
  if (JSON.stringify(made) !== JSON.stringify(head.tables))
    throw new BackupRefused(
      'It is damaged: its tables do not match the schema it names. Take another backup.',
    );
}

/** Without foreign keys and secondary indexes, which are created after the rows are loaded. */
async function fill(
  connection: ExclusiveConnection,
  add: table.AddRows,
  backup: BackupReader,
  head: BackupHead,
  onProgress: LoadOptions['onProgress'],
): Promise<void> {
  const names = head.tables.map(({ name }) => table.quoteName(name));
  const run = (statement: string) => connection.query(raw(statement));
  const foreignKeys = await table.listForeignKeys(connection);
  const indexes = await table.listPlainIndexes(connection);
  for (const key of foreignKeys)
    await run(
      `alter table ${table.quoteName(key.table)} drop constraint ${table.quoteName(key.name)}`,
    );
  for (const { name } of indexes) await run(`drop index ${table.quoteName(name)}`);
  for (const name of names) await run(`alter table ${name} disable trigger user`);
  // The backup contains the rows that migrations inserted, in their current state.
  await run(`truncate ${names.join(', ')}`);
  await addAll(connection, add, backup, head, onProgress);
  for (const name of names) await run(`alter table ${name} enable trigger user`);
  for (const { definition } of indexes) await run(definition);
  for (const key of foreignKeys)
    await run(
      `alter table ${table.quoteName(key.table)} add constraint ${table.quoteName(key.name)} ${key.definition}`,
    );
}

async function addAll(
  connection: ExclusiveConnection,
  add: table.AddRows,
  backup: BackupReader,
  head: BackupHead,
  onProgress: LoadOptions['onProgress'],
): Promise<void> {
  const generated = await table.listGeneratedColumns(connection);
  const shapes = new Map(
    head.tables.map(({ name, columns }) => {
      const isStored = (column: string) =>
        !generated.some((one) => one.table === name && one.column === column);
      const shape = { name, columns: columns.filter(isStored) };
      // The text of a row has all its columns, and COPY takes none that is generated.
      const isWhole = shape.columns.length === columns.length;
      return [name, { ...shape, add: isWhole ? add : table.insertRows }];
    }),
  );
  let shape: (table.TableShape & { add: table.AddRows }) | undefined;
  let rows: string[] = [];
  let bytes = 0;
  let inserted: Promise<unknown> = Promise.resolve();
  /** The database inserts the rows while the next ones are read. */
  const flush = async () => {
    await inserted;
    if (shape && rows.length > 0) inserted = insert(shape, rows);
    // Thrown where it is awaited.
    inserted.catch(() => undefined);
    if (shape) onProgress?.(shape.name, backup.rows);
    [rows, bytes] = [[], 0];
  };
  const insert = (into: NonNullable<typeof shape>, texts: readonly string[]) =>
    into.add(connection, into, texts).catch((cause: unknown) => {
      throw isOfRows(cause)
        ? new BackupRefused(
            `It is damaged: rows of ${into.name} cannot be read. Take another backup.`,
            { cause },
          )
        : cause;
    });
  for await (const line of backup.lines()) {
    if ('table' in line) {
      await flush();
      shape = shapes.get(line.table);
      if (!shape) throw new BackupRefused(`It is damaged: it has no table ${line.table}.`);
      continue;
    }
    rows.push(line.row);
    bytes += line.row.length;
    if (bytes >= chunkBytes || rows.length >= batchRows) await flush();
  }
  await flush();
  await inserted;
}

/** A value that does not fit its type, or a row that violates a constraint (SQLSTATE classes 22 and 23). */
const isOfRows = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && /^2[23]/.test(String(error.code));
