import sql from 'sql-template-tag';
import type { ReplicaReport } from '@annals/contracts/health';
import { unknownPosition } from '@annals/contracts/position';
import type { Metrics } from '../metrics/metrics.ts';
import { DatabaseUnavailable } from './errors.ts';
import { positionOf } from './log-position.ts';
import { openPostgresql } from './postgresql.ts';
import type { Database, DatabaseLog, Queryable, Stop } from './queryable.ts';
import { Replica, ReplicaReads, type ReplicaState } from './replica.ts';

/** Which database answered a read that a replica may answer, and why. */
const answeredBy = [
  'replica',
  'primary_position',
  'primary_writer',
  'primary_no_replica',
  'primary_failed',
] as const;
type AnsweredBy = (typeof answeredBy)[number];

export interface ReadReplicasOptions {
  /** The primary. Its log position is queried on separate connections, because those of the pool may all be in use. */
  databaseUrl: string;
  /** The pooler in front of the primary; replicas are connected to directly. */
  pooler?: 'transaction' | undefined;
  readUrls: readonly string[];
  /** The maximum age of a replica's answer. */
  maxLagMs: number;
  /** Connections to each replica. */
  poolSize?: number | undefined;
  log: DatabaseLog;
  metrics?: Metrics | undefined;
  /** Wraps a database to trace its statements. */
  traced?: ((database: Database) => Database) | undefined;
  /** Milliseconds of this process. */
  now?: (() => number) | undefined;
}

/** Everything committed before `at` is in the log before `position`. */
interface Sample {
  /** Milliseconds of this process. */
  at: number;
  position: bigint;
}

/** More than ten minutes, with one per second. */
const maxSamples = 700;
const maxProbePauseMs = 1_000;
const maxSilenceMs = 5_000;
const probeConnections = 2;

/**
 * The replicas of the primary database, and the age of their answers. Each second the log position of the primary and
 * the replay position of each replica are queried: a replica that has replayed the position that the primary had at a
 * moment contains everything committed before it. No clocks of different machines are compared, and a missing answer
 * only makes a replica seem older.
 */
export class ReadReplicas {
  readonly maxLagMs: number;
  readonly #primary: Database;
  readonly #replicas: readonly Replica[];
  readonly #log: DatabaseLog;
  readonly #counted: ((by: AnsweredBy) => void) | undefined;
  readonly #now: () => number;
  /** Those of the primary's current timeline, oldest first. */
  #samples: Sample[] = [];
  #source: { system: string; timeline: string } | undefined;
  #asked: Promise<Sample & { text: string }> | undefined;
  #isSampling = false;
  #probing: NodeJS.Timeout | undefined;
  #next = 0;

  constructor(options: ReadReplicasOptions) {
    const { databaseUrl, pooler, readUrls, maxLagMs, poolSize, log, metrics } = options;
    const traced = options.traced ?? ((database) => database);
    this.maxLagMs = maxLagMs;
    this.#log = log;
    this.#now = options.now ?? (() => performance.now());
    const quick = { poolSize: probeConnections, statementTimeoutMs: Math.max(maxLagMs, 1000), log };
    this.#primary = openPostgresql({ ...quick, pooler }, databaseUrl);
    this.#replicas = readUrls.map(
      (url) =>
        new Replica(new URL(url).host || 'local', {
          reads: traced(openPostgresql({ poolSize, log, readOnly: true }, url)),
          probes: openPostgresql({ ...quick, readOnly: true }, url),
          now: this.#now,
        }),
    );
    if (metrics) this.#counted = this.#watch(metrics);
    this.#probe();
    this.#probing = setInterval(
      () => this.#probe(),
      Math.min(maxProbePauseMs, maxLagMs / 4),
    ).unref();
  }

  /** Whether a replica can now answer a reader who needs everything written up to `position`. */
  has(position: string | undefined): boolean {
    const usable = this.#replicas.filter((replica) => this.#isUsable(replica));
    if (usable.length === 0) this.#counted?.('primary_no_replica');
    else if (usable.every((replica) => !replica.hasReplayed(position)))
      this.#counted?.('primary_position');
    else return true;
    return false;
  }

  /** Counts a read of a caller who may just have written something. */
  noteWriter(): void {
    this.#counted?.('primary_writer');
  }

  /**
   * A replica for all statements of one request. If it fails, the request continues with the primary and never returns
   * to a replica, because its reads must not become older.
   */
  readsFor(
    position: string | undefined,
    { primary, stop }: { primary: Queryable; stop: Stop },
  ): ReplicaReads {
    const able = this.#replicas.filter(
      (replica) => this.#isUsable(replica) && replica.hasReplayed(position),
    );
    this.#next += 1;
    const replica = able[this.#next % Math.max(1, able.length)];
    this.#counted?.(replica ? 'replica' : 'primary_no_replica');
    return new ReplicaReads({
      replica,
      primary,
      stop,
      onFailure: (failed, error) => {
        this.#counted?.('primary_failed');
        if (!(error instanceof DatabaseUnavailable)) return;
        failed.markUnreachable();
        this.#settle(failed);
      },
    });
  }

  /** A position after everything that is committed. Never throws, because the write has happened. */
  async position(): Promise<string> {
    try {
      return (await this.#sample()).text;
    } catch {
      return unknownPosition;
    }
  }

  report(): ReplicaReport[] {
    const now = this.#now();
    return this.#replicas.map((replica) => ({
      address: replica.address,
      state: this.#stateOf(replica, now),
      lagSeconds:
        replica.freshAt === undefined ? null : Math.round((now - replica.freshAt) / 100) / 10,
    }));
  }

  async close(): Promise<void> {
    clearInterval(this.#probing);
    this.#probing = undefined;
    await Promise.all([this.#primary.close(), ...this.#replicas.map((replica) => replica.close())]);
  }

  #watch(metrics: Metrics): (by: AnsweredBy) => void {
    const byAddress = (value: (report: ReplicaReport) => number | undefined) => () =>
      Object.fromEntries(
        this.report().flatMap((report) => {
          const read = value(report);
          return read === undefined ? [] : [[report.address, read]];
        }),
      );
    metrics.gauge(
      'annals_replica_usable',
      'Whether the replica answers reads.',
      byAddress(({ state }) => Number(state === 'USABLE')),
      { label: 'replica', aggregator: 'min' },
    );
    metrics.gauge(
      'annals_replica_lag_seconds',
      'How old an answer of the replica may be at most.',
      byAddress(({ lagSeconds }) => lagSeconds ?? undefined),
      { label: 'replica', aggregator: 'max' },
    );
    const counter = metrics.counter(
      'annals_replica_reads_total',
      'Reads that a replica may answer: by it, or by the primary because the caller has seen something newer, may have written it, no replica was usable, or one failed.',
      ['by'],
    );
    for (const by of answeredBy) counter.inc({ by }, 0);
    return (by) => counter.inc({ by });
  }

  #stateOf(replica: Replica, now: number): ReplicaState {
    if (replica.fault !== undefined) return replica.fault;
    const { freshAt, answeredAt } = replica;
    // The age alone does not reveal a replica that hangs while nothing is written.
    if (now - answeredAt > Math.min(this.maxLagMs, maxSilenceMs)) return 'UNREACHABLE';
    return freshAt !== undefined && now - freshAt <= this.maxLagMs ? 'USABLE' : 'LAGGING';
  }

  #isUsable(replica: Replica): boolean {
    return this.#stateOf(replica, this.#now()) === 'USABLE';
  }

  #probe(): void {
    if (!this.#isSampling) {
      this.#isSampling = true;
      // A failure only lets the replicas seem older.
      void this.#sample()
        .catch(() => undefined)
        .finally(() => {
          this.#isSampling = false;
        });
    }
    for (const replica of this.#replicas) {
      void this.#ask(replica);
      // It may hang: neither answer nor fail.
      if (replica.loggedState !== undefined) this.#settle(replica);
    }
  }

  /** Callers in one turn of the event loop share a query. */
  #sample(): Promise<Sample & { text: string }> {
    this.#asked ??= new Promise((resolve) => setImmediate(resolve)).then(async () => {
      this.#asked = undefined;
      const at = this.#now();
      const [row] = await this.#primary.query<PrimaryRow>(primaryState, 'primary-position');
      if (!row) throw new Error('The primary says nothing of its log.');
      const position = positionOf(row.position);
      this.#note({ at, position }, row);
      return { at, position, text: row.position };
    });
    return this.#asked;
  }

  #note(sample: Sample, { system, timeline }: PrimaryRow): void {
    if (this.#source?.system !== system || this.#source.timeline !== timeline) {
      // Another server is the primary now. Earlier commits may be lost, and a replica may still contain them.
      this.#source = { system, timeline };
      this.#samples = [];
      for (const replica of this.#replicas) replica.freshAt = undefined;
    }
    const newest = this.#samples.at(-1);
    if (newest && newest.at >= sample.at) return;
    // Every response to a write adds a sample.
    if (newest && sample.at - newest.at < this.maxLagMs / 8) return;
    this.#samples.push(sample);
    if (this.#samples.length > maxSamples) this.#samples.shift();
    for (const replica of this.#replicas) {
      if (replica.answeredAt < sample.at && replica.replayed > sample.position)
        replica.markDiverged();
      this.#age(replica);
    }
  }

  async #ask(replica: Replica): Promise<void> {
    if (replica.isAsked) return;
    replica.isAsked = true;
    try {
      await replica.ask();
      this.#age(replica);
    } catch {
      replica.markUnreachable();
    } finally {
      replica.isAsked = false;
    }
    this.#settle(replica);
  }

  /** Updates the moment before which a replica contains everything. */
  #age(replica: Replica): void {
    if (replica.fault !== undefined || !this.#source) return;
    if (replica.system !== this.#source.system) {
      replica.markOther();
      return;
    }
    const sample = this.#samples.findLast(({ position }) => position <= replica.replayed);
    if (sample && sample.at > (replica.freshAt ?? 0)) replica.freshAt = sample.at;
  }

  /** Aborts reads of a replica that is no longer usable, and logs the change. */
  #settle(replica: Replica): void {
    const state = this.#stateOf(replica, this.#now());
    if (state !== 'USABLE') replica.abandonReads();
    if (replica.loggedState === state || this.#probing === undefined) return;
    const wasUsable = replica.loggedState === 'USABLE';
    replica.loggedState = state;
    if (state === 'USABLE')
      this.#log.info({ replica: replica.address }, 'The replica answers reads.');
    else if (wasUsable || state !== 'LAGGING')
      this.#log.warn(
        { replica: replica.address, state },
        'The replica answers no reads; the primary does.',
      );
  }
}

interface PrimaryRow {
  position: string;
  system: string;
  timeline: string;
}

/** The insert position, not the flush position: with synchronous_commit off, a commit counts before it is flushed. */
const primaryState = sql`select pg_current_wal_insert_lsn()::text as position,
  (select system_identifier::text from pg_control_system()) as system,
  left(pg_walfile_name(pg_current_wal_lsn()), 8) as timeline`;
