import { grouped, texts } from '../texts.ts';

export const useFormTexts = texts({
  en: {
    save: 'Save',
    cancel: 'Cancel',
    leaveTitle: 'Leave without saving?',
    leaveQuestion: 'What you have changed here is not saved and would be lost.',
    stay: 'Stay',
    leave: 'Leave',
    notSaved: 'This was not saved',
    mergeIntro:
      'Somebody else saved in the meantime, so nothing was overwritten. Choose for each field what shall be; what only one of you changed is chosen already.',
    noFields: 'Both sides say the same.',
    undecided: (count: number) =>
      count === 1
        ? '1 field is still to be decided.'
        : `${grouped(count)} fields are still to be decided.`,
    discardMine: 'Drop mine',
    saveMerged: 'Save on top of theirs',
    empty: 'empty',
    yes: 'Yes',
    no: 'No',
  },
  de: {
    save: 'Speichern',
    cancel: 'Abbrechen',
    leaveTitle: 'Ohne Speichern verlassen?',
    leaveQuestion: 'Was du hier geändert hast, ist nicht gespeichert und ginge verloren.',
    stay: 'Bleiben',
    leave: 'Verlassen',
    notSaved: 'Das wurde nicht gespeichert',
    mergeIntro:
      'Inzwischen hat jemand anders gespeichert; deshalb wurde nichts überschrieben. Wähle für jedes Feld, was gelten soll; was nur eine Seite geändert hat, ist schon gewählt.',
    noFields: 'Beide Seiten sagen dasselbe.',
    undecided: (count: number) =>
      count === 1
        ? '1 Feld ist noch zu entscheiden.'
        : `${grouped(count)} Felder sind noch zu entscheiden.`,
    discardMine: 'Meine verwerfen',
    saveMerged: 'Auf den Stand der anderen speichern',
    empty: 'leer',
    yes: 'Ja',
    no: 'Nein',
  },
});
