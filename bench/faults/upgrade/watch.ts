import pg from 'pg';
import { percentilesOf } from '../ledger/tally.ts';
import { pause } from '../pause.ts';
import { backfillName } from './migrations.ts';

const sampleIntervalMs = 40;

/** The durations of calls in each phase of the upgrade. */
export class CallTimes {
  phase = 'before';
  readonly #phases = new Map<string, { what: string; ms: number }[]>();

  record(what: string, ms: number): void {
    const calls = this.#phases.get(this.phase) ?? [];
    this.#phases.set(this.phase, calls);
    calls.push({ what, ms });
  }

  summary() {
    return Object.fromEntries(
      [...this.#phases].map(([phase, calls]) => {
        const sorted = calls.toSorted((left, right) => left.ms - right.ms);
        const at = (share: number) =>
          Math.round(
            sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))]?.ms ?? 0,
          );
        return [
          phase,
          {
            calls: calls.length,
            p50Ms: at(0.5),
            p99Ms: at(0.99),
            maxMs: at(1),
            longest: sorted.at(-1)?.what,
          },
        ];
      }),
    );
  }
}

interface Sample {
  /** The time in milliseconds that a migration has waited for a table. */
  migration: number;
  /** The time that reads and writes of rows have waited behind it. */
  others: number;
  /** The number of rows that the backfill has processed; null without a backfill. */
  done: number | null;
}

/** Samples lock waits and the progress of the backfill many times per second. */
export class DatabaseWatch {
  maxMigrationMs = 0;
  maxOthersMs = 0;
  /** The time between batches, as precisely as the samples allow. */
  readonly #batches: { rows: number; ms: number }[] = [];
  readonly #client: pg.Client;
  readonly #stop = new AbortController();
  #running: Promise<void> = Promise.resolve();

  private constructor(client: pg.Client) {
    this.#client = client;
  }

  static async begin(url: string): Promise<DatabaseWatch> {
    const watch = new DatabaseWatch(new pg.Client({ connectionString: url }));
    await watch.#client.connect();
    watch.#running = watch.#watch();
    return watch;
  }

  async end(): Promise<void> {
    this.#stop.abort();
    await this.#running;
    await this.#client.end();
  }

  summary() {
    return {
      rowsPerBatch: percentilesOf(this.#batches.map(({ rows }) => rows)),
      batchAndPauseMs: percentilesOf(this.#batches.map(({ ms }) => ms)),
      maxTableWaitMs: {
        migration: Math.round(this.maxMigrationMs),
        others: Math.round(this.maxOthersMs),
      },
    };
  }

  async #watch(): Promise<void> {
    const hasBackfills = `select to_regclass('data.schema_backfill') is not null as found`;
    while (!(await this.#client.query<{ found: boolean }>(hasBackfills)).rows[0]?.found)
      await pause(sampleIntervalMs);
    let before = { done: 0, at: 0 };
    while (!this.#stop.signal.aborted) {
      const { rows } = await this.#client.query<Sample>(lockWaits);
      const { migration = 0, others = 0, done = null } = rows[0] ?? {};
      this.maxMigrationMs = Math.max(this.maxMigrationMs, migration);
      this.maxOthersMs = Math.max(this.maxOthersMs, others);
      if (done !== null && done !== before.done) {
        const now = { done, at: performance.now() };
        if (before.at > 0)
          this.#batches.push({ rows: now.done - before.done, ms: now.at - before.at });
        before = now;
      }
      await pause(sampleIntervalMs);
    }
  }
}

const lockWaits = `select coalesce(max(ms) filter (where mode = 'AccessExclusiveLock'), 0)::float as migration,
    coalesce(max(ms) filter (where mode in ('AccessShareLock', 'RowShareLock', 'RowExclusiveLock')), 0)::float as others,
    (select done::float from data.schema_backfill where name = '${backfillName}') as done
  from (
    select mode, extract(epoch from clock_timestamp() - waitstart) * 1000 as ms
    from pg_locks where not granted and locktype = 'relation'
  ) waiting`;

const longReadMs = 3_000;

/** Reads versions in transactions of several seconds, one right after another, until stopped. */
export async function runLongReads(url: string, stop: AbortSignal): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  while (!stop.aborted) {
    await client.query('begin');
    await client.query('select from data.version limit 1');
    await client.query(`select pg_sleep(${longReadMs / 1000})`);
    await client.query('commit');
    await pause(100);
  }
  await client.end();
}
