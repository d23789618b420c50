import { texts } from '../texts.ts';

export const useTimeTexts = texts({
  en: { justNow: 'just now', inUtc: 'in UTC' },
  de: { justNow: 'gerade eben', inUtc: 'in UTC' },
});
