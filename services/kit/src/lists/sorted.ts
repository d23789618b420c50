import { decodeCursor, isId, type Check } from './cursor.ts';

/** A field to sort by as it is asked for, or with a minus before it from the greatest on. */
export type Sort<Field extends string> = Field | `-${Field}`;

/** Which of the fields is meant, and in what direction. */
export function orderOf<Field extends string>(
  fields: readonly [Field, ...Field[]],
  sort: Sort<Field>,
): { field: Field; descending: boolean } {
  const field = fields.find((each) => sort === each || sort === `-${each}`) ?? fields[0];
  return { field, descending: sort === `-${field}` };
}

/**
 * Where a list goes on that can be sorted by several fields: after the value and the id of the last row of the page
 * before. Its cursor goes with the order it was made in.
 */
export function positionAfter(
  list: string,
  cursor: string | undefined,
  sort: string,
  isValue: Check,
): { value: string; id: string } | undefined {
  const parts = decodeCursor(list, cursor, [(part) => part === sort, isValue, isId]);
  return parts && { value: String(parts[1]), id: String(parts[2]) };
}
