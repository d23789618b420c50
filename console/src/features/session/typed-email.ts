import { isEmailAddress } from '@annals/contracts/email-address';

let remembered = '';

export const isEmail = (text: string): boolean => isEmailAddress(text.trim());

/** What is wrong with a typed email: none at all is not the same as an invalid one. */
export function brokenEmail(
  text: string,
  t: { missingEmail: string; wrongEmail: string },
): string | false {
  if (text.trim() === '') return t.missingEmail;
  return !isEmail(text) && t.wrongEmail;
}

/** Passes the typed email on to the next form without putting it into the URL. */
export function rememberEmail(text: string): void {
  remembered = isEmail(text) ? text.trim() : '';
}

/** Returns the passed email once. */
export function takeRememberedEmail(): string {
  const email = remembered;
  remembered = '';
  return email;
}
