import { raw, type Sql } from 'sql-template-tag';
import type { Database, DatabaseLog } from './queryable.ts';

/** When to run maintenance of the embedded database, which has neither autovacuum nor a checkpointer. */
export interface MaintenanceRules {
  /** After so many written rows it is due… */
  rows: number;
  /** …or so long after a write, in milliseconds. */
  intervalMs: number;
  /** Due maintenance waits for a pause of so many milliseconds… */
  pauseMs: number;
  /** …but not beyond so many written rows. */
  rowsAtMost: number;
}

export const maintenanceRules: MaintenanceRules = {
  rows: 5_000,
  intervalMs: 5 * 60_000,
  pauseMs: 500,
  rowsAtMost: 50_000,
};

// The thresholds of autovacuum: 50 rows plus a tenth or a fifth of the table.
const changedTables = raw(`
  select format('%I.%I', schemaname, relname) as name
  from pg_stat_user_tables
  where n_mod_since_analyze > 50 + n_live_tup / 10
    or n_dead_tup > 50 + n_live_tup / 5
    or n_ins_since_vacuum > 1000 + n_live_tup / 5
  order by 1`);

// Rows inserted since the last run wait in the pending list of the GIN index, which every search reads completely.
const pendingSearchEntries = raw(`
  select gin_clean_pending_list(index.oid)
  from pg_class index join pg_am method on method.oid = index.relam join pg_namespace schema on schema.oid = index.relnamespace
  where method.amname = 'gin' and index.relkind = 'i' and schema.nspname not in ('pg_catalog', 'information_schema')`);

/** Runs VACUUM ANALYZE on changed tables and CHECKPOINT, in pauses between statements. */
export class Maintenance {
  readonly #rules: MaintenanceRules;
  readonly #log: DatabaseLog;
  #database: Pick<Database, 'exclusively'> | undefined;
  #rows = 0;
  #lastWrite = 0;
  #lastRun = performance.now();
  #timer: NodeJS.Timeout | undefined;
  #running: Promise<void> | undefined;

  constructor(rules: MaintenanceRules, log: DatabaseLog) {
    this.#rules = rules;
    this.#log = log;
  }

  start(database: Pick<Database, 'exclusively'>): void {
    this.#database = database;
    this.#timer = setInterval(() => this.#look(), this.#rules.pauseMs).unref();
  }

  wrote(rows: number): void {
    this.#rows += rows;
    this.#lastWrite = performance.now();
  }

  /** Runs maintenance now. */
  async run(): Promise<void> {
    this.#running ??= this.#work().finally(() => {
      this.#running = undefined;
    });
    await this.#running;
  }

  async stop(): Promise<void> {
    clearInterval(this.#timer);
    await this.#running;
  }

  #look(): void {
    if (this.#rows === 0 || this.#running !== undefined) return;
    const now = performance.now();
    const due = this.#rows >= this.#rules.rows || now - this.#lastRun >= this.#rules.intervalMs;
    const quiet =
      now - this.#lastWrite >= this.#rules.pauseMs || this.#rows >= this.#rules.rowsAtMost;
    if (due && quiet) void this.run();
  }

  async #work(): Promise<void> {
    this.#rows = 0;
    this.#lastRun = performance.now();
    try {
      await this.#statement(raw('select pg_stat_force_next_flush()'));
      const tables = await this.#statement<{ name: string }>(changedTables);
      for (const { name } of tables) await this.#statement(raw(`vacuum (analyze) ${name}`));
      await this.#statement(pendingSearchEntries);
      await this.#statement(raw('checkpoint'));
      this.#log.info(
        { tables: tables.length, ms: Math.round(performance.now() - this.#lastRun) },
        'The embedded database was vacuumed.',
      );
    } catch (error) {
      this.#log.warn(
        { err: error },
        'The embedded database could not be vacuumed; it is tried again later.',
      );
    }
  }

  /** Without a deadline; callers get their turn between two statements. */
  async #statement<Row extends object>(statement: Sql): Promise<Row[]> {
    return (
      this.#database?.exclusively('annals maintenance', async (connection) =>
        connection.query<Row>(statement),
      ) ?? []
    );
  }
}
