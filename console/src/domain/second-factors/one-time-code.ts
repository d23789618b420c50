import { writtenDigits } from '@annals/rules/written-digits';

/** The first six digits of a typed or pasted code ("123 456", "123-456", with other characters around it). */
export function codeDigits(text: string): string {
  return writtenDigits(text).replaceAll(/\D/g, '').slice(0, 6);
}

export const codeLength = 6;

/** A secret in groups of four, for typing it into an authenticator app. */
export function inGroups(secret: string): string {
  return secret.replaceAll(/(.{4})(?=.)/g, '$1 ');
}
