/** Alias URLs, erasure, imports and jobs. */
export const aliasesAndImports = {
  aliasNotYours:
    'You can only change aliases that you created, and those whose target is in a partition where you are at least EDITOR.',
  tokenLimitedToPartitions:
    'This API token is limited to partitions. An alias of a URL belongs to no partition.',
  noTimelineThere: 'There is no such timeline in that partition, or you do not have access to it.',
  noObjectThere: 'There is no such object in that partition, or you do not have access to it.',
  aliasTargetNotAllowed: 'This target is not allowed for an alias; see fields.',
  noAliasHosts:
    'No hosts are allowed here. The operator of the service can allow hosts with ALIAS_HOSTS; until then aliases can only lead to objects and timelines.',
  aliasHost:
    'Enter an http or https URL without user name and password, on one of these hosts: {hosts}.',
  hostRefused: 'The host of its URL is no longer allowed. Choose another target first.',
  aliasTaken: 'The alias {alias} is taken. Choose another.',
  aliasChangeEmpty: 'Send at least one of active, target or expiryDate.',
  aliasExpiryPast: 'An alias cannot expire in the past.',
  enterFutureTime: 'Enter a time in the future.',
  aliasNotActive: 'This alias is not active or does not exist.',
  importNoTarget:
    'There is no such timeline in this partition, and no other row of this call with the same date starts it. Put it before the rows that refer to it. Rows that refer to each other in a circle have to be imported together, at most {maximalImportRows}.',
  unknownVersionFields: 'A version has no {unknown}.',
  useSomeOf: 'Use some of {fieldNames}.',
  proofIndivisible:
    'The proof of version {modificationCount} covers all of its data as one piece, so no part of it can be erased separately.',
  pathsNotErasable: 'Not all of these paths can be erased; see fields.',
  nothingAtPath: 'There is nothing at this path in this version.',
  versionIndivisible:
    'The proof covers all data of this version as one piece, so no part of it can be erased separately.',
  eraseWholePath: 'The proof covers {whole} as a whole: erase that path.',
  archivedNoErasing:
    'This partition is archived: it can be read, but nothing can be erased. An owner can unarchive it.',
  noReasonToErase: 'This version has no reason that could be erased.',
  tooManyErased:
    'More than {most} values would be erased at once. Erase fewer paths, or do not use everyValue.',
  valuesOnlyByCursor: 'The values of a field can only be paged with the cursor.',
  sendNextCursor: 'Omit it and send nextCursor as cursor.',
  rowChanged: 'changes an object that somebody else changed at the same time. Import it again.',
  dryRunOnly: 'Only a dry run returns what the rows change.',
  notUndoable: 'Only an import can be undone. Other jobs change no objects.',
  importRunning: 'This import is running. Cancel it, or wait until it is done.',
  nothingToRevert: 'There is nothing left of this user in this period to revert.',
  nothingToUndo: 'There is nothing left of this import to undo.',
  rowIdTaken: 'has the ID of a version with different content. Use a new ID.',
  nothingToEnd: 'There is no timeline with this key that could end.',
  keyHasType: 'The key {key} is a {type} in this partition, and keeps that type. Use another key.',
  rowEnded: 'writes to the timeline {key}, which has ended. A row with restored resumes it.',
  rowOfOtherAuthor:
    'has another author. Only an owner of the partition can import what others wrote: let an owner import it, or omit modificationUserId.',
  inTheFuture: 'It is in the future.',
  beforeEarliestYear: 'The earliest year is 1700.',
  rowDateGoesBack:
    'is dated {date}, before the newest existing version, {lastChange}. Dates must not go back: sort the rows by modificationDate, or import into a new partition.',
  setDryRunOnly: 'Rows are only checked for a change set, not written to one.',
  sendWithDryRun: 'Send it with dryRun.',
  dryRunOfJob: 'A dry run writes nothing, so it cannot belong to a job.',
  omitInDryRun: 'Omit it in a dry run.',
  numbersPerRow: 'There must be as many numbers as rows.',
  sendCountOrNone: 'Send {count}, or none.',
  theRow: 'The row {problem}',
  row: 'Row {row} {problem}',
  jobOfOther: 'Only the user who started the job, or an owner of the partition, can do this.',
  evidenceNamesUsers:
    'The file may name users whom you cannot see. Create the evidence yourself: it then names those whom you can.',
  noBatch: 'The batch before this one is not written. Send this one again once it is.',
  importClosed: ({ state }: { state: 'RUNNING' | 'DONE' | 'FAILED' | 'CANCELLED' }) =>
    `This import is ${state.toLowerCase()} and does not accept more rows. Resume it, or start a new one.`,
  jobIsNoImport: 'This job is not an import: omit jobId, or send that of an import.',
  copyStopped:
    'Stopped after version {after} of the source; in the rows after it, counted from 0: {problem}',
  tooManyTimelines: 'Ask for at most 50 timelines at once.',
  rowNotValid: 'is not valid; see fields.',
} as const;
