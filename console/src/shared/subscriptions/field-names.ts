import { pathName, pointerOf } from '@annals/contracts/query-search';

/** Fields as people write them, separated by commas. */
export const writtenFields = (paths: readonly string[] | null): string =>
  (paths ?? []).map(pathName).join(', ');

const namesIn = (written: string): string[] =>
  written
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '');

/** The JSON Pointers of the fields; null: any field. */
export function pointersIn(written: string): string[] | null {
  const pointers = [...new Set(namesIn(written).map(pointerOf))];
  return pointers.length === 0 ? null : pointers;
}

/** The first that is no name of a field. */
export const badFieldIn = (written: string): string | undefined =>
  namesIn(written).find((name) => {
    try {
      pointerOf(name);
      return false;
    } catch {
      return true;
    }
  });
