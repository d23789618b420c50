export type Pair = readonly [before: number, after: number];

/** Above this many cells the table costs more than an optimal answer is worth. */
const maxCells = 1_000_000;

/** Positions of a longest common subsequence of two lists; for very long lists an approximation. */
export function commonSubsequence(before: readonly string[], after: readonly string[]): Pair[] {
  let start = 0;
  while (start < before.length && start < after.length && before[start] === after[start]) start++;
  let endBefore = before.length;
  let endAfter = after.length;
  while (endBefore > start && endAfter > start && before[endBefore - 1] === after[endAfter - 1]) {
    endBefore--;
    endAfter--;
  }
  const head: Pair[] = Array.from({ length: start }, (_, index) => [index, index]);
  const tail: Pair[] = Array.from({ length: before.length - endBefore }, (_, index) => [
    endBefore + index,
    endAfter + index,
  ]);
  const left = before.slice(start, endBefore);
  const right = after.slice(start, endAfter);
  const middle =
    left.length * right.length <= maxCells ? byTable(left, right) : byOccurrence(left, right);
  return [...head, ...middle.map(([b, a]): Pair => [b + start, a + start]), ...tail];
}

function byTable(left: readonly string[], right: readonly string[]): Pair[] {
  const width = right.length + 1;
  const lengths = new Uint32Array((left.length + 1) * width);
  const at = (row: number, column: number): number => lengths[row * width + column] ?? 0;
  for (let row = left.length - 1; row >= 0; row--)
    for (let column = right.length - 1; column >= 0; column--)
      lengths[row * width + column] =
        left[row] === right[column]
          ? at(row + 1, column + 1) + 1
          : Math.max(at(row + 1, column), at(row, column + 1));
  const pairs: Pair[] = [];
  let row = 0;
  let column = 0;
  while (row < left.length && column < right.length) {
    if (left[row] === right[column]) pairs.push([row++, column++]);
    else if (at(row + 1, column) >= at(row, column + 1)) row++;
    else column++;
  }
  return pairs;
}

function byOccurrence(left: readonly string[], right: readonly string[]): Pair[] {
  return increasing(pairEqual(left, right));
}

/** Pairs the n-th occurrence of a text on the left with its n-th occurrence on the right, in the right's order. */
export function pairEqual(left: readonly string[], right: readonly string[]): Pair[] {
  const positions = new Map<string, number[]>();
  for (const [index, text] of left.entries()) {
    const indexes = positions.get(text);
    if (indexes) indexes.push(index);
    else positions.set(text, [index]);
  }
  for (const known of positions.values()) known.reverse();
  const pairs: Pair[] = [];
  for (const [index, text] of right.entries()) {
    const position = positions.get(text)?.pop();
    if (position !== undefined) pairs.push([position, index]);
  }
  return pairs;
}

/** The longest subsequence of pairs whose first members increase; the pairs are ordered by the second. */
export function increasing(pairs: readonly Pair[]): Pair[] {
  const ends: number[] = [];
  const previous: (number | undefined)[] = [];
  for (const [index, [before]] of pairs.entries()) {
    let low = 0;
    let high = ends.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((pairs[ends[middle] ?? 0]?.[0] ?? 0) < before) low = middle + 1;
      else high = middle;
    }
    previous[index] = low > 0 ? ends[low - 1] : undefined;
    ends[low] = index;
  }
  const run: Pair[] = [];
  for (let index = ends.at(-1); index !== undefined; index = previous[index]) {
    const pair = pairs[index];
    if (pair) run.push(pair);
  }
  return run.toReversed();
}
