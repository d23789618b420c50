import { fullDepth, propertiesOf } from '@annals/proofs/properties';
import type { VersionRow } from '../versions/version.ts';

/** A value of a version, as it can be compared and shown. */
export interface ShownValue {
  /** As people read it: a text as it is, anything else as JSON. */
  text: string;
  /** The receipt of a value that was erased. */
  receipt?: number;
}

export interface ValueChange {
  path: string;
  /** Undefined where it was not there. */
  before: ShownValue | undefined;
  after: ShownValue | undefined;
}

/** The values of a version by their paths, and its references by name and target. */
export function valuesOf({ objectData, references, erased }: VersionRow): Map<string, ShownValue> {
  const receipts = new Map(erased?.map(({ path, receipt }) => [path, receipt]));
  const values = new Map<string, ShownValue>();
  for (const { pointer, value } of propertiesOf({ objectData, references: [] }, fullDepth)) {
    const path = pointer.slice('/objectData'.length);
    // Data without any value is one, and is not worth a row.
    if (path === '') continue;
    const text = typeof value === 'string' ? value : JSON.stringify(value);
    const receipt = receipts.get(path);
    values.set(path, receipt === undefined ? { text } : { text, receipt });
  }
  for (const { name, timelineId } of references)
    values.set(`→ ${name} ${timelineId}`, { text: timelineId });
  return values;
}

/** In the order of the later version, what is gone last. Of two erased values nobody can tell whether they differ. */
export function changesBetween(
  before: ReadonlyMap<string, ShownValue>,
  after: ReadonlyMap<string, ShownValue>,
): ValueChange[] {
  const changes: ValueChange[] = [];
  for (const [path, value] of after) {
    const old = before.get(path);
    if (old?.text !== value.text || old.receipt !== value.receipt)
      if (old?.receipt === undefined || value.receipt === undefined)
        changes.push({ path, before: old, after: value });
  }
  for (const [path, value] of before)
    if (!after.has(path)) changes.push({ path, before: value, after: undefined });
  return changes;
}
