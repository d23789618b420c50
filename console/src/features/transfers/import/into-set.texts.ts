import { grouped, texts } from '../../../platform/texts.ts';

/** Texts about importing a file into a change set. */
export const useIntoSetTexts = texts({
  en: {
    whereTo: 'Destination',
    directly: 'Directly into the partition',
    newSet: 'Into a new change set',
    intoSet: (title: string) => `Into the change set “${title}”`,
    changesIn: (count: number) => (count === 1 ? '1 change' : `${grouped(count)} changes`),
    limit: (most: number) =>
      `A change set can contain at most ${grouped(most)} changes; rows that change nothing do not count. Larger files are refused before anything is added: split them.`,
    replaces:
      'Where this change set already changes one of the objects, the row in the file replaces that change.',
    approvals:
      'Changes in this partition require approval by others, so the file goes into a change set.',
    someApprovals:
      'In this partition, changes to some types require approval by others: imports of these types go into a change set.',
    omitsFields:
      'Dates, authors, IDs and reasons in the rows are ignored: versions written by a change set have the time of its commit, the person who added the change as their author, and the reason of the change set.',
    reasonHint: 'Reason of the new change set. If empty, its title is used.',
    add: (count: number) => (count === 1 ? 'Add 1 change' : `Add ${grouped(count)} changes`),
    toSet: 'Open the change set',
    added: 'Added to the change set',
    stopped:
      'The changes were not added completely. Check the file again, then add them again: nothing is added twice.',
    doneToast: (file: string, title: string) => `${file} added to the change set “${title}”.`,
    tooMany: (most: number) =>
      `A change set can contain at most ${grouped(most)} changes, and this file has more. Nothing was added. Split the file, and import each part into its own change set.`,
    tooManyWith: (most: number, title: string) =>
      `A change set can contain at most ${grouped(most)} changes, and “${title}” would have more with this file. Nothing was added. Choose a new change set, or split the file.`,
    tooLarge:
      'The objects in a change set can have at most 8 MiB in total, and those in this file have more. Nothing was added. Split the file, and import each part into its own change set.',
    laterRow: (row: number) =>
      `The same object is changed by row ${grouped(row)}. A change set can change an object only once, so only that row is used.`,
    restoredInSet:
      'This timeline has ended. To restore it with a change set, use the page of the object.',
    leadsNowhere: (key: string) => `It refers to ${key}, whose row is not added.`,
    noTarget: (key: string) =>
      `It refers to ${key}, which is not in the partition, in this file or in the change set.`,
  },
  de: {
    whereTo: 'Wohin',
    directly: 'Direkt in die Partition',
    newSet: 'In einen neuen Änderungssatz',
    intoSet: (title: string) => `In den Änderungssatz „${title}“`,
    changesIn: (count: number) => (count === 1 ? '1 Änderung' : `${grouped(count)} Änderungen`),
    limit: (most: number) =>
      `Ein Änderungssatz nimmt höchstens ${grouped(most)} Änderungen auf; Zeilen, die nichts ändern, zählen nicht. Größere Dateien werden abgelehnt, bevor etwas aufgenommen ist: Teile sie.`,
    replaces:
      'Wo dieser Änderungssatz eines der Objekte schon ändert, ersetzt die Zeile der Datei diese Änderung.',
    approvals:
      'Änderungen in dieser Partition brauchen die Freigabe anderer, darum kommt die Datei in einen Änderungssatz.',
    someApprovals:
      'Änderungen an manchen Typen brauchen in dieser Partition die Freigabe anderer: Ihr Import kommt in einen Änderungssatz.',
    omitsFields:
      'Zeitpunkte, Autoren, IDs und Gründe der Zeilen werden ignoriert: Versionen aus einem Änderungssatz haben den Zeitpunkt, zu dem er geschrieben wird, als Autor die Person, die die Änderung aufgenommen hat, und den Grund des Änderungssatzes.',
    reasonHint: 'Grund des neuen Änderungssatzes. Bleibt er leer, gilt der Titel.',
    add: (count: number) =>
      count === 1 ? '1 Änderung aufnehmen' : `${grouped(count)} Änderungen aufnehmen`,
    toSet: 'Zum Änderungssatz',
    added: 'In den Änderungssatz aufgenommen',
    stopped:
      'Die Änderungen wurden nicht vollständig aufgenommen. Prüfe die Datei noch einmal und nimm sie dann noch einmal auf: Nichts wird doppelt aufgenommen.',
    doneToast: (file: string, title: string) =>
      `${file} wurde in den Änderungssatz „${title}“ aufgenommen.`,
    tooMany: (most: number) =>
      `Ein Änderungssatz nimmt höchstens ${grouped(most)} Änderungen auf, und diese Datei hat mehr. Nichts wurde aufgenommen. Teile die Datei und importiere jeden Teil in einen eigenen Änderungssatz.`,
    tooManyWith: (most: number, title: string) =>
      `Ein Änderungssatz nimmt höchstens ${grouped(most)} Änderungen auf, und „${title}“ hätte mit dieser Datei mehr. Nichts wurde aufgenommen. Wähle einen neuen Änderungssatz, oder teile die Datei.`,
    tooLarge:
      'Die Objekte eines Änderungssatzes haben zusammen höchstens 8 MiB, und die dieser Datei haben mehr. Nichts wurde aufgenommen. Teile die Datei und importiere jeden Teil in einen eigenen Änderungssatz.',
    laterRow: (row: number) =>
      `Zeile ${grouped(row)} betrifft dasselbe Objekt. Ein Änderungssatz kann ein Objekt nur einmal ändern, deshalb wird nur diese Zeile verwendet.`,
    restoredInSet:
      'Diese Zeitlinie ist beendet. Um sie mit einem Änderungssatz wiederherzustellen, gehe auf die Seite des Objekts.',
    leadsNowhere: (key: string) => `Sie verweist auf ${key}, dessen Zeile nicht aufgenommen wird.`,
    noTarget: (key: string) =>
      `Sie verweist auf ${key}: Das gibt es weder in der Partition noch in dieser Datei noch im Änderungssatz.`,
  },
});
