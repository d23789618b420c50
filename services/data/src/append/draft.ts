import type { StoredAnswer } from '../idempotency/idempotency.sql.ts';
import { idAt } from '../time/time-ordered-id.ts';
import { microsecondsOf, momentOf } from '../time/microseconds.ts';
import type { StoredReference, Version } from '../versions/version.ts';

/** What the next version of a timeline follows. */
export interface Head {
  timelineId: string;
  type: string;
  objectId: string;
  modificationCount: number;
  endedDate: string | null;
  genesisDate: string;
  genesisUserId: string;
  references: StoredReference[];
  /** Undefined for a version that is not written yet. */
  root?: Uint8Array | null;
  /** Null unless a job said that it needs it. */
  objectData: Record<string, unknown> | null;
}

/** What is there in a partition, of that which the jobs said they need. */
export interface Present {
  head(timelineId: string): Head | undefined;
  timelineOfKey(key: string): string | undefined;
  version(objectId: string): Version | undefined;
  answer(userId: string, key: string): StoredAnswer | undefined;
}

/** How the partition stands: number and date, in microseconds since 1970, that the next version goes by. */
export interface Clock {
  nextSeq: number;
  /** Date of the newest version; null in an empty partition. */
  lastChange: number | null;
  now: number;
  archived: boolean;
  /** Goes up with each change of a JSON Schema. */
  schemaVersion: number;
}

export interface NewVersion {
  /** The timeline's head; undefined starts a timeline. */
  head: Head | undefined;
  type: string;
  objectData: Record<string, unknown>;
  references: StoredReference[];
  userId: string;
  ended: boolean;
  /** An original date, not before the newest version's; left out, system time. */
  date?: number;
  id?: string | undefined;
  /** Who brings it in, where it was not written here. */
  importedBy?: string | undefined;
}

/** Versions that are decided but not written: jobs of one transaction see those of the jobs before them. */
export class Draft implements Present {
  readonly versions: Version[] = [];
  readonly keys = new Map<string, string>();
  readonly answers: StoredAnswer[] = [];
  readonly clock: Clock;
  readonly #present: Present;
  readonly #heads = new Map<string, Head>();
  readonly #byId = new Map<string, Version>();

  constructor(present: Present, clock: Clock) {
    this.#present = present;
    this.clock = clock;
  }

  /** A draft on top of this one, which changes this one only when it is adopted. */
  branch(): Draft {
    return new Draft(this, { ...this.clock });
  }

  adopt(branch: Draft): void {
    for (const version of branch.versions) {
      this.versions.push(version);
      this.#byId.set(version.id, version);
    }
    this.answers.push(...branch.answers);
    for (const [key, timelineId] of branch.keys) this.keys.set(key, timelineId);
    for (const [timelineId, head] of branch.#heads) this.#heads.set(timelineId, head);
    Object.assign(this.clock, branch.clock);
  }

  head(timelineId: string): Head | undefined {
    return this.#heads.get(timelineId) ?? this.#present.head(timelineId);
  }

  timelineOfKey(key: string): string | undefined {
    return this.keys.get(key) ?? this.#present.timelineOfKey(key);
  }

  version(objectId: string): Version | undefined {
    return this.#byId.get(objectId) ?? this.#present.version(objectId);
  }

  answer(userId: string, key: string): StoredAnswer | undefined {
    return (
      this.answers.find((answer) => answer.userId === userId && answer.key === key) ??
      this.#present.answer(userId, key)
    );
  }

  /** Microseconds since 1970: never back, and never the same twice. */
  systemTime(): number {
    const { now, lastChange } = this.clock;
    return lastChange === null ? now : Math.max(now, lastChange + 1);
  }

  append({
    head,
    type,
    objectData,
    references,
    userId,
    ended,
    date = this.systemTime(),
    id,
    importedBy,
  }: NewVersion): Version {
    const modificationDate = momentOf(date);
    const version: Version = {
      seq: this.clock.nextSeq,
      id: id ?? idAt(date),
      timelineId: head?.timelineId ?? idAt(date),
      type,
      objectData,
      references,
      genesisDate: head?.genesisDate ?? modificationDate,
      genesisUserId: head?.genesisUserId ?? userId,
      modificationDate,
      modificationUserId: userId,
      modificationCount: (head?.modificationCount ?? 0) + 1,
      predecessorId: head?.objectId ?? null,
      endedDate: ended ? modificationDate : null,
      importedDate: importedBy === undefined ? null : momentOf(this.clock.now),
      importedUserId: importedBy ?? null,
    };
    this.clock.nextSeq += 1;
    this.clock.lastChange = date;
    this.versions.push(version);
    this.#byId.set(version.id, version);
    this.#heads.set(version.timelineId, headOf(version));
    return version;
  }
}

function headOf(version: Version): Head {
  const {
    timelineId,
    type,
    modificationCount,
    endedDate,
    genesisDate,
    genesisUserId,
    references,
    objectData,
  } = version;
  return {
    timelineId,
    type,
    objectId: version.id,
    modificationCount,
    endedDate,
    genesisDate,
    genesisUserId,
    references,
    objectData,
  };
}

/** Date of a version in microseconds since 1970. */
export const dateOf = (version: Version): number => microsecondsOf(version.modificationDate);
