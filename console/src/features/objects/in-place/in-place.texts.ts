import { grouped, texts } from '../../../platform/texts.ts';

/** Texts about values that are edited where they stand. */
export const useInPlaceTexts = texts({
  en: {
    changes: (count: number) => (count === 1 ? '1 change' : `${grouped(count)} changes`),
    nothingYet: 'No changes yet',
    bar: 'Unsaved changes',
    undo: (field: string) => `Undo the change of ${field}`,
    close: (field: string) => `Stop editing ${field}`,
    compare: 'Compare',
    allFields: 'All fields',
    allFieldsHint: 'Go on in the form with all fields, references and JSON',
    discard: 'Discard',
    save: 'Save',
    fixFirst: 'Fix the highlighted fields.',
  },
  de: {
    changes: (count: number) => (count === 1 ? '1 Änderung' : `${grouped(count)} Änderungen`),
    nothingYet: 'Noch keine Änderungen',
    bar: 'Ungespeicherte Änderungen',
    undo: (field: string) => `Änderung von ${field} zurücknehmen`,
    close: (field: string) => `${field} nicht weiter bearbeiten`,
    compare: 'Vergleichen',
    allFields: 'Alle Felder',
    allFieldsHint: 'Im Formular mit allen Feldern, Verweisen und JSON weitermachen',
    discard: 'Verwerfen',
    save: 'Speichern',
    fixFirst: 'Korrigiere die markierten Felder.',
  },
});
