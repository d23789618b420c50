import { isEmailAddress } from '@annals/contracts/email-address';
import { hasInvisible, trimInvisible } from '@annals/contracts/unseen-characters';
import { texts } from '../../platform/texts.ts';

const useEmailTexts = texts({
  en: {
    missing: 'Enter an email address.',
    invisible: 'The address contains characters that cannot be seen. Type it again.',
    wrong: (text: string) => `“${text}” is not an email address. Enter one like ada@example.org.`,
  },
  de: {
    missing: 'Gib eine E-Mail-Adresse an.',
    invisible: 'Die Adresse enthält Zeichen, die man nicht sieht. Tippe sie neu ein.',
    wrong: (text: string) => `„${text}“ ist keine E-Mail-Adresse. Gib eine wie ada@example.org an.`,
  },
});

/** What is wrong with a typed email address; an invalid one is never called missing. */
export function emailProblem(typed: string): string | null {
  const t = useEmailTexts.now();
  const email = trimInvisible(typed);
  if (email === '') return t.missing;
  if (hasInvisible(email)) return t.invisible;
  return isEmailAddress(email) ? null : t.wrong(email);
}
