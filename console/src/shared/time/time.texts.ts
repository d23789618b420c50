import { texts } from '../texts.ts';

export const useTimeTexts = texts({
  en: {
    justNow: 'just now',
    inUtc: 'in UTC',
    calendar: 'Calendar',
    dateLetters: { year: 'yyyy', month: 'mm', day: 'dd', hour: 'hh', minute: 'mm' },
    noDate: (pattern: string) => `Enter a date as ${pattern}.`,
  },
  de: {
    justNow: 'gerade eben',
    inUtc: 'in UTC',
    calendar: 'Kalender',
    dateLetters: { year: 'JJJJ', month: 'MM', day: 'TT', hour: 'hh', minute: 'mm' },
    noDate: (pattern) => `Gib ein Datum als ${pattern} ein.`,
  },
});
