import { texts } from '../../platform/texts.ts';

export const usePasskeyTexts = texts({
  en: {
    otherSite: (site: string, hostname: string) =>
      `Passkeys work only at ${site}, and this page was opened at ${hostname}. Open the console at ${site}.`,
  },
  de: {
    otherSite: (site, hostname) =>
      `Passkeys funktionieren nur unter ${site}, und diese Seite wurde unter ${hostname} geöffnet. Öffne die Konsole unter ${site}.`,
  },
});
