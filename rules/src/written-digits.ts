/** Digits of every script as 0 to 9: a keyboard for Arabic, Persian or Hindi types others, one for Japanese wide ones. */
export function writtenDigits(text: string): string {
  return text.normalize('NFKC').replace(/\p{Nd}/gu, (digit) => String(valueOf(digit)));
}

/** The digits of a script follow one another from zero (Unicode Standard, section 4.6). */
function valueOf(digit: string): number {
  let value = 0;
  const code = digit.codePointAt(0) ?? 0;
  while (value < 9 && /\p{Nd}/u.test(String.fromCodePoint(code - value - 1))) value += 1;
  return value;
}
