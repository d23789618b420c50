import { texts } from '../../platform/texts.ts';

export const useConfirmTexts = texts({
  en: {
    cancel: 'Cancel',
    touches: 'What this affects',
    touchesNothing: 'Nothing else is affected.',
    touchesUnknown: 'What this affects could not be determined',
    notPossible: 'This is not possible',
    typeName: (name: string) => `To confirm, type “${name}”`,
    irreversible: 'This cannot be undone.',
  },
  de: {
    cancel: 'Abbrechen',
    touches: 'Was davon betroffen ist',
    touchesNothing: 'Sonst ist nichts betroffen.',
    touchesUnknown: 'Was davon betroffen ist, ließ sich nicht feststellen',
    notPossible: 'Das ist nicht möglich',
    typeName: (name: string) => `Um fortzufahren, gib „${name}“ ein`,
    irreversible: 'Das lässt sich nicht rückgängig machen.',
  },
});
