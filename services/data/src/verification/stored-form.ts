import type { ErasedValue, StoredReference } from '../versions/version.ts';

// What stands in a JSON column may have been changed to anything.

type Members = Readonly<Record<string, unknown>>;

export const isObject = (value: unknown): value is Members =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Whether the references of a version are such. */
export const hasReferences = ({ references }: { references: unknown }): boolean =>
  Array.isArray(references) && references.every(isReference);

const isReference = (value: unknown): value is StoredReference =>
  isObject(value) &&
  ['name', 'timelineId', 'type', 'objectId'].every((name) => typeof value[name] === 'string');

/** The column `erased`; undefined when it is none. */
export function erasedValuesIn(column: unknown): ErasedValue[] | undefined {
  if (column === null) return [];
  return Array.isArray(column) && column.length > 0 && column.every(isErasedValue)
    ? column
    : undefined;
}

const isErasedValue = (value: unknown): value is ErasedValue =>
  isObject(value) &&
  Object.keys(value).length === 2 &&
  typeof value['path'] === 'string' &&
  Number.isSafeInteger(value['receipt']);
