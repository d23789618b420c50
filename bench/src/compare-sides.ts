import { median } from './statistics.ts';
import { table } from './table.ts';

/** One round of one of the two things that are compared, in turn. */
export interface Side {
  rate: number;
  /** CPU time of the program and PostgreSQL per request, in microseconds. */
  cpu: number;
}

interface ComparedCall {
  name: string;
  /** The rounds of each. */
  first: readonly Side[];
  second: readonly Side[];
}

/**
 * A table with the medians of all rounds, and of the ratios within each. Sets the exit code if the second serves fewer
 * requests than this share of the first's.
 * @param names of the first and the second, in the headings
 */
export function compareSides(
  calls: readonly ComparedCall[],
  [firstName, secondName]: readonly [string, string],
  least: number,
): string {
  const rows = calls.map(({ name, first, second }) => {
    const of = (sides: readonly Side[], figure: keyof Side) =>
      Math.round(median(sides.map((side) => side[figure])));
    const ratioOf = (figure: keyof Side) =>
      median(second.map((side, round) => side[figure] / (first[round]?.[figure] ?? 0)));
    const ratio = ratioOf('rate');
    if (ratio < least) process.exitCode = 1;
    return [
      name,
      of(first, 'rate'),
      of(second, 'rate'),
      ratio.toFixed(2),
      of(first, 'cpu'),
      of(second, 'cpu'),
      ratioOf('cpu').toFixed(2),
      ratio < least ? 'target missed' : '',
    ];
  });
  return table(
    [
      'call',
      `${firstName}, requests/s`,
      `${secondName}, requests/s`,
      `ratio (≥ ${least})`,
      `CPU ${firstName} (µs)`,
      `CPU ${secondName} (µs)`,
      'times',
      '',
    ],
    rows,
  );
}
