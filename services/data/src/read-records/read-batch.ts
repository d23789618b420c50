import type { ReadRecord } from '@annals/contracts/read-records';
import { newSalt, sealedQuery } from './sealed-query.ts';

/** A read, before it is written. */
export interface NewRecord {
  partitionId: string;
  /** Milliseconds since 1970. */
  readMs: number;
  userId: string;
  credential: string;
  assistant: boolean;
  address: string | null;
  requestId: string;
  call: string;
  query: string | null;
  asOf: string | null;
  count: number | null;
  objectIds: readonly string[];
  /** Named in the path. */
  timelineId: string | undefined;
  whole: boolean;
}

/** A record as it is stored: what many records share is in dictionaries, of which it has the indexes. */
export type StoredRecord = [
  sinceFirstMs: number,
  source: number,
  call: number,
  requestId: string,
  query: string | null,
  asOf: string | null,
  count: number | null,
  whole: 0 | 1,
  objects: number[],
  timeline: number | null,
  /** Of a query: a random salt, and after its erasure the digest of both. */
  seal: string | null,
];

type Source = [userId: string, credential: string, assistant: 0 | 1, address: string | null];

export interface StoredBatch {
  firstMs: number;
  sources: Source[];
  calls: string[];
  objects: string[];
  /** Of each object, the index of its timeline. */
  timelineOf: number[];
  timelines: string[];
  records: StoredRecord[];
}

/** Assigns numbers to keys in the order in which they first come. */
class Dictionary {
  readonly keys: string[] = [];
  readonly #indexes = new Map<string, number>();

  indexOf(key: string): number {
    const known = this.#indexes.get(key);
    if (known !== undefined) return known;
    this.#indexes.set(key, this.keys.length);
    return this.keys.push(key) - 1;
  }
}

/**
 * Packs records of one partition, so that a read costs a few bytes in a row instead of a row with its index entries.
 * @param timelines those of the versions that exist; others were never written, as in a preview
 */
export function packBatch(
  records: readonly NewRecord[],
  timelines: ReadonlyMap<string, string>,
): StoredBatch {
  const firstMs = records.reduce((least, { readMs }) => Math.min(least, readMs), Infinity);
  const sources = new Dictionary();
  const sourceList: Source[] = [];
  const calls = new Dictionary();
  const objects = new Dictionary();
  const timelineOf: number[] = [];
  const timelineIds = new Dictionary();
  const stored = records.map((record): StoredRecord => {
    const { userId, credential, assistant, address } = record;
    const source = sources.indexOf(`${userId} ${credential} ${assistant} ${address}`);
    sourceList[source] ??= [userId, credential, assistant ? 1 : 0, address];
    const indexes: number[] = [];
    for (const objectId of record.objectIds) {
      const timelineId = timelines.get(objectId);
      if (timelineId === undefined) continue;
      const index = objects.indexOf(objectId);
      timelineOf[index] ??= timelineIds.indexOf(timelineId);
      indexes.push(index);
    }
    return [
      record.readMs - firstMs,
      source,
      calls.indexOf(record.call),
      record.requestId,
      record.query,
      record.asOf,
      record.count,
      record.whole ? 1 : 0,
      indexes,
      record.timelineId === undefined ? null : timelineIds.indexOf(record.timelineId),
      record.query === null ? null : newSalt(),
    ];
  });
  return {
    firstMs,
    sources: sourceList,
    calls: calls.keys,
    objects: objects.keys,
    timelineOf,
    timelines: timelineIds.keys,
    records: stored,
  };
}

export type UnpackedRecord = Omit<ReadRecord, 'partitionName' | 'userName' | 'title'> & {
  /** Its place in the batch. */
  place: number;
};

/** The records of a stored batch, the last one first. */
export function unpackBatch(
  { id, partitionId }: { id: string; partitionId: string },
  batch: StoredBatch,
): UnpackedRecord[] {
  return batch.records
    .map((record, place) => unpack(record, { id, partitionId, place }, batch))
    .toReversed();
}

function unpack(
  [sinceFirstMs, source, call, requestId, query, asOf, count, whole, indexes, own]: StoredRecord,
  { id, partitionId, place }: { id: string; partitionId: string; place: number },
  { firstMs, sources, calls, objects, timelineOf, timelines }: StoredBatch,
): UnpackedRecord {
  const [userId, credential, assistant, address] = sources[source] ?? ['', '', 0, null];
  const ofTimelines = new Set(indexes.map((index) => timelineOf[index] ?? -1));
  if (own !== null) ofTimelines.add(own);
  return {
    id: `${id}-${place}`,
    place,
    partitionId,
    readDate: new Date(firstMs + sinceFirstMs).toISOString(),
    userId,
    credential,
    assistant: assistant === 1,
    address,
    requestId,
    call: calls[call] ?? '',
    query,
    asOf,
    count,
    objectIds: indexes.map((index) => objects[index] ?? ''),
    timelineIds: Array.from(ofTimelines, (index) => timelines[index] ?? ''),
    whole: whole === 1,
  };
}

/** The records whose response had the timeline, or whose query contains one of the words, lose their query. */
export function eraseQueries(
  batch: StoredBatch,
  timelineId: string,
  words: readonly string[] | 'too many',
): StoredBatch {
  const erased = batch.timelines.indexOf(timelineId);
  const records = batch.records.map((record): StoredRecord => {
    const [sinceFirstMs, source, call, requestId, query, ...rest] = record;
    const [, , , indexes, own] = rest;
    if (query === null) return record;
    const hadIt = own === erased || indexes.some((index) => batch.timelineOf[index] === erased);
    const text = query.toLowerCase();
    const isErased =
      words === 'too many' || (erased !== -1 && hadIt) || words.some((word) => text.includes(word));
    if (!isErased) return record;
    const [asOf, count, whole] = rest;
    const seal = sealedQuery(record);
    return [sinceFirstMs, source, call, requestId, null, asOf, count, whole, indexes, own, seal];
  });
  return { ...batch, records };
}

/** What batches are found by. */
export function columnsOf({ firstMs, sources, timelines, records }: StoredBatch) {
  const lastMs = records.reduce((most, [sinceFirstMs]) => Math.max(most, sinceFirstMs), 0);
  return {
    firstDate: new Date(firstMs).toISOString(),
    lastDate: new Date(firstMs + lastMs).toISOString(),
    userIds: [...new Set(sources.map(([userId]) => userId))],
    timelineIds: timelines,
    hasWhole: records.some(([, , , , , , , whole]) => whole === 1),
  };
}

/** A stream has ended, so the number of its rows is known. */
export function withCount(batch: StoredBatch, place: number, count: number): StoredBatch {
  const records = batch.records.map((record, index): StoredRecord => {
    if (index !== place) return record;
    const [sinceFirstMs, source, call, requestId, query, asOf, , ...rest] = record;
    return [sinceFirstMs, source, call, requestId, query, asOf, count, ...rest];
  });
  return { ...batch, records };
}

export const withoutQueries = (batch: StoredBatch): StoredBatch =>
  eraseQueries(batch, '', 'too many');
