/** Partitions, objects, their log, evidence and JSON Schemas. */
export const objects = {
  errorsErased:
    'The errors in the data are no longer stored, because values of the partition were erased afterwards.',
  storableText: 'Must not contain a NUL character or half of a surrogate pair.',
  jobFailed: 'Something went wrong. See the log of the server; resume the job to try again.',
  importResumedByUser: 'An import continues with whoever has its file: that user resumes it.',
  chooseReader: 'Choose somebody who can read what is copied.',
  chooseOwnerReader: 'Choose an owner of the partition who can read what is copied.',
  finishOnlyImports: 'Only an import can be finished by its caller. Wait for this job.',
  jobDone: 'This job is already done. Start a new one to repeat it.',
  jobHasFailed: 'This job has failed. Resume it, or start a new one.',
  jobCancelled: 'This job was cancelled. Resume it, or start a new one.',
  jobRunning: 'This job is running.',
  copyIntoItself: 'A partition cannot be copied into itself.',
  chooseAnotherPartition: 'Choose another partition.',
  copyNeedsRead: 'This API token lacks the scope read, which is required to copy from a partition.',
  copyDatesGoBack:
    'The partition has versions that are newer than those to be copied, but dates must not go back. Copy into an empty partition.',
  noLongerOwner: '{username} is no longer an owner of the partition.',
  noLongerReadsSource: '{username} can no longer read the source partition.',
  newJobByOther: '{problem} Someone who can do both can start a new one.',
  partitionReadOnly: 'This partition is archived and read-only. An owner can unarchive it.',
  serviceLogSize: 'The service log has only {size} entries.',
  giveAtMost: 'Give at most {size}.',
  logSize: 'The log has only {size} entries.',
  logCannotShrink: 'A log cannot shrink.',
  giveAtMostTo: 'Give at most {to}, which is to.',
  logEnds: 'The log ends at {size}.',
  erasedSinceSize:
    'Values were erased after the log had this size. Start again with the newest checkpoint.',
  lastOwner:
    'This is the last owner of the partition. First make someone else an owner who has opened it at least once.',
  schemasChanging: 'The JSON Schemas of this partition are being changed. Try again shortly.',
  newerVersion:
    'There is a newer version than the one this was based on. See current, then write again based on it.',
  changesOnlyByCursor: 'A search of changes can only be paged with the cursor.',
  noTimelineInPartition: 'There is no such timeline in this partition.',
  objectExists: 'This object was created already.',
  timelineWrittenTwice: 'Another operation of this call already writes to this timeline.',
  localNameTwice: 'Another operation of this call has this local name.',
  noLocalName: 'No operation of this call creates an object with this name.',
  noVersionOfTimeline: 'There is no such version of this timeline.',
  noSuchVersion: 'There is no such version.',
  transactionConflicts:
    'Nothing was written: some of the operations conflict with the newest versions; see conflicts.',
  transactionInvalid: 'Nothing was written: some of the operations are not valid; see fields.',
  transactionTooLarge:
    'The objects of this transaction are too large, including those it ends or restores: at most 8 MiB together. Send it in smaller parts.',
  operationKind: 'Must be create, newVersion, end or restore.',
  referenceTwice: 'This reference occurs twice.',
  referencesNotValid: 'Some of the references are not valid; see fields.',
  alreadyNewest: 'This is already the newest version; there is nothing to restore.',
  erasedMeanwhile:
    'Values of this version were erased just now. Check what is left of it, then restore it.',
  schemaNoLongerMatches:
    'This version does not match the current JSON Schema of its type. Write a new version with data that matches.',
  busy: 'Too much is being written to this partition. Try again shortly.',
  breaksSchema: 'The data does not match the JSON Schema of the type {type}; see fields.',
  timelineEnded:
    'This timeline has ended; no versions can be added. To resume it, restore one of its versions.',
  typeIsFixed: 'The type of a timeline cannot change; it is {type}.',
  omitOrUseType: 'Omit it, or use {type}.',
  noPredecessor: 'A new timeline has no predecessor.',
  sendTimelineOfPredecessor: 'Send the timeline of the predecessor, or omit predecessorId.',
  typeRequired: 'A new timeline requires a type.',
  enterType: 'Enter the type.',
  archivedNoChanges:
    'This partition is archived: it can be read, but nothing can be changed. An owner can unarchive it.',
  nothingToSearch: 'This text contains nothing to search for.',
  enterLetterOrDigit: 'Enter at least one letter or digit.',
  pastOnlyByCursor: 'A list as of a point in time can only be paged with the cursor.',
  tooManyToSort: 'Too many objects match to be sorted in this order.',
  rangeBackwards: 'The range ends before it starts.',
  enterMomentBeforeEnd: 'Enter a moment before the end.',
  narrowSorting: 'Up to {limit} are sorted: ask for a type or add conditions, or omit it.',
  searchOnlyByCursor: 'A search with a text or conditions can only be paged with the cursor.',
  tooManyWords: 'A search takes at most {maxSearchWords} different words.',
  removeWords: 'Remove the least important words.',
  schemaTooLarge: 'It has {bytes} bytes; {maxBytes} is the limit.',
  schemaTooSlow: 'It takes too long to check. Make it simpler.',
  tooManySchemas:
    '{maxSchemas} types of this partition have a JSON Schema, which is the limit. Remove one that is not needed.',
  receiptsTooLong:
    'The erasure receipts of this version are too long for one response. Read them one by one, or verify the whole log.',
  schemaNotUsable: 'This JSON Schema cannot be used; see fields.',
  schemaOfTypeTooSlow:
    'The JSON Schema of the type {type} takes too long to check. Ask an owner of the partition to simplify it.',
  tooManyWaiting:
    'Too many of your requests are already waiting for changes. End some of them, or ask without wait.',
  tooManyChecks:
    'Too many of your requests are waiting for a JSON Schema check. Send fewer at a time.',
  checksTooSlow:
    'Your slow JSON Schema checks have taken too much time in the last minute. Make the schemas simpler, or wait.',
  asHeldNeedsMoment: 'asHeld needs a moment.',
  sendAsOf: 'Send asOf with it.',
  noFutureEvidence: 'There is no evidence of the future.',
  choosePastMoment: 'Choose a moment that has passed.',
  evidenceOfOneThing: 'Evidence is about an object or a search.',
  omitItOrObjectId: 'Omit it, or objectId.',
  evidenceTooLarge:
    'The evidence needed more memory than is available for it, and was stopped. Request less, for example a single object or a narrower search, or export the partition, which needs little memory. ID: {id}',
  evidenceProcessEnded: 'The process that creates the evidence has ended. Create it again.',
  erasedDuringEvidence: 'Values were erased while the evidence was made. Create it again.',
  erasedAfterEvidence: 'Values were erased after the evidence was made. Create it again.',
  evidenceFileErased:
    'Values of the partition were erased, so the file was removed. Create the evidence again.',
  evidenceFileTooLarge:
    'The file is larger than the limit. Request less, or download it directly, as annals evidence --direct does.',
  evidenceNeverFinished:
    'It was started ten times and never finished, because servers were stopped or the database was overloaded. Request less, or create it again.',
  tooMuchEvidence:
    'You have {maxEvidencePerUser} files of evidence in this partition, made or being made. Remove one under Import and export, Runs, or wait until one expires.',
  evidenceSpaceFull:
    'The stored files of evidence for this partition use up the available space. Their creators or an owner can remove some; they expire after seven days.',
  evidenceNotReady: 'The evidence is still being made. Ask again later.',
  evidenceExpired: 'The file has expired: it was kept for seven days. Create the evidence again.',
  evidenceFileMissing: 'There is no file of this evidence. Create it again.',
  evidenceNotResumable: 'Evidence that was not finished is created again.',
  evidenceOwner: 'Evidence is created for the user who requested it. Other users create their own.',
  noLongerReads: '{username} can no longer read the partition.',
} as const;
