import { grouped, texts } from '../../../platform/texts.ts';

/** Texts about writing: a new object, a new version, the end of a timeline. */
export const useEditTexts = texts({
  en: {
    newObject: 'New object',
    newVersionOf: (title: string) => `New version of ${title}`,
    type: 'Type',
    typeHint: 'A letter, then letters, digits, _ . or -. It cannot be changed later.',
    typeNeeded: 'Enter the type.',
    typeWrong: 'Start with a letter, then letters, digits, _ . or -, at most 64 in all.',
    newType: 'new type',
    countObjects: (count: number) => (count === 1 ? '1 object' : `${grouped(count)} objects`),
    viewData: 'Edit data as',
    form: 'Form',
    json: 'JSON',
    fixFirst: 'Fix the highlighted problem first; the other view cannot show it.',
    fieldsNeeded: 'Fix the highlighted fields.',
    problems: (count: number) =>
      count === 1
        ? '1 field doesn’t match the schema.'
        : `${grouped(count)} fields don’t match the schema.`,
    targetType: 'Of type',
    anyType: 'any type',
    endedMeanwhile: 'The timeline was ended in the meantime',
    endedMeanwhileHint:
      'Nothing was saved. Copy your data, close this form and resume the timeline with “Restore and continue”; then add your version.',
    archivedMeanwhile: 'The partition was archived in the meantime',
    archivedMeanwhileHint:
      'Nothing was saved, and nothing can be written here until an owner unarchives the partition. Copy your data to keep it.',
    copyData: 'Copy my data',
    dataCopied: 'Copied, as JSON',
    dataNotCopied: 'The browser blocked copying. Copy it from the JSON view.',
    restoreTitle: (title: string, count: number) =>
      `Restore version ${grouped(count)} of ${title}?`,
    restoreEndedTitle: (title: string) => `Resume ${title}?`,
    restoreWhat:
      'The next version will have the same content as this one. Nothing is lost: the versions in between stay in the history.',
    restoreEndedWhat:
      'The timeline has ended. It resumes with a new version that has the same content as this one, and its references become active again.',
    restoreSame: 'The newest version is identical; there is nothing to restore.',
    restoreSameEnded: 'It will have the same content as when it ended.',
    restoreOvertaken: (count: number, who: string) =>
      `Version ${grouped(count)} by ${who} was written in the meantime, so nothing was saved. The changes against it are shown below.`,
    now: 'Now',
    afterRestore: 'After restoring',
    restore: 'Restore',
    restoreAndContinue: 'Restore and continue',
    restored: (title: string, count: number) => `${title}: version ${grouped(count)} restored`,
    notRestored: 'This could not be restored',
    changedBeforeEnd:
      'Someone else has written a newer version in the meantime, so the timeline was not ended. Check the newest version, then end it.',
    referenceField: 'Reference ',
    preview: 'Changes against their version',
    previewUndecided: 'Changes against their version so far',
    theirs: 'Theirs',
    result: 'Next version',
    data: 'Data',
    dataNeeded: 'Fix the JSON first.',
    references: 'References',
    noReferences: 'No references.',
    referenceName: 'Name',
    referenceNameNeeded: 'Enter a name for the reference.',
    target: 'Target',
    targetNeeded: 'Choose the target object.',
    findTarget: 'Search objects',
    addReference: 'Add reference',
    removeReference: (name: string) => `Remove reference ${name}`,
    create: 'Create object',
    createAnother: 'Create another',
    save: 'Save new version',
    propose: 'Add to change set',
    cancel: 'Cancel',
    notSaved: 'This could not be saved',
    created: (title: string) => `${title} created`,
    saved: (title: string) => `${title}: new version saved`,
    basedOnOlder: (count: number, newest: number) =>
      `You are editing version ${grouped(count)}. Changes up to version ${grouped(newest)} are not included; review the changes below before you save.`,
    erasedNotRestored: (count: number, names: string) =>
      `${count === 1 ? '1 value was' : `${grouped(count)} values were`} erased: ${names}. ${count === 1 ? 'It' : 'They'} cannot be restored; the next version contains null instead.`,
    erasedLeftOut: (count: number, names: string) =>
      `${count === 1 ? '1 value was' : `${grouped(count)} values were`} erased: ${names}. The new version omits ${count === 1 ? 'it' : 'them'} unless you enter a new value.`,
    changes: 'What this version will change',
    noChangesYet: 'No changes yet.',
    mergeTitle: 'This object has changed since you opened it',
    mergeIntro: (count: number, who: string) =>
      `Version ${grouped(count)} by ${who} was saved while you were editing. Your changes are not saved yet. Choose for each field which side to keep.`,
    mergeIntroUnknown:
      'A newer version was saved while you were editing. Your changes are not saved yet. Choose for each field which side to keep.',
    someone: 'someone else',
    undecided: (count: number) =>
      count === 1
        ? '1 field still needs a decision.'
        : `${grouped(count)} fields still need a decision.`,
    noFields: 'Both sides are identical.',
    saveMerged: 'Save merged version',
    editMerged: 'Edit merged version',
    discardMine: 'Discard my changes',
    endTitle: (title: string) => `End the timeline of ${title}?`,
    endWhat:
      'It gets a final version with the end date. Its history stays; no more versions can be added.',
    endReferences: (count: number) =>
      count === 0
        ? 'No outgoing references.'
        : count === 1
          ? '1 outgoing reference is no longer active.'
          : `${grouped(count)} outgoing references are no longer active.`,
    endReferencedBy: (count: number, more: boolean) =>
      count === 0
        ? 'No incoming references.'
        : `${more ? 'At least ' : ''}${count === 1 ? '1 object refers' : `${grouped(count)} objects refer`} to it and will continue to do so:`,
    end: 'End the timeline',
    ended: (title: string) => `The timeline of ${title} has ended`,
    undoneBecause: (reason: string) => `Undone: ${reason}`,
    notEnded: 'The timeline could not be ended',
  },
  de: {
    newObject: 'Neues Objekt',
    newVersionOf: (title: string) => `Neue Version von ${title}`,
    type: 'Typ',
    typeHint:
      'Ein Buchstabe, dann Buchstaben, Ziffern, _ . oder -. Er bleibt der Typ der ganzen Zeitlinie.',
    typeNeeded: 'Gib den Typ an.',
    typeWrong:
      'Beginne mit einem Buchstaben; dann Buchstaben, Ziffern, _ . oder -, höchstens 64 insgesamt.',
    newType: 'neuer Typ',
    countObjects: (count: number) => (count === 1 ? '1 Objekt' : `${grouped(count)} Objekte`),
    viewData: 'Daten bearbeiten als',
    form: 'Formular',
    json: 'JSON',
    fixFirst: 'Behebe zuerst das markierte Problem; die andere Ansicht kann es nicht zeigen.',
    fieldsNeeded: 'Korrigiere die markierten Felder.',
    problems: (count: number) =>
      count === 1
        ? '1 Feld entspricht nicht dem Schema.'
        : `${grouped(count)} Felder entsprechen nicht dem Schema.`,
    targetType: 'Vom Typ',
    anyType: 'alle Typen',
    endedMeanwhile: 'Die Zeitlinie wurde inzwischen beendet',
    endedMeanwhileHint:
      'Nichts wurde gespeichert. Kopiere deine Daten, schließe dieses Formular und setze die Zeitlinie mit „Wiederherstellen und fortsetzen“ fort; füge dann deine Version hinzu.',
    archivedMeanwhile: 'Die Partition wurde inzwischen archiviert',
    archivedMeanwhileHint:
      'Nichts wurde gespeichert, und hier lässt sich nichts schreiben, bis ein Eigentümer die Partition aus dem Archiv holt. Kopiere deine Daten, um sie zu behalten.',
    copyData: 'Meine Daten kopieren',
    dataCopied: 'Kopiert, als JSON',
    dataNotCopied: 'Der Browser hat das Kopieren verweigert. Kopiere es aus der JSON-Ansicht.',
    restoreTitle: (title: string, count: number) =>
      `Version ${grouped(count)} von ${title} wiederherstellen?`,
    restoreEndedTitle: (title: string) => `${title} fortsetzen?`,
    restoreWhat:
      'Die nächste Version erhält denselben Inhalt wie diese. Nichts geht verloren: Die Versionen dazwischen bleiben im Verlauf.',
    restoreEndedWhat:
      'Die Zeitlinie ist beendet. Sie wird mit einer neuen Version fortgesetzt, die denselben Inhalt hat wie diese; ihre Verweise gelten wieder.',
    restoreSame: 'Die neueste Version ist identisch; es gibt nichts wiederherzustellen.',
    restoreSameEnded: 'Sie erhält denselben Inhalt wie bei ihrem Ende.',
    restoreOvertaken: (count: number, who: string) =>
      `Version ${grouped(count)} von ${who} wurde inzwischen geschrieben; deshalb wurde nichts gespeichert. Unten siehst du die Änderungen gegenüber dieser Version.`,
    now: 'Jetzt',
    afterRestore: 'Nach dem Wiederherstellen',
    restore: 'Wiederherstellen',
    restoreAndContinue: 'Wiederherstellen und fortsetzen',
    restored: (title: string, count: number) =>
      `${title}: Version ${grouped(count)} ist wiederhergestellt`,
    notRestored: 'Das konnte nicht wiederhergestellt werden',
    changedBeforeEnd:
      'Jemand anderes hat inzwischen eine neuere Version geschrieben; deshalb wurde die Zeitlinie nicht beendet. Sieh dir die neueste Version an und beende sie dann.',
    referenceField: 'Verweis ',
    preview: 'Änderungen gegenüber der anderen Version',
    previewUndecided: 'Bisherige Änderungen gegenüber der anderen Version',
    theirs: 'Andere',
    result: 'Nächste Version',
    data: 'Daten',
    dataNeeded: 'Korrigiere zuerst das JSON.',
    references: 'Verweise',
    noReferences: 'Keine Verweise.',
    referenceName: 'Name',
    referenceNameNeeded: 'Gib dem Verweis einen Namen.',
    target: 'Ziel',
    targetNeeded: 'Wähle das Zielobjekt.',
    findTarget: 'Objekte suchen',
    addReference: 'Verweis hinzufügen',
    removeReference: (name: string) => `Verweis ${name} entfernen`,
    create: 'Objekt anlegen',
    createAnother: 'Weiteres anlegen',
    save: 'Neue Version speichern',
    propose: 'In einen Änderungssatz',
    cancel: 'Abbrechen',
    notSaved: 'Das konnte nicht gespeichert werden',
    created: (title: string) => `${title} wurde angelegt`,
    saved: (title: string) => `${title}: die neue Version ist gespeichert`,
    basedOnOlder: (count: number, newest: number) =>
      `Du bearbeitest Version ${grouped(count)}. Änderungen bis Version ${grouped(newest)} sind nicht enthalten; sieh dir vor dem Speichern unten die Änderungen an.`,
    erasedNotRestored: (count: number, names: string) =>
      `${count === 1 ? '1 Wert wurde' : `${grouped(count)} Werte wurden`} gelöscht: ${names}. ${count === 1 ? 'Er kann' : 'Sie können'} nicht wiederhergestellt werden; die nächste Version enthält stattdessen null.`,
    erasedLeftOut: (count: number, names: string) =>
      `${count === 1 ? '1 Wert wurde' : `${grouped(count)} Werte wurden`} gelöscht: ${names}. Die neue Version lässt ${count === 1 ? 'ihn' : 'sie'} weg, wenn du keinen neuen Wert eingibst.`,
    changes: 'Was diese Version ändern wird',
    noChangesYet: 'Noch keine Änderungen.',
    mergeTitle: 'Dieses Objekt wurde geändert, seit du es geöffnet hast',
    mergeIntro: (count: number, who: string) =>
      `Version ${grouped(count)} von ${who} wurde gespeichert, während du bearbeitet hast. Deine Änderungen sind noch nicht gespeichert. Wähle für jedes Feld, welche Seite die nächste Version übernimmt.`,
    mergeIntroUnknown:
      'Eine neuere Version wurde gespeichert, während du bearbeitet hast. Deine Änderungen sind noch nicht gespeichert. Wähle für jedes Feld, welche Seite die nächste Version übernimmt.',
    someone: 'jemand anderem',
    undecided: (count: number) =>
      count === 1
        ? '1 Feld ist noch zu entscheiden.'
        : `${grouped(count)} Felder sind noch zu entscheiden.`,
    noFields: 'Beide Seiten sind gleich.',
    saveMerged: 'Zusammengeführte Version speichern',
    editMerged: 'Zusammengeführte Version bearbeiten',
    discardMine: 'Meine Änderungen verwerfen',
    endTitle: (title: string) => `Die Zeitlinie von ${title} beenden?`,
    endWhat:
      'Sie erhält eine letzte Version mit dem Enddatum. Ihr Verlauf bleibt; weitere Versionen können nicht hinzugefügt werden.',
    endReferences: (count: number) =>
      count === 0
        ? 'Keine ausgehenden Verweise.'
        : count === 1
          ? '1 ausgehender Verweis gilt nicht mehr.'
          : `${grouped(count)} ausgehende Verweise gelten nicht mehr.`,
    endReferencedBy: (count: number, more: boolean) =>
      count === 0
        ? 'Keine eingehenden Verweise.'
        : `${more ? 'Mindestens ' : ''}${count === 1 ? '1 Objekt verweist' : `${grouped(count)} Objekte verweisen`} auf sie und ${count === 1 ? 'tut' : 'tun'} das weiterhin:`,
    end: 'Zeitlinie beenden',
    ended: (title: string) => `Die Zeitlinie von ${title} ist beendet`,
    undoneBecause: (reason: string) => `Rückgängig gemacht: ${reason}`,
    notEnded: 'Die Zeitlinie konnte nicht beendet werden',
  },
});
