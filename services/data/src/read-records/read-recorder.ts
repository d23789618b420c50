import { Readable } from 'node:stream';
import { LRUCache } from 'lru-cache';
import { uuidv7 } from 'uuidv7';
import { isRead, type Endpoint } from '@annals/contracts/endpoint';
import { listChanges } from '@annals/contracts/objects';
import { maxLostMs, settingDelayMs } from '@annals/contracts/read-records';
import { BackgroundWorker } from '@annals/kit/background/background-worker';
import { credentialOf } from '@annals/kit/caller';
import type { Database, DatabaseLog } from '@annals/kit/database/database';
import { JsonText } from '@annals/kit/json-text';
import type { Metrics } from '@annals/kit/metrics/metrics';
import { clientOf } from '@annals/kit/request-clients';
import type { AnsweredRead, RouteGuard } from '@annals/kit/stages/route-guard';
import { findShown, type ShownVersions } from '../versions/shown-versions.ts';
import * as table from './read-records.sql.ts';

/** Half of what a crash may lose: the other half is for writing. */
const writeEveryMs = maxLostMs / 2;
/** So many are written together, and at once when they wait. */
const batchSize = 500;
/** Versions whose timelines are known. A version never changes its timeline. */
const rememberedVersions = 50_000;

interface Waiting {
  record: table.NewRecord;
  /** Of a monotonic clock. */
  sinceMs: number;
  /** Whoever waits for the record. */
  durable?: { resolve: () => void; reject: (reason: unknown) => void };
}

interface RecorderOptions {
  database: Database;
  log: DatabaseLog;
  metrics?: Metrics | undefined;
}

/**
 * Records who read what in the partitions whose owners want it. Records are written together, after the responses, unless
 * the setting of the partition is durable.
 */
export class ReadRecorder {
  readonly #database: Database;
  readonly #writing: BackgroundWorker<unknown>;
  readonly #reloading: BackgroundWorker<unknown>;
  readonly #timelines = new LRUCache<string, string>({ max: rememberedVersions });
  #settings: ReadonlyMap<string, table.RecordedPartition> = new Map();
  #waiting: Waiting[] = [];
  /** Numbers of rows of streams that ended after their records were written. */
  #counts: table.CountOfRecord[] = [];

  constructor({ database, log, metrics }: RecorderOptions) {
    this.#database = database;
    this.#writing = new BackgroundWorker({
      name: 'read_records',
      run: () => this.#writeAll(),
      pollEveryMs: writeEveryMs,
      failure:
        'Records of reads could not be written. They will be written when the database is back.',
      log,
      metrics,
    });
    this.#reloading = new BackgroundWorker({
      name: 'read_recordings',
      run: () => this.reload(),
      pollEveryMs: settingDelayMs / 2,
      failure: 'It could not be read which reads to record. The previous settings apply.',
      log,
      metrics,
    });
  }

  /** Call it once the schema exists. */
  async start(): Promise<void> {
    await this.reload();
    this.#reloading.start();
    this.#writing.start();
  }

  /** Call it after a change of a setting. */
  async reload(): Promise<void> {
    const recorded = await table.listRecordedPartitions(this.#database);
    this.#settings = new Map(recorded.map((setting) => [setting.partitionId, setting]));
  }

  /** Writes what waits. */
  async close(): Promise<void> {
    await this.#reloading.close();
    await this.#writing.close();
    await this.#writeAll();
  }

  readonly recordReads: NonNullable<RouteGuard['recordReads']> = (row) => {
    const { access, shows, streamsAs } = row;
    if (!isRead(row) || (access.kind !== 'partition' && shows === undefined)) return undefined;
    // Without the file, the response only says what the file would contain.
    const isFile = streamsAs === 'application/zip';
    return (read) => {
      if (this.#settings.size === 0) return undefined;
      const showsVersions = shows !== undefined && (!isFile || read.answer instanceof Readable);
      return this.#record(row, read, showsVersions);
    };
  };

  #record(row: Endpoint, read: AnsweredRead, showsVersions: boolean): Promise<void> | undefined {
    const named = read.params['partitionId']?.toLowerCase();
    if (named !== undefined && !this.#isRecorded(named, showsVersions)) return undefined;
    const shown = showsVersions ? findShown(read.answer, row.shows === 'partition') : [{}];
    // A poll without news would be a record every few seconds.
    if (row === (listChanges as Endpoint) && !(read.answer instanceof JsonText)) return undefined;
    const waits: Promise<void>[] = [];
    for (const each of shown) {
      const partitionId = each.partitionId?.toLowerCase() ?? named;
      if (partitionId === undefined) continue;
      const setting = this.#isRecorded(partitionId, showsVersions);
      if (!setting) continue;
      const record = recordOf(row, read, partitionId, each);
      this.#countAtEnd(record, read.answer, each);
      const waiting = this.#add(record, setting.durable);
      if (waiting) waits.push(waiting);
    }
    return waits.length === 0 ? undefined : Promise.all(waits).then(() => undefined);
  }

  #isRecorded(partitionId: string, showsVersions: boolean): table.RecordedPartition | undefined {
    const setting = this.#settings.get(partitionId);
    return showsVersions || setting?.scope === 'EVERYTHING' ? setting : undefined;
  }

  #add(record: table.NewRecord, isDurable: boolean): Promise<void> | undefined {
    const sinceMs = performance.now();
    const oldest = this.#waiting[0];
    const isLate = oldest !== undefined && sinceMs - oldest.sinceMs > maxLostMs;
    if (!isDurable && !isLate) {
      this.#waiting.push({ record, sinceMs });
      if (this.#waiting.length >= batchSize) this.#writing.wake();
      return undefined;
    }
    return new Promise((resolve, reject) => {
      this.#waiting.push({ record, sinceMs, durable: { resolve, reject } });
      this.#writing.wake();
    });
  }

  #countAtEnd(record: table.NewRecord, answer: unknown, { count }: ShownVersions): void {
    if (!(answer instanceof Readable)) record.count = count?.() ?? null;
    else if (count)
      answer.once('close', () => {
        const { id, partitionId } = record;
        this.#counts.push({ id, partitionId, count: count() });
      });
  }

  async #writeAll(): Promise<void> {
    try {
      while (this.#waiting.length > 0) {
        const batch = this.#waiting.slice(0, batchSize);
        await this.#write(batch);
        // Only now, so that records of a failed write are written again; those that exist are left as they are.
        this.#waiting = this.#waiting.slice(batch.length);
        for (const { durable } of batch) durable?.resolve();
      }
    } catch (error) {
      // Their responses do not leave.
      for (const { durable } of this.#waiting) durable?.reject(error);
      this.#waiting = this.#waiting.filter(({ durable }) => durable === undefined);
      throw error;
    }
    for (let next = this.#counts[0]; next !== undefined; next = this.#counts[0]) {
      await table.writeCount(this.#database, next);
      this.#counts.shift();
    }
  }

  async #write(batch: readonly Waiting[]): Promise<void> {
    const oldestMs = performance.now() - (batch[0]?.sinceMs ?? 0);
    for (const partitionId of new Set(batch.map(({ record }) => record.partitionId))) {
      const records = batch.flatMap(({ record }) =>
        record.partitionId === partitionId ? record : [],
      );
      const timelines = await this.#timelinesOf(partitionId, records);
      const located = records.map((record) => locate(record, timelines));
      await table.insertRecords(this.#database, partitionId, located, oldestMs);
    }
  }

  /** The timelines of the versions that the partition really has. */
  async #timelinesOf(
    partitionId: string,
    records: readonly table.NewRecord[],
  ): Promise<ReadonlyMap<string, string>> {
    const found = new Map<string, string>();
    const missing: string[] = [];
    for (const id of new Set(records.flatMap(({ objectIds }) => objectIds))) {
      const timelineId = this.#timelines.get(partitionId + id);
      if (timelineId === undefined) missing.push(id);
      else found.set(id, timelineId);
    }
    if (missing.length > 0)
      for (const { objectId, timelineId } of await table.findTimelines(
        this.#database,
        partitionId,
        missing,
      )) {
        found.set(objectId, timelineId);
        this.#timelines.set(partitionId + objectId, timelineId);
      }
    return found;
  }
}

function recordOf(
  { method, path }: Endpoint,
  { caller, params, request }: AnsweredRead,
  partitionId: string,
  { objectIds = [], whole = false, about }: ShownVersions,
): table.NewRecord {
  const { kind, id } = credentialOf(caller);
  const { address, isAssistant = false } = clientOf(request);
  const asked = { ...(request.query as Asked), ...(request.body as Asked | undefined), ...about };
  const { asOf, objectId } = asked;
  const named = [params['objectId'], objectId].filter((each) => typeof each === 'string');
  return {
    id: uuidv7(),
    partitionId,
    readDate: new Date().toISOString(),
    userId: caller.userId,
    credential: `${kind.toLowerCase()}/${id}`,
    assistant: isAssistant,
    address: address === '' ? null : address,
    requestId: request.id,
    call: `${method} ${path}`,
    query: textOfQuery(asked),
    asOf: typeof asOf === 'string' ? asOf : null,
    count: null,
    objectIds: [...new Set([...objectIds, ...named.map((each) => each.toLowerCase())])],
    timelineIds: params['timelineId'] === undefined ? [] : [params['timelineId'].toLowerCase()],
    whole,
  };
}

type Asked = Readonly<Record<string, unknown>>;

const maxQueryLength = 4000;
/** How the response is cut into pages, and what the record says already. */
const leftOut = new Set(['cursor', 'page', 'pageSize', 'include', 'asOf', 'wait', 'after']);

function textOfQuery(asked: Asked): string | null {
  const kept = Object.entries(asked).filter(([name]) => !leftOut.has(name));
  return kept.length === 0
    ? null
    : JSON.stringify(Object.fromEntries(kept)).slice(0, maxQueryLength);
}

function locate(record: table.NewRecord, timelines: ReadonlyMap<string, string>): table.NewRecord {
  const objectIds = record.objectIds.filter((id) => timelines.has(id));
  const found = objectIds.map((id) => timelines.get(id) ?? '');
  return { ...record, objectIds, timelineIds: [...new Set([...record.timelineIds, ...found])] };
}
