/**
 * What a check can find wrong, in a sentence each. They may hold strings of a bundle; places in the log and ids stand
 * as they are, so that they are found again.
 */
export const faultSentences = {
  saysMore: () =>
    'The text holds more than what is read from it: a name twice, or a number that cannot be kept exactly.',
  proofUnreadable: () => 'The proof cannot be read.',
  notProofOfVersion: () => 'This is no proof of a version: it has another form.',
  proofPlaceWrong: (path: string) => `This is no proof of a version: ${path} is not of its form.`,
  firstLineUnreadable: () => 'The first line cannot be read.',
  notFirstLine: () => 'The first line is not that of a partition’s proof: it has another form.',
  firstLinePlaceWrong: (path: string) =>
    `The first line is not that of a partition’s proof: ${path} is not of its form.`,
  entryUnreadable: (index: number) => `Entry ${index} cannot be read.`,
  notEntry: (index: number) => `Entry ${index} is none of a log: it has another form.`,
  entryPlaceWrong: (index: number, path: string) =>
    `Entry ${index} is none of a log: ${path} is not of its form.`,
  entryMisplaced: (index: number, said: number) => `Entry ${index} is said to be entry ${said}.`,

  checkpointUnreadable: () => 'The checkpoint is no checkpoint.',
  checkpointNotSigned: (key: string) => `The checkpoint is not signed by the key ${key}.`,
  checkpointNotByKnownKey: () => 'The checkpoint is not signed by a key that is known.',
  serviceCheckpointUnreadable: () => 'The checkpoint of the service is no checkpoint.',
  serviceCheckpointNotSigned: (key: string) =>
    `The checkpoint of the service is not signed by the key ${key}.`,
  serviceCheckpointNotByKnownKey: () =>
    'The checkpoint of the service is not signed by a key that is known.',
  knownCheckpointUnreadable: () => 'What is given as a known checkpoint is none.',
  logShorterThanKnown: (size: number, known: number) =>
    `The log has ${size} entries; it is known to have had ${known}.`,
  logNotFromKnown: (known: number) =>
    `The log does not go on from the one that is known, of ${known} entries.`,
  noProofOfGrowth: (from: number) => `There is no proof that the log goes on from ${from} entries.`,
  anchorOfAnotherLog: () => 'What stands in the log of the service is no checkpoint of this log.',
  anchorNotInLog: () => 'The checkpoint of this log does not stand in the log of the service.',
  anchorInconsistent: (size: number) =>
    `The log does not go together with the one that stands in the log of the service, of ${size} entries.`,
  sizeWrong: (size: number, here: number) =>
    `The log has ${size} entries by its checkpoint; here are ${here}.`,
  rootWrong: () => 'The entries are not those of the log that the checkpoint signs.',

  versionOfAnotherPartition: (id: string) => `Version ${id} is of another partition.`,
  versionTwice: (id: string) => `There is another version ${id}.`,
  versionNotIncluded: (id: string, index: number) =>
    `Version ${id}, as it is given here, is not entry ${index} of the log.`,
  saltsWrong: (id: string, open: number, salts: number) =>
    `Version ${id} has ${open} values that are not erased, and salts for ${salts}.`,
  depthWrong: (id: string, depth: number) => `Version ${id} is not ${depth} levels deep.`,
  sealedOutOfOrder: (receipt: number, id: string, pointer: string) =>
    `What receipt ${receipt} erased from version ${id} at ${pointer} does not stand in the order of the pointers.`,
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
    `Version ${id} is number ${count} of a timeline that the log has nothing of.`,
  datedBefore: (id: string, date: string, last: string) =>
    `Version ${id} is dated ${date}, before the one ahead of it in the log, ${last}.`,
  countWrong: (id: string, count: number, before: number) =>
    `Version ${id} is number ${count} of its timeline, after number ${before}.`,
  predecessorWrong: (id: string, said: string, before: string) =>
    `Version ${id} says that it follows ${said}; it follows ${before}.`,
  predecessorRootWrong: (id: string, before: string) =>
    `Version ${id} follows ${before} as it was, with another root than that version has here.`,
  typeWrong: (id: string, type: string, before: string) =>
    `Version ${id} is of the type ${type}; its timeline is of ${before}.`,
  genesisWrong: (id: string) =>
    `Version ${id} tells the beginning of its timeline otherwise than the versions before it.`,
  schemaVersionWrong: (type: string, version: number, before: number) =>
    `The JSON Schema of ${type} has version ${version} after version ${before}.`,

  receiptOutOfOrder: (receipt: number, before: number) =>
    `Receipt ${receipt} comes after receipt ${before}.`,
  receiptNotErasedBy: (receipt: number, pointer: string, id: string) =>
    `Receipt ${receipt} tells of a value at ${pointer} of version ${id} that is not erased by it.`,
  goneWithoutReceipt: (pointer: string, id: string, receipt: number) =>
    `The value at ${pointer} of version ${id} is gone, and receipt ${receipt} does not tell of it.`,
  receiptNotSigned: (receipt: number) => `Receipt ${receipt} is not what the key signed.`,
  receiptOfAnotherPartition: (receipt: number) => `Receipt ${receipt} is of another partition.`,
  receiptNotIncluded: (receipt: number, index: number) =>
    `Receipt ${receipt} is not entry ${index} of the log.`,
  receiptNotOfVersion: (receipt: number) =>
    `Receipt ${receipt} is not one of the version’s, in order.`,
};

export type FaultSentences = typeof faultSentences;
export type FaultName = keyof FaultSentences;
/** A string of the bundle, or a number. */
export type FaultValue = string | number;
