import { texts } from '../texts.ts';

export const useStateTexts = texts({
  en: { close: 'Close' },
  de: { close: 'Schließen' },
});
