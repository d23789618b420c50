/** Change sets, change policies, signatures and samples. */
export const changeSets = {
  approvalNeeded:
    'Changes to objects of the type {type} need the approval of others in this partition. Add this change to a change set and submit it for review.',
  reasonNeeded:
    'Changes to objects of the type {type} need a reason in this partition. Send it as reason.',
  erasingNotApprovable:
    'Changes to objects of the type {type} need approvals in this partition, and erasing cannot be approved. An owner can lift the rule for this type, erase, and set it again: the history of the rules shows it.',
  rowBreaksRules:
    'is not allowed by the rules of this partition. Submit it in a change set, or add a reason.',
  oneRuleForOthers: 'Only one rule can be for all other types.',
  ruleForTypeExists: 'Another rule already covers the type {type}.',
  nameApprovers: 'Say who may approve.',
  tooFewApprovers: 'Fewer people may approve than approvals are required. Name more of them.',
  notAMember: 'This user is not a member of the partition.',
  rulesNotUsable: 'Some of the rules cannot be used; see fields.',
  nameType: 'Name a type, or send null for all others.',
  enterTitle: 'Enter a title.',
  enterReason: 'Enter a reason.',
  enterComment: 'Enter a comment.',
  sayWhatToChange: 'Say what has to change.',
  changeSetState: 'This change set is not in a state that allows this. Reload it.',
  changeSetCommitted:
    'This change set is committed: what it changed is in the partition. Read it without changeSet.',
  notCreatable: 'This refers to an object of the change set that cannot be created.',
  previewOnlyNow: 'A change set can only be previewed as of now.',
  omitItOrAsOf: 'Omit it, or asOf.',
  changeSetEmpty: 'This change set is empty. Add a change to it first.',
  setReasonNeeded: 'The rules of this partition require a reason. Enter one for this change set.',
  approvalsMissing:
    'This change set does not have the approvals that the rules of this partition require. Submit it for review.',
  onlyContributors: 'Only the author of a change set and its contributors can do this.',
  approverHasWorked:
    'You cannot approve this change set: you have worked on it, yourself or with an API token that you issued.',
  approverIssuedToken:
    'You issued an API token of somebody who has worked on this change set, so you cannot approve it. Ask somebody else.',
  noTokenApproves: 'Approving requires a session: sign in with a browser. API tokens cannot do it.',
  cannotReturnOwn: 'You work on this change set, so you cannot send it back. Withdraw it instead.',
  onlyContributorsChooseReviewers:
    'Only the author of a change set, its contributors and owners can choose its reviewers.',
  reviewerHasWorked: 'This user has worked on the change set, so cannot review it.',
  reviewersNotValid: 'Some of these users cannot review the change set; see fields.',
  commitNotYours: 'Only the author of a change set, its contributors and owners can commit it.',
  breakGlassNotAllowed:
    'Committing without approvals requires a master in a session, and rules of the partition that allow it.',
  onlyAuthorAndOwners: 'Only the author of a change set and owners can do this.',
  onlyAuthorDeletes: 'Only the author of a change set can delete it.',
  editedDuringCommit:
    'This change set was edited while it was being committed. Review it again, then commit it.',
  editedSince: 'This change set was edited since you opened it. Review it again, then approve it.',
  commitConflicts:
    'Nothing was committed: others have changed some of the objects since. Update those operations, then commit again.',
  commitInvalid: 'Nothing was committed: some of the operations are not valid; see fields.',
  tooManyChangeSets:
    'You have {maxUncommitted} change sets in this partition that are not committed. Commit or delete some first.',
  tooManyChangeSetsOfUser:
    'This user would have more than {maxUncommitted} change sets in this partition that are not committed. Choose another user.',
  chooseAnotherUser: 'Choose another user.',
  chooseEditor: 'Choose another user, who is editor or owner of the partition.',
  authorCanEdit: 'The author can already edit it.',
  neitherEditorNorOwner: 'This user is neither editor nor owner of the partition.',
  contributorsNotValid: 'Some of them cannot contribute to this change set; see fields.',
  operationIdTwice: 'Each operation needs its own ID.',
  sameOperationId: 'Two have the same operationId.',
  operationsNotValid: 'Some of the operations are not valid; see fields.',
  objectChangedTwice:
    'This change set already changes this object. Edit that operation, or remove it first.',
  rolesOnlyRead: 'Your roles only allow reading. Ask an administrator for one that allows writing.',
  keyTaken: 'The key is taken.',
  keyOfOtherObject: 'Another object of this partition already has this key.',
  keyOfOtherOperation: 'Another operation of this change set creates an object with this key.',
  nameTaken: 'Another operation of this change set has the local name {localName}. Choose another.',
  tooManyOperations: 'A change set has at most {maximalOperations} operations. Create another one.',
  changeSetTooLarge: 'The objects of a change set have at most 8 MiB together. Create another one.',
  objectEnded: 'This object was ended. Remove the operation, or restore the object first.',
  objectChanged:
    'Somebody has changed this object since. Compare with the newest version, and save again.',
  noOperationNamed: 'No operation of this change set creates an object with this name.',
  pathInOperation: 'A path is in the data of an operation.',
  namePathOperation: 'Name the operation that the path belongs to.',
  noOperationInSet: 'There is no such operation in this change set.',
  noSuchOperation: 'There is no such operation.',
  tooManyComments: 'A change set has at most {maxComments} comments.',
  signatureNeeded:
    'The rules of this partition require a signature. Sign the change set, then approve it.',
  notSignable:
    'This change set could not be committed as it is, so it cannot be signed: some of its changes have conflicts or problems. Its author can fix them.',
  foreignSignature: 'This is not a signature of this service. Sign again.',
  signatureOfOther: 'This is the signature of another user. Sign yourself.',
  signatureDoesNotMatch:
    'This signature does not match the current content of the change set. Review it again, then sign again.',
  signatureExpired: 'This signature is more than ten minutes old. Sign again.',
  noSigningMethod:
    'Signing needs a passkey, or a password and an authenticator app. Add one of them in your account first.',
  passkeyDidNotSign:
    'This passkey did not sign. Use one of your account, and confirm with its PIN, fingerprint or face.',
  passwordOrCodeWrong:
    'The password or the code is wrong, or the code was used before. Try again with a new code.',
  base64Hash: 'Must be a hash in base64.',
  signatureForm: 'Must be a signature.',
  samplesNeedLog: 'Samples need the log of events, which this service does not have.',
  tooManySamples: 'You have {count} samples in this partition that are not signed. Sign one first.',
  tooFewEntries: 'There are only {count} entries to draw from.',
  numberNotAnnounced: 'This is not the number that you announced.',
  notYetLogged: 'The announcement is not in the log of events yet. Try again in a moment.',
  notConcluded: 'Some entries of this sample have no conclusion yet. Judge them first.',
  sampleNotSigned: 'There is a result once the auditor has signed the sample.',
  onlyAuditor: 'Only the auditor who announced a sample can do this.',
  sampleSigned: 'This sample is signed, so nothing in it can change.',
  passkeyNeeded: 'The conclusions of an audit are signed with a passkey. Sign with one.',
  conclusionsChanged: 'This signature is not over the current conclusions. Sign again.',
  sampleNumberForm: 'Use 20 to 100 digits, so that nobody can guess it.',
  entryIndex: 'Must be the index of an entry.',
} as const;
