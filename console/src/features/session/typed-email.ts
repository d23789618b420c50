let remembered = '';

/** Whether a text looks like an email address; the service decides. */
export function isEmail(text: string): boolean {
  return /^[^\s@]+@[^\s@]+$/.test(text.trim());
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
