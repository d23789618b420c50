import { setTimeout as pause } from 'node:timers/promises';
import { raw } from 'sql-template-tag';
import { BackgroundWorker } from '@annals/kit/background/background-worker';
import { GaveWay, type Database, type DatabaseLog } from '@annals/kit/database/database';
import type { Metrics } from '@annals/kit/metrics/metrics';
import { runOnWorkers } from '@annals/kit/distribution/distribute';

const statements = [
  'vacuum (analyze) data.version',
  'vacuum (analyze) data.head_search',
  'vacuum (analyze) data.dictionary_page',
  'vacuum (analyze) data.field_extent',
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
  readonly #worker: BackgroundWorker;

  constructor(database: Database, log: DatabaseLog, metrics?: Metrics) {
    this.#database = database;
    this.#log = log;
    this.#worker = new BackgroundWorker({
      name: 'erasure_vacuum',
      run: (_, stop) => this.#vacuumAll(stop),
      failure:
        'The tables could not be vacuumed after an erasure: erased values may remain in their files until autovacuum runs.',
      log,
      metrics,
    });
    this.#worker.start();
  }

  /** Call it after the commit of an erasure; it runs in the background. */
  start(): void {
    this.#worker.wake();
  }

  /** Resolves when there is nothing more to do. */
  idle(): Promise<void> {
    return this.#worker.idle();
  }

  /** Resolves when none of its statements runs any more; the rest is left to autovacuum. */
  close(): Promise<void> {
    return this.#worker.close();
  }

  async #vacuumAll(stop: AbortSignal): Promise<void> {
    for (const statement of [...statements, ofStatistics]) {
      if (stop.aborted) return;
      await this.#vacuum(statement, stop);
    }
    await runOnWorkers(this.#database, ofStatistics);
  }

  async #vacuum(statement: string, stop: AbortSignal): Promise<void> {
    const { vacuum } = this.#database;
    if (!vacuum) {
      await this.#database.exclusively('annals vacuum after erasure', async (connection) => {
        await connection.query(raw(statement));
      });
      return;
    }
    try {
      await vacuum(raw(statement), stop);
    } catch (error) {
      if (!(error instanceof GaveWay)) throw error;
      if (stop.aborted) return;
      this.#log.warn(
        { statement },
        'The vacuum after an erasure gave way to requests and is tried again.',
      );
      await pause(retryMs, undefined, { signal: stop }).catch(() => undefined);
      if (!stop.aborted) await this.#vacuum(statement, stop);
    }
  }
}
