import type { FindingSentences } from './finding-sentences.ts';

/** The German sentences, for the pages that show findings. */
export const germanFindingSentences: FindingSentences = {
  saysMore: () =>
    'Der Text enthält mehr, als aus ihm gelesen wird: einen Namen zweimal, oder eine Zahl, die sich nicht genau speichern lässt.',
  proofUnreadable: () => 'Der Beweis lässt sich nicht lesen.',
  notProofOfVersion: () => 'Das ist kein Beweis einer Version: Es hat eine andere Form.',
  proofPlaceWrong: (path) => `Das ist kein Beweis einer Version: ${path} hat eine andere Form.`,
  firstLineUnreadable: () => 'Die erste Zeile lässt sich nicht lesen.',
  notFirstLine: () =>
    'Die erste Zeile ist nicht die des Beweises einer Partition: Sie hat eine andere Form.',
  firstLinePlaceWrong: (path) =>
    `Die erste Zeile ist nicht die des Beweises einer Partition: ${path} hat eine andere Form.`,
  notFirstLineOfEvents: () =>
    'Die erste Zeile ist nicht die eines Teils des Audit-Logs: Sie hat eine andere Form.',
  firstLineOfEventsPlaceWrong: (path) =>
    `Die erste Zeile ist nicht die eines Teils des Audit-Logs: ${path} hat eine andere Form.`,
  entryUnreadable: (index) => `Eintrag ${index} lässt sich nicht lesen.`,
  notEntry: (index) => `Eintrag ${index} ist keiner eines Logs: Er hat eine andere Form.`,
  entryPlaceWrong: (index, path) =>
    `Eintrag ${index} ist keiner eines Logs: ${path} hat eine andere Form.`,
  entryMisplaced: (index, claimed) => `Eintrag ${index} gibt sich als Eintrag ${claimed} aus.`,

  notAuditResult: () => 'Das ist kein Prüfergebnis: Es hat ein anderes Format.',
  auditResultPlaceWrong: (path) =>
    `Das ist kein Prüfergebnis: ${path} hat nicht die erwartete Form.`,
  announcementNotIncluded: () =>
    'Die Ankündigung der Stichprobe ist nicht das letzte Ereignis des Ereignis-Logs bei seinem Checkpoint.',
  announcementOfAnother: () =>
    'Die Ankündigung gehört nicht zu dieser Stichprobe: Sie nennt eine andere Grundgesamtheit, einen anderen Prüfer oder eine andere Zahl.',
  numberNotAnnounced: () => 'Die Zahl ist nicht die, deren Hash angekündigt wurde.',
  drawWrong: () => 'Die Einträge sind nicht die, die die angekündigte Ziehung ergibt.',
  algorithmWrong: () => 'Die Beschreibung der Ziehung ist nicht die, nach der geprüft wurde.',
  auditedEntryNotIncluded: (index) =>
    `Eintrag ${index}, wie er hier steht, ist nicht im Log der Partition.`,
  auditSignatureUnreadable: () => 'Die Signatur des Prüfers ist unlesbar.',
  auditSignatureNotByKey: () => 'Die Signatur des Prüfers stammt nicht von dem Schlüssel.',
  auditSignatureNotByPasskey: () => 'Die Signatur des Prüfers stammt nicht von dem Passkey.',
  auditSignatureOfAnother: () =>
    'Der Prüfer hat etwas anderes signiert: andere Feststellungen, eine andere Stichprobe oder als jemand anders.',

  checkpointUnreadable: () => 'Der Checkpoint ist kein Checkpoint.',
  checkpointNotSigned: (key) => `Der Checkpoint ist nicht vom Schlüssel ${key} signiert.`,
  checkpointNotByKnownKey: () => 'Der Checkpoint ist von keinem bekannten Schlüssel signiert.',
  serviceCheckpointUnreadable: () => 'Der Checkpoint des Dienstes ist kein Checkpoint.',
  serviceCheckpointNotSigned: (key) =>
    `Der Checkpoint des Dienstes ist nicht vom Schlüssel ${key} signiert.`,
  serviceCheckpointNotByKnownKey: () =>
    'Der Checkpoint des Dienstes ist von keinem bekannten Schlüssel signiert.',
  knownCheckpointUnreadable: () => 'Was als bekannter Checkpoint angegeben ist, ist keiner.',
  logShorterThanKnown: (size, known) =>
    `Das Log hat ${size} Einträge; bekannt ist, dass es ${known} hatte.`,
  logNotFromKnown: (known) =>
    `Das Log setzt nicht das fort, das bekannt ist, mit ${known} Einträgen.`,
  noProofOfGrowth: (from) =>
    `Es fehlt der Beweis, dass das Log das mit ${from} Einträgen fortsetzt.`,
  anchorOfAnotherLog: () => 'Was im Log des Dienstes steht, ist kein Checkpoint dieses Logs.',
  anchorNotInLog: () => 'Der Checkpoint dieses Logs steht nicht im Log des Dienstes.',
  anchorInconsistent: (size) =>
    `Das Log passt nicht zu dem, das im Log des Dienstes steht, mit ${size} Einträgen.`,
  sizeWrong: (size, here) =>
    `Das Log hat nach seinem Checkpoint ${size} Einträge; hier sind es ${here}.`,
  rootWrong: () => 'Die Einträge sind nicht die des Logs, das der Checkpoint signiert.',

  versionOfAnotherPartition: (id) => `Version ${id} ist aus einer anderen Partition.`,
  versionTwice: (id) => `Es gibt noch eine Version ${id}.`,
  versionNotIncluded: (id, index) =>
    `Version ${id}, wie sie hier steht, ist nicht Eintrag ${index} des Logs.`,
  saltsWrong: (id, open, salts) =>
    `Version ${id} hat ${open} Werte, die nicht gelöscht sind, und Salz für ${salts}.`,
  depthWrong: (id, depth) => `Version ${id} ist nicht ${depth} Ebenen tief.`,
  sealedOutOfOrder: (receipt, id, pointer) =>
    `Was Beleg ${receipt} in Version ${id} an der Stelle ${pointer} gelöscht hat, steht nicht in der Reihenfolge der Stellen.`,
  sealedNotInData: (receipt, id, pointer) =>
    `Was Beleg ${receipt} in Version ${id} an der Stelle ${pointer} gelöscht hat, gibt es in den Daten nicht.`,
  sealedHasValue: (receipt, id, pointer) =>
    `Was Beleg ${receipt} in Version ${id} an der Stelle ${pointer} gelöscht hat, hat wieder einen Wert.`,
  sealedWithoutHash: (receipt, id, pointer) =>
    `Was Beleg ${receipt} in Version ${id} an der Stelle ${pointer} gelöscht hat, hat keinen Hash.`,

  noPredecessorNamed: (id, count) =>
    `Version ${id} ist Nummer ${count} ihrer Zeitlinie und nennt keinen Vorgänger.`,
  predecessorNamed: (id, count) =>
    `Version ${id} ist Nummer ${count} ihrer Zeitlinie und nennt einen Vorgänger.`,
  timelineUnknown: (id, count) =>
    `Version ${id} ist Nummer ${count} einer Zeitlinie, von der im Log nichts steht.`,
  datedBefore: (id, date, last) =>
    `Version ${id} trägt das Datum ${date}, früher als die vor ihr im Log, ${last}.`,
  countWrong: (id, count, before) =>
    `Version ${id} ist Nummer ${count} ihrer Zeitlinie, nach Nummer ${before}.`,
  predecessorWrong: (id, claimed, before) =>
    `Version ${id} nennt als Vorgänger ${claimed}; ihr Vorgänger ist ${before}.`,
  predecessorRootWrong: (id, before) =>
    `Version ${id} folgt auf ${before} mit einer anderen Wurzel, als ${before} hier hat.`,
  typeWrong: (id, type, before) =>
    `Version ${id} ist vom Typ ${type}; ihre Zeitlinie ist vom Typ ${before}.`,
  genesisWrong: (id) =>
    `Version ${id} gibt den Anfang ihrer Zeitlinie anders an als die Versionen vor ihr.`,
  schemaVersionWrong: (type, version, before) =>
    `Das JSON-Schema von ${type} hat Version ${version} nach Version ${before}.`,

  receiptOutOfOrder: (receipt, before) => `Beleg ${receipt} kommt nach Beleg ${before}.`,
  receiptNotErasedBy: (receipt, pointer, id) =>
    `Beleg ${receipt} nennt einen Wert an der Stelle ${pointer} der Version ${id}, den er nicht gelöscht hat.`,
  goneWithoutReceipt: (pointer, id, receipt) =>
    `Der Wert an der Stelle ${pointer} der Version ${id} fehlt, und Beleg ${receipt} sagt davon nichts.`,
  receiptNotSigned: (receipt) => `Beleg ${receipt} ist nicht, was der Schlüssel signiert hat.`,
  receiptOfAnotherPartition: (receipt) => `Beleg ${receipt} ist aus einer anderen Partition.`,
  receiptNotIncluded: (receipt, index) => `Beleg ${receipt} ist nicht Eintrag ${index} des Logs.`,
  receiptNotOfVersion: (receipt) =>
    `Beleg ${receipt} ist keiner dieser Version, oder steht nicht in der Reihenfolge.`,

  changeSetMissing: (id, set) =>
    `Version ${id} kam mit dem Änderungssatz ${set}, und der Beweis enthält nicht, was freigegeben wurde.`,
  changeSetNotOfVersion: (id, set) => `Version ${id} kam nicht mit dem Änderungssatz ${set}.`,
  changeSetNotIncluded: (set, index) =>
    `Der Änderungssatz ${set}, wie er hier steht, ist nicht Eintrag ${index} des Logs, nach seinen Versionen.`,
  changeSetOfAnotherPartition: (set) => `Der Änderungssatz ${set} ist aus einer anderen Partition.`,
  versionNotApproved: (id, set) =>
    `Version ${id} ist nicht das, was mit dem Änderungssatz ${set} freigegeben wurde.`,
  changeSetTwice: (set) => `Der Änderungssatz ${set} wurde zweimal geschrieben.`,
  changeSetCountWrong: (set, count, here) =>
    `Der Änderungssatz ${set} hatte ${count} Änderungen, als er geschrieben wurde; hier sind es ${here}.`,
  changeSetNotApproved: (set) =>
    `Die Versionen des Änderungssatzes ${set} sind nicht das, was freigegeben wurde.`,
  changeSetPolicyWrong: (set, claimed, version) =>
    `Der Änderungssatz ${set} nennt Version ${claimed} der Regeln, nach der er geschrieben wurde; es galt Version ${version}.`,
  changeSetWithoutEntry: (set) =>
    `Es gibt Versionen des Änderungssatzes ${set}, und nach ihnen keinen Eintrag darüber, dass er geschrieben wurde.`,
  policyVersionWrong: (version, before) =>
    `Die Regeln für Änderungen haben Version ${version} nach Version ${before}.`,
  signatureUnreadable: (user, set) =>
    `Die Signatur des Benutzers ${user} zum Änderungssatz ${set} ist nicht lesbar.`,
  signatureNotByKey: (user, set) =>
    `Die Signatur des Benutzers ${user} zum Änderungssatz ${set} ist nicht mit ihrem Schlüssel signiert.`,
  signatureNotByPasskey: (user, set) =>
    `Die Signatur des Benutzers ${user} zum Änderungssatz ${set} ist nicht das, was der Passkey signiert hat.`,
  signatureOfAnother: (user, set) =>
    `Die Signatur des Benutzers ${user} zum Änderungssatz ${set} gilt etwas anderem oder ist von jemand anderem.`,

  evidenceUnreadable: () =>
    'Die ZIP-Datei lässt sich nicht lesen: Sie ist beschädigt oder unvollständig.',
  evidenceAmbiguous: () =>
    'Die ZIP-Datei lässt sich auf mehrere Arten entpacken: Ein Programm könnte andere Dateien zeigen als die, die geprüft würden.',
  evidenceFilePacking: (name) =>
    `Die Datei ${name} ist verschlüsselt oder so gepackt, dass sie sich hier nicht lesen lässt. Entpacke sie und packe sie als gewöhnliches ZIP (Deflate).`,
  evidenceFileTwice: (name) => `Die Datei ${name} kommt zweimal vor.`,
  evidenceFileMissing: (name) => `Die Datei ${name} fehlt.`,
  evidenceFileUnreadable: (name) => `Die Datei ${name} lässt sich nicht lesen.`,
  evidenceFileAltered: (name) =>
    `Die Datei ${name} ist nicht die, welche die Liste der Hashes nennt.`,
  evidenceFileAdded: (name) => `Die Datei ${name} steht nicht in der Liste der Hashes.`,
  evidenceNotSigned: () =>
    'Die Liste der Hashes ist nicht signiert: Der Dienst hat diese Dateien nicht zusammen erstellt.',
  evidenceWithoutProofs: () => 'Es gibt Versionen, aber keine Beweise für sie.',
  evidenceProofUnreadable: (name) => `Der Beweis ${name} lässt sich nicht lesen.`,
  evidenceLineUnreadable: (name) => `Eine Zeile von ${name} lässt sich nicht lesen.`,
  evidenceCheckpointDiffers: (name) =>
    `${name} bezieht sich auf einen anderen Checkpoint als die übrigen Dateien.`,
  evidenceVersionUnproven: (id, name) => `Für Version ${id} in ${name} gibt es keinen Beweis.`,
  evidenceVersionDiffers: (id, name) => `Version ${id} in ${name} weicht von der bewiesenen ab.`,
  evidenceVersionMissing: (id) => `Version ${id} ist bewiesen, fehlt aber in den Daten.`,
  evidenceChangeSetDiffers: (set, name) =>
    `Änderungssatz ${set} in ${name} weicht vom bewiesenen ab.`,
  evidenceNotNewest: (id, name) =>
    `Version ${id} in ${name} ist nicht die neueste ihrer Zeitlinie in den Daten.`,
  membersOfAnother: () =>
    'Der Beweis der Mitglieder gehört zu einer anderen Partition oder einem anderen Dienst.',
  membersUnreadable: () => 'Der Beweis der Mitglieder lässt sich nicht lesen.',
  eventNotIncluded: (id, index) =>
    `Ereignis ${id} ist so, wie es hier steht, nicht Eintrag ${index} des Logs der Ereignisse, oder es betrifft nicht diese Partition.`,
  reportVersionUnknown: (id) => `Der Bericht beschreibt Version ${id}, die in den Daten fehlt.`,
};
