import { badRequest, type FieldProblem } from '@annals/kit/problem';
import type { Draft } from './draft.ts';
import type { StoredReference } from '../versions/version.ts';

/** A reference as it was asked for; `timelineId` is undefined where its key is not known. */
export interface AskedReference {
  name: string;
  timelineId: string | undefined;
}

/**
 * The references with type and newest version of their targets.
 * @param pathOf the place of a reference in the input
 * @throws Problem 400 for a target that is not in the partition, or one that is given twice under one name
 */
export function resolveReferences(
  draft: Draft,
  asked: AskedReference[],
  pathOf: (index: number) => string,
): StoredReference[] {
  const resolved: StoredReference[] = [];
  const fields: FieldProblem[] = [];
  const pointers = new Set<string>();
  for (const [index, { name, timelineId }] of asked.entries()) {
    const target = timelineId === undefined ? undefined : draft.head(timelineId);
    if (!target)
      fields.push({ path: pathOf(index), message: 'There is no such timeline in this partition.' });
    else {
      if (pointers.has(target.timelineId + name))
        fields.push({ path: pathOf(index), message: 'This reference is given twice.' });
      pointers.add(target.timelineId + name);
      resolved.push({
        name,
        timelineId: target.timelineId,
        type: target.type,
        objectId: target.objectId,
      });
    }
  }
  if (fields.length > 0)
    throw badRequest('Some of the references are not right; see fields.', fields.slice(0, 50));
  return resolved;
}
