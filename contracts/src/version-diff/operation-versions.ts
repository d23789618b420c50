import type { ChangeSetOperation } from '../change-sets.ts';
import type { ComparableVersion } from './diff-versions.ts';

/** A reference to an object that another operation of the set creates stands in for its timeline like this. */
const local = 'local:';

/** What the object would be, to be compared with what it is. */
export function proposedVersion(operation: ChangeSetOperation): ComparableVersion {
  const { base, editedDate } = operation;
  if (operation.operation === 'end' && base) return { ...base, endedDate: editedDate };
  return {
    type: operation.type,
    objectData: operation.objectData,
    references: operation.references.map(({ name, timelineId, localName }) => ({
      name,
      timelineId: timelineId ?? `${local}${localName ?? ''}`,
    })),
  };
}

/** What it was before: nothing, of a new object. */
export function formerVersion({ base, type }: ChangeSetOperation): ComparableVersion {
  return base ?? { type, objectData: {}, references: [] };
}

/** The local name that stands in for a timeline; undefined for a timeline. */
export function localNameOf(timelineId: string): string | undefined {
  return timelineId.startsWith(local) ? timelineId.slice(local.length) : undefined;
}
