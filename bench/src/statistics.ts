/** The value of which this share of the numbers is not greater, such as 0.99 for the p99. NaN without numbers. */
export function quantile(numbers: readonly number[], share: number): number {
  const sorted = numbers.toSorted((left, right) => left - right);
  return sorted[Math.floor(sorted.length * share)] ?? Number.NaN;
}

export const median = (numbers: readonly number[]): number => quantile(numbers, 0.5);

export const sum = (numbers: readonly number[]): number =>
  numbers.reduce((total, number) => total + number, 0);

export const mean = (numbers: readonly number[]): number => sum(numbers) / numbers.length;

/** Median, minimum and maximum with one decimal, as cells of a table. */
export const medianAndRange = (numbers: readonly number[]): string[] =>
  [median(numbers), Math.min(...numbers), Math.max(...numbers)].map((number) => number.toFixed(1));
