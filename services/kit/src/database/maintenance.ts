import { raw, type Sql } from 'sql-template-tag';
import { GaveWay } from './errors.ts';
import { patience, rest, runLong, type Patience } from './long-statements.ts';
import type { PooledDatabase } from './pooled-database.ts';
import type { DatabaseLog } from './queryable.ts';

/** When to run maintenance of the embedded database, which has neither autovacuum nor a checkpointer. */
export interface MaintenanceRules {
  /** After so many written rows it is due… */
  rows: number;
  /** …or so long after a write or after maintenance that gave way, in milliseconds. */
  intervalMs: number;
  /** Due maintenance waits until nobody has used the database for so many milliseconds… */
  pauseMs: number;
  /** …but not longer than this… */
  waitAtMostMs: number;
  /** …and not beyond so many written rows. */
  rowsAtMost: number;
  patience: Patience;
}

export const maintenanceRules: MaintenanceRules = {
  rows: 5_000,
  intervalMs: 5 * 60_000,
  pauseMs: 500,
  waitAtMostMs: 60_000,
  rowsAtMost: 50_000,
  patience,
};

// The thresholds of autovacuum: 50 rows plus a tenth or a fifth of the table.
const changedTables = raw(`
  select * from (
    select format('%I.%I', schemaname, relname) as name,
      n_dead_tup > 50 + n_live_tup / 5 or n_ins_since_vacuum > 1000 + n_live_tup / 5 as "needsVacuum",
      n_mod_since_analyze > 50 + n_live_tup / 10 as "needsAnalyze"
    from pg_stat_user_tables) t
  where "needsVacuum" or "needsAnalyze"
  order by name`);

interface ChangedTable {
  name: string;
  needsVacuum: boolean;
  needsAnalyze: boolean;
}

const searchIndexes = raw(`
  select index.oid::int as oid
  from pg_class index join pg_am method on method.oid = index.relam join pg_namespace schema on schema.oid = index.relnamespace
  where method.amname = 'gin' and index.relkind = 'i' and schema.nspname not in ('pg_catalog', 'information_schema')
  order by index.relname`);

/** A rest takes this many times as long as the statement before it. */
const restFactor = 4;

/**
 * Runs VACUUM and ANALYZE on changed tables, and CHECKPOINT, when nobody uses the database. Each is a statement of its
 * own that gives way to others.
 */
export class Maintenance {
  readonly #rules: MaintenanceRules;
  readonly #log: DatabaseLog;
  #database: Pick<PooledDatabase, 'runGivingWay'> | undefined;
  #rows = 0;
  #lastUse = 0;
  #lastRun = performance.now();
  #dueSince: number | undefined;
  /** Statements of the last run gave way. */
  #isUnfinished = false;
  #timer: NodeJS.Timeout | undefined;
  #running: Promise<void> | undefined;
  readonly #closing = new AbortController();

  constructor(rules: MaintenanceRules, log: DatabaseLog) {
    this.#rules = rules;
    this.#log = log;
  }

  start(database: Pick<PooledDatabase, 'runGivingWay'>): void {
    this.#database = database;
    this.#timer = setInterval(() => this.#look(), this.#rules.pauseMs).unref();
  }

  /** Somebody uses the database. */
  noteUse(): void {
    this.#lastUse = performance.now();
  }

  wrote(rows: number): void {
    this.#rows += rows;
  }

  async stop(): Promise<void> {
    clearInterval(this.#timer);
    this.#closing.abort();
    await this.#running;
  }

  #look(): void {
    if ((this.#rows === 0 && !this.#isUnfinished) || this.#running !== undefined) return;
    const { rows, intervalMs, pauseMs, waitAtMostMs, rowsAtMost } = this.#rules;
    const now = performance.now();
    if (this.#rows < rows && now - this.#lastRun < intervalMs) return;
    this.#dueSince ??= now;
    const isQuiet = now - this.#lastUse >= pauseMs;
    if (isQuiet || now - this.#dueSince >= waitAtMostMs || this.#rows >= rowsAtMost)
      this.#running = this.#run().finally(() => {
        this.#running = undefined;
      });
  }

  async #run(): Promise<void> {
    this.#rows = 0;
    this.#dueSince = undefined;
    this.#isUnfinished = false;
    this.#lastRun = performance.now();
    try {
      await this.#statement(raw('select pg_stat_force_next_flush()'));
      const tables = await this.#statement<ChangedTable>(changedTables);
      for (const { name, needsVacuum, needsAnalyze } of tables) {
        if (needsVacuum) await this.#ifPossible(raw(`vacuum ${name}`));
        if (needsAnalyze) await this.#ifPossible(raw(`analyze ${name}`));
      }
      // Rows inserted since the last run wait in the pending list of a GIN index, which every search reads completely.
      for (const { oid } of await this.#statement<{ oid: number }>(searchIndexes))
        await this.#ifPossible(raw(`select gin_clean_pending_list(${oid})`));
      await this.#ifPossible(raw('checkpoint'));
      this.#log.info(
        {
          tables: tables.length,
          finished: !this.#isUnfinished,
          ms: Math.round(performance.now() - this.#lastRun),
        },
        'The embedded database was vacuumed.',
      );
    } catch (error) {
      if (error instanceof GaveWay) return;
      this.#log.warn(
        { err: error },
        'The embedded database could not be vacuumed; it is tried again later.',
      );
    }
  }

  /** A statement that gives way too often has its turn in the next run. */
  async #ifPossible(statement: Sql): Promise<void> {
    if (this.#closing.signal.aborted) return;
    try {
      await this.#statement(statement);
    } catch (error) {
      if (!(error instanceof GaveWay)) throw error;
      this.#isUnfinished = true;
    }
  }

  /** Rests afterwards, so that those who use the database meanwhile have most of its time. */
  async #statement<Row extends object>(statement: Sql): Promise<Row[]> {
    if (!this.#database) return [];
    const begunAt = performance.now();
    const { signal } = this.#closing;
    const rows = await runLong<Row>(this.#database, statement, this.#rules.patience, signal);
    const restMs = (performance.now() - begunAt) * restFactor;
    await rest(Math.min(restMs, this.#rules.patience.restMs), signal);
    return rows;
  }
}
