import type { ChangeSetOperation } from '../../../platform/api/things.ts';
import type { ChangeOperation } from '../../../domain/change-sets/change-sets.queries.ts';
import { titleOf } from '../../../domain/object-title/title-of.ts';
import type { WrittenObject } from '../edit/object-draft.ts';

export {
  formerVersion,
  localNameOf,
  proposedVersion,
} from '@annals/rules/version-diff/operation-versions';

/** The title of an operation's object, which its draft may change. */
export function operationTitle({ operationId, objectData, base }: ChangeSetOperation): string {
  return titleOf(base ?? { id: operationId, objectData });
}

/** The content of an operation that a form can edit: everything except references to objects without an id. */
export function editableContent({ objectData, references }: ChangeSetOperation): WrittenObject {
  return {
    objectData,
    references: references.flatMap(({ name, timelineId }) =>
      timelineId === undefined ? [] : [{ name, timelineId }],
    ),
  };
}

/** The references that a form cannot edit. */
export function localReferences({ references }: ChangeSetOperation) {
  return references.flatMap(({ name, localName }) =>
    localName === undefined ? [] : [{ name, localName }],
  );
}

/**
 * The operation to save.
 * @param content replaces its own content
 * @param predecessorId the version that it is based on now
 */
export function toChangeOperation(
  stored: ChangeSetOperation,
  content: WrittenObject = editableContent(stored),
  predecessorId = stored.predecessorId ?? undefined,
): ChangeOperation {
  const { operation, type, localName, key, timelineId, objectId } = stored;
  const written = {
    objectData: { ...content.objectData },
    references: [
      ...content.references.map(({ name, timelineId: target }) => ({ name, timelineId: target })),
      ...localReferences(stored),
    ],
  };
  const on = {
    timelineId: timelineId ?? '',
    ...(predecessorId !== undefined && { predecessorId }),
  };
  switch (operation) {
    case 'create':
      return {
        operation,
        type,
        ...written,
        ...(localName !== null && { localName }),
        ...(typeof key === 'string' && { key }),
      };
    case 'newVersion':
      return { operation, ...on, ...written };
    case 'end':
      return { operation, ...on };
    case 'restore':
      return { operation, ...on, objectId: objectId ?? '' };
  }
}
