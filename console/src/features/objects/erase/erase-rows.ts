import { childrenOf } from '../../../ui/json/tree-rows.ts';
import { escapeToken } from '../../../platform/json-values/json-values.ts';

/** One value of a version that can be erased, including whole objects and lists. */
export interface EraseRow {
  readonly pointer: string;
  readonly name: string;
  /** 0 for the root. */
  readonly level: number;
  readonly value: unknown;
}

/** All values of the data, parents first. */
export function eraseRows(data: unknown, above = '', level = 0): EraseRow[] {
  return childrenOf(data).flatMap(([name, value]) => {
    const pointer = `${above}/${escapeToken(name)}`;
    const row: EraseRow = { pointer, name, level, value };
    return [row].concat(eraseRows(value, pointer, level + 1));
  });
}

/** Whether a path lies within another one. */
export const isWithin = (pointer: string, whole: string): boolean =>
  pointer.startsWith(`${whole}/`);

/** Adds a path to the selection or removes it, including paths within it. */
export function withChoice(
  chosen: readonly string[],
  pointer: string,
  isChosen: boolean,
): string[] {
  const others = chosen.filter((one) => one !== pointer && !isWithin(one, pointer));
  return isChosen ? [...others, pointer] : others;
}

/**
 * What to choose instead of a path that is not a leaf of the proof: the enclosing path named by the service, else
 * its parent.
 */
export function wholeAround(pointer: string, message: string): string | undefined {
  const around = pointer
    .split('/')
    .slice(1)
    .map((_, index, names) => `/${names.slice(0, names.length - 1 - index).join('/')}`)
    .filter((one) => one !== '/');
  return around.find((one) => message.includes(` ${one} `)) ?? around[0];
}

/** Formats version numbers: "1–4, 6". */
export function rangesText(numbers: readonly number[]): string {
  const ranges: [number, number][] = [];
  for (const number of numbers.toSorted((one, other) => one - other)) {
    const last = ranges.at(-1);
    if (last && number <= last[1] + 1) last[1] = number;
    else ranges.push([number, number]);
  }
  return ranges.map(([from, to]) => (from === to ? `${from}` : `${from}–${to}`)).join(', ');
}

/** Texts of chosen values that a reason repeats: reasons are stored permanently. */
export function findRepeated(
  rows: readonly EraseRow[],
  chosen: readonly string[],
  text: string,
): boolean {
  const written = text.toLowerCase();
  return rows.some(
    ({ pointer, value }) =>
      (typeof value === 'string' || typeof value === 'number') &&
      String(value).trim().length >= tellingLength &&
      chosen.some((one) => one === pointer || isWithin(pointer, one)) &&
      written.includes(String(value).trim().toLowerCase()),
  );
}

/** Shorter texts match by chance. */
const tellingLength = 4;
