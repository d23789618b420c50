import { texts } from '../texts.ts';

export const useTimeTexts = texts({
  en: {
    justNow: 'just now',
    inUtc: 'in UTC',
    calendar: 'Calendar',
    // Year, month, day, hour, minute.
    dateLetters: 'yyyy mm dd hh mm',
    noDate: (pattern: string) => `Enter a date as ${pattern}.`,
  },
  de: {
    justNow: 'gerade eben',
    inUtc: 'in UTC',
    calendar: 'Kalender',
    dateLetters: 'JJJJ MM TT hh mm',
    noDate: (pattern) => `Gib ein Datum als ${pattern} ein.`,
  },
});
