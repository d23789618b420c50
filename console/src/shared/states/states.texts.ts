import { texts } from '../texts.ts';

export const useStateTexts = texts({
  en: { close: 'Close', nothingSaid: 'The service gives no details.' },
  de: { close: 'Schließen', nothingSaid: 'Der Dienst nennt nichts Näheres.' },
});
