import type { ReadRecord } from '@annals/contracts/read-records';
import { foldedText } from '@annals/rules/folded-text';
import { idsIn, type JoinedIds } from './joined-ids.ts';
import { newSalts, digestQuery } from './digest-query.ts';

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
  objectIds: JoinedIds;
  /** Named in the path. */
  timelineId: string | undefined;
  whole: boolean;
}

/** A record as it is stored: what many records share is in dictionaries, of which it has the indexes. */
export type StoredRecord = [
  sinceFirstMs: number,
  source: number,
  look: number,
  requestId: string,
  count: number | null,
];

type Source = [userId: string, credential: string, assistant: 0 | 1, address: string | null];

/** What was asked and what it showed. Pages that are opened again and again show the same. */
export type StoredLook = [
  call: number,
  query: string | null,
  asOf: string | null,
  whole: 0 | 1,
  objects: number[],
  timeline: number | null,
  /** Of a query: a random salt, and after its erasure the digest of both. */
  seal: string | null,
];

export interface StoredBatch {
  firstMs: number;
  sources: Source[];
  calls: string[];
  objects: string[];
  /** Of each object, the index of its timeline. */
  timelineOf: number[];
  timelines: string[];
  looks: StoredLook[];
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
  const looks = new Dictionary();
  const lookList: StoredLook[] = [];
  const packLook = ({ call, query, asOf, whole, objectIds, timelineId }: NewRecord): StoredLook => {
    const indexes: number[] = [];
    for (const objectId of idsIn(objectIds)) {
      const ofObject = timelines.get(objectId);
      if (ofObject === undefined) continue;
      const index = objects.indexOf(objectId);
      timelineOf[index] ??= timelineIds.indexOf(ofObject);
      indexes.push(index);
    }
    const timeline = timelineId === undefined ? null : timelineIds.indexOf(timelineId);
    return [calls.indexOf(call), query, asOf, whole ? 1 : 0, indexes, timeline, null];
  };
  const stored = records.map((record): StoredRecord => {
    const { readMs, userId, credential, assistant, address, requestId, count } = record;
    const source = sources.indexOf(`${userId} ${credential} ${assistant} ${address}`);
    sourceList[source] ??= [userId, credential, assistant ? 1 : 0, address];
    const look = looks.indexOf(keyOfLook(record));
    lookList[look] ??= packLook(record);
    return [readMs - firstMs, source, look, requestId, count];
  });
  const salts = newSalts(lookList.length);
  return {
    firstMs,
    sources: sourceList,
    calls: calls.keys,
    objects: objects.keys,
    timelineOf,
    timelines: timelineIds.keys,
    looks: lookList.map((look, place) => (look[1] === null ? look : sealed(look, salts[place]))),
    records: stored,
  };
}

/** The query comes last: nothing before it contains a line break. */
const keyOfLook = ({ call, asOf, whole, objectIds, timelineId, query }: NewRecord): string =>
  `${call}\n${asOf}\n${whole}\n${timelineId}\n${objectIds}\n${query}`;

const sealed = (look: StoredLook, seal = ''): StoredLook => [...withoutSeal(look), seal];

const withoutSeal = ([call, query, asOf, whole, objects, timeline]: StoredLook) =>
  [call, query, asOf, whole, objects, timeline] as const;

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
  [sinceFirstMs, source, lookIndex, requestId, count]: StoredRecord,
  { id, partitionId, place }: { id: string; partitionId: string; place: number },
  { firstMs, sources, calls, objects, timelineOf, timelines, looks }: StoredBatch,
): UnpackedRecord {
  const [userId, credential, assistant, address] = sources[source] ?? ['', '', 0, null];
  const [call, query, asOf, whole, indexes, own] = looks[lookIndex] ?? noLook;
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

/** Only a record that somebody altered has none. */
const noLook: StoredLook = [-1, null, null, 0, [], null, null];

/**
 * What showed the timeline, or whose query contains one of the words, loses its query.
 * @param words folded
 */
export function eraseQueries(
  batch: StoredBatch,
  timelineId: string,
  words: readonly string[] | 'too many',
): StoredBatch {
  const erased = batch.timelines.indexOf(timelineId);
  const looks = batch.looks.map((look): StoredLook => {
    const [call, query, asOf, whole, indexes, own] = look;
    if (query === null) return look;
    const hadIt = own === erased || indexes.some((index) => batch.timelineOf[index] === erased);
    const text = foldedText(query);
    const isErased =
      words === 'too many' || (erased !== -1 && hadIt) || words.some((word) => text.includes(word));
    return isErased ? [call, null, asOf, whole, indexes, own, digestQuery(look)] : look;
  });
  return { ...batch, looks };
}

/** Whether a query of the batch was erased. */
export const hasErasedQuery = ({ looks }: StoredBatch): boolean =>
  looks.some(([, query, , , , , seal]) => query === null && seal !== null);

/** What batches are found by. */
export function columnsOf({ firstMs, sources, timelines, looks, records }: StoredBatch) {
  const lastMs = records.reduce((most, [sinceFirstMs]) => Math.max(most, sinceFirstMs), 0);
  return {
    firstDate: new Date(firstMs).toISOString(),
    lastDate: new Date(firstMs + lastMs).toISOString(),
    userIds: [...new Set(sources.map(([userId]) => userId))],
    timelineIds: timelines,
    hasWhole: looks.some(([, , , whole]) => whole === 1),
  };
}

/** A stream has ended, so the number of its rows is known. */
export function withCount(batch: StoredBatch, place: number, count: number): StoredBatch {
  const records = batch.records.map((record, index): StoredRecord => {
    const [sinceFirstMs, source, look, requestId] = record;
    return index === place ? [sinceFirstMs, source, look, requestId, count] : record;
  });
  return { ...batch, records };
}

export const withoutQueries = (batch: StoredBatch): StoredBatch =>
  eraseQueries(batch, '', 'too many');
