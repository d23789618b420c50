import type { Sql } from 'sql-template-tag';
import type { DatabaseMetrics } from './database-metrics.ts';
import type { UnparsedRows } from './unparsed-rows.ts';

export interface Queryable {
  /**
   * Runs one statement and returns its rows; `name` makes it a prepared statement of the server, so the same name must
   * always have the same text.
   *
   * On both databases timestamptz comes back as an RFC 3339 UTC string with microseconds, int8 as a number (a
   * RangeError beyond 2^53), json and jsonb parsed, bytea as a Buffer, date and numeric as text. A JavaScript array is
   * bound as a PostgreSQL array: give JSON.stringify(x) for a json array.
   *
   * @throws DatabaseUnavailable, DiskFull, DeadlineExceeded, or the database's own error (see constraintOf)
   */
  query<Row extends object>(statement: Sql, name?: string, options?: QueryOptions): Promise<Row[]>;
}

export interface QueryOptions {
  /**
   * A named statement that reads a row or two by their keys and writes nothing. It may share a trip to the server with
   * those of other requests.
   */
  isShortRead?: boolean;
}

/** A connection for work that holds a lock. */
export interface ExclusiveConnection extends Queryable {
  /**
   * Sends `data` to a statement `copy … from stdin`, in the form that it names. Not on the embedded database.
   * @throws as `query`
   */
  copyIn(statement: Sql, data: string): Promise<void>;
}

export interface AbortableQueryOptions extends QueryOptions {
  signal?: Stop;
}

export interface Transaction extends Queryable {
  /**
   * Holds a statement without a result until the next one or the commit is sent, and sends it before that in the same
   * round trip. If it fails, so does the statement it was sent with. `name` is as above.
   */
  write(statement: Sql, name: string): void;
}

/**
 * The signal that stops the work of a request: an AbortSignal, or a cheaper object with the same members, because
 * creating an AbortSignal costs as much as a small statement.
 */
export type Stop = Pick<AbortSignal, 'aborted' | 'reason' | 'throwIfAborted'> & {
  addEventListener(type: 'abort', listener: () => void): void;
  removeEventListener(type: 'abort', listener: () => void): void;
};

export interface Database extends Queryable {
  /**
   * As above. When `signal` is aborted, a waiting statement does not start, and PostgreSQL cancels a running one; the
   * embedded database does so when the statement accesses a file. Either way the promise is rejected with the reason of the signal.
   */
  query<Row extends object>(
    statement: Sql,
    name?: string,
    options?: AbortableQueryOptions,
  ): Promise<Row[]>;
  /** Like `query`, but leaves the rows to another process to parse, with `parseRows`. */
  queryUnparsed(statement: Sql, name?: string, signal?: Stop): Promise<UnparsedRows>;
  readonly kind: 'embedded' | 'postgresql';
  /**
   * Runs `work` in a transaction and commits it, or rolls it back when `work` throws. Inside `work` only the given
   * transaction may be used, not the database itself (see `refuseNested`).
   */
  transaction<T>(work: (transaction: Transaction) => Promise<T>): Promise<T>;
  /**
   * Runs `work` while holding the lock `key`, which excludes all other processes on this database. Meant for
   * migrations: waiting for the lock and statements inside have no statement timeout.
   */
  exclusively<T>(key: string, work: (connection: ExclusiveConnection) => Promise<T>): Promise<T>;
  /** Resolves when the database answers; throws DatabaseUnavailable otherwise. */
  ping(): Promise<void>;
  /**
   * Embedded database in a directory only: copies its files in a consistent state, while others wait, and returns the
   * directory of the copy, which can be opened as a separate database. The caller removes it.
   */
  readonly copy?: () => Promise<string>;
  /**
   * Embedded database only: runs VACUUM so that nobody waits long for it, although there is a single connection.
   * @param closing ends it
   * @throws GaveWay if others waited for each attempt; it can be tried again later
   */
  readonly vacuum?: (statement: Sql, closing: AbortSignal) => Promise<void>;
  /** Waits for running work, then closes. */
  close(): Promise<void>;
}

export interface DatabaseLog {
  info(details: object, message: string): void;
  warn(details: object, message: string): void;
  error(details: object, message: string): void;
}

/** Connections to PostgreSQL. */
export const defaultPoolSize = 10;

export interface DatabaseConfig {
  /** A postgres:// address; absent: the embedded database in `dataDir`. */
  databaseUrl?: string | undefined;
  /** Directory of the embedded database; `memory://` keeps it in memory, for tests. */
  dataDir?: string | undefined;
  /** A cluster from makeClusterArchive(), used instead of initdb when the directory is new. */
  templateFile?: string | undefined;
  /** Longest time one statement may take, in milliseconds (default 15,000). */
  statementTimeoutMs?: number | undefined;
  /** Most connections to PostgreSQL (default 10); the embedded database has one. */
  poolSize?: number | undefined;
  metrics?: DatabaseMetrics | undefined;
  /** Set if a PgBouncer in front of PostgreSQL assigns a connection to each transaction. */
  pooler?: 'transaction' | undefined;
  /** Makes PostgreSQL refuse writes on these connections, even if the server accepts them. */
  readOnly?: boolean | undefined;
  /**
   * Throws if the database is used inside one of its own transactions, which on the embedded database would wait for
   * itself. For tests: detecting it takes a tenth of all processor time.
   */
  refuseNested?: boolean | undefined;
  log: DatabaseLog;
}

/**
 * The database for work that `signal` can stop: no statement starts after it is aborted, and PostgreSQL cancels a
 * running one.
 */
export const withAbortSignal = (database: Database, signal: Stop): Queryable => ({
  query: (statement, name, options) => database.query(statement, name, { ...options, signal }),
});

const marked = new WeakSet<Sql>();

/**
 * Makes PostgreSQL plan a statement for its values (a custom plan): it then sees how many rows a page has, and which part
 * of a table is read. Costs two small statements. All other statements have a generic plan, also those without a name.
 */
export function withCustomPlan(statement: Sql): Sql {
  marked.add(statement);
  return statement;
}

export const needsCustomPlan = (statement: Sql): boolean => marked.has(statement);
