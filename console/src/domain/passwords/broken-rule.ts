import { maximalPasswordLength, minimalPasswordLength } from '@annals/contracts/sign-in';
import type { PasswordTexts } from './password.texts.ts';

/** The message for a violated password rule; false if all are met. */
export function brokenRule(password: string, t: PasswordTexts): string | false {
  const missing = minimalPasswordLength - Array.from(password).length;
  if (missing > 0) return t.tooShort(missing);
  return password.length > maximalPasswordLength && t.tooLong(maximalPasswordLength);
}
