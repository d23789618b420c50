import { grouped, texts } from '../../platform/texts.ts';

export const useFormTexts = texts({
  en: {
    save: 'Save',
    cancel: 'Cancel',
    leaveTitle: 'Leave without saving?',
    leaveQuestion: 'Your unsaved changes will be lost.',
    stay: 'Stay',
    leave: 'Leave',
    notSaved: 'Not saved',
    mergeIntro:
      'Someone else saved changes in the meantime, so nothing was overwritten. Choose a value for each field; fields that only one of you changed are already chosen.',
    noFields: 'Both sides are identical.',
    undecided: (count: number) =>
      count === 1
        ? '1 field still needs a decision.'
        : `${grouped(count)} fields still need a decision.`,
    discardMine: 'Discard my changes',
    saveMerged: 'Save merged version',
    empty: 'empty',
    yes: 'Yes',
    no: 'No',
  },
  de: {
    save: 'Speichern',
    cancel: 'Abbrechen',
    leaveTitle: 'Ohne Speichern verlassen?',
    leaveQuestion: 'Deine ungespeicherten Änderungen gehen verloren.',
    stay: 'Bleiben',
    leave: 'Verlassen',
    notSaved: 'Das wurde nicht gespeichert',
    mergeIntro:
      'Inzwischen hat jemand anders gespeichert; deshalb wurde nichts überschrieben. Wähle für jedes Feld, was gelten soll; was nur eine Seite geändert hat, ist schon gewählt.',
    noFields: 'Beide Seiten sind gleich.',
    undecided: (count: number) =>
      count === 1
        ? '1 Feld ist noch zu entscheiden.'
        : `${grouped(count)} Felder sind noch zu entscheiden.`,
    discardMine: 'Meine Änderungen verwerfen',
    saveMerged: 'Zusammengeführte Version speichern',
    empty: 'leer',
    yes: 'Ja',
    no: 'Nein',
  },
});
