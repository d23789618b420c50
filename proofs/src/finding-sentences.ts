/**
 * One sentence for each problem that a check can find. Sentences may contain strings of a bundle; positions in the log
 * and ids are unchanged, so that they can be searched for.
 */
export const findingSentences = {
  saysMore: () =>
    'The text contains more than can be read from it: a duplicate name, or a number that cannot be represented exactly.',
  proofUnreadable: () => 'The proof cannot be read.',
  notProofOfVersion: () => 'This is not a proof of a version: it has a different format.',
  proofPlaceWrong: (path: string) =>
    `This is not a proof of a version: ${path} does not have the expected format.`,
  firstLineUnreadable: () => 'The first line cannot be read.',
  notFirstLine: () =>
    'The first line is not that of a partition’s proof: it has a different format.',
  firstLinePlaceWrong: (path: string) =>
    `The first line is not that of a partition’s proof: ${path} does not have the expected format.`,
  notFirstLineOfEvents: () =>
    'The first line is not that of a part of the audit log: it has a different format.',
  firstLineOfEventsPlaceWrong: (path: string) =>
    `The first line is not that of a part of the audit log: ${path} does not have the expected format.`,
  entryUnreadable: (index: number) => `Entry ${index} cannot be read.`,
  notEntry: (index: number) => `Entry ${index} is not a log entry: it has a different format.`,
  entryPlaceWrong: (index: number, path: string) =>
    `Entry ${index} is not a log entry: ${path} does not have the expected format.`,
  entryMisplaced: (index: number, claimed: number) =>
    `Entry ${index} is labelled as entry ${claimed}.`,

  notAuditResult: () => 'This is not the result of an audit: it has a different format.',
  auditResultPlaceWrong: (path: string) =>
    `This is not the result of an audit: ${path} does not have the expected format.`,
  announcementNotIncluded: () =>
    'The announcement of the sample is not the last event of the log of events at its checkpoint.',
  announcementOfAnother: () =>
    'The announcement is not that of this sample: it names another population, another auditor, or another number.',
  numberNotAnnounced: () => 'The number is not the one whose hash was announced.',
  drawWrong: () => 'The entries are not those that the announced draw gives.',
  algorithmWrong: () => 'The description of the draw is not the one that was used to check it.',
  auditedEntryNotIncluded: (index: number) =>
    `Entry ${index}, as given here, is not in the log of the partition.`,
  auditSignatureUnreadable: () => 'The signature of the auditor cannot be read.',
  auditSignatureNotByKey: () => 'The signature of the auditor was not made with the key.',
  auditSignatureNotByPasskey: () => 'The signature of the auditor was not made by the passkey.',
  auditSignatureOfAnother: () =>
    'The auditor signed something else: other conclusions, another sample, or as somebody else.',

  checkpointUnreadable: () => 'The checkpoint is not valid.',
  checkpointNotSigned: (key: string) => `The checkpoint is not signed with the key ${key}.`,
  checkpointNotByKnownKey: () => 'The checkpoint is not signed with a known key.',
  serviceCheckpointUnreadable: () => 'The checkpoint of the service log is not valid.',
  serviceCheckpointNotSigned: (key: string) =>
    `The checkpoint of the service log is not signed with the key ${key}.`,
  serviceCheckpointNotByKnownKey: () =>
    'The checkpoint of the service log is not signed with a known key.',
  knownCheckpointUnreadable: () => 'The given known checkpoint is not a checkpoint.',
  logShorterThanKnown: (size: number, known: number) =>
    `The log has ${size} entries; it had ${known} before.`,
  logNotFromKnown: (known: number) =>
    `The log does not continue the known one of ${known} entries.`,
  noProofOfGrowth: (from: number) =>
    `There is no proof that the log continues the one of ${from} entries.`,
  anchorOfAnotherLog: () => 'The entry in the service log is not a checkpoint of this log.',
  anchorNotInLog: () => 'The checkpoint of this log is not in the service log.',
  anchorInconsistent: (size: number) =>
    `The log is not consistent with the one anchored in the service log, of ${size} entries.`,
  sizeWrong: (size: number, here: number) =>
    `The checkpoint says that the log has ${size} entries; here there are ${here}.`,
  rootWrong: () => 'The entries do not match the log that the checkpoint signs.',

  versionOfAnotherPartition: (id: string) => `Version ${id} belongs to another partition.`,
  versionTwice: (id: string) => `Version ${id} occurs twice.`,
  versionNotIncluded: (id: string, index: number) =>
    `Version ${id}, as given here, is not entry ${index} of the log.`,
  saltsWrong: (id: string, open: number, salts: number) =>
    `Version ${id} has ${open} values that are not erased, and salts for ${salts}.`,
  depthWrong: (id: string, depth: number) => `Version ${id} is not ${depth} levels deep.`,
  sealedOutOfOrder: (receipt: number, id: string, pointer: string) =>
    `What receipt ${receipt} erased from version ${id} at ${pointer} is not in the order of the pointers.`,
  sealedNotInData: (receipt: number, id: string, pointer: string) =>
    `What receipt ${receipt} erased from version ${id} at ${pointer} is not in the data.`,
  sealedHasValue: (receipt: number, id: string, pointer: string) =>
    `What receipt ${receipt} erased from version ${id} at ${pointer} has a value again.`,
  sealedWithoutHash: (receipt: number, id: string, pointer: string) =>
    `What receipt ${receipt} erased from version ${id} at ${pointer} has no hash.`,

  noPredecessorNamed: (id: string, count: number) =>
    `Version ${id} is number ${count} of its timeline, and says that it has no predecessor.`,
  predecessorNamed: (id: string, count: number) =>
    `Version ${id} is number ${count} of its timeline, and says that it has a predecessor.`,
  timelineUnknown: (id: string, count: number) =>
    `Version ${id} is number ${count} of a timeline that is not in the log.`,
  datedBefore: (id: string, date: string, last: string) =>
    `Version ${id} is dated ${date}, earlier than the entry before it in the log, ${last}.`,
  countWrong: (id: string, count: number, before: number) =>
    `Version ${id} is number ${count} of its timeline, but follows number ${before}.`,
  predecessorWrong: (id: string, claimed: string, before: string) =>
    `Version ${id} says that it follows ${claimed}; it follows ${before}.`,
  predecessorRootWrong: (id: string, before: string) =>
    `Version ${id} names a different root for its predecessor ${before} than that version has here.`,
  typeWrong: (id: string, type: string, before: string) =>
    `Version ${id} has the type ${type}; its timeline has ${before}.`,
  genesisWrong: (id: string) =>
    `Version ${id} names a different start of its timeline than the versions before it.`,
  schemaVersionWrong: (type: string, version: number, before: number) =>
    `The JSON Schema of ${type} has version ${version} after version ${before}.`,

  receiptOutOfOrder: (receipt: number, before: number) =>
    `Receipt ${receipt} comes after receipt ${before}.`,
  receiptNotErasedBy: (receipt: number, pointer: string, id: string) =>
    `Receipt ${receipt} lists a value at ${pointer} of version ${id} that it did not erase.`,
  goneWithoutReceipt: (pointer: string, id: string, receipt: number) =>
    `The value at ${pointer} of version ${id} is missing, and receipt ${receipt} does not list it.`,
  receiptNotSigned: (receipt: number) => `Receipt ${receipt} is not what the key signed.`,
  receiptOfAnotherPartition: (receipt: number) =>
    `Receipt ${receipt} belongs to another partition.`,
  receiptNotIncluded: (receipt: number, index: number) =>
    `Receipt ${receipt} is not entry ${index} of the log.`,
  receiptNotOfVersion: (receipt: number) =>
    `Receipt ${receipt} is not one of the version’s, in order.`,

  changeSetMissing: (id: string, set: string) =>
    `Version ${id} was committed with change set ${set}, and the proof does not contain what was approved.`,
  changeSetNotOfVersion: (id: string, set: string) =>
    `Version ${id} was not committed with change set ${set}.`,
  changeSetNotIncluded: (set: string, index: number) =>
    `Change set ${set}, as given here, is not entry ${index} of the log, after its versions.`,
  changeSetOfAnotherPartition: (set: string) => `Change set ${set} belongs to another partition.`,
  versionNotApproved: (id: string, set: string) =>
    `Version ${id} differs from what was approved with change set ${set}.`,
  changeSetTwice: (set: string) => `Change set ${set} was committed twice.`,
  changeSetCountWrong: (set: string, count: number, here: number) =>
    `Change set ${set} had ${count} changes when it was committed; here are ${here}.`,
  changeSetNotApproved: (set: string) =>
    `The versions of change set ${set} differ from what was approved.`,
  changeSetPolicyWrong: (set: string, claimed: number, version: number) =>
    `Change set ${set} was committed by version ${claimed} of the rules; version ${version} was in force.`,
  changeSetWithoutEntry: (set: string) =>
    `There are versions of change set ${set}, and no entry about its commit after them.`,
  policyVersionWrong: (version: number, before: number) =>
    `The rules of changes have version ${version} after version ${before}.`,
  signatureUnreadable: (user: string, set: string) =>
    `The signature of user ${user} under change set ${set} cannot be read.`,
  signatureNotByKey: (user: string, set: string) =>
    `The signature of user ${user} under change set ${set} is not signed with its key.`,
  signatureNotByPasskey: (user: string, set: string) =>
    `The signature of user ${user} under change set ${set} is not what the passkey signed.`,
  signatureOfAnother: (user: string, set: string) =>
    `The signature of user ${user} under change set ${set} is of something else, or of somebody else.`,

  evidenceUnreadable: () => 'The ZIP file cannot be read: it is damaged or not complete.',
  evidenceAmbiguous: () =>
    'The ZIP file can be unpacked in several ways: a program could show other files than those that would be checked.',
  evidenceFilePacking: (name: string) =>
    `The file ${name} is encrypted or packed in a way that cannot be read here. Unpack it, and pack it as an ordinary ZIP (Deflate).`,
  evidenceFileTwice: (name: string) => `The file ${name} occurs twice.`,
  evidenceFileMissing: (name: string) => `The file ${name} is missing.`,
  evidenceFileUnreadable: (name: string) => `The file ${name} cannot be read.`,
  evidenceFileAltered: (name: string) =>
    `The file ${name} is not the one that the list of hashes names.`,
  evidenceFileAdded: (name: string) => `The file ${name} is not in the list of hashes.`,
  evidenceNotSigned: () =>
    'The list of hashes is not signed: the service did not make these files together.',
  evidenceWithoutProofs: () => 'There are versions, and no proofs of them.',
  evidenceProofUnreadable: (name: string) => `The proof ${name} cannot be read.`,
  evidenceLineUnreadable: (name: string) => `A line of ${name} cannot be read.`,
  evidenceCheckpointDiffers: (name: string) =>
    `${name} refers to another checkpoint than the other files.`,
  evidenceVersionUnproven: (id: string, name: string) => `Version ${id} in ${name} has no proof.`,
  evidenceVersionDiffers: (id: string, name: string) =>
    `Version ${id} in ${name} differs from what is proven.`,
  evidenceVersionMissing: (id: string) => `Version ${id} is proven, and the data does not have it.`,
  evidenceChangeSetDiffers: (set: string, name: string) =>
    `Change set ${set} in ${name} differs from what is proven.`,
  evidenceNotNewest: (id: string, name: string) =>
    `Version ${id} in ${name} is not the newest one of its timeline in the data.`,
  membersOfAnother: () => 'The proof of the members is of another partition or of another service.',
  membersUnreadable: () => 'The proof of the members cannot be read.',
  eventNotIncluded: (id: string, index: number) =>
    `Event ${id}, as given here, is not entry ${index} of the log of events, or not about this partition.`,
  reportVersionUnknown: (id: string) =>
    `The report describes version ${id}, which the data does not have.`,
};

export type FindingSentences = typeof findingSentences;
export type FindingName = keyof FindingSentences;
/** A string of the bundle, or a number. */
export type FindingValue = string | number;
