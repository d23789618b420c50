import { texts } from '../../platform/texts.ts';

/** Texts about an erased value. */
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
