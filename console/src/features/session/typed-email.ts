import { isEmailAddress } from '@annals/contracts/email-address';
import { trimInvisible } from '@annals/contracts/unseen-characters';

let remembered = '';

export const isEmail = (text: string): boolean => isEmailAddress(trimInvisible(text));

/** What is wrong with a typed email: none at all is not the same as an invalid one. */
export function findEmailProblem(
  text: string,
  t: { missingEmail: string; wrongEmail: string },
): string | false {
  if (trimInvisible(text) === '') return t.missingEmail;
  return !isEmail(text) && t.wrongEmail;
}

/** Passes the typed email on to the next form without putting it into the URL. */
export function rememberEmail(text: string): void {
  remembered = isEmail(text) ? trimInvisible(text) : '';
}

/** Returns the passed email once. */
export function takeRememberedEmail(): string {
  const email = remembered;
  remembered = '';
  return email;
}
