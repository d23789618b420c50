/** Whether this is `npm run test:exhaustive`: every test on both databases, and every matrix and random run at full length. */
export const exhaustive = process.env['ANNALS_EXHAUSTIVE'] === '1';

/** The number of runs of a property test: all of them in the exhaustive run, a tenth in `npm test`. */
export function runs(count: number): number {
  return exhaustive ? count : Math.ceil(count / 10);
}

/** One of every `step` cases of a matrix, spread over all of it; all cases in the exhaustive run. */
export function oneInEvery<Case>(step: number, cases: readonly Case[]): readonly Case[] {
  return exhaustive ? cases : cases.filter((_, index) => index % step === 0);
}
