import { grouped, texts } from '../../../shared/texts.ts';

/** Writing: a new object, a new version, the end of a timeline. */
export const useEditTexts = texts({
  en: {
    newObject: 'New object',
    newVersionOf: (title: string) => `New version of ${title}`,
    type: 'Type',
    typeHint: 'A letter, then letters, digits, _ . or -. It stays the type of the whole timeline.',
    typeNeeded: 'Give the type.',
    typeWrong: 'Begin with a letter; then letters, digits, _ . or -, at most 64 in all.',
    newType: 'new type',
    countObjects: (count: number) => (count === 1 ? '1 object' : `${grouped(count)} objects`),
    viewData: 'Write the data in',
    form: 'Form',
    json: 'JSON',
    mendFirst: 'Mend what is marked first; the other view could not show it.',
    fieldsNeeded: 'Mend the marked fields first.',
    problems: (count: number) =>
      count === 1 ? '1 thing breaks the schema.' : `${grouped(count)} things break the schema.`,
    targetType: 'Of type',
    anyType: 'any type',
    endedMeanwhile: 'The timeline has ended meanwhile',
    endedMeanwhileHint:
      'Nothing was saved. Copy what you wrote, close this, and go on with the timeline by “Restore and continue”; then add your version.',
    archivedMeanwhile: 'The partition has been archived meanwhile',
    archivedMeanwhileHint:
      'Nothing was saved, and nothing can be written here until an owner takes the partition out of the archive. Copy what you wrote to keep it.',
    copyData: 'Copy what I wrote',
    dataCopied: 'Copied, as JSON',
    dataNotCopied: 'The browser refused to copy. Copy it from the JSON view.',
    restoreTitle: (title: string, count: number) =>
      `Restore version ${grouped(count)} of ${title}?`,
    restoreEndedTitle: (title: string) => `Go on with ${title}?`,
    restoreWhat:
      'The next version will say what this one says. Nothing is lost: the versions in between stay in the history.',
    restoreEndedWhat:
      'The timeline has ended. It goes on with a new version that says what this one says; its references count again.',
    restoreSame: 'The newest version says the same already; there is nothing to restore.',
    restoreSameEnded: 'It will say what it said when it ended.',
    restoreOvertaken: (count: number, who: string) =>
      `Version ${grouped(count)} by ${who} has come meanwhile, so nothing was written. Below you see what would change in it.`,
    now: 'Now',
    afterRestore: 'After restoring',
    restore: 'Restore',
    restoreAndContinue: 'Restore and continue',
    restored: (title: string, count: number) => `${title}: version ${grouped(count)} is restored`,
    notRestored: 'This could not be restored',
    changedBeforeEnd:
      'Somebody else has written a newer version meanwhile, so the timeline was not ended. Look at the newest version, then end it.',
    referenceField: 'Reference ',
    preview: 'What the next version changes in theirs',
    previewUndecided: 'What the next version changes in theirs, as far as it is decided',
    theirs: 'Theirs',
    result: 'Next version',
    data: 'Data',
    dataNeeded: 'Mend the JSON first.',
    references: 'References',
    noReferences: 'No references.',
    referenceName: 'Name',
    referenceNameNeeded: 'Give the reference a name.',
    target: 'Points to',
    targetNeeded: 'Pick the object it points to.',
    findTarget: 'Search objects',
    addReference: 'Add reference',
    removeReference: (name: string) => `Remove reference ${name}`,
    create: 'Create object',
    save: 'Save new version',
    cancel: 'Cancel',
    notSaved: 'This could not be saved',
    created: (title: string) => `${title} was created`,
    saved: (title: string) => `${title}: the new version was saved`,
    basedOnOlder: (count: number, newest: number) =>
      `You start from version ${grouped(count)}. What changed up to version ${grouped(newest)} is not in it; look at the changes below before you save.`,
    erasedNotRestored: (count: number, names: string) =>
      `${count === 1 ? '1 value was' : `${grouped(count)} values were`} erased: ${names}. Nothing brings ${count === 1 ? 'it' : 'them'} back; the next version says null there.`,
    erasedLeftOut: (count: number, names: string) =>
      `${count === 1 ? '1 value was' : `${grouped(count)} values were`} erased: ${names}. The new version leaves ${count === 1 ? 'it' : 'them'} out unless you write something there.`,
    changes: 'What this version will change',
    noChangesYet: 'Nothing changed yet.',
    mergeTitle: 'Somebody else wrote in between',
    mergeIntro: (count: number, who: string) =>
      `Version ${grouped(count)} by ${who} came while you were writing. Nothing is saved yet. Choose for each field which side the next version takes.`,
    mergeIntroUnknown:
      'A newer version came while you were writing. Nothing is saved yet. Choose for each field which side the next version takes.',
    someone: 'somebody else',
    undecided: (count: number) =>
      count === 1
        ? '1 field is still to be decided.'
        : `${grouped(count)} fields are still to be decided.`,
    noFields: 'The data says the same on both sides.',
    saveMerged: 'Save on top of theirs',
    editMerged: 'Edit the result first',
    discardMine: 'Drop mine',
    endTitle: (title: string) => `End the timeline of ${title}?`,
    endWhat:
      'It gets one last version with the date of its end. Its history stays; nothing can be added to it any more.',
    endReferences: (count: number) =>
      count === 0
        ? 'It points to nothing.'
        : count === 1
          ? '1 reference of it no longer counts.'
          : `${grouped(count)} references of it no longer count.`,
    endReferencedBy: (count: number, more: boolean) =>
      count === 0
        ? 'Nothing points to it.'
        : `${more ? 'At least ' : ''}${count === 1 ? '1 object points' : `${grouped(count)} objects point`} to it and will go on to do so:`,
    end: 'End the timeline',
    ended: (title: string) => `The timeline of ${title} has ended`,
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
    viewData: 'Daten schreiben in',
    form: 'Formular',
    json: 'JSON',
    mendFirst:
      'Bringe zuerst in Ordnung, was markiert ist; die andere Ansicht könnte es nicht zeigen.',
    fieldsNeeded: 'Bringe zuerst die markierten Felder in Ordnung.',
    problems: (count: number) =>
      count === 1
        ? '1 Stelle verletzt das Schema.'
        : `${grouped(count)} Stellen verletzen das Schema.`,
    targetType: 'Vom Typ',
    anyType: 'alle Typen',
    endedMeanwhile: 'Die Zeitlinie ist inzwischen beendet',
    endedMeanwhileHint:
      'Nichts wurde gespeichert. Kopiere, was du geschrieben hast, schließe dies und setze die Zeitlinie mit „Wiederherstellen und fortsetzen“ fort; füge dann deine Version hinzu.',
    archivedMeanwhile: 'Die Partition ist inzwischen archiviert',
    archivedMeanwhileHint:
      'Nichts wurde gespeichert, und hier lässt sich nichts schreiben, bis eine Eigentümerin die Partition aus dem Archiv holt. Kopiere, was du geschrieben hast, um es zu behalten.',
    copyData: 'Kopieren, was ich geschrieben habe',
    dataCopied: 'Kopiert, als JSON',
    dataNotCopied: 'Der Browser hat das Kopieren verweigert. Kopiere es aus der JSON-Ansicht.',
    restoreTitle: (title: string, count: number) =>
      `Version ${grouped(count)} von ${title} wiederherstellen?`,
    restoreEndedTitle: (title: string) => `${title} fortsetzen?`,
    restoreWhat:
      'Die nächste Version wird sagen, was diese sagt. Nichts geht verloren: die Versionen dazwischen bleiben im Verlauf.',
    restoreEndedWhat:
      'Die Zeitlinie ist beendet. Sie geht mit einer neuen Version weiter, die sagt, was diese sagt; ihre Verweise zählen wieder.',
    restoreSame: 'Die neueste Version sagt schon dasselbe; es gibt nichts wiederherzustellen.',
    restoreSameEnded: 'Sie wird sagen, was sie sagte, als sie endete.',
    restoreOvertaken: (count: number, who: string) =>
      `Version ${grouped(count)} von ${who} ist inzwischen gekommen; deshalb wurde nichts geschrieben. Unten siehst du, was sich in ihr ändern würde.`,
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
    preview: 'Was die nächste Version an der anderen ändert',
    previewUndecided: 'Was die nächste Version an der anderen ändert, soweit entschieden',
    theirs: 'Andere',
    result: 'Nächste Version',
    data: 'Daten',
    dataNeeded: 'Bring zuerst das JSON in Ordnung.',
    references: 'Verweise',
    noReferences: 'Keine Verweise.',
    referenceName: 'Name',
    referenceNameNeeded: 'Gib dem Verweis einen Namen.',
    target: 'Verweist auf',
    targetNeeded: 'Wähle das Objekt, auf das er verweist.',
    findTarget: 'Objekte suchen',
    addReference: 'Verweis hinzufügen',
    removeReference: (name: string) => `Verweis ${name} entfernen`,
    create: 'Objekt anlegen',
    save: 'Neue Version speichern',
    cancel: 'Abbrechen',
    notSaved: 'Das konnte nicht gespeichert werden',
    created: (title: string) => `${title} wurde angelegt`,
    saved: (title: string) => `${title}: die neue Version ist gespeichert`,
    basedOnOlder: (count: number, newest: number) =>
      `Du beginnst mit Version ${grouped(count)}. Was sich bis Version ${grouped(newest)} änderte, ist darin nicht enthalten; sieh dir vor dem Speichern unten die Änderungen an.`,
    erasedNotRestored: (count: number, names: string) =>
      `${count === 1 ? '1 Wert wurde' : `${grouped(count)} Werte wurden`} gelöscht: ${names}. Nichts bringt ${count === 1 ? 'ihn' : 'sie'} zurück; in der nächsten Version steht dort null.`,
    erasedLeftOut: (count: number, names: string) =>
      `${count === 1 ? '1 Wert wurde' : `${grouped(count)} Werte wurden`} gelöscht: ${names}. Die neue Version lässt ${count === 1 ? 'ihn' : 'sie'} weg, wenn du dort nichts schreibst.`,
    changes: 'Was diese Version ändern wird',
    noChangesYet: 'Noch nichts geändert.',
    mergeTitle: 'Jemand anderes hat inzwischen geschrieben',
    mergeIntro: (count: number, who: string) =>
      `Version ${grouped(count)} von ${who} kam, während du schriebst. Noch ist nichts gespeichert. Wähle für jedes Feld, welche Seite die nächste Version übernimmt.`,
    mergeIntroUnknown:
      'Eine neuere Version kam, während du schriebst. Noch ist nichts gespeichert. Wähle für jedes Feld, welche Seite die nächste Version übernimmt.',
    someone: 'jemand anderem',
    undecided: (count: number) =>
      count === 1
        ? '1 Feld ist noch zu entscheiden.'
        : `${grouped(count)} Felder sind noch zu entscheiden.`,
    noFields: 'Die Daten sagen auf beiden Seiten dasselbe.',
    saveMerged: 'Auf der anderen Version aufbauend speichern',
    editMerged: 'Ergebnis erst bearbeiten',
    discardMine: 'Meine verwerfen',
    endTitle: (title: string) => `Die Zeitlinie von ${title} beenden?`,
    endWhat:
      'Sie erhält eine letzte Version mit dem Datum des Endes. Ihr Verlauf bleibt; nichts kann ihr mehr hinzugefügt werden.',
    endReferences: (count: number) =>
      count === 0
        ? 'Sie verweist auf nichts.'
        : count === 1
          ? '1 Verweis von ihr zählt nicht mehr.'
          : `${grouped(count)} Verweise von ihr zählen nicht mehr.`,
    endReferencedBy: (count: number, more: boolean) =>
      count === 0
        ? 'Nichts verweist auf sie.'
        : `${more ? 'Mindestens ' : ''}${count === 1 ? '1 Objekt verweist' : `${grouped(count)} Objekte verweisen`} auf sie und ${count === 1 ? 'tut' : 'tun'} das weiterhin:`,
    end: 'Zeitlinie beenden',
    ended: (title: string) => `Die Zeitlinie von ${title} ist beendet`,
    notEnded: 'Die Zeitlinie konnte nicht beendet werden',
  },
});
