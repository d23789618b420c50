/** The smallest unit of a version that can be proven and erased separately. */
export interface Property {
  /** JSON Pointer (RFC 6901) into `{objectData, reason, references}`. */
  pointer: string;
  value: unknown;
}

export interface Document {
  objectData: Record<string, unknown>;
  references: readonly unknown[];
  /** Why it was written; a version without a reason has no value for it. */
  reason?: string | null | undefined;
  /** Its reason was erased: the value exists and is null. */
  isReasonErased?: boolean | undefined;
}

/** The pointer of a version's reason. */
export const reasonPointer = '/reason';

/** The most properties that a proof has of the data; larger data is proven in larger pieces. */
const maxProperties = 48;
/** A `depth` that splits down to the last value. */
export const fullDepth = 255;

/**
 * The values of a version, sorted by their pointers as UTF-16 code units: each scalar and each empty object or list of
 * the data, the reason, and each reference as a whole.
 * @param depth the number of levels of the data that are split; anything deeper is one value
 */
export function propertiesOf(
  { objectData, references, reason = null, isReasonErased = false }: Document,
  depth: number,
): Property[] {
  const found: Property[] = [];
  if (depth > 0 && !isEmpty(objectData)) walkParts('/objectData', objectData, depth, found);
  else found.push({ pointer: '/objectData', value: objectData });
  if (reason !== null || isReasonErased) found.push({ pointer: reasonPointer, value: reason });
  for (const [index, value] of references.entries())
    found.push({ pointer: `/references/${index}`, value });
  return found.sort(byPointer);
}

function walk(pointer: string, value: unknown, depth: number, found: Property[]): void {
  if (depth > 0 && hasParts(value)) walkParts(pointer, value, depth, found);
  else found.push({ pointer, value });
}

function walkParts(pointer: string, container: object, depth: number, found: Property[]): void {
  if (Array.isArray(container))
    for (let at = 0; at < container.length; at++)
      walk(`${pointer}/${at}`, container[at], depth - 1, found);
  else
    for (const name of Object.keys(container))
      walk(
        `${pointer}/${escapeName(name)}`,
        (container as Record<string, unknown>)[name],
        depth - 1,
        found,
      );
}

/**
 * Whether a value within the data is split: an object or list that is not empty. An object with the names 0, 1, 2 … is
 * one value, because its parts would have the pointers of a list, and either could be passed off as the other.
 */
export function hasParts(value: unknown): value is object {
  if (typeof value !== 'object' || value === null) return false;
  if (Array.isArray(value)) return value.length > 0;
  return !isEmpty(value) && !isLikeList(value);
}

function isEmpty(value: object): boolean {
  for (const name in value) if (Object.hasOwn(value, name)) return false;
  return true;
}

function isLikeList(value: object): boolean {
  if (!Object.hasOwn(value, '0')) return false;
  // JavaScript puts numeric names first, in ascending order.
  const names = Object.keys(value);
  return names.at(-1) === String(names.length - 1);
}

/** The depth to which data is split so that its proof does not have too many properties. */
export function depthOf(objectData: Record<string, unknown>): number {
  let count = 0;
  let level: object[] = isEmpty(objectData) ? [] : [objectData];
  for (let depth = 0; level.length > 0; depth++) {
    const next: object[] = [];
    let parts = 0;
    for (const container of level)
      for (const member of Object.values(container)) {
        parts += 1;
        if (hasParts(member)) next.push(member);
      }
    // The top-level names are always split, so that each can be erased separately.
    const tooMany = depth > 0 && count + parts > maxProperties;
    if (tooMany || depth + 1 === fullDepth) return depth;
    count += parts - next.length;
    level = next;
  }
  return fullDepth;
}

/** RFC 6901, 3. */
export const escapeName = (name: string): string =>
  name.includes('~') || name.includes('/')
    ? name.replaceAll('~', '~0').replaceAll('/', '~1')
    : name;

const byPointer = (one: Property, other: Property): number =>
  one.pointer < other.pointer ? -1 : one.pointer > other.pointer ? 1 : 0;
