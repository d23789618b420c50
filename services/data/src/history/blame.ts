import { isDeepStrictEqual } from 'node:util';
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
  reasonReceipt?: number | null;
};

export interface BlameVersion extends Change {
  objectData: unknown;
}

export interface BlameQuery {
  /** Versions from the given one backwards, at least one. */
  list: (range: { from: number; limit: number }) => Promise<(BlameVersion & { bytes: number })[]>;
  /** modificationCount of the newest version. */
  newest: number;
  /** The most that is compared. */
  limits: { versions: number; bytes: number };
}

const batchSize = 250;

/** The fields of the newest version; `complete` is false if the history exceeds the limits. */
export async function blameOf({ list, newest, limits }: BlameQuery) {
  let blame: Blame | undefined;
  let from = newest;
  const left = { ...limits };
  while (from > 0 && left.versions > 0 && left.bytes > 0 && !blame?.found) {
    const range = { from, limit: Math.min(batchSize, left.versions) };
    for (const version of await list(range)) {
      if (blame) blame.compareWith(version);
      else blame = new Blame(version);
      left.versions -= 1;
      left.bytes -= version.bytes;
      from = version.modificationCount - 1;
    }
  }
  return (
    blame && {
      objectId: blame.objectId,
      complete: blame.found || from === 0,
      data: blame.fields(),
    }
  );
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
