import type { OpenServices } from './embedded.ts';

/** Deletes all sign-in rules, and says so. */
export async function deleteSignInRules({
  authentication,
}: Pick<OpenServices, 'authentication'>): Promise<string> {
  const count = await authentication.deleteSignInRules();
  if (count === 0) return 'There were no sign-in rules.';
  return count === 1 ? '1 sign-in rule deleted.' : `${count} sign-in rules deleted.`;
}
