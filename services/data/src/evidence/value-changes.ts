import { pairElements } from '@annals/rules/version-diff/diff-json';
import { fullDepth, hasParts, propertiesOf } from '@annals/proofs/properties';
import type { VersionRow } from '../versions/version.ts';

/** A value of a version in a form to compare and show. */
export interface ShownValue {
  /** A text as it is, anything else as JSON. */
  text: string;
  /** The receipt of an erased value. */
  receipt?: number;
}

export interface ValueChange {
  path: string;
  /** Undefined if it did not exist. */
  before: ShownValue | undefined;
  after: ShownValue | undefined;
}

/** The values of a version by their paths, and its references by name and target. */
export function valuesOf({ objectData, references, erased }: VersionRow): Map<string, ShownValue> {
  const receipts = new Map(erased?.map(({ path, receipt }) => [path, receipt]));
  const values = new Map<string, ShownValue>();
  for (const { pointer, value } of propertiesOf({ objectData, references: [] }, fullDepth)) {
    const path = pointer.slice('/objectData'.length);
    // Empty data counts as a value, but needs no row.
    if (path === '') continue;
    const text = typeof value === 'string' ? value : JSON.stringify(value);
    const receipt = receipts.get(path);
    values.set(path, receipt === undefined ? { text } : { text, receipt });
  }
  for (const { name, timelineId } of references)
    values.set(`→ ${name} ${timelineId}`, { text: timelineId });
  return values;
}

/** A prefix for the path of a removed value, if the later version has something else there. */
const gone = '\u0000';

/**
 * What is known of the values of a version, by the paths that they have in the next one: list elements are matched as
 * in a comparison, so that an inserted element does not change all later ones.
 */
export function alignPaths<Known>(
  known: ReadonlyMap<string, Known>,
  before: VersionRow,
  after: VersionRow,
): Map<string, Known> {
  const placed = new Map<string, Known>();
  const walk = (value: unknown, next: unknown, from: string, to: string): void => {
    if (!hasParts(value)) {
      const found = known.get(from);
      if (found !== undefined) placed.set(to, found);
      return;
    }
    if (Array.isArray(value) && Array.isArray(next)) {
      const elements: unknown[] = value;
      const later: unknown[] = next;
      const places = new Map(pairElements(elements, later));
      for (const [index, element] of elements.entries()) {
        const place = places.get(index);
        if (place === undefined)
          walk(element, undefined, `${from}/${index}`, `${gone}${from}/${index}`);
        else walk(element, later[place], `${from}/${index}`, `${to}/${place}`);
      }
      return;
    }
    const parts = partsOf(next);
    for (const [name, part] of Object.entries(value)) {
      const step = `/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`;
      walk(part, parts?.[name], from + step, to + step);
    }
  };
  walk(before.objectData, after.objectData, '', '');
  for (const [path, found] of known) if (path.startsWith('→')) placed.set(path, found);
  return placed;
}

const partsOf = (value: unknown) =>
  typeof value === 'object' && value !== null
    ? (value as Readonly<Record<string, unknown>>)
    : undefined;

/** In the order of the later version, removed values last. Whether two erased values differ is unknown. */
export function changesBetween(earlier: VersionRow, later: VersionRow): ValueChange[] {
  const before = alignPaths(valuesOf(earlier), earlier, later);
  const after = valuesOf(later);
  const changes: ValueChange[] = [];
  for (const [path, value] of after) {
    const old = before.get(path);
    if (old?.text !== value.text || old.receipt !== value.receipt)
      if (old?.receipt === undefined || value.receipt === undefined)
        changes.push({ path, before: old, after: value });
  }
  for (const [path, value] of before)
    if (!after.has(path))
      changes.push({ path: path.replace(gone, ''), before: value, after: undefined });
  return changes;
}
