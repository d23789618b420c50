import { isEmailAddress } from '@annals/contracts/email-address';
import { texts } from '../../platform/texts.ts';

const useEmailTexts = texts({
  en: {
    missing: 'Enter an email address.',
    wrong: (text: string) => `“${text}” is not an email address. Enter one like ada@example.org.`,
  },
  de: {
    missing: 'Gib eine E-Mail-Adresse an.',
    wrong: (text: string) => `„${text}“ ist keine E-Mail-Adresse. Gib eine wie ada@example.org an.`,
  },
});

/** What is wrong with a typed email address; an invalid one is never called missing. */
export function emailProblem(typed: string): string | null {
  const t = useEmailTexts.now();
  const email = typed.trim();
  if (email === '') return t.missing;
  return isEmailAddress(email) ? null : t.wrong(email);
}
