import { identifyingProperty, identityOf } from '../identifying-property.ts';
import { canonicalText, isArray, isObject, sameJson, type JsonObject } from '../json-values.ts';
import { commonSubsequence, increasing, pairEqual, type Pair } from './subsequences.ts';

export type DiffNode =
  | { readonly kind: 'same'; readonly value: unknown }
  | { readonly kind: 'added'; readonly after: unknown }
  | { readonly kind: 'removed'; readonly before: unknown }
  | { readonly kind: 'replaced'; readonly before: unknown; readonly after: unknown }
  | {
      readonly kind: 'object';
      readonly properties: readonly (readonly [name: string, node: DiffNode])[];
    }
  | { readonly kind: 'array'; readonly elements: readonly ElementDiff[] };

export interface ElementDiff {
  /** Index in the older array; null for an added element. */
  readonly from: number | null;
  /** Index in the newer array; null for a removed element. */
  readonly to: number | null;
  /** Whether its position changed among the elements that stayed. */
  readonly moved: boolean;
  /** The value of the identifying property, if the array has one. */
  readonly identity: string | null;
  readonly node: DiffNode;
}

/** The changes from one JSON value to another, as a tree in the shape of the newer one. */
export function diffJson(before: unknown, after: unknown): DiffNode {
  if (sameJson(before, after)) return { kind: 'same', value: after };
  if (isObject(before) && isObject(after)) return diffObjects(before, after);
  if (isArray(before) && isArray(after)) return diffArrays(before, after);
  return { kind: 'replaced', before, after };
}

function diffObjects(before: JsonObject, after: JsonObject): DiffNode {
  const properties: [string, DiffNode][] = Object.keys(after).map((name) => [
    name,
    Object.hasOwn(before, name)
      ? diffJson(before[name], after[name])
      : { kind: 'added', after: after[name] },
  ]);
  for (const name of Object.keys(before))
    if (!Object.hasOwn(after, name))
      properties.push([name, { kind: 'removed', before: before[name] }]);
  return { kind: 'object', properties };
}

/** Which elements of the older array are which of the newer one, in the order of the newer one. */
export function pairElements(
  before: readonly unknown[],
  after: readonly unknown[],
  property = identifyingProperty(before, after),
): Pair[] {
  return property === null ? pairByContent(before, after) : pairByIdentity(before, after, property);
}

function diffArrays(before: readonly unknown[], after: readonly unknown[]): DiffNode {
  const property = identifyingProperty(before, after);
  const pairs = pairElements(before, after, property);
  const stayed = increasing(pairs).map(([from]) => from);
  const stays = new Set(stayed);
  const toOf = new Map(pairs);
  const fromOf = new Map(pairs.map(([from, to]) => [to, from]));
  const identity = (element: unknown) => (property === null ? null : identityOf(element, property));
  const removedElement = (from: number): ElementDiff => ({
    from,
    to: null,
    moved: false,
    identity: identity(before[from]),
    node: { kind: 'removed', before: before[from] },
  });

  const elements: ElementDiff[] = [];
  let read = 0;
  let next = 0;
  const readRemoved = () => {
    const end = stayed[next++] ?? before.length;
    for (; read < end; read++) if (!toOf.has(read)) elements.push(removedElement(read));
  };
  readRemoved();
  for (const [to, value] of after.entries()) {
    const from = fromOf.get(to);
    elements.push({
      from: from ?? null,
      to,
      moved: from !== undefined && !stays.has(from),
      identity: identity(value),
      node: from === undefined ? { kind: 'added', after: value } : diffJson(before[from], value),
    });
    if (from !== undefined && stays.has(from)) readRemoved();
  }
  return { kind: 'array', elements };
}

function pairByIdentity(
  before: readonly unknown[],
  after: readonly unknown[],
  property: string,
): Pair[] {
  const key = (element: unknown) => identityOf(element, property) ?? '';
  return pairEqual(before.map(key), after.map(key));
}

/** Pairs equal elements in order first, then equal ones that moved, then objects left in the same gap. */
function pairByContent(before: readonly unknown[], after: readonly unknown[]): Pair[] {
  const left = before.map(canonicalText);
  const right = after.map(canonicalText);
  const anchors = commonSubsequence(left, right);
  const pairs = [...anchors, ...pairMoved(left, right, anchors)];
  const usedBefore = new Set(pairs.map(([from]) => from));
  const usedAfter = new Set(pairs.map(([, to]) => to));
  let [start, startAfter] = [0, 0];
  for (const [end, endAfter] of [...anchors, [before.length, after.length] as const]) {
    const old = range(start, end).filter((index) => !usedBefore.has(index));
    const now = range(startAfter, endAfter).filter((index) => !usedAfter.has(index));
    for (const from of old) {
      const to = now[0];
      if (to === undefined) break;
      if (!alike(before[from], after[to])) continue;
      pairs.push([from, to]);
      now.shift();
    }
    [start, startAfter] = [end + 1, endAfter + 1];
  }
  return pairs.sort((one, other) => one[1] - other[1]);
}

function pairMoved(
  left: readonly string[],
  right: readonly string[],
  anchors: readonly Pair[],
): Pair[] {
  const usedLeft = new Set(anchors.map(([from]) => from));
  const usedRight = new Set(anchors.map(([, to]) => to));
  const freeLeft = range(0, left.length).filter((index) => !usedLeft.has(index));
  const freeRight = range(0, right.length).filter((index) => !usedRight.has(index));
  return pairEqual(textsAt(left, freeLeft), textsAt(right, freeRight)).map(([from, to]): Pair => [
    freeLeft[from] ?? 0,
    freeRight[to] ?? 0,
  ]);
}

function textsAt(texts: readonly string[], places: readonly number[]): string[] {
  return places.map((place) => texts[place] ?? '');
}

/** A text or number in a list is identified by its value: it is added or removed, never changed. */
function alike(before: unknown, after: unknown): boolean {
  return (isObject(before) && isObject(after)) || (isArray(before) && isArray(after));
}

function range(start: number, end: number): number[] {
  return Array.from({ length: Math.max(0, end - start) }, (_, index) => start + index);
}
