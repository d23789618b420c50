import { pathName, pointerOf } from '@annals/rules/query-search';

/** Field names, separated by commas. */
export const joinFieldNames = (paths: readonly string[] | null): string =>
  (paths ?? []).map(pathName).join(', ');

const namesIn = (written: string): string[] =>
  written
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '');

/** The JSON Pointers of the fields; null for any field. */
export function pointersIn(written: string): string[] | null {
  const pointers = [...new Set(namesIn(written).map(pointerOf))];
  return pointers.length === 0 ? null : pointers;
}

/** The first invalid field name. */
export const badFieldIn = (written: string): string | undefined =>
  namesIn(written).find((name) => {
    try {
      pointerOf(name);
      return false;
    } catch {
      return true;
    }
  });
