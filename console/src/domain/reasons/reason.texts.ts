import { texts } from '../../platform/texts.ts';

export const useReasonTexts = texts({
  en: {
    reason: 'Reason',
    optional: 'Optional: why you are making this change',
    required: 'Why you are making this change',
    rule: 'The policy of this partition requires a reason.',
    missing: 'Enter a reason.',
    erased: (day: string, by: string) => `Erased on ${day} by ${by}`,
  },
  de: {
    reason: 'Grund',
    optional: 'Optional: warum du das änderst',
    required: 'Warum du das änderst',
    rule: 'Die Richtlinie dieser Partition verlangt einen Grund.',
    missing: 'Gib einen Grund an.',
    erased: (day: string, by: string) => `Am ${day} von ${by} gelöscht`,
  },
});
