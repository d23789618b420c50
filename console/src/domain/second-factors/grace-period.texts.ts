import { grouped, texts } from '../../platform/texts.ts';

export const useGracePeriodTexts = texts({
  en: {
    gracePeriod: 'Grace period',
    gracePeriodHint:
      'When it ends, existing sessions and API tokens of users without a second factor stop working. Every new sign-in requires one immediately.',
    period: (hours: number) => {
      if (hours === 0) return 'None: immediately';
      if (hours % 24 !== 0) return hours === 1 ? '1 hour' : `${grouped(hours)} hours`;
      return hours === 24 ? '1 day' : `${grouped(hours / 24)} days`;
    },
  },
  de: {
    gracePeriod: 'Schonfrist',
    gracePeriodHint:
      'Danach gelten bestehende Sitzungen und API-Tokens von Personen ohne zweiten Faktor nicht mehr. Jede neue Anmeldung verlangt ihn sofort.',
    period: (hours) => {
      if (hours === 0) return 'Keine: sofort';
      if (hours % 24 !== 0) return hours === 1 ? '1 Stunde' : `${grouped(hours)} Stunden`;
      return hours === 24 ? '1 Tag' : `${grouped(hours / 24)} Tage`;
    },
  },
});
