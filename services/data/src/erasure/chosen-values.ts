import { badRequest, type FieldProblem } from '@annals/kit/problem';
import { isContainer, placeOf, valueAt, type Place } from '../versions/places.ts';
import type { ProvenData } from './proven-data.ts';
import { WantedValues } from './wanted-values.ts';

/**
 * What the paths stand for in this version.
 * @throws Problem 400 for a path at which there is nothing, or that leads into what is proven as a whole
 */
export function chosenValues(
  objectData: Record<string, unknown>,
  proven: ProvenData,
  paths: readonly string[],
): WantedValues {
  // With the depth of what was named.
  const chosen = new Map<number, number>();
  const fields: FieldProblem[] = [];
  for (const [number, path] of paths.entries()) {
    const inside = proven.within(path);
    if (inside.length === 0)
      fields.push({ path: `body.paths.${number}`, message: whyNot(proven, path) });
    const depth = placeOf(path).length;
    for (const index of inside)
      if (!proven.isSealed(index)) chosen.set(index, Math.min(depth, chosen.get(index) ?? depth));
  }
  refuse(fields);
  return wantedOf(objectData, proven, chosen);
}

/**
 * Whatever stands at these paths, in any version.
 * @throws Problem 400 for a path that leads into what this version proves as a whole
 */
export function everythingAt(proven: ProvenData, paths: readonly string[]): WantedValues {
  const wanted = new WantedValues();
  const fields: FieldProblem[] = [];
  for (const [number, path] of paths.entries()) {
    const place = placeOf(path);
    if (proven.around(place) !== undefined)
      fields.push({ path: `body.paths.${number}`, message: whyNot(proven, path) });
    wanted.addEverythingAt(place);
  }
  refuse(fields);
  return wanted;
}

function refuse(fields: FieldProblem[]): void {
  if (fields.length > 0)
    throw badRequest('Not all of these paths can be erased; see fields.', fields);
}

function whyNot(proven: ProvenData, path: string): string {
  const around = proven.around(placeOf(path));
  if (around === undefined) return 'There is nothing at this path in this version.';
  const whole = proven.pathOf(around);
  return whole === ''
    ? 'The proof covers all data of this version as one piece, of which nothing can be erased for itself.'
    : `The proof covers ${whole} as a whole: erase that path.`;
}

function wantedOf(
  objectData: Record<string, unknown>,
  proven: ProvenData,
  chosen: ReadonlyMap<number, number>,
): WantedValues {
  const wanted = new WantedValues();
  wanted.chosen = { objectId: proven.objectId, indexes: new Set(chosen.keys()) };
  for (const [index, depth] of chosen) {
    const place = placeOf(proven.pathOf(index));
    const value = valueAt(objectData, place);
    wanted.add(objectData, place, value, depth);
    // What is proven as a whole here may be taken apart elsewhere, or be a little different there.
    for (const inner of innermost(place, value))
      wanted.add(objectData, inner.place, inner.value, depth);
  }
  wanted.find(objectData, (place, value) => {
    if (!proven.covering(place).indexes.every((index) => chosen.has(index))) value.isCommon = true;
  });
  return wanted;
}

/** The values that have none inside of them, of an object or a list. */
function innermost(place: Place, value: unknown): { place: Place; value: unknown }[] {
  if (!isContainer(value)) return [];
  return Object.entries(value).flatMap(([name, member]) => {
    const own = [...place, name];
    return isContainer(member) && Object.keys(member).length > 0
      ? innermost(own, member)
      : [{ place: own, value: member }];
  });
}
