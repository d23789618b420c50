import type { Database, Queryable } from '@annals/kit/database/database';
import type { StoredEvents } from '@annals/kit/event-log';
import { isDistributed } from '@annals/kit/distribution/distribute';
import { migrationStatus, type MigrationSource } from '@annals/kit/migrate/migrate';
import { sameBytes } from '@annals/proofs/bytes';
import {
  checkpointText,
  openCheckpoint,
  peekCheckpoint,
  type Checkpoint,
} from '@annals/proofs/checkpoint';
import { leafHashOfText } from '@annals/proofs/merkle-tree';
import { readVerifierKey } from '@annals/proofs/signed-note';
import type { Finding } from '@annals/proofs/verdict';
import { exportSnapshot, inSnapshot, namedLogs, serviceLog } from '../log/log.sql.ts';
import type { Report } from '@annals/kit/verification/facts';
import { rootsOfCheckpoints } from './known-roots.ts';
import { checkEventsLog } from './events-check.ts';
import { LogCheck } from './log-check.ts';
import { checkReadsLog } from './reads-check.ts';
import { scanAnchors } from './log.sql.ts';
import {
  PartitionCheck,
  type EventsOfPartitions,
  type PartitionCounts,
} from './partition-check.ts';
import * as table from './partitions.sql.ts';
import { VerificationThreads, type OwnReading } from './verification-threads.ts';

export interface VerificationRequest {
  /** Name or id of a partition, or `all`; undefined: only the log of events and that of the service. */
  partition: string | undefined;
  /**
   * The events of the audit log: they are verified unless one partition is named, and members are compared with them.
   * Undefined: nobody has them.
   */
  events?: StoredEvents | undefined;
  /** Known verifier keys; if empty, the stored ones. */
  keys: readonly string[];
  /** Known checkpoints of partitions or of the service. */
  checkpoints: readonly string[];
}

/** A separately verified part. */
export type VerificationTarget =
  | { kind: 'PARTITION'; partitionId: string; partitionName: string }
  | { kind: 'EVENT_LOG' }
  /** Recorded reads. */
  | { kind: 'READ_LOG' }
  /** Users, roles, units and whatever else decides who may do what. */
  | { kind: 'ACCESS' }
  | { kind: 'SERVICE_LOG' }
  /** Rows of partitions that do not exist. */
  | { kind: 'STRAY_ROWS' };

export interface VerifiedTarget {
  target: VerificationTarget;
  findings: number;
  walked: PartitionCounts;
  durationMs: number;
}

export interface VerificationListener {
  onFinding(target: VerificationTarget, finding: Finding): void;
  /** @param versions of this target that were checked so far */
  onProgress(target: VerificationTarget, versions: number): void;
  onVerified(verified: VerifiedTarget): void;
}

/** The request cannot be fulfilled: nothing was verified. */
export class VerificationRefused extends Error {
  override readonly name = 'VerificationRefused';
}

/**
 * Checks everything stored of one partition, or of all, and of the log of the service, and reports what was not changed
 * by the service. Reads one snapshot of the database, and writes nothing.
 * @param own how threads read the same snapshot by themselves; undefined: they do not
 * @throws VerificationRefused
 */
export async function verifyPartitions(
  database: Database,
  migrations: MigrationSource,
  request: VerificationRequest,
  listener: VerificationListener,
  own?: OwnReading,
): Promise<VerifiedTarget[]> {
  if (!(await migrationStatus(database, migrations)).compatible)
    throw new VerificationRefused(
      'The schema of the database does not match this program. Update it with: annals migrate',
    );
  // The servers of a cluster share no snapshot.
  const isShared = own !== undefined && !(await isDistributed(database));
  return inSnapshot(database, async (snapshot) => {
    const exported = isShared ? { ...own, snapshot: await exportSnapshot(snapshot) } : undefined;
    const threads = new VerificationThreads({ exported });
    return verifySnapshot(snapshot, request, listener, threads);
  });
}

/**
 * The same within a transaction that reads one snapshot of the database.
 * @throws VerificationRefused
 */
export async function verifySnapshot(
  snapshot: Queryable,
  request: VerificationRequest,
  listener: VerificationListener,
  threads = new VerificationThreads(),
): Promise<VerifiedTarget[]> {
  try {
    const verification = await Verification.of(snapshot, request, listener, threads);
    return await verification.run();
  } finally {
    await threads.close();
  }
}

class Verification {
  readonly #threads: VerificationThreads;
  readonly #snapshot: Queryable;
  readonly #listener: VerificationListener;
  readonly #partitions: readonly table.NamedPartition[];
  readonly #isAll: boolean;
  readonly #events: StoredEvents | undefined;
  readonly #partitionEvents: EventsOfPartitions | undefined;
  readonly #logName: string;
  readonly #publicKeys: readonly Uint8Array[];
  readonly #keyIsKnown: boolean;
  readonly #checkpoints: readonly Checkpoint[];
  /** Known checkpoints that none of the stored keys signed. */
  readonly #foreign: readonly Checkpoint[];
  readonly #verified: VerifiedTarget[] = [];

  private constructor(
    snapshot: Queryable,
    listener: VerificationListener,
    threads: VerificationThreads,
    found: {
      partitions: readonly table.NamedPartition[];
      isAll: boolean;
      events: StoredEvents | undefined;
      partitionEvents: EventsOfPartitions | undefined;
      stored: readonly table.NamedKey[];
      known: readonly Uint8Array[];
      checkpoints: readonly Checkpoint[];
      foreign: readonly Checkpoint[];
    },
  ) {
    const newest = found.stored.at(-1);
    this.#snapshot = snapshot;
    this.#listener = listener;
    this.#threads = threads;
    this.#partitions = found.partitions;
    this.#isAll = found.isAll;
    this.#events = found.events;
    this.#partitionEvents = found.partitionEvents;
    this.#checkpoints = found.checkpoints;
    this.#foreign = found.foreign;
    this.#logName = newest?.name ?? '';
    this.#publicKeys =
      found.known.length > 0 ? found.known : found.stored.map(({ publicKey }) => publicKey);
    this.#keyIsKnown = this.#publicKeys.some((key) => newest && sameBytes(key, newest.publicKey));
  }

  static async of(
    snapshot: Queryable,
    { partition, keys, checkpoints, events }: VerificationRequest,
    listener: VerificationListener,
    threads: VerificationThreads,
  ): Promise<Verification> {
    const stored = await table.listKeys(snapshot);
    const logName = stored.at(-1)?.name;
    if (logName === undefined)
      throw new VerificationRefused(
        'The logs of this database have no key yet. Start the server once, or: annals migrate',
      );
    const isAll = partition === 'all';
    const partitions = isAll
      ? await table.listPartitions(snapshot)
      : partition === undefined
        ? []
        : [await onePartition(snapshot, partition)];
    const ownEvents = isAll || partition === undefined ? events : undefined;
    const origins = new Set([
      logName,
      ...(ownEvents ? namedOrigins(logName) : []),
      ...partitions.map(({ id }) => `${logName}/${id}`),
    ]);
    const opened = checkpoints.map((note) => ({
      checkpoint: checkpointOf(
        note,
        (origin) => origins.has(origin) || (isAll && origin.startsWith(`${logName}/`)),
      ),
      isOwn: stored.some(({ publicKey }) => isSignedWith(note, publicKey)),
    }));
    return new Verification(snapshot, listener, threads, {
      partitions,
      isAll,
      events: ownEvents,
      partitionEvents: events,
      stored,
      known: keys.map((key) => publicKeyOf(key, logName)),
      checkpoints: opened.map(({ checkpoint }) => checkpoint),
      foreign: opened.flatMap(({ checkpoint, isOwn }) => (isOwn ? [] : checkpoint)),
    });
  }

  async run(): Promise<VerifiedTarget[]> {
    for (const { id, partitionName } of this.#partitions)
      await this.#verify(
        { kind: 'PARTITION', partitionId: id, partitionName },
        async (report, onProgress) => {
          const origin = `${this.#logName}/${id}`;
          const keys = this.#publicKeys.map((publicKey) => ({ name: origin, publicKey }));
          const checkpoints = this.#checkpointsOf(origin);
          return new PartitionCheck(
            this.#snapshot,
            { partitionId: id, keys, checkpoints, events: this.#partitionEvents },
            this.#threads,
            report,
          ).run(onProgress);
        },
      );
    const events = this.#events;
    if (events)
      await this.#verify({ kind: 'EVENT_LOG' }, async (report) => {
        const checkpoints = this.#checkpointsOf(`${this.#logName}/events`);
        return {
          ...nothing,
          entries: await checkEventsLog(this.#snapshot, { events, checkpoints }, report),
        };
      });
    if (events)
      await this.#verify({ kind: 'READ_LOG' }, async (report) => {
        const checkpoints = this.#checkpointsOf(`${this.#logName}/reads`);
        return { ...nothing, entries: await checkReadsLog(this.#snapshot, checkpoints, report) };
      });
    if (events && this.#isAll)
      await this.#verify({ kind: 'ACCESS' }, async (report) => {
        await events.checkAccess(this.#snapshot, report);
        return nothing;
      });
    await this.#verify({ kind: 'SERVICE_LOG' }, async (report) => {
      if (!this.#keyIsKnown) report('SIGNATURE', 'The checkpoints are signed with an unknown key.');
      for (const { origin, size } of this.#foreign)
        report(
          'SIGNATURE',
          `The known checkpoint of ${size} entries of ${origin} was signed with a key that is not stored: the key was replaced.`,
        );
      const checkpoints = this.#checkpointsOf(this.#logName);
      const log = { name: this.#logName, checkpoints };
      return { ...nothing, entries: await checkServiceLog(this.#snapshot, log, report) };
    });
    if (this.#isAll)
      await this.#verify({ kind: 'STRAY_ROWS' }, async (report) => this.#checkStray(report));
    return this.#verified;
  }

  async #verify(
    target: VerificationTarget,
    check: (report: Report, onProgress: (versions: number) => void) => Promise<PartitionCounts>,
  ): Promise<void> {
    const started = performance.now();
    let findings = 0;
    const report: Report = (code, message, where = {}) => {
      findings += 1;
      this.#listener.onFinding(target, { code, message, where });
    };
    let walked = nothing;
    try {
      walked = await check(report, (versions) => this.#listener.onProgress(target, versions));
    } catch (error) {
      // The driver's error for a number that the service never writes.
      if (!(error instanceof RangeError)) throw error;
      report('FORM', `It cannot be read completely: ${error.message}`);
    }
    const verified = { target, findings, walked, durationMs: performance.now() - started };
    this.#verified.push(verified);
    this.#listener.onVerified(verified);
  }

  async #checkStray(report: Report): Promise<PartitionCounts> {
    for (const { tableName, partitionId } of await table.listStray(this.#snapshot))
      report(
        'DERIVED',
        `The table data.${tableName} has rows of ${partitionId}, which is not a partition.`,
      );
    const origins = new Set([
      ...namedOrigins(this.#logName),
      ...this.#partitions.map(({ id }) => `${this.#logName}/${id}`),
    ]);
    for (const { origin, size } of this.#checkpoints)
      if (origin !== this.#logName && !origins.has(origin))
        report(
          'HISTORY',
          `The log ${origin} is missing; according to a known checkpoint it had ${size} entries.`,
        );
    return nothing;
  }

  #checkpointsOf(origin: string): Checkpoint[] {
    return this.#checkpoints.filter((checkpoint) => checkpoint.origin === origin);
  }
}

const namedOrigins = (logName: string): string[] =>
  Object.values(namedLogs).map((name) => `${logName}/${name}`);

const nothing: PartitionCounts = { versions: 0, entries: 0, receipts: 0 };

async function onePartition(snapshot: Queryable, named: string): Promise<table.NamedPartition> {
  const found = await table.findPartitions(snapshot, named);
  const [partition] = found;
  if (!partition) throw new VerificationRefused(`There is no partition "${named}".`);
  if (found.length > 1)
    throw new VerificationRefused(
      `There are ${found.length} partitions named "${named}". Give the id of one: ${found.map(({ id }) => id).join(', ')}`,
    );
  return partition;
}

function publicKeyOf(text: string, logName: string): Uint8Array {
  const key = readVerifierKey(text);
  if (!key) throw new VerificationRefused(`This is not a verifier key: ${text}`);
  if (key.name !== logName && !key.name.startsWith(`${logName}/`))
    throw new VerificationRefused(
      `The key ${text} is for other logs than those of this database, ${logName}.`,
    );
  return key.publicKey;
}

function isSignedWith(note: string, publicKey: Uint8Array): boolean {
  const name = peekCheckpoint(note)?.origin ?? '';
  return openCheckpoint(note, { name, publicKey }) !== undefined;
}

function checkpointOf(note: string, isLooked: (origin: string) => boolean): Checkpoint {
  const checkpoint = peekCheckpoint(note);
  if (!checkpoint) throw new VerificationRefused('The given checkpoint is not a checkpoint.');
  if (!isLooked(checkpoint.origin))
    throw new VerificationRefused(
      `There is a checkpoint of ${checkpoint.origin}, which is not a log of this verification.`,
    );
  return checkpoint;
}

/**
 * Compares the log of the service with the checkpoints of partitions that it consists of.
 * @param name of the log
 * @returns the number of entries
 */
async function checkServiceLog(
  database: Queryable,
  { name, checkpoints }: { name: string; checkpoints: readonly Checkpoint[] },
  report: Report,
): Promise<number> {
  const log = new LogCheck(database, serviceLog, report, [rootsOfCheckpoints(checkpoints, report)]);
  await log.start();
  let next = 0;
  for (let after = { logIndex: Number.MIN_SAFE_INTEGER, partitionId: serviceLog }; ;) {
    const anchors = await scanAnchors(database, after);
    for (const anchor of anchors) {
      const { partitionId, size, root, logIndex } = anchor;
      if (logIndex !== next) {
        report(
          'INCLUSION',
          `Entry ${next} of the log of the service is missing or elsewhere; entry ${logIndex} follows here.`,
          { index: logIndex },
        );
        log.lost();
      }
      next = logIndex + 1;
      const origin = `${name}/${namedLogs[partitionId] ?? partitionId}`;
      const text = checkpointText({ origin, size, root });
      await log.append(leafHashOfText(text));
      after = anchor;
    }
    if (anchors.length === 0) break;
  }
  const head = await log.finish();
  if (head && (head.versionCount !== 0 || head.anchoredSize !== 0))
    report(
      'DERIVED',
      'The head of the log of the service counts versions or anchors, which it does not have.',
    );
  return log.size;
}
