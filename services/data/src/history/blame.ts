import { isDeepStrictEqual } from 'node:util';
import { FieldsElsewhere, fieldsOf, type Field } from './fields-of.ts';

/** Who wrote a version, and when. */
export type Change = {
  objectId: string;
  modificationCount: number;
  modificationDate: string;
  modificationUserId: string;
  modificationUserName: string | null;
};

export interface BlameVersion extends Change {
  objectData: unknown;
}

export interface BlameWish {
  /** Versions from one on to older ones, some at least. */
  list: (place: { from: number; most: number }) => Promise<(BlameVersion & { bytes: number })[]>;
  /** modificationCount of the newest version. */
  newest: number;
  /** What is looked through at most. */
  most: { versions: number; bytes: number };
}

const versionsAtOnce = 250;

/** The fields of the newest version; `complete` is false where the history is longer than what was looked through. */
export async function blameOf({ list, newest, most }: BlameWish) {
  let blame: Blame | undefined;
  let from = newest;
  const left = { ...most };
  while (from > 0 && left.versions > 0 && left.bytes > 0 && !blame?.found) {
    const place = { from, most: Math.min(versionsAtOnce, left.versions) };
    for (const version of await list(place)) {
      if (blame) blame.lookAt(version);
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

/** Finds for each field of the newest version the one that last changed it, by looking at older and older ones. */
class Blame {
  readonly objectId: string;
  readonly #fields: Field[];
  readonly #changes = new Map<Field, Change>();
  #open: Field[];
  #before: Change;

  constructor(newest: BlameVersion) {
    this.objectId = newest.objectId;
    this.#fields = fieldsOf(newest.objectData);
    this.#open = this.#fields;
    this.#before = changeOf(newest);
  }

  /** Whether the change of every field is known. */
  get found(): boolean {
    return this.#open.length === 0;
  }

  /** @param version the one before the last one that was looked at */
  lookAt(version: BlameVersion): void {
    const older = new FieldsElsewhere(version.objectData);
    this.#open = this.#open.filter((field) => {
      if (isDeepStrictEqual(older.valueOf(field), field.value)) return true;
      this.#changes.set(field, this.#before);
      return false;
    });
    this.#before = changeOf(version);
  }

  /** In the order of the document. What was not found has the oldest version that was looked at. */
  fields(): BlamedField[] {
    return this.#fields.map((field) => ({
      ...(this.#changes.get(field) ?? this.#before),
      path: field.path,
      value: field.value,
    }));
  }
}

function changeOf(version: BlameVersion): Change {
  const { objectId, modificationCount, modificationDate } = version;
  const { modificationUserId, modificationUserName } = version;
  return {
    objectId,
    modificationCount,
    modificationDate,
    modificationUserId,
    modificationUserName,
  };
}
