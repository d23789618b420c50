/** Numbers with their nouns, in a list of those that are not 0. */
export const countedList = (
  counts: readonly (readonly [count: number, one: string, many: string])[],
): string =>
  counts
    .filter(([count]) => count > 0)
    .map(([count, one, many]) => `${count} ${count === 1 ? one : many}`)
    .join(', ');

export const inSeconds = (seconds: number): string =>
  seconds === 1 ? 'a second' : `${seconds} seconds`;

export function inMinutes(seconds: number): string {
  const minutes = Math.ceil(seconds / 60);
  return minutes === 1 ? 'a minute' : `${minutes} minutes`;
}
