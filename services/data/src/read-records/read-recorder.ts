import { Readable } from 'node:stream';
import { LRUCache } from 'lru-cache';
import { uuidv7 } from 'uuidv7';
import { agentOf } from '@annals/contracts/agents';
import { isRead, type Endpoint } from '@annals/contracts/endpoint';
import { listChanges } from '@annals/contracts/objects';
import { maxLostMs, settingDelayMs } from '@annals/contracts/read-records';
import { BackgroundWorker } from '@annals/kit/background/background-worker';
import { credentialOf } from '@annals/kit/caller';
import type { Database, DatabaseLog } from '@annals/kit/database/database';
import { JsonText } from '@annals/kit/json-text';
import { Problem } from '@annals/kit/problem';
import type { Metrics } from '@annals/kit/metrics/metrics';
import { clientOf } from '@annals/kit/request-clients';
import type { AnsweredRead, RouteGuard } from '@annals/kit/stages/route-guard';
import { findShown, findShownByWrite, type ShownVersions } from '../versions/shown-versions.ts';
import { idsIn, joinIds } from './joined-ids.ts';
import { packBatch, type NewRecord } from './read-batch.ts';
import * as table from './read-records.sql.ts';

/** Half of what a crash may lose: the other half is for writing. */
const writeEveryMs = maxLostMs / 2;
/** So many are written at once when they wait. */
const mostWaiting = 10_000;
/** The most records of a partition in one row. */
const batchSize = 1000;
/** Versions whose timelines are known. A version never changes its timeline. */
const rememberedVersions = 50_000;

interface RecordedRow {
  row: Endpoint;
  /** As the records name it. */
  call: string;
}

interface Waiting {
  record: NewRecord;
  /** Whoever waits for the record. */
  durable?: { resolve: () => void; reject: (reason: unknown) => void };
  /** For a stream that has ended, the number of its rows. */
  finalCount?: number;
  /** Where it was written. */
  written?: { batchId: string; place: number };
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
  readonly #versions = new LRUCache<string, { partitionId: string; timelineId: string }>({
    max: rememberedVersions,
  });
  #settings: ReadonlyMap<string, table.RecordedPartition> = new Map();
  #waiting: Waiting[] = [];
  /** Streams that ended after their records were written. */
  readonly #ended = new Set<Waiting>();

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
    if (access.kind !== 'partition' && shows === undefined) return undefined;
    const call = `${row.method} ${row.path}`;
    if (!isRead(row))
      return (read) => {
        if (this.#settings.size === 0) return undefined;
        const { answer } = read;
        const isRefused = answer instanceof Problem;
        const shown =
          shows === undefined || isRefused ? findShownByWrite(answer) : findShown(answer, false);
        return this.#recordShown({ row, call }, read, shown, true);
      };
    // Without the file, the response only says what the file would contain.
    const isFile = streamsAs === 'application/zip';
    const recorded = { row, call };
    return (read) => {
      if (this.#settings.size === 0) return undefined;
      const showsVersions = shows !== undefined && (!isFile || read.answer instanceof Readable);
      return this.#record(recorded, read, showsVersions);
    };
  };

  #record(
    { row, call }: RecordedRow,
    read: AnsweredRead,
    showsVersions: boolean,
  ): Promise<void> | undefined {
    const named = read.params['partitionId']?.toLowerCase();
    if (named !== undefined && !this.#isRecorded(named, showsVersions)) return undefined;
    // A poll without news would be a record every few seconds.
    if (row === (listChanges as Endpoint) && !(read.answer instanceof JsonText)) return undefined;
    const shown = showsVersions ? findShown(read.answer, row.shows === 'partition') : nothingShown;
    return this.#recordShown({ row, call }, read, shown, showsVersions);
  }

  #recordShown(
    recorded: RecordedRow,
    read: AnsweredRead,
    shown: readonly ShownVersions[],
    showsVersions: boolean,
  ): Promise<void> | undefined {
    const named = read.params['partitionId']?.toLowerCase();
    let waits: Promise<unknown> | undefined;
    for (const each of shown) {
      const partitionId = each.partitionId?.toLowerCase() ?? named;
      const setting =
        partitionId === undefined ? undefined : this.#isRecorded(partitionId, showsVersions);
      if (partitionId === undefined || !setting) continue;
      const waiting: Waiting = { record: recordOf(recorded, read, partitionId, each) };
      this.#countRows(waiting, read.answer, each);
      const written = this.#add(waiting, setting.durable);
      if (written) waits = waits ? Promise.all([waits, written]) : written;
    }
    return waits?.then(() => undefined);
  }

  #isRecorded(partitionId: string, showsVersions: boolean): table.RecordedPartition | undefined {
    const setting = this.#settings.get(partitionId);
    return showsVersions || setting?.scope === 'EVERYTHING' ? setting : undefined;
  }

  #add(waiting: Waiting, isDurable: boolean): Promise<void> | undefined {
    const oldest = this.#waiting[0]?.record.readMs;
    const isLate = oldest !== undefined && waiting.record.readMs - oldest > maxLostMs;
    const written =
      isDurable || isLate
        ? new Promise<void>((resolve, reject) => {
            waiting.durable = { resolve, reject };
          })
        : undefined;
    this.#waiting.push(waiting);
    if (written || this.#waiting.length >= mostWaiting) this.#writing.wake();
    return written;
  }

  #countRows(waiting: Waiting, answer: unknown, { count }: ShownVersions): void {
    if (!count) return;
    if (answer instanceof Readable)
      answer.once('close', () => {
        waiting.finalCount = count();
        this.#ended.add(waiting);
      });
    else waiting.record.count = count();
  }

  async #writeAll(): Promise<void> {
    while (this.#waiting.length > 0) {
      const taken = this.#waiting.slice(0, mostWaiting);
      const errors = await this.#write(taken);
      this.#waiting = this.#waiting.slice(taken.length);
      if (errors.length > 0) {
        // Responses that wait for their records do not leave; all other records are written later.
        const left = taken.filter(({ written, durable }) => !written && !durable);
        this.#waiting = [...left, ...this.#waiting];
        throw errors[0];
      }
    }
    for (const ended of this.#ended) {
      const { record, written, finalCount = 0 } = ended;
      if (written) await table.writeCount(this.#database, record.partitionId, written, finalCount);
      this.#ended.delete(ended);
    }
  }

  /** @returns the errors of those partitions whose records could not be written, for example on another server */
  async #write(waiting: readonly Waiting[]): Promise<unknown[]> {
    const byPartition = new Map<string, Waiting[]>();
    for (const each of waiting) {
      const { partitionId } = each.record;
      const others = byPartition.get(partitionId);
      if (others) others.push(each);
      else byPartition.set(partitionId, [each]);
    }
    const errors: unknown[] = [];
    for (const [partitionId, ofPartition] of byPartition)
      for (let from = 0; from < ofPartition.length; from += batchSize) {
        const batch = ofPartition.slice(from, from + batchSize);
        try {
          await this.#writeBatch(partitionId, batch);
          for (const { durable } of batch) durable?.resolve();
        } catch (error) {
          errors.push(error);
          for (const { durable } of batch) durable?.reject(error);
        }
      }
    return errors;
  }

  async #writeBatch(partitionId: string, batch: readonly Waiting[]): Promise<void> {
    const batchId = uuidv7();
    const records = batch.map(({ record }) => record);
    const timelines = await this.#timelinesOf(partitionId, records);
    const packed = packBatch(records, timelines);
    await table.insertBatch(this.#database, { partitionId, batchId }, packed);
    for (const [place, each] of batch.entries()) each.written = { batchId, place };
  }

  /** The timelines of the versions that the partition really has. */
  async #timelinesOf(
    partitionId: string,
    records: readonly NewRecord[],
  ): Promise<ReadonlyMap<string, string>> {
    const found = new Map<string, string>();
    const missing = new Set<string>();
    for (const objectIds of new Set(records.map((record) => record.objectIds)))
      for (const id of idsIn(objectIds)) {
        if (found.has(id)) continue;
        const version = this.#versions.get(id);
        if (!version) missing.add(id);
        // An id belongs to one partition, but may be asked for in another one.
        else if (version.partitionId === partitionId) found.set(id, version.timelineId);
      }
    if (missing.size === 0) return found;
    const read = await table.findTimelines(this.#database, partitionId, [...missing]);
    for (const { objectId, timelineId } of read) {
      found.set(objectId, timelineId);
      this.#versions.set(objectId, { partitionId, timelineId });
    }
    return found;
  }
}

const nothingShown: readonly ShownVersions[] = [{}];

function recordOf(
  { row, call }: RecordedRow,
  { caller, params, request }: AnsweredRead,
  partitionId: string,
  { objectIds = [], whole = false, about }: ShownVersions,
): NewRecord {
  const { kind, id } = credentialOf(caller);
  const { address } = clientOf(request);
  const asked = {
    ...(request.query as Asked),
    // What a write contains is no question.
    ...(isRead(row) ? (request.body as Asked | undefined) : {}),
    ...about,
  } as Asked;
  const { asOf } = asked;
  const named = [params['objectId'], asked['objectId']].flatMap((each) =>
    typeof each === 'string' ? each.toLowerCase() : [],
  );
  return {
    partitionId,
    readMs: Date.now(),
    userId: caller.userId,
    credential: `${kind.toLowerCase()}/${id}`,
    assistant: kind === 'TOKEN' && agentOf(request.id) === 'MCP',
    address: address === '' ? null : address,
    requestId: request.id,
    call,
    query: textOfQuery(asked),
    asOf: typeof asOf === 'string' ? asOf : null,
    count: null,
    objectIds: joinIds(named.length === 0 ? objectIds : [...new Set([...objectIds, ...named])]),
    timelineId: params['timelineId']?.toLowerCase(),
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
