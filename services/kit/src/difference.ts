import { isDeepStrictEqual } from 'node:util';

/** The part of a change that an event shows: the fields that differ, before and after. */
export function difference<T extends object>(before: T, after: T): [Partial<T>, Partial<T>] {
  const changed = (Object.keys(after) as (keyof T)[]).filter(
    (field) => !isDeepStrictEqual(before[field], after[field]),
  );
  const only = (of: T): Partial<T> => {
    const part: Partial<T> = {};
    for (const field of changed) part[field] = of[field];
    return part;
  };
  return [only(before), only(after)];
}
