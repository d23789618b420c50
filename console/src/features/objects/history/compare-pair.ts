import type { ObjectVersion } from '../../../platform/api/things.ts';

/** The ids of the two compared versions, left to right. */
export interface ComparePair {
  readonly left: string;
  readonly right: string;
}

/**
 * The pair in the URL; by default the newest version on the right and its predecessor on the left. Undefined if
 * there are fewer than two versions.
 * @param versions newest first
 */
export function pairAskedFor(
  asked: { left: string | undefined; right: string | undefined },
  versions: readonly ObjectVersion[],
): ComparePair | undefined {
  const right = asked.right ?? versions[0]?.id;
  const left =
    asked.left ??
    versions[placeOf(right, versions) + 1]?.id ??
    (asked.right && versions.at(-1)?.id);
  return left === undefined || right === undefined || (asked.left === undefined && left === right)
    ? undefined
    : { left, right };
}

/**
 * The pair moved towards newer versions by a number of versions, keeping its distance. Undefined if it does not
 * exist or is not loaded.
 */
export function movePair(
  { left, right }: ComparePair,
  by: number,
  versions: readonly ObjectVersion[],
): ComparePair | undefined {
  const moved = [left, right].map((id) => {
    const place = placeOf(id, versions);
    return place < 0 ? undefined : versions[place - by]?.id;
  });
  const [nextLeft, nextRight] = moved;
  return nextLeft === undefined || nextRight === undefined
    ? undefined
    : { left: nextLeft, right: nextRight };
}

/** The pair that shows the changes of consecutive versions: from their predecessor to the last of them. */
export function pairAround(
  group: readonly ObjectVersion[],
  versions: readonly ObjectVersion[],
): ComparePair | undefined {
  const newest = group[0];
  const oldest = group.at(-1);
  if (!newest || !oldest) return undefined;
  const before = versions[placeOf(oldest.id, versions) + 1] ?? oldest;
  return before.id === newest.id ? undefined : { left: before.id, right: newest.id };
}

function placeOf(id: string | undefined, versions: readonly ObjectVersion[]): number {
  return versions.findIndex((version) => version.id === id);
}
