import { canonicalJson } from '@annals/proofs/canonical-json';
import { isContainer, memberOf, type Place } from '../versions/places.ts';

/** A value that is to go, wherever it stands at its place. */
export interface Wanted {
  /** Whether somebody named it by itself, not only an object or a list that it is in. */
  isNamed: boolean;
  /** Whether it stands at the same place of other elements too, which are to stay. */
  isCommon: boolean;
  /** How many names and indexes lead to what was named: the value itself, or the object or list that it is in. */
  depth: number;
}

/**
 * Whether it is known by itself. For one `true` of one person, whom somebody chose as a whole, those of all people would
 * go, and whatever larger pieces they are proven in.
 */
export const isTelling = ({ isNamed, isCommon }: Wanted): boolean => isNamed || !isCommon;

/** A place as a tree of all of them: by name, or in a list wherever in it. */
interface Branch {
  names: Map<string, Branch>;
  items: Branch | undefined;
  /** By their canonical JSON. */
  values: Map<string, Wanted>;
  /** Whether there is an object or a list among them. */
  hasContainer: boolean;
  /** Set where all that stands there goes. */
  everything: Wanted | undefined;
}

const newBranch = (): Branch => ({
  names: new Map(),
  items: undefined,
  values: new Map(),
  hasContainer: false,
  everything: undefined,
});

const index = /^(?:0|[1-9]\d*)$/;

/** The values that an erasure looks for in each version of a timeline. */
export class WantedValues {
  readonly #root = newBranch();
  /** The properties that were chosen, and the version they were chosen in. */
  chosen: { objectId: string; indexes: ReadonlySet<number> } | undefined;

  /**
   * @param data in which the place is: it tells what of it are indexes, which may be others elsewhere
   * @param depth of what was named
   */
  add(data: unknown, place: Place, value: unknown, depth: number): void {
    const isNamed = depth === place.length;
    let branch = this.#root;
    let parent = data;
    for (const name of place) {
      branch = Array.isArray(parent) ? (branch.items ??= newBranch()) : branchNamed(branch, name);
      parent = memberOf(parent, name);
    }
    const text = canonicalJson(value);
    const present = branch.values.get(text);
    if (present) {
      present.isNamed ||= isNamed;
      present.depth = Math.min(present.depth, depth);
    } else branch.values.set(text, { isNamed, isCommon: false, depth });
    branch.hasContainer ||= isContainer(value);
  }

  /** Whatever stands at this place, with these indexes. */
  addEverythingAt(place: Place): void {
    let branch = this.#root;
    for (const name of place) branch = branchNamed(branch, name);
    branch.everything = { isNamed: true, isCommon: false, depth: place.length };
  }

  /** Calls for each value of the data that is wanted, from the outside in. */
  find(data: unknown, found: (place: Place, wanted: Wanted) => void): void {
    const look = (branch: Branch, place: Place, value: unknown): void => {
      const wanted = branch.everything ?? wantedIn(branch, value);
      if (wanted) found(place, wanted);
      if (!isContainer(value)) return;
      for (const [name, member] of Object.entries(value)) {
        const named = branch.names.get(name);
        if (named) look(named, [...place, name], member);
        if (branch.items && index.test(name)) look(branch.items, [...place, name], member);
      }
    };
    look(this.#root, [], data);
  }
}

function branchNamed(branch: Branch, name: string): Branch {
  const present = branch.names.get(name);
  if (present) return present;
  const made = newBranch();
  branch.names.set(name, made);
  return made;
}

function wantedIn({ values, hasContainer }: Branch, value: unknown): Wanted | undefined {
  if (values.size === 0 || (isContainer(value) && !hasContainer)) return undefined;
  return values.get(canonicalJson(value));
}
