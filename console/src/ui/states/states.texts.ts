import { texts } from '../../platform/texts.ts';

export const useStateTexts = texts({
  en: {
    close: 'Close',
    noDetails: 'The service returned no details that this console recognizes.',
  },
  de: {
    close: 'Schließen',
    noDetails: 'Der Dienst liefert keine Angaben, die diese Konsole kennt.',
  },
});
