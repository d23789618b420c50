import type { ChangeSetOperation } from '@annals/contracts/change-set-operations';
import type { ComparableVersion } from './diff-versions.ts';

/** Prefix of a reference to an object that another operation of the set creates, in place of its timeline. */
const local = 'local:';

type Compared = Omit<ChangeSetOperation, 'base' | 'current'> & { base: ComparableVersion | null };

/** The object as proposed, to be compared with its current state. */
export function proposedVersion(operation: Compared): ComparableVersion {
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

/** The object before the operation; empty for a new object. */
export function formerVersion({ base, type }: Compared): ComparableVersion {
  return base ?? { type, objectData: {}, references: [] };
}

/** The local name that replaces a timeline id; undefined for a timeline id. */
export function localNameOf(timelineId: string): string | undefined {
  return timelineId.startsWith(local) ? timelineId.slice(local.length) : undefined;
}
