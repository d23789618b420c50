/** A value of a field during a period. */
export interface ChartRun {
  readonly objectId: string;
  readonly value: unknown;
  readonly present: boolean;
  readonly modificationDate: string;
  /** Null for the current value. */
  readonly toDate: string | null;
}

/** With more values than this, a lane for each would be unreadable. */
const maxLanes = 10;

/** Whether the values form a line: several numbers, and no other values. */
export function isNumeric(runs: readonly ChartRun[]): boolean {
  const values = runs.filter(({ present }) => present).map(({ value }) => value);
  return values.length > 1 && values.every((value) => typeof value === 'number');
}

/** Maps numbers to positions from 0 (smallest) to 1 (largest), with the numbers for grid lines. */
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
 * A step line as an SVG path, with gaps for missing values.
 * @param runs newest first
 * @param end the end of the current value
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

/** A lane for each value, the earliest on top; a single lane if there are too many values. */
export function lanesOf(runs: readonly ChartRun[], textOf: (run: ChartRun) => string): Lane[] {
  const lanes = new Map<string, ChartRun[]>();
  for (const run of runs.toReversed()) {
    const text = textOf(run);
    lanes.set(text, [...(lanes.get(text) ?? []), run]);
  }
  if (lanes.size > maxLanes) return [{ text: '', runs }];
  return [...lanes].map(([text, those]) => ({ text, runs: those }));
}
