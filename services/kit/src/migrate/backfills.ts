import { setTimeout as pause } from 'node:timers/promises';
import sql, { raw, Sql } from 'sql-template-tag';
import type { Database, DatabaseLog, Queryable } from '../database/database.ts';
import type { Metrics } from '../metrics/metrics.ts';
import { cachedForScrape } from '../metrics/cached-for-scrape.ts';
import { readSource, type BackfillFile, type MigrationSource } from './migration-files.ts';

/** The target duration of a batch, to which its size is adapted. Its rows are locked meanwhile. */
const batchMs = 200;
const minRows = 50;
const maxRows = 20_000;
const minPauseMs = 20;
/** The pause after a failure, or while another server runs it. */
const laterMs = 5_000;
/** How often progress is reported. */
const progressMs = 1_000;
const figuresTtlMs = 5_000;

export type BackfillProgress = {
  name: string;
  /** Rows that are filled. */
  done: number;
  /** The number of rows at the start, as estimated by the database; null if unknown. */
  total: number | null;
  startedDate: string | null;
  /** Null until it has finished. */
  endedDate: string | null;
};

type Service = MigrationSource['service'];
const tableOf = (service: Service): Sql => raw(`${service}.schema_backfill`);

/** In order. Rows of backfills that this program does not know belong to a newer one. */
export async function backfillProgress(
  database: Queryable,
  service: Service,
): Promise<BackfillProgress[]> {
  return database.query<BackfillProgress>(
    sql`select name, done, total, started_at as "startedDate", ended_at as "endedDate"
      from ${tableOf(service)} order by name`,
  );
}

/** Inserts rows for backfills that the database does not have yet. */
export async function declareBackfills(
  connection: Queryable,
  service: Service,
  backfills: readonly BackfillFile[],
): Promise<void> {
  const names = new Set((await backfillProgress(connection, service)).map(({ name }) => name));
  for (const { name, table } of backfills)
    if (!names.has(name))
      await connection.query(
        sql`insert into ${tableOf(service)} (name, total)
          select ${name}, (select nullif(reltuples, -1)::bigint from pg_class where oid = to_regclass(${table}))
          on conflict (name) do nothing`,
      );
}

interface Batch {
  state: 'more' | 'through' | 'held';
  /** The duration on the database without the round trips, which dominate on a busy machine. */
  ms: number;
}

/**
 * Runs one batch and updates its progress in the open transaction: a process that is killed leaves neither. `held`:
 * another server runs it.
 */
export async function runNextBatch(
  transaction: Queryable,
  service: Service,
  { name, next, fill }: BackfillFile,
  rows: number,
): Promise<Batch> {
  const startedAt = performance.now();
  const [row] = await transaction.query<{ after: string; ended: boolean }>(
    sql`select up_to as after, ended_at is not null as ended from ${tableOf(service)}
      where name = ${name} for update skip locked`,
  );
  if (!row) return { state: 'held', ms: 0 };
  if (row.ended) return { state: 'through', ms: 0 };
  // Prepared statements are planned once, regardless of the values: a range of unknown size might be searched in the
  // whole table.
  await transaction.query(raw('set local plan_cache_mode = force_custom_plan'));
  const began = performance.now();
  const [batch] = await transaction.query<{ up_to: string | null; count: string | number }>(
    withValues(next, [row.after, rows]),
  );
  const upTo = batch?.up_to ?? null;
  if (!batch || upTo === null) {
    await transaction.query(
      sql`update ${tableOf(service)} set ended_at = clock_timestamp() where name = ${name}`,
    );
    return { state: 'through', ms: 0 };
  }
  if (typeof fill === 'string') await transaction.query(withValues(fill, [row.after, upTo]));
  else await fill(transaction, row.after, upTo);
  // Subtracts the round trips of two statements, each as long as that of the first one.
  const ms = performance.now() - began - 2 * (began - startedAt);
  await transaction.query(
    sql`update ${tableOf(service)} set up_to = ${upTo}, done = done + ${batch.count},
        started_at = coalesce(started_at, clock_timestamp()) where name = ${name}`,
  );
  return { state: 'more', ms };
}

/** The statement with its $1 and $2. */
function withValues(text: string, values: readonly unknown[]): Sql {
  const strings: string[] = [];
  const used: unknown[] = [];
  let rest = 0;
  for (const { index, 0: token } of text.matchAll(/\$[12]/g)) {
    strings.push(text.slice(rest, index));
    used.push(values[Number(token[1]) - 1]);
    rest = index + token.length;
  }
  strings.push(text.slice(rest));
  return new Sql(strings, used);
}

/** The number of rows for which a batch takes about the target duration. */
export function nextSize(rows: number, took: number): number {
  const wanted = Math.round(rows * Math.min(Math.max(batchMs / Math.max(took, 1), 0.25), 2));
  return Math.min(Math.max(wanted, minRows), maxRows);
}

interface BackfillOptions {
  signal: AbortSignal;
  log: DatabaseLog;
}

/**
 * Runs all backfills of this program to their end, one after the other, with a pause after each batch as long as the
 * batch. Any number of servers can do it at once: one runs the batch, the others wait. It continues after failures
 * until it is stopped.
 */
export async function runBackfills(
  database: Database,
  source: MigrationSource,
  { signal, log }: BackfillOptions,
): Promise<void> {
  const { service } = source;
  const { backfills } = await readSource(source);
  const wait = (ms: number) => pause(ms, undefined, { signal, ref: false }).catch(() => undefined);
  for (const backfill of backfills) {
    let size = 1_000;
    for (let isFinished = false; !isFinished && !signal.aborted;) {
      const began = performance.now();
      const rows = size;
      const { state, ms } = await database
        .transaction((transaction) => runNextBatch(transaction, service, backfill, rows))
        .catch((error: unknown): Batch => {
          log.warn(
            { err: error },
            `The backfill ${backfill.name} stopped; it continues in five seconds.`,
          );
          return { state: 'held', ms: batchMs };
        });
      const took = performance.now() - began;
      isFinished = state === 'through';
      if (state === 'more') size = nextSize(rows, ms);
      if (!isFinished) await wait(state === 'held' ? laterMs : Math.max(took, minPauseMs));
    }
  }
}

/** Runs the backfills of a service in the background from start to end. */
export class BackfillRunner {
  readonly #database: Database;
  readonly #source: MigrationSource;
  readonly #log: DatabaseLog;
  readonly #stop = new AbortController();
  #running: Promise<void> | undefined;

  constructor(database: Database, source: MigrationSource, log: DatabaseLog) {
    this.#database = database;
    this.#source = source;
    this.#log = log;
  }

  /** @param migrated whether the tables exist */
  watch(metrics: Metrics, migrated: () => boolean): void {
    const { service } = this.#source;
    const read = cachedForScrape(
      async () => (migrated() ? backfillProgress(this.#database, service) : undefined),
      figuresTtlMs,
    );
    metrics.gauge(
      `annals_${service}_backfill_rows`,
      'Rows that backfills of the schema have filled, and estimated rows that are left, of all unfinished backfills.',
      async () => {
        const open = (await read())?.filter(({ endedDate }) => endedDate === null);
        if (!open) return undefined;
        const done = open.reduce((sum, one) => sum + one.done, 0);
        const left = open.reduce((sum, one) => sum + Math.max((one.total ?? 0) - one.done, 0), 0);
        return { done, left };
      },
      { label: 'state', aggregator: 'max' },
    );
  }

  start(): void {
    this.#running ??= runBackfills(this.#database, this.#source, {
      signal: this.#stop.signal,
      log: this.#log,
    }).catch((error: unknown) =>
      this.#log.warn({ err: error }, 'The backfills stopped; they continue at the next start.'),
    );
  }

  /** Resolves when all have finished, here or on another server. */
  async through(onProgress: (progress: BackfillProgress) => void): Promise<void> {
    this.start();
    const over = Promise.resolve(this.#running).then(() => true);
    for (let isOver = false; !isOver;) {
      isOver = await Promise.race([over, pause(progressMs).then(() => false)]);
      const all = await backfillProgress(this.#database, this.#source.service);
      for (const progress of all) if (!isOver || progress.endedDate !== null) onProgress(progress);
    }
  }

  async close(): Promise<void> {
    this.#stop.abort();
    await this.#running;
  }
}
