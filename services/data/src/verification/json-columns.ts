import type { ErasedValue, StoredReference } from '../versions/version.ts';

// A JSON column may have been changed to anything, so these check its shape.

type Members = Readonly<Record<string, unknown>>;

export const isObject = (value: unknown): value is Members =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Whether the references of a version have the right shape. */
export const hasReferences = ({ references }: { references: unknown }): boolean =>
  Array.isArray(references) && references.every(isReference);

const isReference = (value: unknown): value is StoredReference =>
  isObject(value) &&
  ['name', 'timelineId', 'type', 'objectId'].every((name) => typeof value[name] === 'string');

/** The column `erased`; undefined if it does not have the right shape. */
export function readErasedValues(column: unknown): ErasedValue[] | undefined {
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
