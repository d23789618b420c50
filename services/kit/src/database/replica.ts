import sql, { type Sql } from 'sql-template-tag';
import type { ReplicaReport } from '@annals/contracts/health';
import { DeadlineExceeded } from './errors.ts';
import { positionOf } from './log-position.ts';
import type {
  AbortableQueryOptions,
  Database,
  Queryable,
  QueryOptions,
  Stop,
} from './queryable.ts';

export type ReplicaState = ReplicaReport['state'];

interface ReplicaRow {
  isStandby: boolean;
  position: string | null;
  system: string;
  startedDate: string;
}

const replicaState = sql`select pg_is_in_recovery() as "isStandby", pg_last_wal_replay_lsn()::text as position,
  (select system_identifier::text from pg_control_system()) as system,
  pg_postmaster_start_time()::text as "startedDate"`;

/** One server that follows the primary. */
export class Replica {
  /** Undefined if only its age decides. */
  fault: Exclude<ReplicaState, 'USABLE' | 'LAGGING'> | undefined = 'UNREACHABLE';
  /** It contains everything that was committed before this moment. */
  freshAt: number | undefined;
  replayed = 0n;
  /** When `replayed` was reported. */
  answeredAt = Number.POSITIVE_INFINITY;
  system: string | undefined;
  isAsked = false;
  /** The last logged state. */
  loggedState: ReplicaState | undefined;
  #divergedSince: string | undefined;
  #startedDate = '';
  readonly #waiting = new Set<(error: Error) => void>();

  readonly #reads: Database;
  readonly #probes: Database;
  readonly #now: () => number;

  /** @param probes separate connections for `ask`, because those of `reads` may all be in use */
  constructor(
    readonly address: string,
    { reads, probes, now }: { reads: Database; probes: Database; now: () => number },
  ) {
    this.#reads = reads;
    this.#probes = probes;
    this.#now = now;
  }

  async close(): Promise<void> {
    await Promise.all([this.#reads.close(), this.#probes.close()]);
  }

  hasReplayed(position: string | undefined): boolean {
    return position === undefined || positionOf(position) <= this.replayed;
  }

  /** Queries its replay position. */
  async ask(): Promise<void> {
    const [row] = await this.#probes.query<ReplicaRow>(replicaState, 'replica-position');
    if (!row) throw new Error('The replica says nothing of its state.');
    this.system = row.system;
    this.#startedDate = row.startedDate;
    if (!row.isStandby || row.position === null) this.#fail('NOT_A_STANDBY');
    // It can only follow again after a restart, which removes its surplus data.
    else if (this.#divergedSince === row.startedDate) this.#fail('DIVERGED');
    else {
      this.fault = undefined;
      this.replayed = positionOf(row.position);
      this.answeredAt = this.#now();
    }
  }

  markUnreachable(): void {
    this.#fail('UNREACHABLE');
  }

  markOther(): void {
    this.#fail('OTHER_DATABASE');
  }

  markDiverged(): void {
    this.#divergedSince = this.#startedDate;
    this.#fail('DIVERGED');
  }

  #fail(fault: Exclude<ReplicaState, 'USABLE' | 'LAGGING'>): void {
    this.fault = fault;
    this.freshAt = undefined;
    this.replayed = 0n;
    this.answeredAt = Number.POSITIVE_INFINITY;
  }

  /** @throws ReplicaLost if its reads are abandoned meanwhile */
  async query<Row extends object>(
    statement: Sql,
    name: string | undefined,
    options: AbortableQueryOptions,
  ): Promise<Row[]> {
    return new Promise<Row[]>((resolve, reject) => {
      this.#waiting.add(reject);
      this.#reads
        .query<Row>(statement, name, options)
        .then(resolve, reject)
        .finally(() => this.#waiting.delete(reject));
    });
  }

  /** Rejects waiting reads, which a server that hangs would delay until their deadline. */
  abandonReads(): void {
    const lost = new ReplicaLost('The replica is no longer used.');
    for (const reject of this.#waiting) reject(lost);
  }
}

class ReplicaLost extends Error {
  override readonly name = 'ReplicaLost';
}

interface ReadsOptions {
  replica: Replica | undefined;
  primary: Queryable;
  stop: Stop;
  onFailure: (replica: Replica, error: unknown) => void;
}

/** The database as used by one request. */
export class ReplicaReads implements Queryable {
  readonly #options: ReadsOptions;
  #replica: Replica | undefined;

  constructor(options: ReadsOptions) {
    this.#options = options;
    this.#replica = options.replica;
  }

  /** Whether only the replica has answered. */
  get isOfReplica(): boolean {
    return this.#replica !== undefined;
  }

  async query<Row extends object>(
    statement: Sql,
    name?: string,
    options?: QueryOptions,
  ): Promise<Row[]> {
    const { primary, stop, onFailure } = this.#options;
    const replica = this.#replica;
    if (!replica) return primary.query<Row>(statement, name, options);
    try {
      return await replica.query<Row>(statement, name, { ...options, signal: stop });
    } catch (error) {
      // If the statement is at fault, the primary reports it too; an outdated schema, or a row removed by replay,
      // concerns only the replica. A statement that took too long is not repeated.
      if (stop.aborted || error instanceof DeadlineExceeded) throw error;
      if (this.#replica) {
        this.#replica = undefined;
        onFailure(replica, error);
      }
      return primary.query<Row>(statement, name, options);
    }
  }
}
