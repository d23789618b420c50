import { say } from '@annals/contracts/messages';
import { badRequest, type FieldProblem } from '@annals/kit/problem';
import { requireAllowedByRules, type AppendRule } from '../change-policy/change-rules.ts';
import type { StoredAnswer } from '@annals/kit/idempotency/idempotency-table';
import type { SaltSource } from '../log/log-builder.ts';
import { idAt, isoDateTime } from '../versions/timestamps.ts';
import type { StoredReference, Version } from '../versions/version.ts';

/** The predecessor of the next version of a timeline. */
export interface Head {
  timelineId: string;
  type: string;
  objectId: string;
  modificationCount: number;
  endedDate: string | null;
  genesisDate: string;
  genesisUserId: string;
  reason: string | null;
  references: StoredReference[];
  /** Undefined for a version that is not written yet. */
  root?: Uint8Array | null;
  /** Null unless a command reads it. */
  objectData: Record<string, unknown> | null;
}

/** The state of a partition that was read for the read sets of the commands. */
export interface ReadState {
  head(timelineId: string): Head | undefined;
  timelineOfKey(key: string): string | undefined;
  version(objectId: string): Version | undefined;
  answer(userId: string, key: string): StoredAnswer | undefined;
}

/** The row of a partition, read under its lock. */
export interface PartitionState {
  nextSeq: number;
  /** Date of the newest version, in microseconds since 1970; null in an empty partition. */
  lastChangeMicros: number | null;
  nowMicros: number;
  archived: boolean;
  /** Increases with each change of a JSON Schema. */
  schemaVersion: number;
  /** The rules that writes have to satisfy; null: none. */
  changeRules: AppendRule[] | null;
}

export interface NewVersion {
  /** The timeline's head; undefined starts a timeline. */
  head: Head | undefined;
  type: string;
  objectData: Record<string, unknown>;
  references: StoredReference[];
  userId: string;
  ended: boolean;
  /** The original date of an import, not before that of the newest version; omitted: the current time. */
  dateMicros?: number;
  id?: string | undefined;
  /** The id of a new timeline, if it was assigned before. */
  timelineId?: string | undefined;
  /** The importing user; undefined for a version written here. */
  importedBy?: string | undefined;
  /** An empty text counts as no reason. */
  reason?: string | null | undefined;
  /** The change set that commits it. */
  changeSetId?: string | null | undefined;
  /** Omitted: random salts. */
  salts?: SaltSource | undefined;
}

/** Versions that are decided but not written: each command sees those of the commands before it. */
export class Draft implements ReadState {
  readonly versions: Version[] = [];
  readonly keys = new Map<string, string>();
  readonly answers: StoredAnswer[] = [];
  /** The salts of versions that were determined before, by version id. */
  readonly salts = new Map<string, SaltSource>();
  readonly partition: PartitionState;
  readonly #base: ReadState;
  readonly #heads = new Map<string, Head>();
  readonly #byId = new Map<string, Version>();

  constructor(base: ReadState, partition: PartitionState) {
    this.#base = base;
    this.partition = partition;
  }

  /** A nested draft, which changes this one only when it is adopted. */
  branch(): Draft {
    return new Draft(this, { ...this.partition });
  }

  adopt(branch: Draft): void {
    for (const version of branch.versions) {
      this.versions.push(version);
      this.#byId.set(version.id, version);
    }
    this.answers.push(...branch.answers);
    for (const [id, salts] of branch.salts) this.salts.set(id, salts);
    for (const [key, timelineId] of branch.keys) this.keys.set(key, timelineId);
    for (const [timelineId, head] of branch.#heads) this.#heads.set(timelineId, head);
    Object.assign(this.partition, branch.partition);
  }

  head(timelineId: string): Head | undefined {
    return this.#heads.get(timelineId) ?? this.#base.head(timelineId);
  }

  timelineOfKey(key: string): string | undefined {
    return this.keys.get(key) ?? this.#base.timelineOfKey(key);
  }

  version(objectId: string): Version | undefined {
    return this.#byId.get(objectId) ?? this.#base.version(objectId);
  }

  answer(userId: string, key: string): StoredAnswer | undefined {
    return (
      this.answers.find((answer) => answer.userId === userId && answer.key === key) ??
      this.#base.answer(userId, key)
    );
  }

  /** Microseconds since 1970, strictly increasing. */
  systemTimeMicros(): number {
    const { nowMicros, lastChangeMicros } = this.partition;
    return lastChangeMicros === null ? nowMicros : Math.max(nowMicros, lastChangeMicros + 1);
  }

  /** @throws Problem 409 change_set_required, 400 reason_required: every version that is written comes through here */
  append({
    head,
    type,
    objectData,
    references,
    userId,
    ended,
    dateMicros = this.systemTimeMicros(),
    id,
    timelineId,
    importedBy,
    reason,
    changeSetId = null,
    salts,
  }: NewVersion): Version {
    requireAllowedByRules(this.partition.changeRules, { type, reason, changeSetId });
    const modificationDate = isoDateTime(dateMicros);
    const version: Version = {
      seq: this.partition.nextSeq,
      id: id ?? idAt(dateMicros),
      timelineId: head?.timelineId ?? timelineId ?? idAt(dateMicros),
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
      importedDate: importedBy === undefined ? null : isoDateTime(this.partition.nowMicros),
      importedUserId: importedBy ?? null,
      reason: reason || null,
      changeSetId,
    };
    this.partition.nextSeq += 1;
    this.partition.lastChangeMicros = dateMicros;
    this.versions.push(version);
    if (salts) this.salts.set(version.id, salts);
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
    reason,
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
    reason,
    references,
    objectData,
  };
}

/** A reference from the input; `timelineId` is undefined if its key is unknown. */
export interface ReferenceInput {
  name: string;
  timelineId: string | undefined;
}

/** The target of a reference: a stored timeline, or one of the same draft. */
export type Target = Pick<Head, 'timelineId' | 'type' | 'objectId'>;

/** Finds the targets of references. */
export interface Targets {
  head(timelineId: string): Target | undefined;
}

/**
 * The references with type and newest version of their targets.
 * @param pathOf the path of a reference in the input
 * @param noTarget the message about a target that does not exist
 * @throws Problem 400 for a target that is not in the partition, and for two references with the same name and target
 */
export function resolveReferences(
  targets: Targets,
  given: ReferenceInput[],
  pathOf: (index: number) => string,
  noTarget = say('noTimelineInPartition'),
): StoredReference[] {
  const resolved: StoredReference[] = [];
  const fields: FieldProblem[] = [];
  const pointers = new Set<string>();
  for (const [index, { name, timelineId }] of given.entries()) {
    const target = timelineId === undefined ? undefined : targets.head(timelineId);
    if (!target) fields.push({ path: pathOf(index), ...noTarget });
    else {
      if (pointers.has(target.timelineId + name))
        fields.push({ path: pathOf(index), ...say('referenceTwice') });
      pointers.add(target.timelineId + name);
      resolved.push({
        name,
        timelineId: target.timelineId,
        type: target.type,
        objectId: target.objectId,
      });
    }
  }
  if (fields.length > 0) throw badRequest(say('referencesNotValid'), fields.slice(0, 50));
  return resolved;
}
