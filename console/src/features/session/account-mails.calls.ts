import { getSignUpRules, requestPasswordReset, signUp } from '@annals/contracts/sign-in';
import { call } from '../../platform/api/call.ts';
import { ifOffered } from '../../platform/api/errors.ts';
import { currentLanguage } from '../../platform/texts.ts';

/** Requests a mail with a link to set a new password, in the language of the page. */
export async function askForReset(email: string): Promise<void> {
  await call(requestPasswordReset, { body: { email, lang: currentLanguage() } });
}

/** Requests an account, in the language of the page. */
export async function askForAccount(person: { email: string; name: string }): Promise<void> {
  await call(signUp, { body: { ...person, lang: currentLanguage() } });
}

export interface SignUpRules {
  open: boolean;
  /** The allowed email domains, if restricted. */
  domains: readonly string[];
}

/** Who may sign up; 'notOffered' if that is nothing that the connected service says. */
export async function askForSignUpRules(): Promise<SignUpRules | 'notOffered'> {
  const rules = await ifOffered(call(getSignUpRules, {}));
  return rules === undefined ? 'notOffered' : { open: rules.open, domains: rules.domains ?? [] };
}
