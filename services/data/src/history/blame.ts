import { mapInSteps, type Steps } from '@annals/kit/limits/steps';
import type { JsonObject } from '@annals/rules/json-values';
import type { ErasedPath } from '@annals/rules/redacted-data';
import { shownData } from '@annals/rules/version-diff/diff-versions';
import { PlacesBefore, type Place } from '@annals/rules/version-diff/places-before';
import { fieldsOf, type Field } from './fields.ts';

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
  objectData: JsonObject;
  erased: readonly ErasedPath[] | null;
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

/** A field of the newest version whose change is not known yet. */
interface OpenField {
  field: Field;
  /** Where it stands in the version that was read last. */
  place: Place;
}

/**
 * Finds the version that last changed each field of the newest version: the last one whose comparison with its
 * predecessor shows a change of it.
 */
class Blame {
  readonly objectId: string;
  readonly #fields: Field[];
  readonly #changes = new Map<Field, Change>();
  #open: OpenField[];
  #later: Change;
  #laterData: JsonObject;

  constructor(newest: BlameVersion) {
    this.objectId = newest.objectId;
    this.#laterData = shownData(newest);
    this.#fields = fieldsOf(this.#laterData);
    this.#open = this.#fields.map((field) => ({ field, place: field.place }));
    this.#later = changeOf(newest);
  }

  /** modificationCount of the version compared last. */
  get oldest(): number {
    return this.#later.modificationCount;
  }

  /** Whether the change of every field is known. */
  get found(): boolean {
    return this.#open.length === 0;
  }

  /** @param version the predecessor of the last compared one */
  compareWith(version: BlameVersion): void {
    const data = shownData(version);
    const places = new PlacesBefore(data, this.#laterData);
    this.#open = this.#open.flatMap(({ field, place }) => {
      const before = places.of(place);
      if (before) return [{ field, place: before }];
      this.#changes.set(field, this.#later);
      return [];
    });
    this.#later = changeOf(version);
    this.#laterData = data;
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

/** Who wrote a version, and when. */
export function changeOf(version: BlameVersion): Change {
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
