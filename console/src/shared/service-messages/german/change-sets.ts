import type { Phrases } from './phrase-book.ts';

/** Of change sets and the rules of changes. */
export const changeSets: Phrases = {
  'Changes to objects of the type {type} need the approval of others in this partition. Add this change to a change set and submit it for review.':
    'Änderungen an Objekten des Typs {type} brauchen in dieser Partition die Freigabe anderer. Nimm diese Änderung in ein Änderungspaket auf und reiche es zur Prüfung ein.',
  'Changes to objects of the type {type} need a reason in this partition. Send it as reason.':
    'Änderungen an Objekten des Typs {type} brauchen in dieser Partition einen Grund. Sende ihn als reason.',
  'Changes to objects of the type {type} need approvals in this partition, and erasing cannot be approved. An owner can lift the rule for this type, erase, and set it again: the history of the rules shows it.':
    'Änderungen an Objekten des Typs {type} brauchen in dieser Partition Freigaben, und Löschen lässt sich nicht freigeben. Ein Eigentümer kann die Regel für diesen Typ aufheben, löschen und sie wieder setzen: Der Verlauf der Regeln zeigt es.',
  'is not allowed by the rules of this partition. Submit it in a change set, or add a reason.':
    'ist nach den Regeln dieser Partition nicht erlaubt. Reiche sie in einem Änderungspaket ein, oder gib einen Grund an.',
  'Only one rule can be for all other types.': 'Nur eine Regel kann für alle anderen Typen sein.',
  'Another rule is for the type {type} already.':
    'Für den Typ {type} gibt es schon eine andere Regel.',
  'Say who may approve.': 'Sage, wer freigeben darf.',
  'Fewer people may approve than approvals are asked for. Name more of them.':
    'Es dürfen weniger Personen freigeben, als Freigaben verlangt sind. Nenne mehr.',
  'This user is no member of the partition.': 'Dieser Benutzer ist kein Mitglied der Partition.',
  'Some of the rules cannot be used; see fields.':
    'Einige Regeln lassen sich nicht verwenden; sieh bei den Feldern nach.',
  'Name a type, or send null for all others.': 'Nenne einen Typ, oder sende null für alle anderen.',
  'Enter a title.': 'Gib einen Titel ein.',
  'Enter a reason.': 'Gib einen Grund ein.',
  'Enter a comment.': 'Gib einen Kommentar ein.',
  'Say what has to change.': 'Sage, was sich ändern muss.',
  'This change set is not in a state in which this can be done. Look at it again.':
    'Dieses Änderungspaket ist nicht in einem Zustand, in dem das geht. Sieh es dir noch einmal an.',
  'This change set is committed: what it changed is in the partition. Read it without changeSet.':
    'Dieser Änderungssatz ist geschrieben: Was er geändert hat, steht in der Partition. Lies sie ohne changeSet.',
  'This refers to an object of the change set that cannot be created.':
    'Das verweist auf ein Objekt des Änderungssatzes, das sich nicht anlegen lässt.',
  'A change set is previewed as of now only.':
    'Ein Änderungssatz lässt sich nur auf dem Stand von jetzt ansehen.',
  'Omit it, or asOf.': 'Lass es weg, oder asOf.',
  'This change set is empty. Add a change to it first.':
    'Dieses Änderungspaket ist leer. Nimm zuerst eine Änderung darin auf.',
  'The rules of this partition ask for a reason. Enter one for this change set.':
    'Die Regeln dieser Partition verlangen einen Grund. Gib einen für dieses Änderungspaket ein.',
  'This change set does not have the approvals that the rules of this partition ask for. Submit it for review.':
    'Diesem Änderungspaket fehlen Freigaben, die die Regeln dieser Partition verlangen. Reiche es zur Prüfung ein.',
  'Only the author of a change set and its contributors can do this.':
    'Das können nur, wer das Änderungspaket begonnen hat und wer daran mitarbeitet.',
  'You cannot approve this change set: its rules do not name you, or you have worked on it.':
    'Du kannst dieses Änderungspaket nicht freigeben: Die Regeln nennen dich nicht, oder du hast daran gearbeitet.',
  'Approving requires a session: sign in with a browser. API tokens cannot do it.':
    'Zum Freigeben braucht es eine Sitzung: Melde dich mit einem Browser an. API-Tokens können es nicht.',
  'Only those who may approve this change set, and owners, can send it back.':
    'Zurückgeben können dieses Änderungspaket nur, wer es freigeben darf, und Eigentümer.',
  'Only the author of a change set, its contributors and owners can commit it.':
    'Übernehmen können ein Änderungspaket nur, wer es begonnen hat, wer daran mitarbeitet, und Eigentümer.',
  'Committing without approvals is for masters in a session, where the rules of the partition allow it.':
    'Ohne Freigaben übernehmen können nur Master in einer Sitzung, wo die Regeln der Partition es erlauben.',
  'Only the author of a change set and owners can do this.':
    'Das können nur, wer das Änderungspaket begonnen hat, und Eigentümer.',
  'Only the author of a change set can delete it.':
    'Löschen kann ein Änderungspaket nur, wer es begonnen hat.',
  'This change set was edited while it was being committed. Look at it again, then commit it.':
    'Dieses Änderungspaket wurde bearbeitet, während es übernommen wurde. Sieh es dir noch einmal an und übernimm es dann.',
  'This change set was edited since you looked at it. Look at it again, then approve it.':
    'Dieses Änderungspaket wurde bearbeitet, seit du es angesehen hast. Sieh es dir noch einmal an und gib es dann frei.',
  'Nothing was committed: others have changed some of the objects since. Update those operations, then commit again.':
    'Es wurde nichts übernommen: Andere haben einige der Objekte seither geändert. Bring diese Operationen auf den neuesten Stand und übernimm dann noch einmal.',
  'Nothing was committed: some of the operations are not valid; see fields.':
    'Es wurde nichts übernommen: Einige Operationen stimmen nicht; sieh bei den Feldern nach.',
  'You have {mostUncommitted} change sets in this partition that are not committed. Commit or delete some first.':
    'Du hast in dieser Partition {mostUncommitted} Änderungspakete, die nicht übernommen sind. Übernimm oder lösche zuerst einige.',
  'The author can edit it already.': 'Wer es begonnen hat, kann es ohnehin bearbeiten.',
  'This user is neither editor nor owner of the partition.':
    'Dieser Benutzer ist weder Bearbeiter noch Eigentümer der Partition.',
  'Some of them cannot contribute to this change set; see fields.':
    'Einige können an diesem Änderungspaket nicht mitarbeiten; sieh bei den Feldern nach.',
  'Each operation needs an id of its own.': 'Jede Operation braucht eine eigene Id.',
  'Two have the same operationId.': 'Zwei haben dieselbe operationId.',
  'Some of the operations are not valid; see fields.':
    'Einige Operationen stimmen nicht; sieh bei den Feldern nach.',
  'This change set changes this object already. Edit that operation, or take it out first.':
    'Dieses Änderungspaket ändert dieses Objekt schon. Bearbeite jene Operation, oder nimm sie zuerst heraus.',
  'Another operation of this change set has the local name {localName}. Choose another.':
    'Eine andere Operation dieses Änderungspakets hat den lokalen Namen {localName}. Wähle einen anderen.',
  'A change set has at most {maximalOperations} operations. Begin another one.':
    'Ein Änderungspaket hat höchstens {maximalOperations} Operationen. Beginne ein weiteres.',
  'The objects of a change set have at most 8 MiB together. Begin another one.':
    'Die Objekte eines Änderungspakets haben zusammen höchstens 8 MiB. Beginne ein weiteres.',
  'This object was ended. Take the operation out, or restore the object first.':
    'Dieses Objekt wurde beendet. Nimm die Operation heraus, oder stelle das Objekt zuerst wieder her.',
  'Somebody has changed this object since. Compare with what is newest, and save again.':
    'Jemand hat dieses Objekt seither geändert. Vergleiche mit dem Neuesten und speichere noch einmal.',
  'No operation of this change set creates an object of this name.':
    'Keine Operation dieses Änderungspakets legt ein Objekt mit diesem Namen an.',
  'A path is in the data of an operation.': 'Ein Pfad liegt in den Daten einer Operation.',
  'Say which operation the path is in.': 'Sage, in welcher Operation der Pfad liegt.',
  'There is no such operation in this change set.':
    'Diese Operation gibt es in diesem Änderungspaket nicht.',
  'There is no such operation.': 'Diese Operation gibt es nicht.',
  'A change set has at most {mostComments} comments.':
    'Ein Änderungspaket hat höchstens {mostComments} Kommentare.',
};
