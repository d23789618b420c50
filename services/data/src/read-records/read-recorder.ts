import { Readable } from 'node:stream';
import { LRUCache } from 'lru-cache';
import { uuidv7 } from 'uuidv7';
import { agentOf } from '@annals/contracts/agents';
import { isRead, type Endpoint } from '@annals/contracts/endpoint';
import { listChanges } from '@annals/contracts/objects';
import { maxLostMs, settingDelayMs } from '@annals/contracts/read-records';
import { BackgroundWorker } from '@annals/kit/background/background-worker';
import { credentialOf } from '@annals/kit/caller';
import {
  DatabaseUnavailable,
  type Database,
  type DatabaseLog,
} from '@annals/kit/database/database';
import { isDistributed } from '@annals/kit/distribution/distribute';
import { JsonText } from '@annals/kit/json-text';
import { Problem } from '@annals/kit/problem';
import type { Metrics } from '@annals/kit/metrics/metrics';
import { clientOf } from '@annals/kit/request-clients';
import type { AnsweredRead, RouteGuard } from '@annals/kit/stages/route-guard';
import { requiresAll } from '@annals/rules/query';
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
  /** Streams that have ended, perhaps before their records were written. */
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
    // Any that ends from now on may have a record that is not among those written below.
    const allEnded = [...this.#ended];
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
    for (const ended of allEnded) {
      const { record, written, finalCount = 0 } = ended;
      if (written) await table.writeCount(this.#database, record.partitionId, written, finalCount);
      this.#ended.delete(ended);
    }
  }

  /** @returns the errors of those partitions whose records could not be written, for example on another server */
  async #write(waiting: readonly Waiting[]): Promise<unknown[]> {
    const errors: unknown[] = [];
    // A statement for several partitions would need all workers of a cluster.
    const most = (await isDistributed(this.#database)) ? 1 : batchSize;
    for (const together of groupBatches(batchesOf(waiting), most))
      errors.push(...(await this.#writeTogether(together)));
    return errors;
  }

  async #writeTogether(batches: readonly Batch[]): Promise<unknown[]> {
    const errors: unknown[] = [];
    try {
      await this.#writeBatches(batches);
    } catch (error) {
      // One of them may be at fault.
      if (batches.length > 1 && !(error instanceof DatabaseUnavailable))
        for (const batch of batches) errors.push(...(await this.#writeTogether([batch])));
      else {
        errors.push(error);
        for (const { reads } of batches) for (const { durable } of reads) durable?.reject(error);
      }
    }
    return errors;
  }

  async #writeBatches(batches: readonly Batch[]): Promise<void> {
    const timelines = await this.#timelinesOf(batches);
    const packed = batches.map(({ partitionId, reads }) => ({
      partitionId,
      batchId: uuidv7(),
      content: packBatch(
        reads.map(({ record }) => record),
        timelines.get(partitionId) ?? new Map<string, string>(),
      ),
    }));
    await table.insertBatches(this.#database, packed);
    for (const [index, { reads }] of batches.entries())
      for (const [place, each] of reads.entries()) {
        each.written = { batchId: packed[index]?.batchId ?? '', place };
        each.durable?.resolve();
      }
  }

  /** Of each partition, the timelines of the versions that it really has. */
  async #timelinesOf(
    batches: readonly Batch[],
  ): Promise<ReadonlyMap<string, ReadonlyMap<string, string>>> {
    const found = new Map<string, Map<string, string>>();
    const missing: { partitionId: string; objectId: string }[] = [];
    for (const { partitionId, reads } of batches) {
      const timelines = found.get(partitionId) ?? new Map<string, string>();
      found.set(partitionId, timelines);
      const objectIds = new Set<string>();
      for (const ids of new Set(reads.map(({ record }) => record.objectIds)))
        for (const id of idsIn(ids)) objectIds.add(id);
      for (const objectId of objectIds) {
        const version = this.#versions.get(objectId);
        if (!version) missing.push({ partitionId, objectId });
        // An id belongs to one partition, but may be asked for in another one.
        else if (version.partitionId === partitionId) timelines.set(objectId, version.timelineId);
      }
    }
    for (const version of await table.findTimelines(this.#database, missing)) {
      const { partitionId, objectId, timelineId } = version;
      found.get(partitionId)?.set(objectId, timelineId);
      this.#versions.set(objectId, { partitionId, timelineId });
    }
    return found;
  }
}

/** Reads of one partition that become one row. */
interface Batch {
  partitionId: string;
  reads: readonly Waiting[];
}

function batchesOf(waiting: readonly Waiting[]): Batch[] {
  const byPartition = new Map<string, Waiting[]>();
  for (const each of waiting) {
    const { partitionId } = each.record;
    const others = byPartition.get(partitionId);
    if (others) others.push(each);
    else byPartition.set(partitionId, [each]);
  }
  const batches: Batch[] = [];
  for (const [partitionId, ofPartition] of byPartition)
    for (let from = 0; from < ofPartition.length; from += batchSize)
      batches.push({ partitionId, reads: ofPartition.slice(from, from + batchSize) });
  return batches;
}

/** Batches of few reads are written together. @param most how many reads a group of several may have */
function groupBatches(batches: readonly Batch[], most: number): Batch[][] {
  const groups: Batch[][] = [];
  let count = Infinity;
  for (const batch of batches) {
    count += batch.reads.length;
    if (count <= most) groups.at(-1)?.push(batch);
    else {
      groups.push([batch]);
      count = batch.reads.length;
    }
  }
  return groups;
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
    query: textOfQuery(params['partitionId'] === undefined ? withOwnWords(asked) : asked),
    asOf: typeof asOf === 'string' ? asOf : null,
    count: null,
    objectIds: joinIds(named.length === 0 ? objectIds : [...new Set([...objectIds, ...named])]),
    timelineId: params['timelineId']?.toLowerCase(),
    whole,
  };
}

type Asked = Readonly<Record<string, unknown>>;

/**
 * Words of a search over several partitions stay where all of them were found: only there does whoever may read the
 * record know them, and only there does an erasure look for them.
 */
function withOwnWords(asked: Asked): Asked {
  const { query, ...others } = asked;
  return typeof query === 'string' && !requiresAll(query) ? others : asked;
}

const maxQueryLength = 4000;
/** How the response is cut into pages, and what the record says already. */
const leftOut = new Set(['cursor', 'page', 'pageSize', 'include', 'asOf', 'wait', 'after']);

function textOfQuery(asked: Asked): string | null {
  const kept = Object.entries(asked).filter(([name]) => !leftOut.has(name));
  return kept.length === 0
    ? null
    : JSON.stringify(Object.fromEntries(kept)).slice(0, maxQueryLength);
}
