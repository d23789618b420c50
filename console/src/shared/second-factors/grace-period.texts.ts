import { grouped, texts } from '../texts.ts';

export const useGracePeriodTexts = texts({
  en: {
    gracePeriod: 'Grace period',
    gracePeriodHint:
      'Existing sessions and API tokens of people without a second factor stop working after it. Every new sign-in asks for one at once.',
    period: (hours: number) => {
      if (hours === 0) return 'None: at once';
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
