import { texts } from '../../platform/texts.ts';
import type { UserRisk } from './user-risks.ts';

export const useUserRiskTexts = texts({
  en: {
    risks: 'Risks',
    names: {
      noSecondFactor: 'No second factor',
      neverSignedIn: 'Never signed in',
      externalEmail: 'External email domain',
    } satisfies Record<UserRisk, string>,
  },
  de: {
    risks: 'Risiken',
    names: {
      noSecondFactor: 'Kein zweiter Faktor',
      neverSignedIn: 'Nie angemeldet',
      externalEmail: 'Externe E-Mail-Domain',
    } satisfies Record<UserRisk, string>,
  },
});
