/** Whether this is `npm run test:exhaustive`: every test on both databases, and every matrix and random run at full length. */
export const exhaustive = process.env['ANNALS_EXHAUSTIVE'] === '1';

/** How often a property is tried: as often as given in the exhaustive run, a tenth of it in `npm test`. */
export function runs(count: number): number {
  return exhaustive ? count : Math.ceil(count / 10);
}

/** Of the cases of a matrix one of every `step`, from all over it; in the exhaustive run all. */
export function oneInEvery<Case>(step: number, cases: readonly Case[]): readonly Case[] {
  return exhaustive ? cases : cases.filter((_, index) => index % step === 0);
}
