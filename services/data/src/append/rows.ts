import type { LogFields } from '../log/log-builder.ts';
import { searchVector, wordKey } from '../search/lexemes.ts';
import type { StoredReference, Version } from '../versions/version.ts';
import type { Head } from './draft.ts';
import { JsonbList, jsonbTextLength } from './jsonb.ts';

/** Versions as the parameters of one statement. */
export interface StatementRows {
  /** A jsonb in its binary form. */
  rows: Buffer;
  /** Concatenated and separate from the JSON, where bytes would be twice as long. */
  roots: Buffer;
  leaves: Buffer;
  /** Number and log index of the first version; those of the others follow. */
  first: { seq: number; logIndex: number };
  count: number;
  /** How many of the versions start a timeline. */
  timelines: number;
  types: { type: string; timelines: number; versions: number }[];
  writers: { userId: string; versions: number; lastSeq: number }[];
}

/** Builds the rows of one statement. */
export class VersionRows {
  /** Of the rows as JSON, in characters. */
  length = 0;
  readonly #wordKey: string;
  readonly #rows: JsonbList;
  readonly #counts = new RunningCounts();
  readonly #roots: Uint8Array[] = [];
  readonly #leaves: Uint8Array[] = [];
  #leavesLength = 0;
  #first = { seq: 0, logIndex: 0 };

  /** @param capacity bytes of JSON that there is room for at first */
  constructor(partitionId: string, capacity = 0) {
    this.#wordKey = wordKey(partitionId);
    this.#rows = new JsonbList(capacity);
  }

  get capacity(): number {
    return this.#rows.capacity;
  }

  /** @param isNewest of its timeline, which is the one that searches find */
  add(version: Version, isNewest: boolean, { root, leaves, logIndex }: LogFields): void {
    if (this.#roots.length === 0) this.#first = { seq: version.seq, logIndex };
    const { objectData, references, reason, changeSetId, erased: _none, ...columns } = version;
    const data = JSON.stringify(objectData);
    const refs = JSON.stringify(references);
    const row = JSON.stringify({
      ...columns,
      // Most have none: what is left out need not be parsed.
      ...(reason === null ? {} : { reason }),
      ...(changeSetId === null ? {} : { changeSetId }),
      ...this.#counts.next(version),
      // Otherwise PostgreSQL would convert the data to text only to measure it.
      bytes:
        jsonbTextLength(objectData, data) +
        jsonbTextLength(references, refs) +
        Buffer.byteLength(reason ?? ''),
      newest: isNewest,
      ...(isNewest ? { tsv: searchVector(objectData, this.#wordKey) } : {}),
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
      first: this.#first,
      count: this.#roots.length,
      timelines: this.#counts.timelines,
      types: this.#counts.types,
      writers: this.#counts.writers,
    };
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

  get types(): StatementRows['types'] {
    return Array.from(this.#ofType, ([type, counts]) => ({ type, ...counts }));
  }

  get writers(): StatementRows['writers'] {
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
