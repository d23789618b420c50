/**
 * Whether a number is a multiple of another as both are written in decimal: 19.99 is a multiple of 0.01, although the
 * binary fractions that stand for them are not.
 * @param {number} value
 * @param {number} step above 0
 */
export function isMultipleOf(value, step) {
  const [digits, exponent] = decimalParts(value);
  const [stepDigits, stepExponent] = decimalParts(step);
  const difference = exponent - stepExponent;
  return difference >= 0
    ? (digits * 10n ** BigInt(difference)) % stepDigits === 0n
    : digits % (stepDigits * 10n ** BigInt(-difference)) === 0n;
}

/**
 * The number is the integer times ten to the power.
 * @param {number} value
 * @returns {[integer: bigint, power: number]}
 */
function decimalParts(value) {
  const [coefficient = '', power = '0'] = String(Math.abs(value)).split('e');
  const [whole = '', fraction = ''] = coefficient.split('.');
  return [BigInt(whole + fraction), Number(power) - fraction.length];
}
