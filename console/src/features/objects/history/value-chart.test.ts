// @vitest-environment node
import { expect, it } from 'vitest';
import { type ChartRun, isNumeric, lanesOf, numberScale, stepPath } from './value-chart.ts';

/**
 * One value per day, given oldest first and returned newest first like the service does; `undefined` is a
 * missing value.
 */
const runsOf = (...values: unknown[]): ChartRun[] =>
  values
    .map((value, index) => ({
      objectId: `v${index}`,
      value: value ?? null,
      present: value !== undefined,
      modificationDate: new Date(index).toISOString(),
      toDate: index === values.length - 1 ? null : new Date(index + 1).toISOString(),
    }))
    .toReversed();

it('draws a line only if there are several values and all are numbers', () => {
  expect(isNumeric(runsOf(1, 2))).toBe(true);
  expect(isNumeric(runsOf(1, undefined, 2))).toBe(true);
  expect(isNumeric(runsOf(1, undefined))).toBe(false);
  expect(isNumeric(runsOf(1, 'two'))).toBe(false);
  expect(isNumeric(runsOf(1, null))).toBe(false);
});

it('draws steps between values, with a gap where the value is missing', () => {
  const x = (at: number) => at * 10;
  expect(stepPath(runsOf(1, 3, undefined, 2), x, (value) => value, 50)).toBe(
    'M0 1H10L10 3H20M30 2H50',
  );
});

it('has ticks at the minimum, the maximum and between them', () => {
  const { ticks, placeOf } = numberScale(runsOf(10, 30, 20));
  expect(ticks).toEqual([30, 20, 10]);
  expect([10, 20, 30].map(placeOf)).toEqual([0, 0.5, 1]);
  expect(numberScale(runsOf(5, 5))).toMatchObject({ ticks: [5] });
});

it('gives each state a lane, and puts many states into a single lane', () => {
  const textOf = ({ value }: ChartRun) => String(value);
  const lanes = lanesOf(runsOf('open', 'closed', 'open'), textOf);
  expect(lanes.map(({ text, runs }) => [text, runs.map(({ objectId }) => objectId)])).toEqual([
    ['open', ['v0', 'v2']],
    ['closed', ['v1']],
  ]);
  const many = runsOf(...Array.from({ length: 11 }, (_, index) => `state ${index}`));
  expect(lanesOf(many, textOf)).toEqual([{ text: '', runs: many }]);
});
