import { isArray, isObject, sameJson } from '../json-values.ts';
import { pairElements } from './diff-json.ts';

/** A place in a document: names of properties and indexes of elements. */
export type Place = readonly string[];

/**
 * Finds where the fields of a version stand in its predecessor, with elements of lists paired as a comparison of the two
 * pairs them.
 */
export class PlacesBefore {
  readonly #before: unknown;
  readonly #after: unknown;
  /** By the newer list, because the fields of all its elements ask for them. */
  readonly #pairs = new Map<readonly unknown[], ReadonlyMap<number, number>>();

  constructor(before: unknown, after: unknown) {
    this.#before = before;
    this.#after = after;
  }

  /** Where a field stood; undefined if a comparison shows a change of it. */
  of(place: Place): Place | undefined {
    const found = this.#find(place);
    return found && sameJson(found.old, found.now) ? found.before : undefined;
  }

  /**
   * Where a field stood, whatever its value was; undefined if it did not exist. Values in a list have nothing by which
   * they are the same but their index.
   */
  placeOf(place: Place): Place | undefined {
    return this.#find(place, 'by index')?.before;
  }

  /** The value that a field had; undefined if it did not exist. */
  valueOf(place: Place): unknown {
    return this.#find(place)?.old;
  }

  #find(
    place: Place,
    values: 'by content' | 'by index' = 'by content',
  ): { before: Place; old: unknown; now: unknown } | undefined {
    let old = this.#before;
    let now = this.#after;
    const before: string[] = [];
    for (const step of place) {
      let from: string;
      if (isArray(old) && isArray(now)) {
        const isPaired =
          values === 'by content' || (old.every(isContainer) && now.every(isContainer));
        const index = isPaired ? this.#pairsOf(old, now).get(Number(step)) : Number(step);
        if (index === undefined || index >= old.length) return undefined;
        [old, now, from] = [old[index], now[Number(step)], String(index)];
      } else if (isObject(old) && isObject(now) && Object.hasOwn(old, step))
        [old, now, from] = [old[step], now[step], step];
      else return undefined;
      before.push(from);
    }
    return { before, old, now };
  }

  /** Indexes in the older list by those in the newer one. */
  #pairsOf(old: readonly unknown[], now: readonly unknown[]): ReadonlyMap<number, number> {
    const known = this.#pairs.get(now);
    if (known) return known;
    const pairs = new Map(pairElements(old, now).map(([from, to]) => [to, from]));
    this.#pairs.set(now, pairs);
    return pairs;
  }
}

const isContainer = (value: unknown): boolean => isObject(value) || isArray(value);
