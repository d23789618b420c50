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

/** Which of two numbers in JSON is greater: below 0 if it is the right one, above 0 if it is the left one. */
export function compareDecimals(left: string, right: string): number {
  const [one, other] = [decimal(left), decimal(right)];
  if (one === other || (isZero(one) && isZero(other))) return 0;
  const [sign, otherSign] = [signOf(one), signOf(other)];
  return sign === otherSign ? sign * compareMagnitudes(one, other) : sign - otherSign;
}

const isZero = (text: string): boolean => /^-?0$/.test(text);
const signOf = (text: string): number => (isZero(text) ? 0 : text.startsWith('-') ? -1 : 1);

function compareMagnitudes(left: string, right: string): number {
  const [digits, power] = partsOf(left);
  const [otherDigits, otherPower] = partsOf(right);
  // The place of the first digit.
  const places = digits.length + power - (otherDigits.length + otherPower);
  if (places !== 0) return places;
  return digits === otherDigits ? 0 : digits < otherDigits ? -1 : 1;
}

function partsOf(text: string): [digits: string, power: number] {
  const [digits = '', power = '0'] = text.replace(/^-/, '').split('e');
  return [digits, Number(power)];
}
