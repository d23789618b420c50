import type { ReadRecord } from '@annals/contracts/read-records';
import { foldedText } from '@annals/rules/folded-text';
import { copyText, idsIn, type JoinedIds } from './joined-ids.ts';
import { newSalts, digestQuery } from './digest-query.ts';

/** A read, before it is written. */
export interface NewRecord {
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

  /** The same for a key that was just put together, whose parts would stay in memory. */
  indexOfCopy(key: string): number {
    return this.#indexes.get(key) ?? this.indexOf(copyText(key));
  }
}

/** What was asked and what it showed, as a draft has it. */
interface DraftLook {
  call: string;
  query: string | null;
  asOf: string | null;
  whole: 0 | 1;
  objectIds: string[];
  timelineId: string | undefined;
}

/**
 * Reads of one partition that will be one row. A response adds a few numbers and the id of its request: objects of its own
 * for each read would cost the garbage collector more than all the rest, because they live until they are written.
 */
export class BatchDraft<Followed> {
  readonly partitionId: string;
  /** Reads of which more has to be done when they are written, by their places. */
  readonly followed = new Map<number, Followed>();
  readonly #sources = new Dictionary();
  readonly #sourceList: Source[] = [];
  readonly #looks = new Dictionary();
  readonly #readMs: number[] = [];
  readonly #sourceOf: number[] = [];
  readonly #lookOf: number[] = [];
  readonly #requestIds: string[] = [];
  readonly #counts: (number | null)[] = [];

  constructor(partitionId: string) {
    this.partitionId = partitionId;
  }

  get size(): number {
    return this.#readMs.length;
  }

  /** When the first of its reads was added. */
  get startMs(): number {
    return this.#readMs[0] ?? Infinity;
  }

  /** @returns its place */
  add(record: NewRecord): number {
    const { userId, credential, assistant, address } = record;
    const source = this.#sources.indexOfCopy(`${userId} ${credential} ${assistant} ${address}`);
    this.#sourceList[source] ??= [userId, credential, assistant ? 1 : 0, address];
    this.#sourceOf.push(source);
    this.#lookOf.push(this.#looks.indexOfCopy(keyOfLook(record)));
    // As it was put together, it would be two dozen objects.
    this.#requestIds.push(copyText(record.requestId));
    this.#counts.push(record.count);
    return this.#readMs.push(record.readMs) - 1;
  }

  /** The reads without those of which something has to be done that is not kept. */
  rest(isKept: (followed: Followed) => boolean): BatchDraft<Followed> {
    const rest = new BatchDraft<Followed>(this.partitionId);
    for (const [place, readMs] of this.#readMs.entries()) {
      const followed = this.followed.get(place);
      if (followed !== undefined && !isKept(followed)) continue;
      const [source, look] = [this.#sourceOf[place] ?? 0, this.#lookOf[place] ?? 0];
      const restSource = rest.#sources.indexOf(this.#sources.keys[source] ?? '');
      rest.#sourceList[restSource] ??= this.#sourceList[source] ?? noSource;
      rest.#sourceOf.push(restSource);
      rest.#lookOf.push(rest.#looks.indexOf(this.#looks.keys[look] ?? ''));
      rest.#requestIds.push(this.#requestIds[place] ?? '');
      rest.#counts.push(this.#counts[place] ?? null);
      if (followed !== undefined) rest.followed.set(rest.size, followed);
      rest.#readMs.push(readMs);
    }
    return rest;
  }

  /** What was asked and shown, each once. Call it when the draft is complete. */
  looks(): DraftLook[] {
    return this.#looks.keys.map(lookOfKey);
  }

  /**
   * Packs the reads, so that one costs a few bytes in a row instead of a row with its index entries.
   * @param looks of the draft
   * @param timelines those of the versions that exist; others were never written, as in a preview
   */
  pack(looks: readonly DraftLook[], timelines: ReadonlyMap<string, string>): StoredBatch {
    const firstMs = this.#readMs.reduce((least, readMs) => Math.min(least, readMs), Infinity);
    const calls = new Dictionary();
    const objects = new Dictionary();
    const timelineOf: number[] = [];
    const timelineIds = new Dictionary();
    const salts = newSalts(looks.length);
    const packed = looks.map((look, place): StoredLook => {
      const { call, query, asOf, whole, objectIds, timelineId } = look;
      const indexes: number[] = [];
      for (const objectId of objectIds) {
        const ofObject = timelines.get(objectId);
        if (ofObject === undefined) continue;
        const index = objects.indexOf(objectId);
        timelineOf[index] ??= timelineIds.indexOf(ofObject);
        indexes.push(index);
      }
      const timeline = timelineId === undefined ? null : timelineIds.indexOf(timelineId);
      const seal = query === null ? null : (salts[place] ?? '');
      return [calls.indexOf(call), query, asOf, whole, indexes, timeline, seal];
    });
    return {
      firstMs,
      sources: this.#sourceList,
      calls: calls.keys,
      objects: objects.keys,
      timelineOf,
      timelines: timelineIds.keys,
      looks: packed,
      records: this.#readMs.map((readMs, place): StoredRecord => [
        readMs - firstMs,
        this.#sourceOf[place] ?? 0,
        this.#lookOf[place] ?? 0,
        this.#requestIds[place] ?? '',
        this.#counts[place] ?? null,
      ]),
    };
  }
}

/** The query comes last: nothing before it contains a line break. */
const keyOfLook = ({ call, asOf, whole, objectIds, timelineId, query }: NewRecord): string =>
  `${call}\n${asOf ?? ''}\n${whole ? 1 : 0}\n${timelineId ?? ''}\n${objectIds}\n${query ?? ''}`;

function lookOfKey(key: string): DraftLook {
  const [call = '', asOf, whole, timelineId, ids = '', ...query] = key.split('\n');
  return {
    call,
    query: query.join('\n') || null,
    asOf: asOf || null,
    whole: whole === '1' ? 1 : 0,
    objectIds: idsIn(ids as JoinedIds),
    timelineId: timelineId || undefined,
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
  [sinceFirstMs, source, lookIndex, requestId, count]: StoredRecord,
  { id, partitionId, place }: { id: string; partitionId: string; place: number },
  { firstMs, sources, calls, objects, timelineOf, timelines, looks }: StoredBatch,
): UnpackedRecord {
  const [userId, credential, assistant, address] = sources[source] ?? noSource;
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
const noSource: Source = ['', '', 0, null];
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
