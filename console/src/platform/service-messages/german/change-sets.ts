import type { changeSets as english } from '@annals/contracts/messages/change-sets';
import type { TextsOf } from '@annals/contracts/messages/message-text';

export const changeSets: TextsOf<typeof english> = {
  approvalNeeded:
    'Änderungen an Objekten des Typs {type} brauchen in dieser Partition die Freigabe anderer. Nimm diese Änderung in einen Änderungssatz auf und reiche ihn zur Prüfung ein.',
  reasonNeeded:
    'Änderungen an Objekten des Typs {type} brauchen in dieser Partition einen Grund. Sende ihn als reason.',
  erasingNotApprovable:
    'Änderungen an Objekten des Typs {type} brauchen in dieser Partition Freigaben, und Löschen lässt sich nicht freigeben. Ein Eigentümer kann die Regel für diesen Typ aufheben, löschen und sie wieder setzen: Der Verlauf der Regeln zeigt es.',
  rowBreaksRules:
    'ist nach den Regeln dieser Partition nicht erlaubt. Reiche sie in einem Änderungssatz ein, oder gib einen Grund an.',
  oneRuleForOthers: 'Nur eine Regel kann für alle anderen Typen sein.',
  ruleForTypeExists: 'Für den Typ {type} gibt es schon eine andere Regel.',
  nameApprovers: 'Sage, wer freigeben darf.',
  tooFewApprovers: 'Es dürfen weniger Personen freigeben, als Freigaben verlangt sind. Nenne mehr.',
  notAMember: 'Dieser Benutzer ist kein Mitglied der Partition.',
  rulesNotUsable: 'Einige Regeln lassen sich nicht verwenden; sieh bei den Feldern nach.',
  nameType: 'Nenne einen Typ, oder sende null für alle anderen.',
  enterTitle: 'Gib einen Titel ein.',
  enterReason: 'Gib einen Grund ein.',
  enterComment: 'Gib einen Kommentar ein.',
  sayWhatToChange: 'Sage, was sich ändern muss.',
  changeSetState:
    'Dieser Änderungssatz ist nicht in einem Zustand, in dem das geht. Sieh ihn dir noch einmal an.',
  changeSetCommitted:
    'Dieser Änderungssatz ist geschrieben: Was er geändert hat, steht in der Partition. Lies sie ohne changeSet.',
  notCreatable: 'Das verweist auf ein Objekt des Änderungssatzes, das sich nicht anlegen lässt.',
  previewOnlyNow: 'Ein Änderungssatz lässt sich nur auf dem Stand von jetzt ansehen.',
  omitItOrAsOf: 'Lass es weg, oder asOf.',
  changeSetEmpty: 'Dieser Änderungssatz ist leer. Nimm zuerst eine Änderung darin auf.',
  setReasonNeeded:
    'Die Regeln dieser Partition verlangen einen Grund. Gib einen für diesen Änderungssatz ein.',
  approvalsMissing:
    'Diesem Änderungssatz fehlen Freigaben, die die Regeln dieser Partition verlangen. Reiche ihn zur Prüfung ein.',
  onlyContributors: 'Das können nur der Autor des Änderungssatzes und die Mitarbeitenden.',
  approverHasWorked:
    'Du kannst diesen Änderungssatz nicht freigeben: Du hast daran gearbeitet, selbst oder mit einem API-Token, das du ausgestellt hast.',
  approverIssuedToken:
    'Du hast ein API-Token für jemanden ausgestellt, der an diesem Änderungssatz gearbeitet hat, und kannst ihn deshalb nicht freigeben. Bitte jemand anderen darum.',
  noTokenApproves:
    'Zum Freigeben braucht es eine Sitzung: Melde dich mit einem Browser an. API-Tokens können es nicht.',
  cannotReturnOwn:
    'Du arbeitest an diesem Änderungssatz und kannst ihn deshalb nicht zurückgeben. Zieh ihn stattdessen zurück.',
  onlyContributorsChooseReviewers:
    'Nur der Autor eines Änderungssatzes, die Mitarbeitenden und Eigentümer können Prüfende wählen.',
  reviewerHasWorked:
    'Dieser Benutzer hat an dem Änderungssatz gearbeitet und kann ihn deshalb nicht prüfen.',
  reviewersNotValid:
    'Einige dieser Benutzer können den Änderungssatz nicht prüfen; sieh bei den Feldern nach.',
  commitNotYours:
    'Nur der Autor eines Änderungssatzes, die Mitarbeitenden und Eigentümer können ihn schreiben.',
  breakGlassNotAllowed:
    'Ohne Freigaben schreiben kann nur ein Master in einer Sitzung, wenn die Regeln der Partition es erlauben.',
  onlyAuthorAndOwners: 'Das können nur der Autor des Änderungssatzes und Eigentümer.',
  onlyAuthorDeletes: 'Nur der Autor eines Änderungssatzes kann ihn löschen.',
  editedDuringCommit:
    'Dieser Änderungssatz wurde bearbeitet, während er geschrieben wurde. Sieh ihn dir noch einmal an und schreibe ihn dann.',
  editedSince:
    'Dieser Änderungssatz wurde bearbeitet, seit du ihn angesehen hast. Sieh ihn dir noch einmal an und gib ihn dann frei.',
  commitConflicts:
    'Es wurde nichts geschrieben: Andere haben einige der Objekte seither geändert. Aktualisiere diese Operationen und schreibe den Änderungssatz dann noch einmal.',
  commitInvalid:
    'Es wurde nichts geschrieben: Einige Operationen stimmen nicht; sieh bei den Feldern nach.',
  tooManyChangeSets:
    'Du hast in dieser Partition {maxUncommitted} Änderungssätze, die nicht geschrieben sind. Schreibe oder lösche zuerst einige.',
  tooManyChangeSetsOfUser:
    'Dieser Benutzer hätte in dieser Partition mehr als {maxUncommitted} Änderungssätze, die nicht geschrieben sind. Wähle einen anderen.',
  chooseAnotherUser: 'Wähle einen anderen Benutzer.',
  chooseEditor: 'Wähle einen anderen Benutzer, der Bearbeiter oder Eigentümer der Partition ist.',
  authorCanEdit: 'Der Autor kann ihn ohnehin bearbeiten.',
  neitherEditorNorOwner: 'Dieser Benutzer ist weder Bearbeiter noch Eigentümer der Partition.',
  contributorsNotValid:
    'Einige können an diesem Änderungssatz nicht mitarbeiten; sieh bei den Feldern nach.',
  operationIdTwice: 'Jede Operation braucht eine eigene ID.',
  sameOperationId: 'Zwei haben dieselbe operationId.',
  operationsNotValid: 'Einige Operationen stimmen nicht; sieh bei den Feldern nach.',
  objectChangedTwice:
    'Dieser Änderungssatz ändert dieses Objekt schon. Bearbeite diese Operation, oder entferne sie zuerst.',
  rolesOnlyRead:
    'Deine Rollen erlauben nur das Lesen. Bitte einen Administrator um eine, die das Schreiben erlaubt.',
  keyTaken: 'Der Schlüssel ist vergeben.',
  keyOfOtherObject: 'Ein anderes Objekt dieser Partition hat diesen Schlüssel schon.',
  keyOfOtherOperation:
    'Eine andere Operation dieses Änderungssatzes legt ein Objekt mit diesem Schlüssel an.',
  nameTaken:
    'Eine andere Operation dieses Änderungssatzes hat den lokalen Namen {localName}. Wähle einen anderen.',
  tooManyOperations:
    'Ein Änderungssatz hat höchstens {maximalOperations} Operationen. Beginne einen weiteren.',
  changeSetTooLarge:
    'Die Objekte eines Änderungssatzes haben zusammen höchstens 8 MiB. Beginne einen weiteren.',
  objectEnded:
    'Dieses Objekt wurde beendet. Nimm die Operation heraus, oder stelle das Objekt zuerst wieder her.',
  objectChanged:
    'Jemand hat dieses Objekt seither geändert. Vergleiche mit dem Neuesten und speichere noch einmal.',
  noOperationNamed: 'Keine Operation dieses Änderungssatzes legt ein Objekt mit diesem Namen an.',
  pathInOperation: 'Ein Pfad liegt in den Daten einer Operation.',
  namePathOperation: 'Sage, in welcher Operation der Pfad liegt.',
  noOperationInSet: 'Diese Operation gibt es in diesem Änderungssatz nicht.',
  noSuchOperation: 'Diese Operation gibt es nicht.',
  tooManyComments: 'Ein Änderungssatz hat höchstens {maxComments} Kommentare.',
  signatureNeeded:
    'Die Regeln dieser Partition verlangen eine Signatur. Signiere den Änderungssatz und gib ihn dann frei.',
  notSignable:
    'Dieser Änderungssatz könnte so nicht geschrieben werden, also lässt er sich nicht signieren: Einige Änderungen haben Konflikte oder Probleme. Der Autor kann sie beheben.',
  foreignSignature: 'Das ist keine Signatur dieses Dienstes. Signiere noch einmal.',
  signatureOfOther: 'Das ist die Signatur von jemand anderem. Signiere selbst.',
  signatureDoesNotMatch:
    'Diese Signatur passt nicht zum jetzigen Inhalt des Änderungssatzes. Sieh ihn dir noch einmal an und signiere dann erneut.',
  signatureExpired: 'Diese Signatur ist mehr als zehn Minuten alt. Signiere noch einmal.',
  noSigningMethod:
    'Zum Signieren braucht es einen Passkey oder ein Passwort mit einer Authenticator-App. Füge deinem Konto zuerst eines davon hinzu.',
  passkeyDidNotSign:
    'Dieser Passkey hat nicht signiert. Nimm einen deines Kontos, und bestätige mit PIN, Fingerabdruck oder Gesicht.',
  passwordOrCodeWrong:
    'Das Passwort oder der Code ist falsch, oder der Code wurde schon verwendet. Versuch es mit einem neuen Code noch einmal.',
  base64Hash: 'Muss ein Hash in Base64 sein.',
  signatureForm: 'Muss eine Signatur sein.',
  samplesNeedLog: 'Stichproben brauchen das Ereignis-Log, das dieser Dienst nicht hat.',
  tooManySamples:
    'Du hast in dieser Partition {count} Stichproben, die nicht signiert sind. Signiere zuerst eine.',
  tooFewEntries: 'Es gibt nur {count} Einträge, aus denen gezogen werden kann.',
  numberNotAnnounced: 'Das ist nicht die Zahl, die du angekündigt hast.',
  notYetLogged: 'Die Ankündigung steht noch nicht im Ereignis-Log. Versuch es gleich noch einmal.',
  notConcluded: 'Einige Einträge dieser Stichprobe haben noch kein Urteil. Beurteile sie zuerst.',
  sampleNotSigned: 'Ein Ergebnis gibt es, sobald der Prüfer die Stichprobe signiert hat.',
  onlyAuditor: 'Das kann nur der Prüfer, der die Stichprobe angekündigt hat.',
  sampleSigned: 'Diese Stichprobe ist signiert, deshalb lässt sich nichts mehr ändern.',
  passkeyNeeded: 'Die Urteile einer Prüfung werden mit einem Passkey signiert. Signiere mit einem.',
  conclusionsChanged: 'Diese Signatur gilt nicht für die jetzigen Urteile. Signiere noch einmal.',
  sampleNumberForm: 'Nimm 20 bis 100 Ziffern, damit niemand sie errät.',
  entryIndex: 'Muss der Index eines Eintrags sein.',
};
