import type { LogFields } from '../log/log-builder.ts';
import { searchVector, wordKey } from '../search/lexemes.ts';
import type { StoredReference, Version } from '../versions/version.ts';
import type { Head } from './draft.ts';
import { JsonbList, jsonbTextLength } from './jsonb.ts';

/** Versions, of one partition or several, as the parameters of one statement. */
export interface StatementRows {
  /** A jsonb in its binary form. */
  rows: Buffer;
  /** Concatenated and separate from the JSON, where bytes would be twice as long. */
  roots: Buffer;
  leaves: Buffer;
  partitions: PartitionRows[];
}

/** What the rows of a partition add to its counts. */
export interface PartitionRows {
  partitionId: string;
  count: number;
  /** How many of the versions start a timeline. */
  timelines: number;
  types: { type: string; timelines: number; versions: number }[];
  writers: { userId: string; versions: number; lastSeq: number }[];
  lastChangeDate: string;
  /** When the newest of them came here. */
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
  /** Of the rows as JSON, in characters. */
  length = 0;
  readonly #rows: JsonbList;
  readonly #partitions = new Map<string, OfPartition>();
  readonly #roots: Uint8Array[] = [];
  readonly #leaves: Uint8Array[] = [];
  #leavesLength = 0;

  /** @param capacity bytes of JSON that there is room for at first */
  constructor(capacity = 0) {
    this.#rows = new JsonbList(capacity);
  }

  get capacity(): number {
    return this.#rows.capacity;
  }

  /** @param isNewest of its timeline, which is the one that searches find */
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
      // Most have none: what is left out need not be parsed.
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
    const known = this.#partitions.get(partitionId);
    if (known) return known;
    const counts = new RunningCounts();
    const own = { wordKey: wordKey(partitionId), counts, count: 0, last: undefined };
    this.#partitions.set(partitionId, own);
    return own;
  }
}

/**
 * Counts from row to row, to which the statement adds the counts of before. Window functions would sort the rows with
 * all their data.
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

  /** The counts up to and with this version. */
  next({ seq, type, modificationCount, modificationUserId }: Version) {
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
  /** Edges that were open and end with a version. */
  closed: Omit<Edge, 'fromSeq'>[];
  /** New ones, some of which end within the same versions. */
  opened: Edge[];
}

/**
 * The changes of edges by consecutive versions: only where a reference was added or removed. An ended timeline has no
 * references.
 */
export function edgeChanges(
  versions: Version[],
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
