import sql from 'sql-template-tag';
import type { Database, Queryable } from '@annals/kit/database/database';
import type { Metrics } from '@annals/kit/metrics/metrics';
import { cachedForScrape } from '@annals/kit/metrics/cached-for-scrape';
import type { ChangeWatch } from '../changes/change-watch.ts';
import type { QueuedCommand } from '../append/sequencer.ts';

const sizes = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000];
const jobKinds = ['COPY', 'REINDEX', 'EVIDENCE'] as const;
/** Reading these metrics costs as much as the anchoring query, which runs once a minute. */
const figuresTtlMs = 30_000;

/** Metrics of batched writes, jobs and logs of the data service. */
export class DataMetrics {
  readonly #metrics: Metrics;
  readonly #writes;
  readonly #versions;
  readonly #waits;
  readonly #failedJobs;

  constructor(metrics: Metrics) {
    this.#metrics = metrics;
    this.#writes = metrics.histogram(
      'annals_commit_writes',
      'Writes that were committed in one transaction.',
      [],
      sizes,
    );
    this.#versions = metrics.histogram(
      'annals_commit_versions',
      'Versions that the writes of one transaction contained, at most.',
      [],
      sizes,
    );
    this.#waits = metrics.histogram(
      'annals_commit_wait_seconds',
      'How long a write waited for the previous transaction.',
    );
    this.#failedJobs = metrics.counter(
      'annals_jobs_failed_total',
      'Jobs that this server gave up.',
      ['kind'],
    );
    for (const kind of jobKinds) this.#failedJobs.inc({ kind }, 0);
  }

  readonly observeBatch = (commands: readonly QueuedCommand[]): void => {
    const now = performance.now();
    this.#writes.observe(commands.length);
    this.#versions.observe(commands.reduce((sum, { command }) => sum + command.versions, 0));
    for (const { since } of commands) this.#waits.observe((now - since) / 1000);
  };

  jobFailed(kind: (typeof jobKinds)[number]): void {
    this.#failedJobs.inc({ kind });
  }

  /** @param migrated whether the tables exist */
  watch(
    database: Database,
    migrated: () => boolean,
    { changes, waiting }: { changes: ChangeWatch; waiting: () => number },
  ): void {
    const metrics = this.#metrics;
    metrics.gauge(
      'annals_change_feed_waiters',
      'Requests that wait for changes.',
      () => changes.waiting,
    );
    metrics.gauge(
      'annals_commit_waiting',
      'Writes that wait for the previous transaction.',
      waiting,
    );
    const read = <T>(figures: () => Promise<T>) =>
      cachedForScrape(async () => (migrated() ? figures() : undefined), figuresTtlMs);
    const jobs = read(() => readJobFigures(database));
    metrics.gauge(
      'annals_jobs',
      'Copies, index rebuilds and evidence that are not finished, of all servers on this database, by whether a server works on them.',
      async () => {
        const counts = await jobs();
        return counts && { held: counts.held, unheld: counts.unheld };
      },
      { label: 'state', aggregator: 'max' },
    );
    const logs = read(() => readLogFigures(database));
    metrics.gauge(
      'annals_log_unanchored_partitions',
      'Partitions whose newest checkpoint is not in the log of the service yet.',
      async () => (await logs())?.unanchoredPartitions,
      { aggregator: 'max' },
    );
    metrics.gauge(
      'annals_log_anchor_age_seconds',
      'Seconds since a checkpoint was last written to the log of the service.',
      async () => (await logs())?.anchorAgeSeconds ?? undefined,
      { aggregator: 'max' },
    );
  }
}

interface JobFigures {
  /** A server works on it. */
  held: number;
  /** No server holds it: one will claim it, or the browser that uploads the file has stopped. */
  unheld: number;
}

async function readJobFigures(database: Queryable): Promise<JobFigures> {
  const [figures] = await database.query<JobFigures>(
    sql`select count(*) filter (where holder is not null and held_until >= clock_timestamp())::int as held,
        count(*) filter (where holder is null or held_until is null or held_until < clock_timestamp())::int as unheld
      from data.job where state = 'RUNNING' and kind <> 'IMPORT'`,
    'data.jobFigures',
  );
  if (!figures) throw new Error('The jobs returned no figures.');
  return figures;
}

interface LogFigures {
  unanchoredPartitions: number;
  /** Null while there is no anchor. */
  anchorAgeSeconds: number | null;
}

async function readLogFigures(database: Queryable): Promise<LogFigures> {
  const [figures] = await database.query<LogFigures>(
    sql`select count(*) filter (where log.size > log.anchored_size)::int as "unanchoredPartitions",
        (select extract(epoch from clock_timestamp() - anchored_date)::float8 from data.anchor
          order by log_index desc limit 1) as "anchorAgeSeconds"
      from data.partition_head join data.log_head log using (partition_id)`,
    'data.logFigures',
  );
  if (!figures) throw new Error('The logs returned no figures.');
  return figures;
}
