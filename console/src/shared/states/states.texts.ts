import { texts } from '../texts.ts';

export const useStateTexts = texts({
  en: { close: 'Close', noDetails: 'The service gives no details.' },
  de: { close: 'Schließen', noDetails: 'Der Dienst nennt keine Einzelheiten.' },
});
