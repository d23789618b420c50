import { texts } from '../texts.ts';

export const useReasonTexts = texts({
  en: {
    reason: 'Reason',
    optional: 'Optional: why this changes',
    required: 'Why this changes',
    rule: 'The rules of this partition ask for a reason.',
    missing: 'Enter a reason.',
    erased: (day: string, by: string) => `Erased on ${day} by ${by}`,
  },
  de: {
    reason: 'Grund',
    optional: 'Freiwillig: warum sich das ändert',
    required: 'Warum sich das ändert',
    rule: 'Die Regeln dieser Partition verlangen einen Grund.',
    missing: 'Gib einen Grund an.',
    erased: (day: string, by: string) => `Am ${day} von ${by} gelöscht`,
  },
});
