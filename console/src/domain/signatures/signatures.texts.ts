import { texts } from '../../platform/texts.ts';

export const useSignatureTexts = texts({
  en: {
    wrongChallenge:
      'The service asked for a signature of something other than what it shows. Nothing was signed.',
  },
  de: {
    wrongChallenge:
      'Der Dienst verlangt, etwas anderes zu signieren, als er zeigt. Nichts wurde signiert.',
  },
});
