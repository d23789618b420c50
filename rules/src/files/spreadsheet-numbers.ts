/** The value of the error that a cell has whose number has lost digits. */
export const cutNumber = '#DIGITS';

/**
 * Whether a number has more digits than spreadsheets keep. They keep 15 and replace the rest by zeros, without a word:
 * what looks like a long number is an identifier that somebody has typed, with other digits at its end.
 */
export function exceedsSpreadsheet(number: number): boolean {
  if (!Number.isInteger(number) || Math.abs(number) < 1e15) return false;
  const [digits = ''] = number.toExponential().split('e');
  return digits.replace(/[-.]/g, '').length >= 15;
}
