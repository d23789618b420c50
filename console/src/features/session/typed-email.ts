let remembered = '';

/** Whether a text looks like an email address; the service knows for sure. */
export function isEmail(text: string): boolean {
  return /^[^\s@]+@[^\s@]+$/.test(text.trim());
}

/** What was typed into the sign-in goes along to the next form, though not through the address bar. */
export function rememberEmail(text: string): void {
  remembered = isEmail(text) ? text.trim() : '';
}

/** The email that came along, once. */
export function takeRememberedEmail(): string {
  const email = remembered;
  remembered = '';
  return email;
}
