import { escaped } from '@annals/proofs/properties';

/** The names and indexes that lead from the data of a version to a value in it. */
export type Place = readonly string[];

/** @param path JSON Pointer into the data */
export const placeOf = (path: string): string[] =>
  path
    .split('/')
    .slice(1)
    .map((name) => name.replaceAll('~1', '/').replaceAll('~0', '~'));

export const pathOf = (place: Place): string => place.map((name) => `/${escaped(name)}`).join('');

export const isContainer = (value: unknown): value is object =>
  typeof value === 'object' && value !== null;

/** What stands under a name or an index; undefined for nothing. */
export function memberOf(value: unknown, name: string): unknown {
  return isContainer(value) ? Object.getOwnPropertyDescriptor(value, name)?.value : undefined;
}

export const valueAt = (data: unknown, place: Place): unknown =>
  place.reduce<unknown>(memberOf, data);

/** Puts null in the place of a value that is there. */
export function clear(data: unknown, place: Place): void {
  const name = place.at(-1);
  const parent = valueAt(data, place.slice(0, -1));
  if (name === undefined || !isContainer(parent) || !Object.hasOwn(parent, name))
    throw new Error(`There is nothing at ${pathOf(place)}.`);
  Object.assign(parent, { [name]: null });
}
