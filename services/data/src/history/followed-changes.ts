import { mapInSteps, type Steps } from '@annals/kit/limits/steps';
import { sameJson } from '@annals/rules/json-values';
import { shownData } from '@annals/rules/version-diff/diff-versions';
import { PlacesBefore, type Place } from '@annals/rules/version-diff/places-before';
import { valueAt } from '../versions/json-pointer.ts';
import { changeOf, type BlameVersion } from './blame.ts';
import type { ValueChanges } from './history.sql.ts';

type ReadVersion = BlameVersion & { bytes: number };

/** Where a field stands in the version with this modificationCount. */
export interface FieldAt {
  count: number;
  place: Place;
}

interface SeenValue {
  version: ReadVersion;
  /** With erased values marked; undefined if the field is absent. */
  value: unknown;
  place: Place | undefined;
}

const batchSize = 100;

/**
 * The changes of a field that may belong to an element of a list, from newer to older versions. The element is followed
 * as a comparison of neighbours pairs it, so that the values of a field, its blame and comparisons agree when elements
 * are added, removed or reordered. Where it is absent for some versions, it is looked for in those before them.
 */
export class FollowedChanges {
  readonly #list: (range: { from: number; limit: number }) => Promise<ReadVersion[]>;
  readonly #steps: Steps;
  readonly #start: FieldAt;
  /** Where it was found, newest first. */
  readonly #places: FieldAt[] = [];
  /** The oldest version that has the field; undefined until one was found. */
  #found: { data: unknown; place: Place } | undefined;
  #last: SeenValue | undefined;

  /**
   * @param list reads versions from one on to older ones, at least two if there are two
   * @param start may be newer than the first version that is read, if the field is absent in between
   */
  constructor(
    list: (range: { from: number; limit: number }) => Promise<ReadVersion[]>,
    start: FieldAt,
    steps: Steps,
  ) {
    this.#list = list;
    this.#start = start;
    this.#steps = steps;
  }

  /** The changes in versions from one on to older ones, as `findValueChanges` returns them. */
  async readChanges(from: number): Promise<ValueChanges> {
    if (!this.#last && this.#start.count > from) {
      const [version] = await this.#list({ from: this.#start.count, limit: 1 });
      if (version) this.#find(version);
    }
    await this.#steps.next();
    const versions = await this.#steps.wait(async () => this.#list({ from, limit: batchSize }));
    const seen = await mapInSteps(versions, (version) => this.#see(version), this.#steps);
    const changed = seen.filter(({ version, value }, index) => {
      const older = seen[index + 1];
      if (!older) return version.modificationCount === 1;
      return value === undefined || older.value === undefined
        ? value !== older.value
        : !sameJson(value, older.value);
    });
    return {
      changes: changed.map(({ version, place }) => {
        const value = place && valueAt(version.objectData, place);
        const valueBytes = value === undefined ? 0 : Buffer.byteLength(JSON.stringify(value));
        const shown = { value: value ?? null, present: value !== undefined, valueBytes };
        return Object.assign(changeOf(version), shown);
      }),
      oldest: versions.at(-1)?.modificationCount ?? 1,
      versions: versions.length,
      bytes: versions.reduce((sum, { bytes }) => sum + bytes, 0),
    };
  }

  /** Where to look for the field when reading continues with a version that was read. */
  placeAt(count: number): FieldAt {
    return this.#places.findLast((place) => place.count >= count) ?? this.#start;
  }

  #see(version: ReadVersion): SeenValue {
    // The oldest one of a batch is read again with its predecessors.
    if (this.#last?.version.modificationCount !== version.modificationCount)
      this.#last = this.#find(version);
    return this.#last;
  }

  #find(version: ReadVersion): SeenValue {
    const data = shownData(version);
    const place = this.#found
      ? new PlacesBefore(data, this.#found.data).placeOf(this.#found.place)
      : this.#start.place;
    const value = place && valueAt(data, place);
    if (place === undefined || value === undefined)
      return { version, value: undefined, place: undefined };
    this.#found = { data, place };
    this.#places.push({ count: version.modificationCount, place });
    return { version, value, place };
  }
}
