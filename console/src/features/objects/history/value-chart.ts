/** A value that a field had for a while. */
export interface ChartRun {
  readonly objectId: string;
  readonly value: unknown;
  readonly present: boolean;
  readonly modificationDate: string;
  /** Null where it still holds. */
  readonly toDate: string | null;
}

/** More states than this are not told apart by a lane for each. */
const mostLanes = 10;

/** Whether there is a line to draw: several numbers, and nothing but numbers where there is a value. */
export function isNumeric(runs: readonly ChartRun[]): boolean {
  const values = runs.filter(({ present }) => present).map(({ value }) => value);
  return values.length > 1 && values.every((value) => typeof value === 'number');
}

/** Where numbers stand between the least, 0, and the greatest, 1; and the numbers at which lines are drawn. */
export function numberScale(runs: readonly ChartRun[]) {
  const numbers = runs.flatMap(({ value, present }) =>
    present && typeof value === 'number' ? [value] : [],
  );
  const [least, greatest] = [Math.min(...numbers), Math.max(...numbers)];
  const middle = (least + greatest) / 2;
  const isRound = Number.isInteger(middle) || greatest - least < 2;
  return {
    ticks: least === greatest ? [least] : [greatest, isRound ? middle : Math.round(middle), least],
    placeOf: (value: number) => (least === greatest ? 0.5 : (value - least) / (greatest - least)),
  };
}

/**
 * Each number until the next one, with a gap where there was none; an SVG path.
 * @param runs newest first
 * @param end where the newest one ends while it holds
 */
export function stepPath(
  runs: readonly ChartRun[],
  x: (at: number) => number,
  y: (value: number) => number,
  end: number,
): string {
  const steps: string[] = [];
  let isDrawing = false;
  for (const { value, present, modificationDate, toDate } of runs.toReversed()) {
    if (!present || typeof value !== 'number') {
      isDrawing = false;
      continue;
    }
    const [left, level] = [x(Date.parse(modificationDate)), y(value)];
    steps.push(`${isDrawing ? 'L' : 'M'}${left} ${level}`);
    steps.push(`H${toDate === null ? end : x(Date.parse(toDate))}`);
    isDrawing = true;
  }
  return steps.join('');
}

interface Lane {
  readonly text: string;
  readonly runs: readonly ChartRun[];
}

/** A lane for each value, the one that came first on top; a single one for all where they are too many. */
export function lanesOf(runs: readonly ChartRun[], textOf: (run: ChartRun) => string): Lane[] {
  const lanes = new Map<string, ChartRun[]>();
  for (const run of runs.toReversed()) {
    const text = textOf(run);
    lanes.set(text, [...(lanes.get(text) ?? []), run]);
  }
  if (lanes.size > mostLanes) return [{ text: '', runs }];
  return [...lanes].map(([text, those]) => ({ text, runs: those }));
}
