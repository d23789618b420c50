import { identifyingProperty, identityOf } from '@annals/contracts/identifying-property';
import {
  escapeToken,
  isArray,
  isObject,
  pointerTokens,
  sameJson,
} from '../../../shared/json-values/json-values.ts';
import { fieldPaths } from './field-rows.ts';
import type { ChartRun } from './value-chart.ts';

/** A field whose values over time are shown: one of the data, or one within an element of a list. */
export interface ChosenField {
  /** JSON Pointer; of the list where an element is chosen. */
  readonly path: string;
  /** The identity of the element, by which it is followed wherever it stands in the list. */
  readonly element?: string | undefined;
  /** JSON Pointer within the element; empty for all of it. */
  readonly below?: string | undefined;
}

const ownIdentity = (list: readonly unknown[]) => identifyingProperty(list, list);

/** The element that a pointer leads into, where its list tells its elements apart; the pointer as it is otherwise. */
export function chosenField(data: unknown, pointer: string): ChosenField {
  const tokens = pointerTokens(pointer);
  let value = data;
  for (const [depth, token] of tokens.entries()) {
    const property = isArray(value) ? ownIdentity(value) : null;
    const next = isArray(value) ? value[Number(token)] : isObject(value) ? value[token] : undefined;
    const element = property === null ? null : identityOf(next, property);
    if (element !== null)
      return {
        path: pointerOf(tokens.slice(0, depth)),
        element,
        below: pointerOf(tokens.slice(depth + 1)),
      };
    value = next;
  }
  return { path: pointer };
}

const pointerOf = (tokens: readonly string[]) =>
  tokens.map((token) => `/${escapeToken(token)}`).join('');

/** The fields of data, and after each list that tells its elements apart those of its elements. */
export function choosableFields(data: Readonly<Record<string, unknown>>): ChosenField[] {
  return fieldPaths(data).flatMap((path): ChosenField[] => {
    const list = pointerTokens(path).reduce<unknown>(
      (value, token) => (isObject(value) ? value[token] : undefined),
      data,
    );
    const property = isArray(list) ? ownIdentity(list) : null;
    if (!isArray(list) || property === null) return [{ path }];
    const fields: ChosenField[] = [{ path }];
    for (const one of list) {
      const element = identityOf(one, property);
      if (element === null || !isObject(one)) continue;
      for (const below of fieldPaths(one))
        if (below !== `/${escapeToken(property)}`) fields.push({ path, element, below });
    }
    return fields;
  });
}

/** For reading: `releases › 26 › latest`. */
export const fieldText = ({ path, element, below = '' }: ChosenField): string =>
  [
    ...pointerTokens(path),
    ...(element === undefined ? [] : [element]),
    ...pointerTokens(below),
  ].join(' › ');

/** Tells fields apart whose names read alike: a name may contain anything. */
export const fieldKey = ({ path, element, below }: ChosenField): string =>
  JSON.stringify([path, element, below]);

/**
 * The values of a field of an element, from those of its list: an element that only moved has not changed.
 * @param runs of the list, newest first
 * @param isWhole whether there are no earlier ones; otherwise it is not known since when the oldest value holds
 */
export function runsOfElement<Run extends ChartRun>(
  runs: readonly Run[],
  { element, below = '' }: ChosenField,
  isWhole: boolean,
): Run[] {
  const found: Run[] = [];
  for (const run of runs) {
    const part = partOf(run.value, element, below);
    const now = { value: part ?? null, present: run.present && part !== undefined };
    const newer = found.at(-1);
    if (newer && newer.present === now.present && sameJson(newer.value, now.value))
      found[found.length - 1] = { ...run, ...now, toDate: newer.toDate };
    else found.push({ ...run, ...now });
  }
  return isWhole || found.length < 2 ? found : found.slice(0, -1);
}

function partOf(list: unknown, element: string | undefined, below: string): unknown {
  if (!isArray(list) || element === undefined) return undefined;
  const property = ownIdentity(list);
  if (property === null) return undefined;
  return pointerTokens(below).reduce<unknown>(
    (value, token) =>
      isArray(value) ? value[Number(token)] : isObject(value) ? value[token] : undefined,
    list.find((one) => identityOf(one, property) === element),
  );
}
