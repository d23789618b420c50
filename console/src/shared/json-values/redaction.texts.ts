import { texts } from '../texts.ts';

/** A value that was erased, wherever it is shown. */
export const useRedactionTexts = texts({
  en: {
    erased: (receipt: number) => `erased, receipt ${receipt}`,
    open: (receipt: number) => `Open receipt ${receipt}: who erased it, when and why`,
  },
  de: {
    erased: (receipt: number) => `gelöscht, Beleg ${receipt}`,
    open: (receipt: number) => `Beleg ${receipt} öffnen: wer es löschte, wann und warum`,
  },
});
