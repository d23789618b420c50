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
import { joinIds } from './joined-ids.ts';
import { BatchDraft, type NewRecord } from './read-batch.ts';
import * as table from './read-records.sql.ts';

/** A quarter of what a crash may lose. Reads are written when they are that old, or a poll later: half is for writing. */
const writeEveryMs = maxLostMs / 4;
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

/** A read that somebody waits for, or a stream. */
interface Waiting {
  partitionId: string;
  /** Whoever waits for the record. */
  durable?: { resolve: () => void; reject: (reason: unknown) => void };
  /** The response did not leave, because the record could not be written. */
  isRefused?: boolean;
  /** For a stream that has ended, the number of its rows. */
  finalCount?: number;
  /** Where it was written. */
  written?: { batchId: string; place: number };
}

type Draft = BatchDraft<Waiting>;

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
  /** In the order in which they were begun. */
  #waiting: Draft[] = [];
  /** Of each partition, the one of these that can take more reads. */
  readonly #open = new Map<string, Draft>();
  /** The number of reads in all of them. */
  #readCount = 0;
  /** Streams that have ended, perhaps before their records were written. */
  readonly #ended = new Set<Waiting>();

  constructor({ database, log, metrics }: RecorderOptions) {
    this.#database = database;
    this.#writing = new BackgroundWorker({
      name: 'read_records',
      run: () => this.#writeDue(),
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
    while (this.#waiting.length > 0) await this.#writeThose(() => true);
    await this.#writeCounts([...this.#ended]);
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
      const record = recordOf(recorded, read, each);
      const { count } = each;
      const { answer } = read;
      const stream = answer instanceof Readable && count ? { ended: answer, count } : undefined;
      if (!stream) record.count = count?.() ?? null;
      const written = this.#add(partitionId, record, setting.durable, stream);
      if (written) waits = waits ? Promise.all([waits, written]) : written;
    }
    return waits?.then(() => undefined);
  }

  #isRecorded(partitionId: string, showsVersions: boolean): table.RecordedPartition | undefined {
    const setting = this.#settings.get(partitionId);
    return showsVersions || setting?.scope === 'EVERYTHING' ? setting : undefined;
  }

  /** @param stream whose number of rows is known only when it has ended */
  #add(
    partitionId: string,
    record: NewRecord,
    isDurable: boolean,
    stream: { ended: Readable; count: () => number } | undefined,
  ): Promise<void> | undefined {
    const draft = this.#draftOf(partitionId);
    const place = draft.add(record);
    const oldestMs = this.#waiting[0]?.startMs ?? record.readMs;
    const isAwaited = isDurable || record.readMs - oldestMs > maxLostMs;
    this.#readCount += 1;
    if (isAwaited || this.#readCount >= mostWaiting) this.#writing.wake();
    if (!isAwaited && !stream) return undefined;
    const waiting: Waiting = { partitionId };
    draft.followed.set(place, waiting);
    stream?.ended.once('close', () => {
      waiting.finalCount = stream.count();
      this.#ended.add(waiting);
    });
    if (!isAwaited) return undefined;
    return new Promise<void>((resolve, reject) => {
      waiting.durable = { resolve, reject };
    });
  }

  #draftOf(partitionId: string): Draft {
    const open = this.#open.get(partitionId);
    if (open && open.size < batchSize) return open;
    const draft: Draft = new BatchDraft(partitionId);
    this.#open.set(partitionId, draft);
    this.#waiting.push(draft);
    return draft;
  }

  /**
   * Writes what somebody waits for and what is old enough. All else stays: under load, something always waits, and writing
   * it at once would make many batches of a few reads.
   */
  async #writeDue(): Promise<void> {
    // Any that ends from now on may have a record that is not among those written below.
    const ended = [...this.#ended];
    const isCrowded = this.#readCount >= mostWaiting;
    const now = Date.now();
    // Also if the clock was set back since.
    const isOld = (startMs: number) => startMs <= now - writeEveryMs || startMs > now;
    await this.#writeThose(
      ({ startMs, followed }) =>
        isCrowded || isOld(startMs) || [...followed.values()].some(({ durable }) => durable),
    );
    await this.#writeCounts(ended);
  }

  async #writeThose(isDue: (draft: Draft) => boolean): Promise<void> {
    const taken = new Set(this.#waiting.filter(isDue));
    if (taken.size === 0) return;
    for (const draft of taken)
      if (this.#open.get(draft.partitionId) === draft) this.#open.delete(draft.partitionId);
    const { errors, failed } = await this.#write([...taken]);
    // Responses that wait for their records do not leave; all other records are written later.
    const left = new Map(failed.map((draft) => [draft, draft.rest(({ durable }) => !durable)]));
    this.#waiting = this.#waiting
      .flatMap((draft) => (taken.has(draft) ? (left.get(draft) ?? []) : draft))
      .filter(({ size }) => size > 0);
    this.#readCount = this.#waiting.reduce((sum, { size }) => sum + size, 0);
    if (errors.length > 0) throw errors[0];
  }

  /** Writes the numbers of rows of streams whose records are written. */
  async #writeCounts(ended: readonly Waiting[]): Promise<void> {
    for (const each of ended) {
      const { partitionId, written, isRefused = false, finalCount = 0 } = each;
      if (!written && !isRefused) continue;
      if (written) await table.writeCount(this.#database, partitionId, written, finalCount);
      this.#ended.delete(each);
    }
  }

  /** @returns what could not be written, for example to another server, and why */
  async #write(waiting: readonly Draft[]): Promise<Unwritten> {
    const unwritten: Unwritten = { errors: [], failed: [] };
    // A statement for several partitions would need all workers of a cluster.
    const most = (await isDistributed(this.#database)) ? 1 : batchSize;
    for (const together of groupDrafts(waiting, most))
      await this.#writeTogether(together, unwritten);
    return unwritten;
  }

  async #writeTogether(drafts: readonly Draft[], unwritten: Unwritten): Promise<void> {
    try {
      await this.#writeDrafts(drafts);
    } catch (error) {
      // One of them may be at fault.
      if (drafts.length > 1 && !(error instanceof DatabaseUnavailable))
        for (const draft of drafts) await this.#writeTogether([draft], unwritten);
      else {
        unwritten.errors.push(error);
        unwritten.failed.push(...drafts);
        for (const { followed } of drafts)
          for (const waiting of followed.values()) {
            if (!waiting.durable) continue;
            waiting.isRefused = true;
            waiting.durable.reject(error);
          }
      }
    }
  }

  async #writeDrafts(drafts: readonly Draft[]): Promise<void> {
    const looksOf = drafts.map((draft) => draft.looks());
    const timelines = await this.#timelinesOf(
      drafts.map(({ partitionId }, index) => ({
        partitionId,
        objectIds: (looksOf[index] ?? []).flatMap(({ objectIds }) => objectIds),
      })),
    );
    const packed = drafts.map((draft, index) => ({
      partitionId: draft.partitionId,
      batchId: uuidv7(),
      content: draft.pack(
        looksOf[index] ?? [],
        timelines.get(draft.partitionId) ?? new Map<string, string>(),
      ),
    }));
    await table.insertBatches(this.#database, packed);
    for (const [index, { followed }] of drafts.entries())
      for (const [place, waiting] of followed) {
        waiting.written = { batchId: packed[index]?.batchId ?? '', place };
        waiting.durable?.resolve();
      }
  }

  /** Of each partition, the timelines of the versions that it really has. */
  async #timelinesOf(
    shown: readonly { partitionId: string; objectIds: readonly string[] }[],
  ): Promise<ReadonlyMap<string, ReadonlyMap<string, string>>> {
    const found = new Map<string, Map<string, string>>();
    const missing: { partitionId: string; objectId: string }[] = [];
    for (const { partitionId, objectIds } of shown) {
      const timelines = found.get(partitionId) ?? new Map<string, string>();
      found.set(partitionId, timelines);
      for (const objectId of new Set(objectIds)) {
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

interface Unwritten {
  errors: unknown[];
  failed: Draft[];
}

/** Drafts of few reads are written together. @param most how many reads a group of several may have */
function groupDrafts(drafts: readonly Draft[], most: number): Draft[][] {
  const groups: Draft[][] = [];
  let count = Infinity;
  for (const draft of drafts) {
    count += draft.size;
    if (count <= most) groups.at(-1)?.push(draft);
    else {
      groups.push([draft]);
      count = draft.size;
    }
  }
  return groups;
}

const nothingShown: readonly ShownVersions[] = [{}];

function recordOf(
  { row, call }: RecordedRow,
  { caller, params, request }: AnsweredRead,
  { objectIds = [], whole = false, about }: ShownVersions,
): NewRecord {
  const { kind, id } = credentialOf(caller);
  const { address } = clientOf(request);
  const query = request.query as Asked;
  // What a write contains is no question.
  const body = isRead(row) ? (request.body as Asked | undefined) : undefined;
  // Most reads ask nothing but their path.
  const asked =
    isEmpty(query) && isEmpty(body) && about === undefined
      ? nothing
      : { ...query, ...body, ...about };
  const { asOf } = asked;
  return {
    readMs: Date.now(),
    userId: caller.userId,
    credential: `${kind.toLowerCase()}/${id}`,
    assistant: kind === 'TOKEN' && agentOf(request.id) === 'MCP',
    address: address === '' ? null : address,
    requestId: request.id,
    call,
    query:
      asked === nothing
        ? null
        : textOfQuery(params['partitionId'] === undefined ? withOwnWords(asked) : asked),
    asOf: typeof asOf === 'string' ? asOf : null,
    count: null,
    objectIds: joinIds(withNamed(objectIds, params['objectId'], asked['objectId'])),
    timelineId: params['timelineId']?.toLowerCase(),
    whole,
  };
}

type Asked = Readonly<Record<string, unknown>>;
const nothing: Asked = {};

const isEmpty = (asked: Asked | undefined): boolean =>
  asked === undefined || Object.keys(asked).length === 0;

/** The ids with those that a request names, in its path or its query. */
function withNamed(objectIds: readonly string[], ...named: readonly unknown[]): readonly string[] {
  const others = named.flatMap((each) => {
    const id = typeof each === 'string' ? each.toLowerCase() : undefined;
    return id === undefined || objectIds.includes(id) ? [] : id;
  });
  return others.length === 0 ? objectIds : [...new Set([...objectIds, ...others])];
}

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
