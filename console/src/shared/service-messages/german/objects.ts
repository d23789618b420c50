import type { Phrases } from './phrase-book.ts';

/** Of partitions, objects, their log and JSON Schemas. */
export const objects: Phrases = {
  'What was wrong with the data is not kept, since values of the partition were erased afterwards.':
    'Was an den Daten falsch war, ist nicht aufbewahrt, weil danach Werte der Partition gelöscht wurden.',
  'There must be no NUL character, nor half of one.':
    'Ein NUL-Zeichen oder ein halbes Zeichen darf nicht darin sein.',
  'Something went wrong here. The log of the server tells more; resume the job to try again.':
    'Hier ging etwas schief. Das Log des Servers sagt mehr; setze den Lauf fort, um es noch einmal zu versuchen.',
  'Only an import is finished by its caller. Wait for this job.':
    'Nur ein Import wird von dem beendet, der ihn aufruft. Warte auf diesen Lauf.',
  'This job is done already. Start a new one to do it again.':
    'Dieser Lauf ist schon fertig. Beginne einen neuen, um es noch einmal zu tun.',
  'This job has failed. Resume it, or start a new one.':
    'Dieser Lauf ist gescheitert. Setze ihn fort, oder beginne einen neuen.',
  'This job was cancelled. Resume it, or start a new one.':
    'Dieser Lauf wurde abgebrochen. Setze ihn fort, oder beginne einen neuen.',
  'This job is running.': 'Dieser Lauf ist in Arbeit.',
  'A partition cannot be copied into itself.':
    'Eine Partition lässt sich nicht in sich selbst kopieren.',
  'Give another partition.': 'Gib eine andere Partition an.',
  'This API token lacks the scope read, which copying from a partition needs.':
    'Diesem API-Token fehlt der Umfang read, den das Kopieren aus einer Partition braucht.',
  'The partition has versions that are newer than those to be copied, and dates must not go back. Copy into an empty partition.':
    'Die Partition hat Versionen, die neuer sind als die, die kopiert werden sollen, und Daten dürfen nicht zurückgehen. Kopiere in eine leere Partition.',
  '{username} is no longer an owner of the partition.':
    '{username} ist kein Eigentümer der Partition mehr.',
  '{username} may no longer read the partition that is copied from.':
    '{username} darf die Partition nicht mehr lesen, aus der kopiert wird.',
  '{message} Somebody who may do both can start a new one.':
    '{message:said} Jemand, der beides darf, kann einen neuen Lauf beginnen.',
  'This partition is archived: it can be read, and nothing can be written. An owner can take it out of the archive.':
    'Diese Partition ist archiviert: Sie lässt sich lesen, und nichts lässt sich schreiben. Ein Eigentümer kann sie aus dem Archiv holen.',
  'The log of the service has only {size} entries.':
    'Das Log des Dienstes hat nur {size} Einträge.',
  'Give at most {size}.': 'Gib höchstens {size} an.',
  'The log has only {size} entries.': 'Das Log hat nur {size} Einträge.',
  'The log does not grow smaller.': 'Das Log wird nicht kleiner.',
  'Give at most {to}, which is to.': 'Gib höchstens {to} an, das ist to.',
  'The log ends at {size}.': 'Das Log endet bei {size}.',
  'Values were erased after the log had this size. Begin again with the newest checkpoint.':
    'Seit das Log so groß war, wurden Werte gelöscht. Beginne mit dem neuesten Checkpoint von vorn.',
  'This is the last owner of the partition. Make somebody else an owner first, who has opened it once.':
    'Das ist der letzte Eigentümer der Partition. Mach zuerst jemand anderen zum Eigentümer, der sie schon einmal geöffnet hat.',
  'The JSON Schemas of this partition are being changed. Try again shortly.':
    'Die JSON-Schemas dieser Partition werden gerade geändert. Versuche es gleich noch einmal.',
  'There is a newer version than the one this was based on. Look at it in current, then write again on top of it.':
    'Es gibt eine neuere Version als die, auf der diese beruht. Sieh sie dir in current an und schreibe dann darauf aufbauend noch einmal.',
  'By type and user together the list goes on with the cursor only.':
    'Nach Typ und Benutzer zugleich geht die Liste nur mit dem Cursor weiter.',
  'There is no such timeline in this partition.':
    'Diese Zeitlinie gibt es in dieser Partition nicht.',
  'This reference is given twice.': 'Dieser Verweis ist zweimal angegeben.',
  'Some of the references are not right; see fields.':
    'Einige Verweise stimmen nicht; sieh bei den Feldern nach.',
  'This is the newest version already; there is nothing to restore.':
    'Das ist schon die neueste Version; es gibt nichts wiederherzustellen.',
  'Values of this version were erased just now. Look at what is left of it, then restore it.':
    'Gerade wurden Werte dieser Version gelöscht. Sieh dir an, was davon bleibt, und stelle sie dann wieder her.',
  'This version breaks the JSON Schema that its type has by now. Write a new version with data that keeps it.':
    'Diese Version verletzt das JSON-Schema, das ihr Typ inzwischen hat. Schreibe eine neue Version mit Daten, die es einhalten.',
  'Too much is being written to this partition. Try again shortly.':
    'In diese Partition wird gerade zu viel geschrieben. Versuche es gleich noch einmal.',
  'The data breaks the JSON Schema of the type {type}; see fields.':
    'Die Daten verletzen das JSON-Schema des Typs {type}; sieh bei den Feldern nach.',
  'This timeline has ended; nothing can be added to it. To go on with it, restore one of its versions.':
    'Diese Zeitlinie ist beendet; es lässt sich nichts mehr hinzufügen. Um sie fortzusetzen, stelle eine ihrer Versionen wieder her.',
  'A timeline keeps its type, which is {type}.': 'Eine Zeitlinie behält ihren Typ, er ist {type}.',
  'Leave it out, or give {type}.': 'Lass es weg, oder gib {type} an.',
  'A new timeline has no predecessor.': 'Eine neue Zeitlinie hat keinen Vorgänger.',
  'Give the timeline whose version this follows, or leave predecessorId out.':
    'Gib die Zeitlinie an, auf deren Version diese folgt, oder lass predecessorId weg.',
  'A new timeline needs a type.': 'Eine neue Zeitlinie braucht einen Typ.',
  'Give the type.': 'Gib den Typ an.',
  'This partition is archived: it can be read, and nothing can be changed. An owner can take it out of the archive.':
    'Diese Partition ist archiviert: Sie lässt sich lesen, und nichts lässt sich ändern. Ein Eigentümer kann sie aus dem Archiv holen.',
  'There is nothing to look for in this text.':
    'In diesem Text ist nichts, wonach sich suchen ließe.',
  'Give at least one letter or digit.': 'Gib mindestens einen Buchstaben oder eine Ziffer an.',
  'A list as of a moment goes on with the cursor only.':
    'Eine Liste zu einem Zeitpunkt geht nur mit dem Cursor weiter.',
  'A search with a text or conditions goes on with the cursor only.':
    'Eine Suche mit einem Text oder Bedingungen geht nur mit dem Cursor weiter.',
  'A search takes at most {mostSearchWords} different words.':
    'Eine Suche nimmt höchstens {mostSearchWords} verschiedene Wörter.',
  'Leave out the words that matter least.': 'Lass die Wörter weg, auf die es am wenigsten ankommt.',
  'It has {bytes} bytes; {mostBytes} are the most there may be.':
    'Es hat {bytes} Bytes; höchstens {mostBytes} dürfen es sein.',
  'It takes too long to check. Make it simpler.':
    'Es zu prüfen dauert zu lange. Mach es einfacher.',
  '{mostSchemas} types of this partition have a JSON Schema, which are the most there may be. Remove one that is not needed.':
    '{mostSchemas} Typen dieser Partition haben ein JSON-Schema; mehr dürfen es nicht sein. Entferne eines, das nicht gebraucht wird.',
  'The receipts of what was erased from this version are too long for one answer. Read them one by one, or verify the whole log.':
    'Die Belege darüber, was aus dieser Version gelöscht wurde, sind zu lang für eine Antwort. Lies sie einzeln, oder prüfe das ganze Log.',
  'This JSON Schema cannot be used; see fields.':
    'Dieses JSON-Schema ist nicht brauchbar; sieh bei den Feldern nach.',
  'It is no keyword of JSON Schema.': 'Das ist kein Schlüsselwort von JSON Schema.',
  'It refers to itself without end.': 'Es verweist endlos auf sich selbst.',
  'The JSON Schema of its type refers to itself without end. Ask an owner of the partition to mend it.':
    'Das JSON-Schema des Typs verweist endlos auf sich selbst. Bitte einen Eigentümer der Partition, es zu beheben.',
  'The JSON Schema of the type {type} takes too long to check. Ask an owner of the partition to make it simpler.':
    'Das JSON-Schema des Typs {type} zu prüfen dauert zu lange. Bitte einen Eigentümer der Partition, es einfacher zu machen.',
  'Too many of your requests wait for changes already. End some of them, or ask without wait.':
    'Zu viele deiner Anfragen warten schon auf Änderungen. Beende einige davon, oder frage ohne wait.',
  'Too many of your requests wait for a check by a JSON Schema. Send fewer at a time.':
    'Zu viele deiner Anfragen warten auf die Prüfung mit einem JSON-Schema. Sende weniger auf einmal.',
  'Your checks by slow JSON Schemas have taken too much time in the last minute. Make the schemas simpler, or wait.':
    'Deine Prüfungen mit langsamen JSON-Schemas haben in der letzten Minute zu lange gedauert. Mach die Schemas einfacher, oder warte.',
};
