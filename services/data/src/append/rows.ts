import type { LogFields } from '../log/log-builder.ts';
import { searchVector, wordKey } from '../search/lexemes.ts';
import type { StoredReference, Version } from '../versions/version.ts';
import type { Head } from './draft.ts';

/** Versions, of one partition or several, as the parameters of one statement. */
export interface StatementRows {
  /** A jsonb in its binary form. */
  rows: Buffer;
  /** Concatenated and separate from the JSON, where bytes would be twice as long. */
  roots: Buffer;
  leaves: Buffer;
  partitions: PartitionRows[];
}

/** The amounts by which the rows of a partition increase its counts. */
export interface PartitionRows {
  partitionId: string;
  count: number;
  /** The number of versions that start a timeline. */
  timelines: number;
  types: { type: string; timelines: number; versions: number }[];
  writers: { userId: string; versions: number; lastSeq: number }[];
  lastChangeDate: string;
  /** When the newest of them was stored here; imported versions have earlier dates. */
  arrivedDate: string;
}

interface OfPartition {
  wordKey: string;
  counts: RunningCounts;
  count: number;
  last: Version | undefined;
}

/** Builds the rows of one statement. */
export class VersionRows {
  /** The length of the rows as JSON, in UTF-16 units. */
  length = 0;
  readonly #rows: JsonbList;
  readonly #partitions = new Map<string, OfPartition>();
  readonly #roots: Uint8Array[] = [];
  readonly #leaves: Uint8Array[] = [];
  #leavesLength = 0;

  /** @param capacity initial capacity in bytes of JSON */
  constructor(capacity = 0) {
    this.#rows = new JsonbList(capacity);
  }

  get capacity(): number {
    return this.#rows.capacity;
  }

  /** @param isNewest whether it is the newest version of its timeline, which searches find */
  add(
    partitionId: string,
    version: Version,
    isNewest: boolean,
    { root, leaves, logIndex }: LogFields,
  ): void {
    const own = this.#of(partitionId);
    own.count += 1;
    own.last = version;
    const { objectData, references, reason, changeSetId, erased: _none, ...columns } = version;
    const data = JSON.stringify(objectData);
    const refs = JSON.stringify(references);
    const row = JSON.stringify({
      partitionId,
      ...columns,
      // Most versions have neither, and an omitted property need not be parsed.
      ...(reason === null ? {} : { reason }),
      ...(changeSetId === null ? {} : { changeSetId }),
      ...own.counts.next(version),
      // Otherwise PostgreSQL would convert the data to text only to measure it.
      bytes:
        jsonbTextLength(objectData, data) +
        jsonbTextLength(references, refs) +
        Buffer.byteLength(reason ?? ''),
      newest: isNewest,
      ...(isNewest ? { tsv: searchVector(objectData, own.wordKey) } : {}),
      logIndex,
      number: this.#roots.length,
      leavesFrom: this.#leavesLength + 1,
      leavesLength: leaves.length,
    });
    const whole = `${row.slice(0, -1)},"objectData":${data},"references":${refs}}`;
    this.#rows.add(whole);
    this.#roots.push(root);
    this.#leaves.push(leaves);
    this.#leavesLength += leaves.length;
    this.length += whole.length;
  }

  /** No rows can be added afterwards. */
  finish(): StatementRows {
    return {
      rows: this.#rows.finish(),
      roots: Buffer.concat(this.#roots),
      leaves: Buffer.concat(this.#leaves),
      partitions: Array.from(this.#partitions, ([partitionId, { counts, count, last }]) => ({
        partitionId,
        count,
        timelines: counts.timelines,
        types: counts.types,
        writers: counts.writers,
        lastChangeDate: last?.modificationDate ?? '',
        arrivedDate: last?.importedDate ?? last?.modificationDate ?? '',
      })),
    };
  }

  #of(partitionId: string): OfPartition {
    const ofPartition = this.#partitions.get(partitionId);
    if (ofPartition) return ofPartition;
    const counts = new RunningCounts();
    const own = { wordKey: wordKey(partitionId), counts, count: 0, last: undefined };
    this.#partitions.set(partitionId, own);
    return own;
  }
}

/**
 * Counts from row to row; the statement adds the previous counts. Window functions would sort the rows with all their
 * data.
 */
export class RunningCounts {
  timelines = 0;
  readonly #ofType = new Map<string, { timelines: number; versions: number }>();
  readonly #ofUser = new Map<string, { versions: number; lastSeq: number }>();

  get types(): PartitionRows['types'] {
    return Array.from(this.#ofType, ([type, counts]) => ({ type, ...counts }));
  }

  get writers(): PartitionRows['writers'] {
    return Array.from(this.#ofUser, ([userId, counts]) => ({ userId, ...counts }));
  }

  /** The counts including this version. */
  next({
    seq,
    type,
    modificationCount,
    modificationUserId,
  }: Pick<Version, 'seq' | 'type' | 'modificationCount' | 'modificationUserId'>) {
    const started = modificationCount === 1 ? 1 : 0;
    const ofType = this.#ofType.get(type) ?? { timelines: 0, versions: 0 };
    const userVersions = (this.#ofUser.get(modificationUserId)?.versions ?? 0) + 1;
    this.timelines += started;
    ofType.timelines += started;
    ofType.versions += 1;
    this.#ofType.set(type, ofType);
    this.#ofUser.set(modificationUserId, { versions: userVersions, lastSeq: seq });
    return {
      timelineNumber: this.timelines,
      typeTimelines: ofType.timelines,
      typeVersions: ofType.versions,
      userVersions,
    };
  }
}

export interface Edge {
  name: string;
  target: string;
  source: string;
  fromSeq: number;
  toSeq: number | null;
}

export interface EdgeChanges {
  /** Existing edges that a version ends. */
  closed: Omit<Edge, 'fromSeq'>[];
  /** New edges, some of which are ended by a later one of these versions. */
  opened: Edge[];
}

/**
 * The changes of edges by consecutive versions: only where a reference was added or removed. An ended timeline has no
 * references.
 */
export function edgeChanges(
  versions: readonly Pick<Version, 'seq' | 'timelineId' | 'references' | 'endedDate'>[],
  headBefore: (timelineId: string) => Pick<Head, 'references' | 'endedDate'> | undefined,
): EdgeChanges {
  const changes: EdgeChanges = { closed: [], opened: [] };
  const pointers = new Map<string, Map<string, StoredReference>>();
  const fresh = new Map<string, Edge>();
  for (const { seq, timelineId: source, references, endedDate } of versions) {
    const before = pointers.get(source) ?? pointersOf(headBefore(source));
    const after = pointersOf({ references, endedDate });
    pointers.set(source, after);
    for (const [pointer, { name, timelineId: target }] of before) {
      if (after.has(pointer)) continue;
      const edge = fresh.get(source + pointer);
      if (edge) edge.toSeq = seq;
      else changes.closed.push({ name, target, source, toSeq: seq });
      fresh.delete(source + pointer);
    }
    for (const [pointer, { name, timelineId: target }] of after) {
      if (before.has(pointer)) continue;
      const edge: Edge = { name, target, source, fromSeq: seq, toSeq: null };
      fresh.set(source + pointer, edge);
      changes.opened.push(edge);
    }
  }
  return changes;
}

function pointersOf(
  head: Pick<Head, 'references' | 'endedDate'> | undefined,
): Map<string, StoredReference> {
  if (!head || head.endedDate !== null) return new Map();
  return new Map(
    head.references.map((reference) => [reference.timelineId + reference.name, reference]),
  );
}

/** The version of jsonb's binary form, which precedes the JSON. */
const jsonbVersion = 1;
const [comma, opening, closing] = [0x2c, 0x5b, 0x5d];

/**
 * A list of rows as a parameter of type jsonb in its binary form. The driver copies bytes unchanged; a text of so many
 * rows would have to be concatenated, measured and encoded.
 */
export class JsonbList {
  #bytes = Buffer.alloc(0);
  #end = 1;
  readonly #capacity: number;

  /** @param capacity initial capacity in bytes */
  constructor(capacity = 0) {
    this.#capacity = capacity;
  }

  /** The current capacity in bytes. */
  get capacity(): number {
    return this.#bytes.length;
  }

  /** @param row as JSON */
  add(row: string): void {
    // A UTF-16 unit takes at most three bytes, so the bytes rarely have to be counted; two are for the separators.
    const most = this.#end + row.length * 3 + 2;
    if (most > this.#bytes.length) this.#reserve(this.#end + Buffer.byteLength(row) + 2);
    this.#bytes[this.#end] = this.#end === 1 ? opening : comma;
    this.#end += 1 + this.#bytes.write(row, this.#end + 1);
  }

  /** The list with the rows so far, at least one; no rows can be added afterwards. */
  finish(): Buffer {
    this.#bytes[0] = jsonbVersion;
    this.#bytes[this.#end] = closing;
    return this.#bytes.subarray(0, this.#end + 1);
  }

  #reserve(length: number): void {
    if (length <= this.#bytes.length) return;
    const larger = Buffer.allocUnsafe(Math.max(length, 2 * this.#bytes.length, this.#capacity));
    this.#bytes.copy(larger, 0, 0, this.#end);
    this.#bytes = larger;
  }
}

/**
 * The number of bytes that PostgreSQL writes for a value of type jsonb: `octet_length(value::text)`.
 * @param json the value as JSON.stringify writes it
 */
export const jsonbTextLength = (value: unknown, json: string): number =>
  Buffer.byteLength(json) + lengthDifference(value);

/** PostgreSQL writes a space after each colon and comma, and numbers without an exponent. */
function lengthDifference(value: unknown): number {
  if (typeof value === 'number') return withoutExponent(value);
  if (typeof value !== 'object' || value === null) return 0;
  let count = 0;
  let sum = 0;
  if (Array.isArray(value)) {
    count = value.length;
    for (const item of value) sum += lengthDifference(item);
  } else
    for (const name of Object.keys(value)) {
      count += 2;
      sum += lengthDifference((value as Record<string, unknown>)[name]);
    }
  return count === 0 ? 0 : sum + count - 1;
}

const exponential = /^-?(\d)(?:\.(\d+))?e([+-]\d+)$/;

/** The number of additional characters when the number is written without an exponent. */
function withoutExponent(value: number): number {
  if (Number.isInteger(value) && Math.abs(value) < 1e21) return 0;
  const written = String(value);
  const match = exponential.exec(written);
  if (!match) return 0;
  const [, , fraction = '', power] = match;
  const exponent = Number(power);
  const sign = value < 0 ? 1 : 0;
  // A number with a positive exponent has fewer digits than the exponent says; the rest are zeros.
  const length = exponent > 0 ? exponent + 1 : 2 - exponent + fraction.length;
  return sign + length - written.length;
}
