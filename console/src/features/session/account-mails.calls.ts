import { getSignUpRules, requestPasswordReset, signUp } from '@annals/contracts/sign-in';
import { call } from '../../api/call.ts';
import { isNotOffered } from '../../api/errors.ts';
import { currentLanguage } from '../../shared/texts.ts';

/** Asks for a mail with a link to set a new password, in the language of the page. */
export async function askForReset(email: string): Promise<void> {
  await call(requestPasswordReset, { body: { email, lang: currentLanguage() } });
}

/** Asks for an account, in the language of the page. */
export async function askForAccount(person: { email: string; name: string }): Promise<void> {
  await call(signUp, { body: { ...person, lang: currentLanguage() } });
}

export interface SignUpRules {
  open: boolean;
  /** Where only emails of these domains may. */
  domains: readonly string[];
}

/** Who may ask for an account; nobody where the service knows nothing of it. */
export async function askForSignUpRules(): Promise<SignUpRules> {
  try {
    const { open, domains = [] } = await call(getSignUpRules, {});
    return { open, domains };
  } catch (error) {
    if (isNotOffered(error)) return { open: false, domains: [] };
    throw error;
  }
}
