import { identifyingProperty, identityOf } from '@annals/rules/identifying-property';
import { pairElements } from '@annals/rules/version-diff/diff-json';
import {
  escapeToken,
  isArray,
  isObject,
  pointerTokens,
  sameJson,
} from '../../../platform/json-values/json-values.ts';
import { fieldPaths } from './field-rows.ts';
import type { ChartRun } from './value-chart.ts';

/** The field whose values over time are shown: a field of the data, or one within a list element. */
export interface ChosenField {
  /** A JSON Pointer, of the list if an element is chosen. */
  readonly path: string;
  /** The identity of the element, by which it is tracked wherever it is in the list. */
  readonly element?: string | undefined;
  /** A JSON Pointer within the element; empty for the whole element. */
  readonly below?: string | undefined;
}

const ownIdentity = (list: readonly unknown[]) => identifyingProperty(list, list);

/**
 * The element that a pointer leads into, if the elements of its list have an identity; otherwise the field at
 * the pointer.
 */
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

/** The fields of data, each list followed by the fields of its elements if these have an identity. */
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

/** For display: `releases › 26 › latest`. */
export const fieldText = ({ path, element, below = '' }: ChosenField): string =>
  [
    ...pointerTokens(path),
    ...(element === undefined ? [] : [element]),
    ...pointerTokens(below),
  ].join(' › ');

/** A unique key: names that look the same when displayed may differ. */
export const fieldKey = ({ path, element, below }: ChosenField): string =>
  JSON.stringify([path, element, below]);

/**
 * The values of an element's field, derived from those of its list: moving an element does not change it. Which element
 * of a version is which of the next one is decided as in a comparison of the two.
 * @param runs the values of the list, newest first
 * @param isWhole whether there are no earlier ones; otherwise the start of the oldest value is unknown
 */
export function runsOfElement<Run extends ChartRun>(
  runs: readonly Run[],
  { element, below = '' }: ChosenField,
  isWhole: boolean,
): Run[] {
  const found: Run[] = [];
  const track = new ElementTrack(element);
  for (const run of runs) {
    const part = partOf(track.elementIn(isArray(run.value) ? run.value : []), below);
    const now = { value: part ?? null, present: run.present && part !== undefined };
    const newer = found.at(-1);
    if (newer && newer.present === now.present && sameJson(newer.value, now.value))
      found[found.length - 1] = { ...run, ...now, toDate: newer.toDate };
    else found.push({ ...run, ...now });
  }
  return isWhole || found.length < 2 ? found : found.slice(0, -1);
}

/** Follows an element through ever older versions of its list. */
class ElementTrack {
  readonly #element: string | undefined;
  /** The property by which the element was found first. */
  #property: string | null = null;
  #newer: readonly unknown[] = [];
  /** Undefined while the element is in none of the lists. */
  #index: number | undefined;

  constructor(element: string | undefined) {
    this.#element = element;
  }

  elementIn(list: readonly unknown[]): unknown {
    this.#index =
      this.#index === undefined
        ? this.#findByIdentity(list)
        : pairElements(list, this.#newer).find(([, to]) => to === this.#index)?.[0];
    this.#newer = list;
    return this.#index === undefined ? undefined : list[this.#index];
  }

  /** It may have been removed and added again. */
  #findByIdentity(list: readonly unknown[]): number | undefined {
    const property = this.#property ?? ownIdentity(list);
    if (property === null || this.#element === undefined) return undefined;
    const index = list.findIndex((one) => identityOf(one, property) === this.#element);
    if (index === -1) return undefined;
    this.#property = property;
    return index;
  }
}

const partOf = (element: unknown, below: string): unknown =>
  pointerTokens(below).reduce<unknown>(
    (value, token) =>
      isArray(value) ? value[Number(token)] : isObject(value) ? value[token] : undefined,
    element,
  );
