import type { Phrases } from './phrase-book.ts';

/** Messages about change sets and change policies. */
export const changeSets: Phrases = {
  'Changes to objects of the type {type} need the approval of others in this partition. Add this change to a change set and submit it for review.':
    'Änderungen an Objekten des Typs {type} brauchen in dieser Partition die Freigabe anderer. Nimm diese Änderung in einen Änderungssatz auf und reiche ihn zur Prüfung ein.',
  'Changes to objects of the type {type} need a reason in this partition. Send it as reason.':
    'Änderungen an Objekten des Typs {type} brauchen in dieser Partition einen Grund. Sende ihn als reason.',
  'Changes to objects of the type {type} need approvals in this partition, and erasing cannot be approved. An owner can lift the rule for this type, erase, and set it again: the history of the rules shows it.':
    'Änderungen an Objekten des Typs {type} brauchen in dieser Partition Freigaben, und Löschen lässt sich nicht freigeben. Ein Eigentümer kann die Regel für diesen Typ aufheben, löschen und sie wieder setzen: Der Verlauf der Regeln zeigt es.',
  'is not allowed by the rules of this partition. Submit it in a change set, or add a reason.':
    'ist nach den Regeln dieser Partition nicht erlaubt. Reiche sie in einem Änderungssatz ein, oder gib einen Grund an.',
  'Only one rule can be for all other types.': 'Nur eine Regel kann für alle anderen Typen sein.',
  'Another rule already covers the type {type}.':
    'Für den Typ {type} gibt es schon eine andere Regel.',
  'Say who may approve.': 'Sage, wer freigeben darf.',
  'Fewer people may approve than approvals are required. Name more of them.':
    'Es dürfen weniger Personen freigeben, als Freigaben verlangt sind. Nenne mehr.',
  'This user is not a member of the partition.': 'Dieser Benutzer ist kein Mitglied der Partition.',
  'Some of the rules cannot be used; see fields.':
    'Einige Regeln lassen sich nicht verwenden; sieh bei den Feldern nach.',
  'Name a type, or send null for all others.': 'Nenne einen Typ, oder sende null für alle anderen.',
  'Enter a title.': 'Gib einen Titel ein.',
  'Enter a reason.': 'Gib einen Grund ein.',
  'Enter a comment.': 'Gib einen Kommentar ein.',
  'Say what has to change.': 'Sage, was sich ändern muss.',
  'This change set is not in a state that allows this. Reload it.':
    'Dieser Änderungssatz ist nicht in einem Zustand, in dem das geht. Sieh ihn dir noch einmal an.',
  'This change set is committed: what it changed is in the partition. Read it without changeSet.':
    'Dieser Änderungssatz ist geschrieben: Was er geändert hat, steht in der Partition. Lies sie ohne changeSet.',
  'This refers to an object of the change set that cannot be created.':
    'Das verweist auf ein Objekt des Änderungssatzes, das sich nicht anlegen lässt.',
  'A change set can only be previewed as of now.':
    'Ein Änderungssatz lässt sich nur auf dem Stand von jetzt ansehen.',
  'Omit it, or asOf.': 'Lass es weg, oder asOf.',
  'This change set is empty. Add a change to it first.':
    'Dieser Änderungssatz ist leer. Nimm zuerst eine Änderung darin auf.',
  'The rules of this partition require a reason. Enter one for this change set.':
    'Die Regeln dieser Partition verlangen einen Grund. Gib einen für diesen Änderungssatz ein.',
  'This change set does not have the approvals that the rules of this partition require. Submit it for review.':
    'Diesem Änderungssatz fehlen Freigaben, die die Regeln dieser Partition verlangen. Reiche ihn zur Prüfung ein.',
  'Only the author of a change set and its contributors can do this.':
    'Das können nur der Autor des Änderungssatzes und die Mitarbeitenden.',
  'You cannot approve this change set: you have worked on it, yourself or with an API token that you issued.':
    'Du kannst diesen Änderungssatz nicht freigeben: Du hast daran gearbeitet, selbst oder mit einem API-Token, das du ausgestellt hast.',
  'You issued an API token of somebody who has worked on this change set, so you cannot approve it. Ask somebody else.':
    'Du hast ein API-Token für jemanden ausgestellt, der an diesem Änderungssatz gearbeitet hat, und kannst ihn deshalb nicht freigeben. Bitte jemand anderen darum.',
  'Approving requires a session: sign in with a browser. API tokens cannot do it.':
    'Zum Freigeben braucht es eine Sitzung: Melde dich mit einem Browser an. API-Tokens können es nicht.',
  'You work on this change set, so you cannot send it back. Withdraw it instead.':
    'Du arbeitest an diesem Änderungssatz und kannst ihn deshalb nicht zurückgeben. Zieh ihn stattdessen zurück.',
  'Only the author of a change set, its contributors and owners can choose its reviewers.':
    'Nur der Autor eines Änderungssatzes, die Mitarbeitenden und Eigentümer können Prüfende wählen.',
  'This user has worked on the change set, so cannot review it.':
    'Dieser Benutzer hat an dem Änderungssatz gearbeitet und kann ihn deshalb nicht prüfen.',
  'Some of these users cannot review the change set; see fields.':
    'Einige dieser Benutzer können den Änderungssatz nicht prüfen; sieh bei den Feldern nach.',
  'Only the author of a change set, its contributors and owners can commit it.':
    'Nur der Autor eines Änderungssatzes, die Mitarbeitenden und Eigentümer können ihn schreiben.',
  'Committing without approvals requires a master in a session, and rules of the partition that allow it.':
    'Ohne Freigaben schreiben kann nur ein Master in einer Sitzung, wenn die Regeln der Partition es erlauben.',
  'Only the author of a change set and owners can do this.':
    'Das können nur der Autor des Änderungssatzes und Eigentümer.',
  'Only the author of a change set can delete it.':
    'Nur der Autor eines Änderungssatzes kann ihn löschen.',
  'This change set was edited while it was being committed. Review it again, then commit it.':
    'Dieser Änderungssatz wurde bearbeitet, während er geschrieben wurde. Sieh ihn dir noch einmal an und schreibe ihn dann.',
  'This change set was edited since you opened it. Review it again, then approve it.':
    'Dieser Änderungssatz wurde bearbeitet, seit du ihn angesehen hast. Sieh ihn dir noch einmal an und gib ihn dann frei.',
  'Nothing was committed: others have changed some of the objects since. Update those operations, then commit again.':
    'Es wurde nichts geschrieben: Andere haben einige der Objekte seither geändert. Aktualisiere diese Operationen und schreibe den Änderungssatz dann noch einmal.',
  'Nothing was committed: some of the operations are not valid; see fields.':
    'Es wurde nichts geschrieben: Einige Operationen stimmen nicht; sieh bei den Feldern nach.',
  'You have {maxUncommitted} change sets in this partition that are not committed. Commit or delete some first.':
    'Du hast in dieser Partition {maxUncommitted} Änderungssätze, die nicht geschrieben sind. Schreibe oder lösche zuerst einige.',
  'This user would have more than {maxUncommitted} change sets in this partition that are not committed. Choose another user.':
    'Dieser Benutzer hätte in dieser Partition mehr als {maxUncommitted} Änderungssätze, die nicht geschrieben sind. Wähle einen anderen.',
  'Choose another user.': 'Wähle einen anderen Benutzer.',
  'Choose another user, who is editor or owner of the partition.':
    'Wähle einen anderen Benutzer, der Bearbeiter oder Eigentümer der Partition ist.',
  'The author can already edit it.': 'Der Autor kann ihn ohnehin bearbeiten.',
  'This user is neither editor nor owner of the partition.':
    'Dieser Benutzer ist weder Bearbeiter noch Eigentümer der Partition.',
  'Some of them cannot contribute to this change set; see fields.':
    'Einige können an diesem Änderungssatz nicht mitarbeiten; sieh bei den Feldern nach.',
  'Each operation needs its own ID.': 'Jede Operation braucht eine eigene ID.',
  'Two have the same operationId.': 'Zwei haben dieselbe operationId.',
  'Some of the operations are not valid; see fields.':
    'Einige Operationen stimmen nicht; sieh bei den Feldern nach.',
  'This change set already changes this object. Edit that operation, or remove it first.':
    'Dieser Änderungssatz ändert dieses Objekt schon. Bearbeite diese Operation, oder entferne sie zuerst.',
  'Your roles only allow reading. Ask an administrator for one that allows writing.':
    'Deine Rollen erlauben nur das Lesen. Bitte einen Administrator um eine, die das Schreiben erlaubt.',
  'The key is taken.': 'Der Schlüssel ist vergeben.',
  'Another object of this partition already has this key.':
    'Ein anderes Objekt dieser Partition hat diesen Schlüssel schon.',
  'Another operation of this change set creates an object with this key.':
    'Eine andere Operation dieses Änderungssatzes legt ein Objekt mit diesem Schlüssel an.',
  'Another operation of this change set has the local name {localName}. Choose another.':
    'Eine andere Operation dieses Änderungssatzes hat den lokalen Namen {localName}. Wähle einen anderen.',
  'A change set has at most {maximalOperations} operations. Create another one.':
    'Ein Änderungssatz hat höchstens {maximalOperations} Operationen. Beginne einen weiteren.',
  'The objects of a change set have at most 8 MiB together. Create another one.':
    'Die Objekte eines Änderungssatzes haben zusammen höchstens 8 MiB. Beginne einen weiteren.',
  'This object was ended. Remove the operation, or restore the object first.':
    'Dieses Objekt wurde beendet. Nimm die Operation heraus, oder stelle das Objekt zuerst wieder her.',
  'Somebody has changed this object since. Compare with the newest version, and save again.':
    'Jemand hat dieses Objekt seither geändert. Vergleiche mit dem Neuesten und speichere noch einmal.',
  'No operation of this change set creates an object with this name.':
    'Keine Operation dieses Änderungssatzes legt ein Objekt mit diesem Namen an.',
  'A path is in the data of an operation.': 'Ein Pfad liegt in den Daten einer Operation.',
  'Name the operation that the path belongs to.': 'Sage, in welcher Operation der Pfad liegt.',
  'There is no such operation in this change set.':
    'Diese Operation gibt es in diesem Änderungssatz nicht.',
  'There is no such operation.': 'Diese Operation gibt es nicht.',
  'A change set has at most {maxComments} comments.':
    'Ein Änderungssatz hat höchstens {maxComments} Kommentare.',
  'The rules of this partition require a signature. Sign the change set, then approve it.':
    'Die Regeln dieser Partition verlangen eine Signatur. Signiere den Änderungssatz und gib ihn dann frei.',
  'This change set could not be committed as it is, so it cannot be signed: some of its changes have conflicts or problems. Its author can fix them.':
    'Dieser Änderungssatz könnte so nicht geschrieben werden, also lässt er sich nicht signieren: Einige Änderungen haben Konflikte oder Probleme. Der Autor kann sie beheben.',
  'This is not a signature of this service. Sign again.':
    'Das ist keine Signatur dieses Dienstes. Signiere noch einmal.',
  'This is the signature of another user. Sign yourself.':
    'Das ist die Signatur von jemand anderem. Signiere selbst.',
  'This signature does not match the current content of the change set. Review it again, then sign again.':
    'Diese Signatur passt nicht zum jetzigen Inhalt des Änderungssatzes. Sieh ihn dir noch einmal an und signiere dann erneut.',
  'This signature is more than ten minutes old. Sign again.':
    'Diese Signatur ist mehr als zehn Minuten alt. Signiere noch einmal.',
  'Signing needs a passkey, or a password and an authenticator app. Add one of them in your account first.':
    'Zum Signieren braucht es einen Passkey oder ein Passwort mit einer Authenticator-App. Füge deinem Konto zuerst eines davon hinzu.',
  'This passkey did not sign. Use one of your account, and confirm with its PIN, fingerprint or face.':
    'Dieser Passkey hat nicht signiert. Nimm einen deines Kontos, und bestätige mit PIN, Fingerabdruck oder Gesicht.',
  'The password or the code is wrong, or the code was used before. Try again with a new code.':
    'Das Passwort oder der Code ist falsch, oder der Code wurde schon verwendet. Versuch es mit einem neuen Code noch einmal.',
  'Must be a hash in base64.': 'Muss ein Hash in Base64 sein.',
  'Must be a signature.': 'Muss eine Signatur sein.',
  'Samples need the log of events, which this service does not have.':
    'Stichproben brauchen das Ereignis-Log, das dieser Dienst nicht hat.',
  'You have {count} samples in this partition that are not signed. Sign one first.':
    'Du hast in dieser Partition {count} Stichproben, die nicht signiert sind. Signiere zuerst eine.',
  'There are only {count} entries to draw from.':
    'Es gibt nur {count} Einträge, aus denen gezogen werden kann.',
  'This is not the number that you announced.': 'Das ist nicht die Zahl, die du angekündigt hast.',
  'The announcement is not in the log of events yet. Try again in a moment.':
    'Die Ankündigung steht noch nicht im Ereignis-Log. Versuch es gleich noch einmal.',
  'Some entries of this sample have no conclusion yet. Judge them first.':
    'Einige Einträge dieser Stichprobe haben noch kein Urteil. Beurteile sie zuerst.',
  'There is a result once the auditor has signed the sample.':
    'Ein Ergebnis gibt es, sobald der Prüfer die Stichprobe signiert hat.',
  'Only the auditor who announced a sample can do this.':
    'Das kann nur der Prüfer, der die Stichprobe angekündigt hat.',
  'This sample is signed, so nothing in it can change.':
    'Diese Stichprobe ist signiert, deshalb lässt sich nichts mehr ändern.',
  'The conclusions of an audit are signed with a passkey. Sign with one.':
    'Die Urteile einer Prüfung werden mit einem Passkey signiert. Signiere mit einem.',
  'This signature is not over the current conclusions. Sign again.':
    'Diese Signatur gilt nicht für die jetzigen Urteile. Signiere noch einmal.',
  'Use 20 to 100 digits, so that nobody can guess it.':
    'Nimm 20 bis 100 Ziffern, damit niemand sie errät.',
  'Must be the index of an entry.': 'Muss der Index eines Eintrags sein.',
};
