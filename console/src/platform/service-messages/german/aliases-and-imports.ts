import type { aliasesAndImports as english } from '@annals/contracts/messages/aliases-and-imports';
import type { TextsOf } from '@annals/contracts/messages/message-text';

const states = {
  RUNNING: 'ist in Arbeit',
  DONE: 'ist fertig',
  FAILED: 'ist gescheitert',
  CANCELLED: 'wurde abgebrochen',
};

export const aliasesAndImports: TextsOf<typeof english> = {
  aliasNotYours:
    'Ändern darfst du die Aliasse, die du angelegt hast, und die, die in eine Partition führen, in der du mindestens Bearbeiter bist.',
  tokenLimitedToPartitions:
    'Dieses API-Token ist auf Partitionen beschränkt. Ein Alias für eine URL ist in keiner.',
  noTimelineThere:
    'Diese Zeitlinie gibt es in dieser Partition nicht, oder du darfst sie nicht sehen.',
  noObjectThere: 'Dieses Objekt gibt es in dieser Partition nicht, oder du darfst es nicht sehen.',
  aliasTargetNotAllowed: 'Dorthin kann der Alias nicht führen; sieh bei den Feldern nach.',
  noAliasHosts:
    'Hier sind keine Hosts erlaubt. Der Betreiber des Dienstes kann sie mit ALIAS_HOSTS erlauben; bis dahin führen Aliasse zu Objekten und Zeitlinien.',
  aliasHost:
    'Gib eine URL mit http oder https ohne Benutzername und Passwort an, bei einem dieser Hosts: {hosts}.',
  hostRefused: 'Der Host seiner URL ist nicht mehr erlaubt. Gib dem Alias zuerst ein anderes Ziel.',
  aliasTaken: 'Der Alias {alias} ist vergeben. Wähle einen anderen.',
  aliasChangeEmpty: 'Sage, was sich ändern soll: active, target oder expiryDate.',
  aliasExpiryPast: 'Ein Alias kann nicht in der Vergangenheit ablaufen.',
  enterFutureTime: 'Gib einen Zeitpunkt in der Zukunft an.',
  aliasNotActive: 'Dieser Alias ist nicht aktiv, oder es gibt ihn nicht.',
  importNoTarget:
    'Diese Zeitlinie gibt es in dieser Partition nicht, und keine andere Zeile dieses Aufrufs mit demselben Datum beginnt sie. Stelle sie vor die Zeilen, die auf sie verweisen. Zeilen, die im Kreis aufeinander verweisen, lassen sich nur zusammen importieren, höchstens {maximalImportRows}.',
  unknownVersionFields: 'Eine Version hat kein {unknown}.',
  useSomeOf: 'Gib einige von {fieldNames} an.',
  proofIndivisible:
    'Der Beweis der Version {modificationCount} umfasst ihre Daten als ein Stück, aus dem sich nichts einzeln löschen lässt.',
  pathsNotErasable: 'Nicht alle diese Pfade lassen sich löschen; sieh bei den Feldern nach.',
  nothingAtPath: 'In dieser Version ist unter diesem Pfad nichts.',
  versionIndivisible:
    'Der Beweis umfasst alle Daten dieser Version als ein Stück, aus dem sich nichts einzeln löschen lässt.',
  eraseWholePath: 'Der Beweis umfasst {whole} als Ganzes: Lösche diesen Pfad.',
  archivedNoErasing:
    'Diese Partition ist archiviert: Sie lässt sich lesen, und nichts lässt sich löschen. Ein Eigentümer kann sie aus dem Archiv holen.',
  noReasonToErase: 'Diese Version hat keinen Grund, der sich löschen ließe.',
  tooManyErased:
    'Auf einmal würden mehr als {most} Werte gelöscht. Lösche weniger Pfade auf einmal, oder ohne everyValue.',
  valuesOnlyByCursor: 'Die Werte eines Feldes gehen nur mit dem Cursor weiter.',
  sendNextCursor: 'Lass es weg und gib nextCursor als cursor an.',
  rowChanged:
    'ändert ein Objekt, das jemand anderes zur selben Zeit geändert hat. Importiere sie noch einmal.',
  dryRunOnly: 'Nur ein Probelauf sagt, was die Zeilen ändern.',
  notUndoable: 'Nur ein Import lässt sich rückgängig machen. Andere Läufe ändern keine Objekte.',
  importRunning: 'Dieser Import läuft. Brich ihn ab, oder warte, bis er fertig ist.',
  nothingToRevert: 'Von diesem Benutzer ist aus diesem Zeitraum nichts mehr zurückzunehmen.',
  nothingToUndo: 'Von diesem Import ist nichts übrig, was sich rückgängig machen ließe.',
  rowIdTaken: 'hat die ID einer Version mit anderem Inhalt. Gib ihr eine eigene ID.',
  nothingToEnd: 'Es gibt keine Zeitlinie mit diesem Schlüssel, die enden könnte.',
  keyHasType:
    'Der Schlüssel {key} ist in dieser Partition ein Objekt vom Typ {type} und behält ihn. Nimm einen anderen Schlüssel.',
  rowEnded:
    'schreibt in die Zeitlinie {key}, die beendet ist. Eine Zeile mit restored setzt sie fort.',
  rowOfOtherAuthor:
    'ist von jemand anderem. Was andere geschrieben haben, darf nur ein Eigentümer der Partition importieren: Lass es einen Eigentümer importieren, oder lass modificationUserId weg.',
  inTheFuture: 'Das liegt in der Zukunft.',
  beforeEarliestYear: 'Das früheste Jahr ist 1700.',
  rowDateGoesBack:
    'ist auf {date} datiert, vor der neuesten Version bis dahin, {lastChange}. Daten dürfen nicht zurückgehen: Sortiere die Zeilen nach modificationDate, oder importiere in eine neue Partition.',
  setDryRunOnly: 'Für einen Änderungssatz werden Zeilen nur geprüft, nicht in ihn geschrieben.',
  sendWithDryRun: 'Sende es zusammen mit dryRun.',
  dryRunOfJob: 'Ein Probelauf schreibt nichts und kann daher nicht zu einem Lauf gehören.',
  omitInDryRun: 'Lass es bei einem Probelauf weg.',
  numbersPerRow: 'Es müssen so viele Nummern wie Zeilen sein.',
  sendCountOrNone: 'Sende {count} oder keine.',
  theRow: 'Die Zeile {problem}',
  row: 'Zeile {row} {problem}',
  jobOfOther: 'Das darf nur, wer den Lauf begonnen hat, oder ein Eigentümer der Partition.',
  evidenceNamesUsers:
    'Die Datei kann Benutzer nennen, die du nicht siehst. Erstelle den Nachweis selbst: Er nennt dann die, die du siehst.',
  noBatch: 'Die Zeilen davor sind nicht gespeichert. Sende diese noch einmal, sobald sie es sind.',
  importClosed: ({ state }) =>
    `Dieser Import ${states[state]} und nimmt keine Zeilen mehr an. Setze ihn fort, oder beginne einen neuen.`,
  jobIsNoImport: 'Dieser Lauf ist kein Import: Lass jobId weg, oder gib die eines Imports an.',
  copyStopped:
    'Angehalten nach Version {after} der Quelle; von den Zeilen danach, ab 0 gezählt: {problem}',
  tooManyTimelines: 'Frage nach höchstens 50 Zeitlinien auf einmal.',
  rowNotValid: 'stimmt nicht; sieh bei den Feldern nach.',
};
