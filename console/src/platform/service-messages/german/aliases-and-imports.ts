import type { Phrases } from './phrase-book.ts';

/** Messages about aliases, erasure, imports and jobs. */
export const aliasesAndImports: Phrases = {
  'You can only change aliases that you created, and those whose target is in a partition where you are at least EDITOR.':
    'Ändern darfst du die Aliasse, die du angelegt hast, und die, die in eine Partition führen, in der du mindestens Bearbeiter bist.',
  'This API token is limited to partitions. An alias of a URL belongs to no partition.':
    'Dieses API-Token ist auf Partitionen beschränkt. Ein Alias für eine URL ist in keiner.',
  'There is no such timeline in that partition, or you do not have access to it.':
    'Diese Zeitlinie gibt es in dieser Partition nicht, oder du darfst sie nicht sehen.',
  'There is no such object in that partition, or you do not have access to it.':
    'Dieses Objekt gibt es in dieser Partition nicht, oder du darfst es nicht sehen.',
  'This target is not allowed for an alias; see fields.':
    'Dorthin kann der Alias nicht führen; sieh bei den Feldern nach.',
  'No hosts are allowed here. The operator of the service can allow hosts with ALIAS_HOSTS; until then aliases can only lead to objects and timelines.':
    'Hier sind keine Hosts erlaubt. Der Betreiber des Dienstes kann sie mit ALIAS_HOSTS erlauben; bis dahin führen Aliasse zu Objekten und Zeitlinien.',
  'Enter an http or https URL without user name and password, on one of these hosts: {hosts}.':
    'Gib eine URL mit http oder https ohne Benutzername und Passwort an, bei einem dieser Hosts: {hosts}.',
  'The host of its URL is no longer allowed. Choose another target first.':
    'Der Host seiner URL ist nicht mehr erlaubt. Gib dem Alias zuerst ein anderes Ziel.',
  'The alias {alias} is taken. Choose another.':
    'Der Alias {alias} ist vergeben. Wähle einen anderen.',
  'Send at least one of active, target or expiryDate.':
    'Sage, was sich ändern soll: active, target oder expiryDate.',
  'An alias cannot expire in the past.': 'Ein Alias kann nicht in der Vergangenheit ablaufen.',
  'Enter a time in the future.': 'Gib einen Zeitpunkt in der Zukunft an.',
  'This alias is not active or does not exist.':
    'Dieser Alias ist nicht aktiv, oder es gibt ihn nicht.',
  'There is no such timeline in this partition, and no other row of this call with the same date starts it. Put it before the rows that refer to it. Rows that refer to each other in a circle have to be imported together, at most {maximalImportRows}.':
    'Diese Zeitlinie gibt es in dieser Partition nicht, und keine andere Zeile dieses Aufrufs mit demselben Datum beginnt sie. Stelle sie vor die Zeilen, die auf sie verweisen. Zeilen, die im Kreis aufeinander verweisen, lassen sich nur zusammen importieren, höchstens {maximalImportRows}.',
  'A version has no {unknown}.': 'Eine Version hat kein {unknown}.',
  'Use some of {fieldNames}.': 'Gib einige von {fieldNames} an.',
  'The proof of version {modificationCount} covers all of its data as one piece, so no part of it can be erased separately.':
    'Der Beweis der Version {modificationCount} umfasst ihre Daten als ein Stück, aus dem sich nichts einzeln löschen lässt.',
  'Not all of these paths can be erased; see fields.':
    'Nicht alle diese Pfade lassen sich löschen; sieh bei den Feldern nach.',
  'There is nothing at this path in this version.':
    'In dieser Version ist unter diesem Pfad nichts.',
  'The proof covers all data of this version as one piece, so no part of it can be erased separately.':
    'Der Beweis umfasst alle Daten dieser Version als ein Stück, aus dem sich nichts einzeln löschen lässt.',
  'The proof covers {whole} as a whole: erase that path.':
    'Der Beweis umfasst {whole} als Ganzes: Lösche diesen Pfad.',
  'This partition is archived: it can be read, but nothing can be erased. An owner can unarchive it.':
    'Diese Partition ist archiviert: Sie lässt sich lesen, und nichts lässt sich löschen. Ein Eigentümer kann sie aus dem Archiv holen.',
  'This version has no reason that could be erased.':
    'Diese Version hat keinen Grund, der sich löschen ließe.',
  'More than {most} values would be erased at once. Erase fewer paths, or do not use everyValue.':
    'Auf einmal würden mehr als {most} Werte gelöscht. Lösche weniger Pfade auf einmal, oder ohne everyValue.',
  'The values of a field can only be paged with the cursor.':
    'Die Werte eines Feldes gehen nur mit dem Cursor weiter.',
  'Omit it and send nextCursor as cursor.': 'Lass es weg und gib nextCursor als cursor an.',
  'changes an object that somebody else changed at the same time. Import it again.':
    'ändert ein Objekt, das jemand anderes zur selben Zeit geändert hat. Importiere sie noch einmal.',
  'Only a dry run returns what the rows change.': 'Nur ein Probelauf sagt, was die Zeilen ändern.',
  'Only an import can be undone. Other jobs change no objects.':
    'Nur ein Import lässt sich rückgängig machen. Andere Läufe ändern keine Objekte.',
  'This import is running. Cancel it, or wait until it is done.':
    'Dieser Import läuft. Brich ihn ab, oder warte, bis er fertig ist.',
  'There is nothing left of this user in this period to revert.':
    'Von diesem Benutzer ist aus diesem Zeitraum nichts mehr zurückzunehmen.',
  'There is nothing left of this import to undo.':
    'Von diesem Import ist nichts übrig, was sich rückgängig machen ließe.',
  'has the ID of a version with different content. Use a new ID.':
    'hat die ID einer Version mit anderem Inhalt. Gib ihr eine eigene ID.',
  'There is no timeline with this key that could end.':
    'Es gibt keine Zeitlinie mit diesem Schlüssel, die enden könnte.',
  'The key {key} is a {type} in this partition, and keeps that type. Use another key.':
    'Der Schlüssel {key} ist in dieser Partition ein Objekt vom Typ {type} und behält ihn. Nimm einen anderen Schlüssel.',
  'writes to the timeline {key}, which has ended. A row with restored resumes it.':
    'schreibt in die Zeitlinie {key}, die beendet ist. Eine Zeile mit restored setzt sie fort.',
  'has another author. Only an owner of the partition can import what others wrote: let an owner import it, or omit modificationUserId.':
    'ist von jemand anderem. Was andere geschrieben haben, darf nur ein Eigentümer der Partition importieren: Lass es einen Eigentümer importieren, oder lass modificationUserId weg.',
  'It is in the future.': 'Das liegt in der Zukunft.',
  'The earliest year is 1700.': 'Das früheste Jahr ist 1700.',
  'is dated {date}, before the newest existing version, {lastChange}. Dates must not go back: sort the rows by modificationDate, or import into a new partition.':
    'ist auf {date} datiert, vor der neuesten Version bis dahin, {lastChange}. Daten dürfen nicht zurückgehen: Sortiere die Zeilen nach modificationDate, oder importiere in eine neue Partition.',
  'Rows are only checked for a change set, not written to one.':
    'Für einen Änderungssatz werden Zeilen nur geprüft, nicht in ihn geschrieben.',
  'Send it with dryRun.': 'Sende es zusammen mit dryRun.',
  'A dry run writes nothing, so it cannot belong to a job.':
    'Ein Probelauf schreibt nichts und kann daher nicht zu einem Lauf gehören.',
  'Omit it in a dry run.': 'Lass es bei einem Probelauf weg.',
  'There must be as many numbers as rows.': 'Es müssen so viele Nummern wie Zeilen sein.',
  'Send {count}, or none.': 'Sende {count} oder keine.',
  'The row {message}': 'Die Zeile {message:translated}',
  'Row {row} {message}': 'Zeile {row} {message:translated}',
  'Only the user who started the job, or an owner of the partition, can do this.':
    'Das darf nur, wer den Lauf begonnen hat, oder ein Eigentümer der Partition.',
  'The file may name users whom you cannot see. Create the evidence yourself: it then names those whom you can.':
    'Die Datei kann Benutzer nennen, die du nicht siehst. Erstelle den Nachweis selbst: Er nennt dann die, die du siehst.',
  'The batch before this one is not written. Send this one again once it is.':
    'Die Zeilen davor sind nicht gespeichert. Sende diese noch einmal, sobald sie es sind.',
  'This import is {state} and does not accept more rows. Resume it, or start a new one.':
    'Dieser Import {state:translated} und nimmt keine Zeilen mehr an. Setze ihn fort, oder beginne einen neuen.',
  'This job is not an import: omit jobId, or send that of an import.':
    'Dieser Lauf ist kein Import: Lass jobId weg, oder gib die eines Imports an.',
  'Stopped after version {after} of the source; in the rows after it, counted from 0: {message}':
    'Angehalten nach Version {after} der Quelle; von den Zeilen danach, ab 0 gezählt: {message:translated}',
  'Ask for at most {most} timelines at once.': 'Frage nach höchstens {most} Zeitlinien auf einmal.',
};
