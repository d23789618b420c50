import { canonicalJson } from '@annals/proofs/canonical-json';
import { isContainer, memberOf, type Tokens } from '../versions/json-pointer.ts';

/** A value to erase wherever it occurs at its path. */
export interface ErasureTarget {
  /** Whether it was selected itself, not only as part of an object or a list. */
  isNamed: boolean;
  /** Whether other elements have the same value at the same path, which has to stay. */
  isCommon: boolean;
  /**
   * The number of names and indexes that lead to what was named: the value itself, or the object or list that contains
   * it.
   */
  depth: number;
}

/**
 * Whether the value alone identifies it. Otherwise erasing one person would also erase, for example, every equal `true`
 * of other people, with the larger pieces that contain them.
 */
export const isSpecific = ({ isNamed, isCommon }: ErasureTarget): boolean => isNamed || !isCommon;

/** A tree of places: by name, or anywhere in a list. */
interface Branch {
  names: Map<string, Branch>;
  items: Branch | undefined;
  /** By their canonical JSON. */
  values: Map<string, ErasureTarget>;
  /** Whether they include an object or a list. */
  hasContainer: boolean;
  /** Whether the whole value at the pointer is erased. */
  everything: ErasureTarget | undefined;
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
export class ErasureTargets {
  readonly #root = newBranch();
  /** The chosen properties, and the version they were chosen in. */
  chosen: { objectId: string; indexes: ReadonlySet<number> } | undefined;

  /**
   * @param data that the tokens lead into: it shows which of them are indexes, which may differ elsewhere
   * @param depth of what was named
   */
  add(data: unknown, tokens: Tokens, value: unknown, depth: number): void {
    const isNamed = depth === tokens.length;
    let branch = this.#root;
    let parent = data;
    for (const name of tokens) {
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

  /** Adds whatever is there, at exactly these indexes. */
  addEverythingAt(tokens: Tokens): void {
    let branch = this.#root;
    for (const name of tokens) branch = branchNamed(branch, name);
    branch.everything = { isNamed: true, isCommon: false, depth: tokens.length };
  }

  /** Calls back for each wanted value of the data, outermost first. */
  find(data: unknown, found: (tokens: Tokens, wanted: ErasureTarget) => void): void {
    const look = (branch: Branch, tokens: Tokens, value: unknown): void => {
      const wanted = branch.everything ?? wantedIn(branch, value);
      if (wanted) found(tokens, wanted);
      if (!isContainer(value)) return;
      for (const [name, member] of Object.entries(value)) {
        const named = branch.names.get(name);
        if (named) look(named, [...tokens, name], member);
        if (branch.items && index.test(name)) look(branch.items, [...tokens, name], member);
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

function wantedIn({ values, hasContainer }: Branch, value: unknown): ErasureTarget | undefined {
  if (values.size === 0 || (isContainer(value) && !hasContainer)) return undefined;
  return values.get(canonicalJson(value));
}
