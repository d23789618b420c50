import { isDeepStrictEqual } from 'node:util';
import { mapInSteps, type Steps } from '@annals/kit/limits/steps';
import { FieldLookup, fieldsOf, type Field } from './fields.ts';

/** Who wrote a version, and when. */
export type Change = {
  objectId: string;
  modificationCount: number;
  modificationDate: string;
  modificationUserId: string;
  modificationUserName: string | null;
  reason: string | null;
  /** The receipt if the reason was erased; omitted otherwise. */
  reasonReceipt?: number;
};

export interface BlameVersion extends Omit<Change, 'reasonReceipt'> {
  reasonReceipt?: number | null;
  objectData: unknown;
}

export interface BlameQuery {
  /** Versions from the given one backwards, at least one. */
  list: (range: { from: number; limit: number }) => Promise<(BlameVersion & { bytes: number })[]>;
  /** modificationCount of the newest version. */
  newest: number;
  /** The most that is compared. */
  limits: { versions: number; bytes: number };
  steps: Steps;
}

const batchSize = 100;

/** The fields of the newest version; `complete` is false if the history exceeds the limits. */
export async function blameOf({ list, newest, limits, steps }: BlameQuery) {
  const left = { ...limits };
  const listBatch = async (from: number) => {
    const versions = await list({ from, limit: Math.min(batchSize, left.versions) });
    left.versions -= versions.length;
    left.bytes -= versions.reduce((sum, { bytes }) => sum + bytes, 0);
    return versions;
  };
  const [first, ...older] = await listBatch(newest);
  if (!first) return undefined;
  const blame = new Blame(first);
  for (let versions = older; ;) {
    await mapInSteps(versions, (version) => blame.compareWith(version), steps);
    const isDone = blame.found || blame.oldest === 1 || left.versions <= 0 || left.bytes <= 0;
    if (isDone) break;
    await steps.next();
    versions = await steps.wait(async () => listBatch(blame.oldest - 1));
  }
  return {
    objectId: blame.objectId,
    complete: blame.found || blame.oldest === 1,
    data: blame.fields(),
  };
}

type BlamedField = Change & { path: string; value: unknown };

/** Finds the version that last changed each field of the newest version, by comparing with older and older ones. */
class Blame {
  readonly objectId: string;
  readonly #fields: Field[];
  readonly #changes = new Map<Field, Change>();
  #unresolved: Field[];
  #later: Change;

  constructor(newest: BlameVersion) {
    this.objectId = newest.objectId;
    this.#fields = fieldsOf(newest.objectData);
    this.#unresolved = this.#fields;
    this.#later = changeOf(newest);
  }

  /** modificationCount of the version compared last. */
  get oldest(): number {
    return this.#later.modificationCount;
  }

  /** Whether the change of every field is known. */
  get found(): boolean {
    return this.#unresolved.length === 0;
  }

  /** @param version the predecessor of the last compared one */
  compareWith(version: BlameVersion): void {
    const older = new FieldLookup(version.objectData);
    this.#unresolved = this.#unresolved.filter((field) => {
      if (isDeepStrictEqual(older.valueOf(field), field.value)) return true;
      this.#changes.set(field, this.#later);
      return false;
    });
    this.#later = changeOf(version);
  }

  /** In the order of the document. A field without a known change gets the oldest compared version. */
  fields(): BlamedField[] {
    return this.#fields.map((field) => ({
      ...(this.#changes.get(field) ?? this.#later),
      path: field.path,
      value: field.value,
    }));
  }
}

function changeOf(version: BlameVersion): Change {
  const { objectId, modificationCount, modificationDate } = version;
  const { modificationUserId, modificationUserName, reason, reasonReceipt } = version;
  return {
    objectId,
    modificationCount,
    modificationDate,
    modificationUserId,
    modificationUserName,
    reason,
    ...(reasonReceipt ? { reasonReceipt } : {}),
  };
}
