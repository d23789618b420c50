import type pg from 'pg';
import {
  codeOf,
  DatabaseUnavailable,
  DeadlineExceeded,
  DiskFull,
  isSerializationFailure,
} from './errors.ts';
import type { Database } from './queryable.ts';
import type { Metrics } from '../metrics/metrics.ts';
import { cachedForScrape } from '../metrics/cached-for-scrape.ts';

const kinds = ['unavailable', 'deadline', 'disk_full', 'conflict', 'other'] as const;
type FailureKind = (typeof kinds)[number];

/** The database as this process sees it. */
export class DatabaseMetrics {
  readonly #metrics: Metrics;
  readonly #failures;

  constructor(metrics: Metrics) {
    this.#metrics = metrics;
    this.#failures = metrics.counter(
      'annals_database_failures_total',
      'Statements that failed: database away, deadline, disk full, conflict with another writer (tried again or told), other.',
      ['kind'],
    );
    for (const kind of kinds) this.#failures.inc({ kind }, 0);
  }

  /** Counts a failure and rethrows it. */
  readonly failed = (error: unknown): unknown => {
    this.#failures.inc({ kind: kindOf(error) });
    return error;
  };

  /** @param readOnly whether writes are refused because the disk is nearly full */
  watchPool(pool: pg.Pool, readOnly: () => boolean): void {
    this.#metrics.gauge(
      'annals_database_connections',
      'Connections of the pool.',
      () => ({ in_use: pool.totalCount - pool.idleCount, idle: pool.idleCount }),
      { label: 'state' },
    );
    this.#metrics.gauge(
      'annals_database_connections_max',
      'As many connections may be open.',
      () => pool.options.max,
    );
    this.#metrics.gauge(
      'annals_database_waiting',
      'Statements and transactions that wait for a connection.',
      () => pool.waitingCount,
    );
    this.#metrics.gauge(
      'annals_database_read_only',
      '1 while the embedded database takes no writes because its disk is nearly full.',
      () => Number(readOnly()),
      { aggregator: 'max' },
    );
  }

  watch(database: Database): void {
    const ping = cachedForScrape(async () => {
      const requestedAt = performance.now();
      await database.ping();
      return (performance.now() - requestedAt) / 1000;
    }, 1000);
    this.#metrics.gauge(
      'annals_database_up',
      'Whether the database answered a question of this scrape.',
      async () => Number((await ping()) !== undefined),
      { aggregator: 'min' },
    );
    this.#metrics.gauge(
      'annals_database_ping_seconds',
      'What the smallest question to the database took, with the wait for a connection.',
      ping,
      { aggregator: 'max' },
    );
  }
}

function kindOf(error: unknown): FailureKind {
  if (error instanceof DatabaseUnavailable) return 'unavailable';
  if (error instanceof DeadlineExceeded) return 'deadline';
  if (error instanceof DiskFull) return 'disk_full';
  // a violated constraint tells a writer that another one was faster
  return isSerializationFailure(error) || codeOf(error)?.startsWith('23') ? 'conflict' : 'other';
}
