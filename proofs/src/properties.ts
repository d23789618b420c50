/** What of a version can be proven, and sealed, for itself. */
export interface Property {
  /** JSON Pointer (RFC 6901) into `{objectData, references}`. */
  pointer: string;
  value: unknown;
}

export interface Document {
  objectData: Record<string, unknown>;
  references: readonly unknown[];
}

/** A proof has at most so many properties of the data; data with more is proven in larger pieces. */
const mostProperties = 48;
/** Of `depth`: down to the last value. */
export const fullDepth = 255;

/**
 * The values of a version, sorted by their pointers as UTF-16 code units: each scalar and each empty object or list of
 * the data, and each reference as a whole.
 * @param depth levels of the data that are taken apart; what lies deeper is one value
 */
export function propertiesOf({ objectData, references }: Document, depth: number): Property[] {
  const found: Property[] = [];
  walk('/objectData', objectData, depth, found);
  for (const [index, value] of references.entries())
    found.push({ pointer: `/references/${index}`, value });
  return found.sort(byPointer);
}

function walk(pointer: string, value: unknown, depth: number, found: Property[]): void {
  if (depth > 0 && isContainer(value)) {
    const members = Object.entries(value);
    if (members.length > 0) {
      for (const [name, member] of members)
        walk(`${pointer}/${escaped(name)}`, member, depth - 1, found);
      return;
    }
  }
  found.push({ pointer, value });
}

/** How deep data is taken apart so that its proof does not have too many properties. */
export function depthOf(objectData: Record<string, unknown>): number {
  let count = 0;
  let level: unknown[] = [objectData];
  for (let depth = 0; ; depth++) {
    const containers = level.filter(isContainer);
    count += level.length - containers.length;
    const next: unknown[] = [];
    for (const container of containers) {
      const members = Object.values(container);
      if (members.length === 0) count += 1;
      else for (const member of members) next.push(member);
    }
    if (next.length === 0) return fullDepth;
    if (count + next.length > mostProperties || depth + 1 === fullDepth) return depth;
    level = next;
  }
}

const isContainer = (value: unknown): value is object =>
  typeof value === 'object' && value !== null;

/** RFC 6901, 3. */
export const escaped = (name: string): string => name.replaceAll('~', '~0').replaceAll('/', '~1');

const byPointer = (one: Property, other: Property): number =>
  one.pointer < other.pointer ? -1 : one.pointer > other.pointer ? 1 : 0;
