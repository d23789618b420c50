import { texts } from '../../platform/texts.ts';

export const useRefusalTexts = texts({
  en: {
    denied: 'Access denied',
    whomToAsk: 'Ask an administrator for access.',
    goBack: 'Go back',
    home: 'Home',
  },
  de: {
    denied: 'Kein Zugriff',
    whomToAsk: 'Bitte einen Administrator um Zugriff.',
    goBack: 'Zurück',
    home: 'Start',
  },
});
