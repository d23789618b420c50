import type { objects as english } from '@annals/contracts/messages/objects';
import type { TextsOf } from '@annals/contracts/messages/message-text';

export const objects: TextsOf<typeof english> = {
  errorsErased:
    'Was an den Daten falsch war, ist nicht aufbewahrt, weil danach Werte der Partition gelöscht wurden.',
  storableText: 'Ein NUL-Zeichen oder ein halbes Zeichen darf nicht darin sein.',
  jobFailed:
    'Hier ging etwas schief. Das Log des Servers sagt mehr; setze den Lauf fort, um es noch einmal zu versuchen.',
  importResumedByUser: 'Ein Import geht bei dem weiter, der die Datei hat: Er setzt ihn fort.',
  chooseReader: 'Wähle jemanden, der lesen darf, was kopiert wird.',
  chooseOwnerReader: 'Wähle einen Eigentümer der Partition, der lesen darf, was kopiert wird.',
  finishOnlyImports: 'Nur ein Import wird von dem beendet, der ihn aufruft. Warte auf diesen Lauf.',
  jobDone: 'Dieser Lauf ist schon fertig. Beginne einen neuen, um es noch einmal zu tun.',
  jobHasFailed: 'Dieser Lauf ist gescheitert. Setze ihn fort, oder beginne einen neuen.',
  jobCancelled: 'Dieser Lauf wurde abgebrochen. Setze ihn fort, oder beginne einen neuen.',
  jobRunning: 'Dieser Lauf ist in Arbeit.',
  copyIntoItself: 'Eine Partition lässt sich nicht in sich selbst kopieren.',
  chooseAnotherPartition: 'Gib eine andere Partition an.',
  copyNeedsRead:
    'Diesem API-Token fehlt der Umfang read, den das Kopieren aus einer Partition braucht.',
  copyDatesGoBack:
    'Die Partition hat Versionen, die neuer sind als die, die kopiert werden sollen, und Daten dürfen nicht zurückgehen. Kopiere in eine leere Partition.',
  noLongerOwner: '{username} ist kein Eigentümer der Partition mehr.',
  noLongerReadsSource: '{username} darf die Partition nicht mehr lesen, aus der kopiert wird.',
  newJobByOther: '{problem} Jemand, der beides darf, kann einen neuen Lauf beginnen.',
  partitionReadOnly:
    'Diese Partition ist archiviert: Sie lässt sich lesen, und nichts lässt sich schreiben. Ein Eigentümer kann sie aus dem Archiv holen.',
  serviceLogSize: 'Das Log des Dienstes hat nur {size} Einträge.',
  giveAtMost: 'Gib höchstens {size} an.',
  logSize: 'Das Log hat nur {size} Einträge.',
  logCannotShrink: 'Das Log wird nicht kleiner.',
  giveAtMostTo: 'Gib höchstens {to} an, das ist to.',
  logEnds: 'Das Log endet bei {size}.',
  erasedSinceSize:
    'Seit das Log so groß war, wurden Werte gelöscht. Beginne mit dem neuesten Checkpoint von vorn.',
  lastOwner:
    'Das ist der letzte Eigentümer der Partition. Mach zuerst jemand anderen zum Eigentümer, der sie schon einmal geöffnet hat.',
  schemasChanging:
    'Die JSON-Schemas dieser Partition werden gerade geändert. Versuche es gleich noch einmal.',
  newerVersion:
    'Es gibt eine neuere Version als die, auf der diese beruht. Sieh sie dir in current an und schreibe dann darauf aufbauend noch einmal.',
  changesOnlyByCursor: 'Eine Suche nach Änderungen geht nur mit dem Cursor weiter.',
  noTimelineInPartition: 'Diese Zeitlinie gibt es in dieser Partition nicht.',
  objectExists: 'Dieses Objekt wurde schon angelegt.',
  timelineWrittenTwice: 'Eine andere Operation dieses Aufrufs schreibt schon in diese Zeitlinie.',
  localNameTwice: 'Eine andere Operation dieses Aufrufs hat diesen lokalen Namen.',
  noLocalName: 'Keine Operation dieses Aufrufs legt ein Objekt mit diesem Namen an.',
  noVersionOfTimeline: 'Diese Version gibt es in dieser Zeitlinie nicht.',
  noSuchVersion: 'Diese Version gibt es nicht.',
  transactionConflicts:
    'Es wurde nichts geschrieben: Einige Operationen widersprechen den neuesten Versionen; sieh bei conflicts nach.',
  transactionInvalid:
    'Es wurde nichts geschrieben: Einige Operationen stimmen nicht; sieh bei den Feldern nach.',
  transactionTooLarge:
    'Die Objekte dieser Transaktion sind zusammen zu groß, mit denen, die sie beendet oder wiederherstellt: höchstens 8 MiB. Sende sie in kleineren Teilen.',
  operationKind: 'Muss create, newVersion, end oder restore sein.',
  referenceTwice: 'Dieser Verweis ist zweimal angegeben.',
  referencesNotValid: 'Einige Verweise stimmen nicht; sieh bei den Feldern nach.',
  alreadyNewest: 'Das ist schon die neueste Version; es gibt nichts wiederherzustellen.',
  erasedMeanwhile:
    'Gerade wurden Werte dieser Version gelöscht. Sieh dir an, was davon bleibt, und stelle sie dann wieder her.',
  schemaNoLongerMatches:
    'Diese Version verletzt das JSON-Schema, das ihr Typ inzwischen hat. Schreibe eine neue Version mit Daten, die es einhalten.',
  busy: 'In diese Partition wird gerade zu viel geschrieben. Versuche es gleich noch einmal.',
  breaksSchema: 'Die Daten verletzen das JSON-Schema des Typs {type}; sieh bei den Feldern nach.',
  timelineEnded:
    'Diese Zeitlinie ist beendet; es lässt sich nichts mehr hinzufügen. Um sie fortzusetzen, stelle eine ihrer Versionen wieder her.',
  typeIsFixed: 'Eine Zeitlinie behält ihren Typ, er ist {type}.',
  omitOrUseType: 'Lass es weg, oder gib {type} an.',
  noPredecessor: 'Eine neue Zeitlinie hat keinen Vorgänger.',
  sendTimelineOfPredecessor:
    'Gib die Zeitlinie an, auf deren Version diese folgt, oder lass predecessorId weg.',
  typeRequired: 'Eine neue Zeitlinie braucht einen Typ.',
  enterType: 'Gib den Typ an.',
  archivedNoChanges:
    'Diese Partition ist archiviert: Sie lässt sich lesen, und nichts lässt sich ändern. Ein Eigentümer kann sie aus dem Archiv holen.',
  nothingToSearch: 'In diesem Text ist nichts, wonach sich suchen ließe.',
  enterLetterOrDigit: 'Gib mindestens einen Buchstaben oder eine Ziffer an.',
  pastOnlyByCursor: 'Eine Liste zu einem Zeitpunkt geht nur mit dem Cursor weiter.',
  tooManyToSort: 'Es passen zu viele Objekte, um sie so zu sortieren.',
  rangeBackwards: 'Der Zeitraum endet, bevor er beginnt.',
  enterMomentBeforeEnd: 'Gib einen Zeitpunkt vor dem Ende an.',
  narrowSorting:
    'Bis zu {limit} werden sortiert: Nenne einen Typ oder weitere Bedingungen, oder lass die Reihenfolge weg.',
  searchOnlyByCursor: 'Eine Suche mit einem Text oder Bedingungen geht nur mit dem Cursor weiter.',
  tooManyWords: 'Eine Suche nimmt höchstens {maxSearchWords} verschiedene Wörter.',
  removeWords: 'Lass die Wörter weg, auf die es am wenigsten ankommt.',
  schemaTooLarge: 'Es hat {bytes} Bytes; höchstens {maxBytes} dürfen es sein.',
  schemaTooSlow: 'Es zu prüfen dauert zu lange. Mach es einfacher.',
  tooManySchemas:
    '{maxSchemas} Typen dieser Partition haben ein JSON-Schema; mehr dürfen es nicht sein. Entferne eines, das nicht gebraucht wird.',
  receiptsTooLong:
    'Die Belege darüber, was aus dieser Version gelöscht wurde, sind zu lang für eine Antwort. Lies sie einzeln, oder prüfe das ganze Log.',
  schemaNotUsable: 'Dieses JSON-Schema ist nicht brauchbar; sieh bei den Feldern nach.',
  schemaOfTypeTooSlow:
    'Das JSON-Schema des Typs {type} zu prüfen dauert zu lange. Bitte einen Eigentümer der Partition, es einfacher zu machen.',
  tooManyWaiting:
    'Zu viele deiner Anfragen warten schon auf Änderungen. Beende einige davon, oder frage ohne wait.',
  tooManyChecks:
    'Zu viele deiner Anfragen warten auf die Prüfung mit einem JSON-Schema. Sende weniger auf einmal.',
  checksTooSlow:
    'Deine Prüfungen mit langsamen JSON-Schemas haben in der letzten Minute zu lange gedauert. Mach die Schemas einfacher, oder warte.',
  asHeldNeedsMoment: 'Was vorhanden war, gehört zu einem Zeitpunkt.',
  sendAsOf: 'Gib asOf dazu an.',
  noFutureEvidence: 'Über die Zukunft gibt es keinen Nachweis.',
  choosePastMoment: 'Wähle einen Zeitpunkt, der vergangen ist.',
  evidenceOfOneThing: 'Ein Nachweis ist über ein Objekt oder über eine Suche.',
  omitItOrObjectId: 'Lass es weg, oder objectId.',
  evidenceTooLarge:
    'Der Nachweis brauchte mehr Speicher, als dafür vorhanden ist, und wurde abgebrochen. Frage nach weniger, zum Beispiel nach einem einzelnen Objekt oder mit einer engeren Suche, oder exportiere die Partition; das braucht wenig Speicher. ID: {id}',
  evidenceProcessEnded:
    'Der Prozess, der den Nachweis erstellt, hat sich beendet. Erstelle den Nachweis noch einmal.',
  erasedDuringEvidence:
    'Während der Nachweis erstellt wurde, wurden Werte gelöscht. Erstelle ihn noch einmal.',
  erasedAfterEvidence:
    'Nachdem der Nachweis erstellt war, wurden Werte gelöscht. Erstelle ihn noch einmal.',
  evidenceFileErased:
    'In der Partition wurden Werte gelöscht, darum wurde die Datei entfernt. Erstelle den Nachweis noch einmal.',
  evidenceFileTooLarge:
    'Die Datei ist größer, als eine aufbewahrt wird. Frage nach weniger, oder hole sie ohne Lauf, wie annals evidence --direct es tut.',
  evidenceNeverFinished:
    'Er wurde zehnmal begonnen und nie fertig, weil Server angehalten wurden oder die Datenbank zu beschäftigt war. Frage nach weniger, oder erstelle ihn noch einmal.',
  tooMuchEvidence:
    'Du hast in dieser Partition {maxEvidencePerUser} Nachweise, fertig oder in Arbeit. Entferne einen unter Import und Export, Läufe, oder warte, bis einer abläuft.',
  evidenceSpaceFull:
    'Die Nachweise, die für diese Partition aufbewahrt werden, brauchen allen Platz. Wer sie erstellt hat, oder ein Eigentümer, kann welche entfernen; nach sieben Tagen laufen sie ab.',
  evidenceNotReady: 'Der Nachweis wird noch erstellt. Frage später wieder.',
  evidenceExpired:
    'Die Datei ist abgelaufen: Sie wurde sieben Tage aufbewahrt. Erstelle den Nachweis noch einmal.',
  evidenceFileMissing: 'Zu diesem Nachweis gibt es keine Datei. Erstelle ihn noch einmal.',
  evidenceNotResumable: 'Ein Nachweis, der nicht fertig wurde, wird noch einmal erstellt.',
  evidenceOwner:
    'Ein Nachweis ist für den, der ihn verlangt hat. Wer anderes erstellt einen eigenen.',
  noLongerReads: '{username} darf die Partition nicht mehr lesen.',
};
