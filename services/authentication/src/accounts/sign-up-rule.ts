import type { SignUpRule } from '../context/service-context.ts';

/** The domain of an email, normalized as domains compare. */
export function domainOf(email: string): string {
  return email.slice(email.lastIndexOf('@') + 1).toLowerCase();
}

/** Whether somebody with this email may make an account for themselves. */
export function mayHaveAccount(rule: SignUpRule, email: string): boolean {
  if (rule === 'off') return false;
  return rule === 'open' || rule.includes(domainOf(email));
}
