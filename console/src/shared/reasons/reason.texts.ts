import { texts } from '../texts.ts';

export const useReasonTexts = texts({
  en: {
    reason: 'Reason',
    optional: 'Optional: why this changes',
  },
  de: {
    reason: 'Grund',
    optional: 'Freiwillig: warum sich das ändert',
  },
});
