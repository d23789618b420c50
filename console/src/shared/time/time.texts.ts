import { texts } from '../texts.ts';

export const useTimeTexts = texts({
  en: { justNow: 'just now' },
  de: { justNow: 'gerade eben' },
});
