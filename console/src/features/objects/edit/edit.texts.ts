import { texts } from '../../../shared/texts.ts';

/** Writing: a new object, a new version, the end of a timeline. */
export const useEditTexts = texts({
  en: {
    newObject: 'New object',
    newVersionOf: (title: string) => `New version of ${title}`,
    type: 'Type',
    typeHint: 'A letter, then letters, digits, _ . or -. It stays the type of the whole timeline.',
    typeNeeded: 'Give the type.',
    data: 'Data',
    dataNeeded: 'Mend the JSON first.',
    references: 'References',
    noReferences: 'No references.',
    referenceName: 'Name',
    referenceNameNeeded: 'Give the reference a name.',
    target: 'Points to',
    targetNeeded: 'Pick the object it points to.',
    findTarget: 'Search objects',
    nothingFound: 'Nothing found',
    searching: 'Searching …',
    addReference: 'Add reference',
    removeReference: (name: string) => `Remove reference ${name}`,
    create: 'Create object',
    save: 'Save new version',
    cancel: 'Cancel',
    notSaved: 'This could not be saved',
    created: (title: string) => `${title} was created`,
    saved: (title: string) => `${title}: the new version was saved`,
    leave: 'What you wrote here is not saved. Leave it?',
    basedOnOlder: (count: number, newest: number) =>
      `You start from version ${count}. What changed up to version ${newest} is not in it; look at the changes below before you save.`,
    changes: 'What this version will change',
    noChangesYet: 'Nothing changed yet.',
    mergeTitle: 'Somebody else wrote in between',
    mergeIntro: (count: number, who: string) =>
      `Version ${count} by ${who} came while you were writing. Nothing is saved yet. Choose for each field which side the next version takes.`,
    mergeIntroUnknown:
      'A newer version came while you were writing. Nothing is saved yet. Choose for each field which side the next version takes.',
    someone: 'somebody else',
    field: 'Field',
    undecided: (count: number) =>
      count === 1 ? '1 field is still to be decided.' : `${count} fields are still to be decided.`,
    noFields: 'The data says the same on both sides.',
    mergedReferences:
      'References of the next version: theirs, with what you added and without what you removed',
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
          : `${count} references of it no longer count.`,
    endReferencedBy: (count: number, more: boolean) =>
      count === 0
        ? 'Nothing points to it.'
        : `${more ? 'At least ' : ''}${count === 1 ? '1 object points' : `${count} objects point`} to it and will go on to do so:`,
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
    data: 'Daten',
    dataNeeded: 'Bringe zuerst das JSON in Ordnung.',
    references: 'Verweise',
    noReferences: 'Keine Verweise.',
    referenceName: 'Name',
    referenceNameNeeded: 'Gib dem Verweis einen Namen.',
    target: 'Verweist auf',
    targetNeeded: 'Wähle das Objekt, auf das er verweist.',
    findTarget: 'Objekte suchen',
    nothingFound: 'Nichts gefunden',
    searching: 'Suche …',
    addReference: 'Verweis hinzufügen',
    removeReference: (name: string) => `Verweis ${name} entfernen`,
    create: 'Objekt anlegen',
    save: 'Neue Version speichern',
    cancel: 'Abbrechen',
    notSaved: 'Das konnte nicht gespeichert werden',
    created: (title: string) => `${title} wurde angelegt`,
    saved: (title: string) => `${title}: die neue Version ist gespeichert`,
    leave: 'Was du hier geschrieben hast, ist nicht gespeichert. Trotzdem verlassen?',
    basedOnOlder: (count: number, newest: number) =>
      `Du beginnst mit Version ${count}. Was sich bis Version ${newest} änderte, ist darin nicht enthalten; sieh dir vor dem Speichern unten die Änderungen an.`,
    changes: 'Was diese Version ändern wird',
    noChangesYet: 'Noch nichts geändert.',
    mergeTitle: 'Jemand anderes hat inzwischen geschrieben',
    mergeIntro: (count: number, who: string) =>
      `Version ${count} von ${who} kam, während du schriebst. Noch ist nichts gespeichert. Wähle für jedes Feld, welche Seite die nächste Version übernimmt.`,
    mergeIntroUnknown:
      'Eine neuere Version kam, während du schriebst. Noch ist nichts gespeichert. Wähle für jedes Feld, welche Seite die nächste Version übernimmt.',
    someone: 'jemand anderem',
    field: 'Feld',
    undecided: (count: number) =>
      count === 1 ? '1 Feld ist noch zu entscheiden.' : `${count} Felder sind noch zu entscheiden.`,
    noFields: 'Die Daten sagen auf beiden Seiten dasselbe.',
    mergedReferences:
      'Verweise der nächsten Version: die der anderen, mit dem, was du hinzugefügt, und ohne das, was du entfernt hast',
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
          : `${count} Verweise von ihr zählen nicht mehr.`,
    endReferencedBy: (count: number, more: boolean) =>
      count === 0
        ? 'Nichts verweist auf sie.'
        : `${more ? 'Mindestens ' : ''}${count === 1 ? '1 Objekt verweist' : `${count} Objekte verweisen`} auf sie und tun das weiterhin:`,
    end: 'Zeitlinie beenden',
    ended: (title: string) => `Die Zeitlinie von ${title} ist beendet`,
    notEnded: 'Die Zeitlinie konnte nicht beendet werden',
  },
});
