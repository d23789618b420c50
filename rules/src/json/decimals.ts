/** Whether a double has exactly the value of a number in JSON. */
export function isExact(written: string): boolean {
  const number = Number(written);
  return Number.isFinite(number) && !Object.is(number, -0) && sameDecimal(written, String(number));
}

/** Whether two numbers in JSON have the same value, however they are written. */
export const sameDecimal = (left: string, right: string): boolean =>
  left === right || decimal(left) === decimal(right);

/** The same text for all ways to write the same value. */
export function decimal(written: string): string {
  const [mantissa = '', power = '0'] = written.toLowerCase().split('e');
  const sign = mantissa.startsWith('-') ? '-' : '';
  const [whole = '', fraction = ''] = mantissa.replace(/^[+-]/, '').split('.');
  const digits = (whole + fraction).replace(/^0+/, '');
  // Not by /0+$/, which takes quadratic time for a long run of zeros that is not at the end.
  let end = digits.length;
  while (digits[end - 1] === '0') end -= 1;
  if (end === 0) return `${sign}0`;
  return `${sign}${digits.slice(0, end)}e${Number(power) - fraction.length + digits.length - end}`;
}
