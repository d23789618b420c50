import type { Phrases } from './phrase-book.ts';

/** Messages about partitions, objects, their log and JSON Schemas. */
export const objects: Phrases = {
  'The errors in the data are no longer stored, because values of the partition were erased afterwards.':
    'Was an den Daten falsch war, ist nicht aufbewahrt, weil danach Werte der Partition gelöscht wurden.',
  'Must not contain a NUL character or half of a surrogate pair.':
    'Ein NUL-Zeichen oder ein halbes Zeichen darf nicht darin sein.',
  'Something went wrong. See the log of the server; resume the job to try again.':
    'Hier ging etwas schief. Das Log des Servers sagt mehr; setze den Lauf fort, um es noch einmal zu versuchen.',
  'An import continues with whoever has its file: that user resumes it.':
    'Ein Import geht bei dem weiter, der die Datei hat: Er setzt ihn fort.',
  'Choose somebody who can read what is copied.':
    'Wähle jemanden, der lesen darf, was kopiert wird.',
  'Choose an owner of the partition who can read what is copied.':
    'Wähle einen Eigentümer der Partition, der lesen darf, was kopiert wird.',
  'Only an import can be finished by its caller. Wait for this job.':
    'Nur ein Import wird von dem beendet, der ihn aufruft. Warte auf diesen Lauf.',
  'This job is already done. Start a new one to repeat it.':
    'Dieser Lauf ist schon fertig. Beginne einen neuen, um es noch einmal zu tun.',
  'This job has failed. Resume it, or start a new one.':
    'Dieser Lauf ist gescheitert. Setze ihn fort, oder beginne einen neuen.',
  'This job was cancelled. Resume it, or start a new one.':
    'Dieser Lauf wurde abgebrochen. Setze ihn fort, oder beginne einen neuen.',
  'This job is running.': 'Dieser Lauf ist in Arbeit.',
  'A partition cannot be copied into itself.':
    'Eine Partition lässt sich nicht in sich selbst kopieren.',
  'Choose another partition.': 'Gib eine andere Partition an.',
  'This API token lacks the scope read, which is required to copy from a partition.':
    'Diesem API-Token fehlt der Umfang read, den das Kopieren aus einer Partition braucht.',
  'The partition has versions that are newer than those to be copied, but dates must not go back. Copy into an empty partition.':
    'Die Partition hat Versionen, die neuer sind als die, die kopiert werden sollen, und Daten dürfen nicht zurückgehen. Kopiere in eine leere Partition.',
  '{username} is no longer an owner of the partition.':
    '{username} ist kein Eigentümer der Partition mehr.',
  '{username} can no longer read the source partition.':
    '{username} darf die Partition nicht mehr lesen, aus der kopiert wird.',
  '{message} Someone who can do both can start a new one.':
    '{message:translated} Jemand, der beides darf, kann einen neuen Lauf beginnen.',
  'This partition is archived and read-only. An owner can unarchive it.':
    'Diese Partition ist archiviert: Sie lässt sich lesen, und nichts lässt sich schreiben. Ein Eigentümer kann sie aus dem Archiv holen.',
  'The service log has only {size} entries.': 'Das Log des Dienstes hat nur {size} Einträge.',
  'Give at most {size}.': 'Gib höchstens {size} an.',
  'The log has only {size} entries.': 'Das Log hat nur {size} Einträge.',
  'A log cannot shrink.': 'Das Log wird nicht kleiner.',
  'Give at most {to}, which is to.': 'Gib höchstens {to} an, das ist to.',
  'The log ends at {size}.': 'Das Log endet bei {size}.',
  'Values were erased after the log had this size. Start again with the newest checkpoint.':
    'Seit das Log so groß war, wurden Werte gelöscht. Beginne mit dem neuesten Checkpoint von vorn.',
  'This is the last owner of the partition. First make someone else an owner who has opened it at least once.':
    'Das ist der letzte Eigentümer der Partition. Mach zuerst jemand anderen zum Eigentümer, der sie schon einmal geöffnet hat.',
  'The JSON Schemas of this partition are being changed. Try again shortly.':
    'Die JSON-Schemas dieser Partition werden gerade geändert. Versuche es gleich noch einmal.',
  'There is a newer version than the one this was based on. See current, then write again based on it.':
    'Es gibt eine neuere Version als die, auf der diese beruht. Sieh sie dir in current an und schreibe dann darauf aufbauend noch einmal.',
  'A search of changes can only be paged with the cursor.':
    'Eine Suche nach Änderungen geht nur mit dem Cursor weiter.',
  'There is no such timeline in this partition.':
    'Diese Zeitlinie gibt es in dieser Partition nicht.',
  'This object was created already.': 'Dieses Objekt wurde schon angelegt.',
  'Another operation of this call already writes to this timeline.':
    'Eine andere Operation dieses Aufrufs schreibt schon in diese Zeitlinie.',
  'Another operation of this call has this local name.':
    'Eine andere Operation dieses Aufrufs hat diesen lokalen Namen.',
  'No operation of this call creates an object with this name.':
    'Keine Operation dieses Aufrufs legt ein Objekt mit diesem Namen an.',
  'There is no such version of this timeline.': 'Diese Version gibt es in dieser Zeitlinie nicht.',
  'There is no such version.': 'Diese Version gibt es nicht.',
  'Nothing was written: some of the operations conflict with the newest versions; see conflicts.':
    'Es wurde nichts geschrieben: Einige Operationen widersprechen den neuesten Versionen; sieh bei conflicts nach.',
  'Nothing was written: some of the operations are not valid; see fields.':
    'Es wurde nichts geschrieben: Einige Operationen stimmen nicht; sieh bei den Feldern nach.',
  'The objects of this transaction are too large, including those it ends or restores: at most 8 MiB together. Send it in smaller parts.':
    'Die Objekte dieser Transaktion sind zusammen zu groß, mit denen, die sie beendet oder wiederherstellt: höchstens 8 MiB. Sende sie in kleineren Teilen.',
  'Must be create, newVersion, end or restore.': 'Muss create, newVersion, end oder restore sein.',
  'This reference occurs twice.': 'Dieser Verweis ist zweimal angegeben.',
  'Some of the references are not valid; see fields.':
    'Einige Verweise stimmen nicht; sieh bei den Feldern nach.',
  'This is already the newest version; there is nothing to restore.':
    'Das ist schon die neueste Version; es gibt nichts wiederherzustellen.',
  'Values of this version were erased just now. Check what is left of it, then restore it.':
    'Gerade wurden Werte dieser Version gelöscht. Sieh dir an, was davon bleibt, und stelle sie dann wieder her.',
  'This version does not match the current JSON Schema of its type. Write a new version with data that matches.':
    'Diese Version verletzt das JSON-Schema, das ihr Typ inzwischen hat. Schreibe eine neue Version mit Daten, die es einhalten.',
  'Too much is being written to this partition. Try again shortly.':
    'In diese Partition wird gerade zu viel geschrieben. Versuche es gleich noch einmal.',
  'The data does not match the JSON Schema of the type {type}; see fields.':
    'Die Daten verletzen das JSON-Schema des Typs {type}; sieh bei den Feldern nach.',
  'This timeline has ended; no versions can be added. To resume it, restore one of its versions.':
    'Diese Zeitlinie ist beendet; es lässt sich nichts mehr hinzufügen. Um sie fortzusetzen, stelle eine ihrer Versionen wieder her.',
  'The type of a timeline cannot change; it is {type}.':
    'Eine Zeitlinie behält ihren Typ, er ist {type}.',
  'Omit it, or use {type}.': 'Lass es weg, oder gib {type} an.',
  'A new timeline has no predecessor.': 'Eine neue Zeitlinie hat keinen Vorgänger.',
  'Send the timeline of the predecessor, or omit predecessorId.':
    'Gib die Zeitlinie an, auf deren Version diese folgt, oder lass predecessorId weg.',
  'A new timeline requires a type.': 'Eine neue Zeitlinie braucht einen Typ.',
  'Enter the type.': 'Gib den Typ an.',
  'This partition is archived: it can be read, but nothing can be changed. An owner can unarchive it.':
    'Diese Partition ist archiviert: Sie lässt sich lesen, und nichts lässt sich ändern. Ein Eigentümer kann sie aus dem Archiv holen.',
  'This text contains nothing to search for.':
    'In diesem Text ist nichts, wonach sich suchen ließe.',
  'Enter at least one letter or digit.': 'Gib mindestens einen Buchstaben oder eine Ziffer an.',
  'A list as of a point in time can only be paged with the cursor.':
    'Eine Liste zu einem Zeitpunkt geht nur mit dem Cursor weiter.',
  'Too many objects match to be sorted in this order.':
    'Es passen zu viele Objekte, um sie so zu sortieren.',
  'The range ends before it starts.': 'Der Zeitraum endet, bevor er beginnt.',
  'Enter a moment before the end.': 'Gib einen Zeitpunkt vor dem Ende an.',
  'Up to {limit} are sorted: ask for a type or add conditions, or omit it.':
    'Bis zu {limit} werden sortiert: Nenne einen Typ oder weitere Bedingungen, oder lass die Reihenfolge weg.',
  'A search with a text or conditions can only be paged with the cursor.':
    'Eine Suche mit einem Text oder Bedingungen geht nur mit dem Cursor weiter.',
  'A search takes at most {maxSearchWords} different words.':
    'Eine Suche nimmt höchstens {maxSearchWords} verschiedene Wörter.',
  'Remove the least important words.': 'Lass die Wörter weg, auf die es am wenigsten ankommt.',
  'It has {bytes} bytes; {maxBytes} is the limit.':
    'Es hat {bytes} Bytes; höchstens {maxBytes} dürfen es sein.',
  'It takes too long to check. Make it simpler.':
    'Es zu prüfen dauert zu lange. Mach es einfacher.',
  '{maxSchemas} types of this partition have a JSON Schema, which is the limit. Remove one that is not needed.':
    '{maxSchemas} Typen dieser Partition haben ein JSON-Schema; mehr dürfen es nicht sein. Entferne eines, das nicht gebraucht wird.',
  'The erasure receipts of this version are too long for one response. Read them one by one, or verify the whole log.':
    'Die Belege darüber, was aus dieser Version gelöscht wurde, sind zu lang für eine Antwort. Lies sie einzeln, oder prüfe das ganze Log.',
  'This JSON Schema cannot be used; see fields.':
    'Dieses JSON-Schema ist nicht brauchbar; sieh bei den Feldern nach.',
  'It refers to itself endlessly.': 'Es verweist endlos auf sich selbst.',
  'The JSON Schema of its type refers to itself endlessly. Ask an owner of the partition to fix it.':
    'Das JSON-Schema des Typs verweist endlos auf sich selbst. Bitte einen Eigentümer der Partition, es zu beheben.',
  'The JSON Schema of the type {type} takes too long to check. Ask an owner of the partition to simplify it.':
    'Das JSON-Schema des Typs {type} zu prüfen dauert zu lange. Bitte einen Eigentümer der Partition, es einfacher zu machen.',
  'Too many of your requests are already waiting for changes. End some of them, or ask without wait.':
    'Zu viele deiner Anfragen warten schon auf Änderungen. Beende einige davon, oder frage ohne wait.',
  'Too many of your requests are waiting for a JSON Schema check. Send fewer at a time.':
    'Zu viele deiner Anfragen warten auf die Prüfung mit einem JSON-Schema. Sende weniger auf einmal.',
  'Your slow JSON Schema checks have taken too much time in the last minute. Make the schemas simpler, or wait.':
    'Deine Prüfungen mit langsamen JSON-Schemas haben in der letzten Minute zu lange gedauert. Mach die Schemas einfacher, oder warte.',
  'asHeld needs a moment.': 'Was vorhanden war, gehört zu einem Zeitpunkt.',
  'Send asOf with it.': 'Gib asOf dazu an.',
  'There is no evidence of the future.': 'Über die Zukunft gibt es keinen Nachweis.',
  'Choose a moment that has passed.': 'Wähle einen Zeitpunkt, der vergangen ist.',
  'Evidence is about an object or a search.':
    'Ein Nachweis ist über ein Objekt oder über eine Suche.',
  'Omit it, or objectId.': 'Lass es weg, oder objectId.',
  'The evidence needed more memory than is available for it, and was stopped. Request less, for example a single object or a narrower search, or export the partition, which needs little memory. ID: {id}':
    'Der Nachweis brauchte mehr Speicher, als dafür vorhanden ist, und wurde abgebrochen. Frage nach weniger, zum Beispiel nach einem einzelnen Objekt oder mit einer engeren Suche, oder exportiere die Partition; das braucht wenig Speicher. ID: {id}',
  'The process that creates the evidence has ended. Create it again.':
    'Der Prozess, der den Nachweis erstellt, hat sich beendet. Erstelle den Nachweis noch einmal.',
  'Values were erased while the evidence was made. Create it again.':
    'Während der Nachweis erstellt wurde, wurden Werte gelöscht. Erstelle ihn noch einmal.',
  'Values were erased after the evidence was made. Create it again.':
    'Nachdem der Nachweis erstellt war, wurden Werte gelöscht. Erstelle ihn noch einmal.',
  'Values of the partition were erased, so the file was removed. Create the evidence again.':
    'In der Partition wurden Werte gelöscht, darum wurde die Datei entfernt. Erstelle den Nachweis noch einmal.',
  'The file is larger than the limit. Request less, or download it directly, as annals evidence --direct does.':
    'Die Datei ist größer, als eine aufbewahrt wird. Frage nach weniger, oder hole sie ohne Lauf, wie annals evidence --direct es tut.',
  'It was started ten times and never finished, because servers were stopped or the database was overloaded. Request less, or create it again.':
    'Er wurde zehnmal begonnen und nie fertig, weil Server angehalten wurden oder die Datenbank zu beschäftigt war. Frage nach weniger, oder erstelle ihn noch einmal.',
  'You have {maxEvidencePerUser} files of evidence in this partition, made or being made. Remove one under Import and export, Runs, or wait until one expires.':
    'Du hast in dieser Partition {maxEvidencePerUser} Nachweise, fertig oder in Arbeit. Entferne einen unter Import und Export, Läufe, oder warte, bis einer abläuft.',
  'The stored files of evidence for this partition use up the available space. Their creators or an owner can remove some; they expire after seven days.':
    'Die Nachweise, die für diese Partition aufbewahrt werden, brauchen allen Platz. Wer sie erstellt hat, oder ein Eigentümer, kann welche entfernen; nach sieben Tagen laufen sie ab.',
  'The evidence is still being made. Ask again later.':
    'Der Nachweis wird noch erstellt. Frage später wieder.',
  'The file has expired: it was kept for seven days. Create the evidence again.':
    'Die Datei ist abgelaufen: Sie wurde sieben Tage aufbewahrt. Erstelle den Nachweis noch einmal.',
  'There is no file of this evidence. Create it again.':
    'Zu diesem Nachweis gibt es keine Datei. Erstelle ihn noch einmal.',
  'Evidence that was not finished is created again.':
    'Ein Nachweis, der nicht fertig wurde, wird noch einmal erstellt.',
  'Evidence is created for the user who requested it. Other users create their own.':
    'Ein Nachweis ist für den, der ihn verlangt hat. Wer anderes erstellt einen eigenen.',
  '{username} can no longer read the partition.': '{username} darf die Partition nicht mehr lesen.',
};
