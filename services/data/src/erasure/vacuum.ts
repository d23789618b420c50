import { setTimeout as pause } from 'node:timers/promises';
import { raw } from 'sql-template-tag';
import { GaveWay, type Database, type DatabaseLog } from '@annals/kit/database/database';
import { runOnWorkers } from '@annals/kit/distribution/distribute';

const statements = [
  'vacuum (analyze) data.version',
  'vacuum (analyze) data.head_search',
  'vacuum (analyze) data.idempotency',
  'vacuum (analyze) data.job',
  'vacuum data.job_part',
  'vacuum (analyze) data.change_set',
  'vacuum (analyze) data.change_set_operation',
  'vacuum (analyze) data.webhook_attempt',
  'vacuum preview.drafted_version',
  'vacuum preview.drafted_head_search',
];
/** The statistics that ANALYZE collected before, which may contain whole texts; each machine has its own. */
const ofStatistics = 'vacuum pg_catalog.pg_statistic';

/** After this time, in milliseconds, a vacuum that gave way on the embedded database is tried again. */
const retryMs = 30_000;

/**
 * Removes the old row versions after an erasure: until VACUUM has run, they are only marked as dead, and can be read
 * from the files.
 *
 * What it leaves, since nothing in PostgreSQL overwrites it on command: - bytes in the free space of pages, until other
 * rows come there (VACUUM FULL writes the tables anew); - the words of an erased text as keys of the index
 * head_search_tsv_across_partitions, which name no object any more
 * (REINDEX INDEX CONCURRENTLY makes it anew); - the write-ahead log until it is recycled, its archive, standbys that
 * lag behind, and backups; - rows that a long transaction may still want to see: autovacuum takes them later.
 */
export class ErasureVacuum {
  readonly #database: Database;
  readonly #log: DatabaseLog;
  #round: Promise<void> | undefined;
  #again = false;
  readonly #closing = new AbortController();

  constructor(database: Database, log: DatabaseLog) {
    this.#database = database;
    this.#log = log;
  }

  /** Call it after the commit of an erasure; it runs in the background. */
  start(): void {
    if (this.#closing.signal.aborted) return;
    // Rows deleted after a table was vacuumed wait for another round.
    this.#again = true;
    this.#round ??= this.#work().finally(() => {
      this.#round = undefined;
    });
  }

  /** Resolves when there is nothing more to do. */
  async idle(): Promise<void> {
    await this.#round;
  }

  /** Resolves when none of its statements runs any more; the rest is left to autovacuum. */
  async close(): Promise<void> {
    this.#closing.abort();
    await this.#round;
  }

  async #vacuum(statement: string): Promise<void> {
    const { vacuum } = this.#database;
    if (!vacuum) {
      await this.#database.exclusively('annals vacuum after erasure', async (connection) => {
        await connection.query(raw(statement));
      });
      return;
    }
    try {
      await vacuum(raw(statement), this.#closing.signal);
    } catch (error) {
      if (!(error instanceof GaveWay)) throw error;
      if (this.#closing.signal.aborted) return;
      this.#log.warn(
        { statement },
        'The vacuum after an erasure gave way to requests and is tried again.',
      );
      await pause(retryMs, undefined, { signal: this.#closing.signal }).catch(() => undefined);
      if (!this.#closing.signal.aborted) await this.#vacuum(statement);
    }
  }

  async #work(): Promise<void> {
    try {
      while (this.#again) {
        this.#again = false;
        for (const statement of [...statements, ofStatistics]) {
          if (this.#closing.signal.aborted) return;
          await this.#vacuum(statement);
        }
        await runOnWorkers(this.#database, ofStatistics);
      }
    } catch (error) {
      this.#log.warn(
        { err: error },
        'The tables could not be vacuumed after an erasure: erased values may remain in their files until autovacuum runs.',
      );
    }
  }
}
