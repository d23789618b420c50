import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import {
  asOf,
  dateTime,
  flag,
  givenId,
  id,
  pageOf,
  paging,
  repeated,
  text,
  version,
} from './fields.ts';
import {
  dataPath,
  editor,
  emptyUnlessSeen,
  longestReason,
  objectVersion,
  owner,
  readableLine,
  reader,
  reference,
  typeName,
} from './object-version.ts';
import { partitionParams } from './partitions.ts';
import { compactJws, signatureMeanings, signatureMethods, signatureSubject } from './signatures.ts';
import { maximalOperations, operation } from './transactions.ts';

export const changeSetStates = [
  'DRAFT',
  'IN_REVIEW',
  'CHANGES_REQUESTED',
  'APPROVED',
  'COMMITTED',
  'WITHDRAWN',
] as const;
export type ChangeSetState = (typeof changeSetStates)[number];

/** What the caller of an answer may do with the set now. */
export const changeSetActions = [
  /** Its title, description, reason and operations. */
  'EDIT',
  /** Its contributors, and whether it commits itself. */
  'MANAGE',
  'COMMENT',
  'SUBMIT',
  'APPROVE',
  /** Approve again, with a signature that one’s own approval does not have. */
  'SIGN',
  'REQUEST_CHANGES',
  'WITHDRAW',
  'REOPEN',
  'COMMIT',
  /** Commit without the approvals that the policy asks for. */
  'BREAK_GLASS',
  'REVERT',
  'DELETE',
] as const;
export type ChangeSetAction = (typeof changeSetActions)[number];

const user = z.looseObject({ userId: z.string(), name: z.nullable(z.string()) });

export const approvingRoles = ['EDITOR', 'OWNER'] as const;
export type ApprovingRole = (typeof approvingRoles)[number];
const mostApprovals = 5;

/** What is asked of changes to objects of some types. */
export const changeRule = z.looseObject({
  /** Null: all types that no other rule names. */
  types: z.nullable(z.array(z.string())),
  /** How many people have to approve. With 0 everybody writes directly. */
  approvals: z.number(),
  /** Who counts. Never the author of a set, its contributors, or who is no member any more. */
  approvers: z.looseObject({
    roles: z.array(z.enum(approvingRoles)),
    users: z.array(user),
  }),
  reasonRequired: z.boolean(),
  /** Whether only signed approvals count. */
  signatureRequired: z.boolean(),
});
export type ChangeRule = z.infer<typeof changeRule>;

/** The rules by which objects of a partition are changed. */
export const changePolicy = z.looseObject({
  /** Empty: everybody who may write writes directly. */
  rules: z.array(changeRule),
  /** Whether a master may commit without the approvals. */
  breakGlass: z.boolean(),
  /** 0 before the first. */
  version: z.number(),
  changedDate: z.nullable(dateTime),
  changedUserId: z.nullable(z.string()),
  changedUserName: z.nullable(z.string()),
});
export type ChangePolicy = z.infer<typeof changePolicy>;

export const newChangeRule = z.strictObject({
  types: z.nullable(
    z
      .array(typeName)
      .check(z.minLength(1, 'Name a type, or send null for all others.'), z.maxLength(50)),
  ),
  approvals: z.int().check(z.minimum(0), z.maximum(mostApprovals)),
  approvers: z._default(
    z.strictObject({
      roles: z._default(z.array(z.enum(approvingRoles)).check(z.maxLength(2)), []),
      userIds: z._default(z.array(id).check(z.maxLength(20)), []),
    }),
    { roles: [], userIds: [] },
  ),
  reasonRequired: z._default(z.boolean(), false),
  signatureRequired: z._default(z.boolean(), false),
});

export const getChangePolicy = endpoint({
  method: 'GET',
  path: '/v1/partitions/{partitionId}/change-policy',
  summary: 'The rules by which objects of the partition are changed, with who set them and when',
  access: reader,
  params: partitionParams,
  query: z.strictObject(asOf),
  response: changePolicy,
});

export const putChangePolicy = endpoint({
  method: 'PUT',
  path: '/v1/partitions/{partitionId}/change-policy',
  summary:
    'Set the rules by which objects of the partition are changed: per type how many approve, who, and whether a reason or signatures are required. Each write that a rule does not allow is refused with change_set_required or reason_required',
  access: owner,
  params: partitionParams,
  body: z.strictObject({
    rules: z.array(newChangeRule).check(z.maxLength(20)),
    breakGlass: z._default(z.boolean(), false),
  }),
  response: changePolicy,
  repeatable: true,
  takesIfMatch: true,
});

export const changePolicyHistory = endpoint({
  method: 'GET',
  path: '/v1/partitions/{partitionId}/change-policy/history',
  summary: 'The rules over time, the newest first',
  access: reader,
  params: partitionParams,
  query: z.strictObject(paging),
  response: pageOf(changePolicy),
});

const title = readableLine(200).check(emptyUnlessSeen, z.minLength(1, 'Enter a title.'));
const description = text(0, 10_000);
const reason = readableLine(longestReason).check(
  emptyUnlessSeen,
  z.minLength(1, 'Enter a reason.'),
);

export const changeSetReview = z.looseObject({
  userId: z.string(),
  userName: z.nullable(z.string()),
  decision: z.enum(['APPROVED', 'CHANGES_REQUESTED']),
  comment: z.nullable(z.string()),
  date: dateTime,
  /** Of the set that was reviewed. */
  revision: z.number(),
  /**
   * Whether it counts now: of the revision of now, the last word of its author, who may still approve. For a committed
   * set, whether it counted then.
   */
  valid: z.boolean(),
  /** What the approval was signed with; null for one without a signature, and for a request for changes. */
  signature: z.nullable(
    z.looseObject({
      meaning: z.enum(signatureMeanings),
      method: z.enum(signatureMethods),
      /** Of the signer, as it was signed. */
      name: z.string(),
      signedDate: dateTime,
    }),
  ),
});
export type ChangeSetReview = z.infer<typeof changeSetReview>;

const counts = z.looseObject({
  create: z.number(),
  newVersion: z.number(),
  end: z.number(),
  restore: z.number(),
});

const summary = {
  id: givenId,
  partitionId: z.string(),
  title: z.string(),
  state: z.enum(changeSetStates),
  /** Grows with each change of what is reviewed: title, description, reason, operations. */
  revision: z.number(),
  author: user,
  createdDate: dateTime,
  changedDate: dateTime,
  submittedDate: z.nullable(dateTime),
  operationCount: z.number(),
  /** Those that nobody has resolved. */
  openComments: z.number(),
  committedDate: z.nullable(dateTime),
};

/** A change set in a list. */
export const changeSetSummary = z.looseObject(summary);
export type ChangeSetSummary = z.infer<typeof changeSetSummary>;

/** Changes to objects of a partition that are reviewed and committed together. */
export const changeSet = z.looseObject({
  ...summary,
  description: z.nullable(z.string()),
  /** Of each of its versions; without one, the title is. */
  reason: z.nullable(z.string()),
  /** The receipt that tells of it, where the reason, or the title in its place, was erased. */
  reasonReceipt: z.optional(z.nullable(z.number())),
  contributors: z.array(user),
  /** Commits itself with the last approval. */
  autoCommit: z.boolean(),
  /** Of its own fields, for If-Match. */
  version,
  counts,
  /** The newest first. */
  reviews: z.array(changeSetReview),
  /** What the policy asks of its operations; for a committed set, what it asked then. */
  requirements: z.array(
    z.extend(changeRule, {
      /** Those of the approvals that count. */
      given: z.number(),
      satisfied: z.boolean(),
    }),
  ),
  /** Null until it is committed. */
  committed: z.nullable(
    z.looseObject({
      date: dateTime,
      userId: z.string(),
      userName: z.nullable(z.string()),
      firstSequence: z.number(),
      lastSequence: z.number(),
      /** With the last approval, as the author wanted. */
      automatic: z.boolean(),
      /** Why a master committed it without the approvals that the policy asked for; null otherwise. */
      breakGlassReason: z.nullable(z.string()),
    }),
  ),
  /** The set that this one takes back, and the newest one that takes this one back, committed or the caller's own. */
  revertOf: z.nullable(z.looseObject({ id: z.string(), title: z.string() })),
  revertedBy: z.nullable(
    z.looseObject({ id: z.string(), title: z.string(), state: z.enum(changeSetStates) }),
  ),
  may: z.array(z.enum(changeSetActions)),
  /** Whether a rule asks the caller for a signature: their approval counts for it only with one. */
  mustSign: z.boolean(),
});
export type ChangeSet = z.infer<typeof changeSet>;

const fieldProblem = z.looseObject({ path: z.string(), message: z.string() });

const operationConflict = z.looseObject({
  code: z.enum(['stale_predecessor', 'timeline_ended', 'nothing_to_restore']),
  message: z.string(),
});

/** An operation as it is stored, with what it changes. */
export const changeSetOperation = z.looseObject({
  operationId: z.string(),
  operation: z.enum(['create', 'newVersion', 'end', 'restore']),
  localName: z.nullable(z.string()),
  /** By which imports know what a create starts. */
  key: z.optional(z.nullable(z.string())),
  type: z.string(),
  /** Null for a create that is not committed. */
  timelineId: z.nullable(z.string()),
  /** The version that a restore brings back. */
  objectId: z.nullable(z.string()),
  /** What the object will be; of a committed set, what it became. */
  objectData: z.record(z.string(), z.unknown()),
  references: z.array(
    z.extend(reference, {
      timelineId: z.optional(z.string()),
      localName: z.optional(z.string()),
    }),
  ),
  /** The version that it was written on top of; null for a create. */
  predecessorId: z.nullable(z.string()),
  base: z.nullable(objectVersion),
  /** The newest version of the timeline, where that is not the base. */
  current: z.nullable(objectVersion),
  /** Why it cannot be committed as it is, since others have written in between. */
  conflict: z.nullable(operationConflict),
  /** What breaks the JSON Schema of its type, a reference, or its key; paths begin at the operation: `objectData.price`. */
  problems: z.array(fieldProblem),
  editedDate: dateTime,
  editedUserId: z.string(),
  editedUserName: z.nullable(z.string()),
  /** The version that it became; null until the set is committed. */
  committedVersion: z.nullable(z.looseObject({ objectId: z.string(), sequence: z.number() })),
});
export type ChangeSetOperation = z.infer<typeof changeSetOperation>;

export const changeSetParams = z.strictObject({ partitionId: id, changeSetId: id });
const operationParams = z.strictObject({ partitionId: id, changeSetId: id, operationId: id });
const base = '/v1/partitions/{partitionId}/change-sets';
const one = `${base}/{changeSetId}` as const;

export const listChangeSets = endpoint({
  method: 'GET',
  path: base,
  summary:
    'The change sets the caller may see, changed last first: committed ones, their own, and those in review where they may approve or own the partition',
  access: reader,
  params: partitionParams,
  query: z.strictObject({
    ...paging,
    state: z.optional(repeated(z.enum(changeSetStates))),
    /** Of which the caller is author or contributor. */
    mine: flag,
    /** That wait for a review of the caller. */
    toReview: flag,
  }),
  response: pageOf(changeSetSummary),
});

export const changeSetsToAttend = endpoint({
  method: 'GET',
  path: '/v1/partitions/all/change-sets',
  summary:
    'The change sets of all partitions the caller may open that wait for the caller: to review, to change after a review, to commit; for who may write all partitions also what was committed without approvals in the last 7 days. The 100 that changed last',
  access: { kind: 'signedIn' },
  response: z.looseObject({
    data: z.array(
      z.extend(changeSetSummary, {
        attention: z.enum(['TO_REVIEW', 'CHANGES_REQUESTED', 'TO_COMMIT', 'BREAK_GLASS']),
        partitionName: z.string(),
      }),
    ),
  }),
});

export const createChangeSet = endpoint({
  method: 'POST',
  path: base,
  summary: 'Begin a change set: a draft that its author alone sees',
  access: editor,
  params: partitionParams,
  body: z.strictObject({
    title,
    description: z.optional(z.nullable(description)),
    reason: z.optional(z.nullable(reason)),
  }),
  status: 201,
  response: changeSet,
});

export const getChangeSet = endpoint({
  method: 'GET',
  path: one,
  summary:
    'One change set with its reviews, what the policy still asks for, and what the caller may do with it',
  access: reader,
  params: changeSetParams,
  response: changeSet,
});

export const changeChangeSet = endpoint({
  method: 'PATCH',
  path: one,
  summary:
    'Change title, description, reason, contributors, or whether it commits itself. Takes If-Match',
  access: editor,
  params: changeSetParams,
  body: z.strictObject({
    title: z.optional(title),
    description: z.optional(z.nullable(description)),
    reason: z.optional(z.nullable(reason)),
    autoCommit: z.optional(z.boolean()),
    /** All of them: who is not named is none any more. Each an editor or owner. */
    contributors: z.optional(z.array(id).check(z.maxLength(20))),
  }),
  response: changeSet,
  takesIfMatch: true,
});

export const deleteChangeSet = endpoint({
  method: 'DELETE',
  path: one,
  summary: 'Delete a draft or withdrawn change set of one’s own, with all that is in it',
  access: editor,
  params: changeSetParams,
  status: 204,
  response: z.void(),
  repeatable: true,
});

export const listOperations = endpoint({
  method: 'GET',
  path: `${one}/operations`,
  summary:
    'The operations of a change set in the order they were added, each with its base, what is newest now, and what is wrong with it',
  access: reader,
  params: changeSetParams,
  query: z.strictObject(paging),
  response: pageOf(changeSetOperation),
});

export const addOperations = endpoint({
  method: 'POST',
  path: `${one}/operations`,
  summary:
    'Add up to 1,000 operations at once, or replace those with the same id. Invalidates approvals',
  access: editor,
  params: changeSetParams,
  body: z.strictObject({
    operations: z
      .array(z.strictObject({ operationId: id, operation }))
      .check(z.minLength(1), z.maxLength(maximalOperations)),
  }),
  response: changeSet,
});

export const getOperation = endpoint({
  method: 'GET',
  path: `${one}/operations/{operationId}`,
  summary: 'One operation of a change set',
  access: reader,
  params: operationParams,
  response: changeSetOperation,
});

export const putOperation = endpoint({
  method: 'PUT',
  path: `${one}/operations/{operationId}`,
  summary:
    'Save an operation under an id of the client’s choice; the last one to save wins. Problems are told, not refused. Invalidates approvals',
  access: editor,
  params: operationParams,
  body: operation,
  response: changeSetOperation,
  repeatable: true,
});

export const deleteOperation = endpoint({
  method: 'DELETE',
  path: `${one}/operations/{operationId}`,
  summary: 'Take an operation out of a change set. Invalidates approvals',
  access: editor,
  params: operationParams,
  status: 204,
  response: z.void(),
  repeatable: true,
});

export const checkChangeSet = endpoint({
  method: 'GET',
  path: `${one}/check`,
  summary: 'What would keep the change set from being committed now, by operation; writes nothing',
  access: reader,
  params: changeSetParams,
  response: z.looseObject({
    /** No operation has a conflict or problem. Approvals are not looked at. */
    valid: z.boolean(),
    /** The operations that have one, the first 100. */
    data: z.array(
      z.looseObject({
        operationId: z.string(),
        conflict: z.nullable(operationConflict),
        problems: z.array(fieldProblem),
      }),
    ),
  }),
});

/** What becomes of an operation in a preview. */
export const previewedOperation = z.looseObject({
  operationId: z.string(),
  operation: z.enum(['create', 'newVersion', 'end', 'restore']),
  type: z.string(),
  /** Of an object that would be created, as reads with changeSet have it; null where that is left out. */
  timelineId: z.nullable(z.string()),
  /** The version that it would write; null where it is left out. */
  objectId: z.nullable(z.string()),
  /** Why the commit would refuse it; reads with changeSet show the partition without it. */
  leftOut: z.nullable(
    z.looseObject({
      code: z.string(),
      message: z.string(),
      /** What of the operation is wrong, where one thing is: `objectData.price`. */
      path: z.nullable(z.string()),
    }),
  ),
});
export type PreviewedOperation = z.infer<typeof previewedOperation>;

export const previewChangeSet = endpoint({
  method: 'GET',
  path: `${one}/preview`,
  summary:
    'What each operation of a change set would write if it were committed now, and which ones are left out since the commit would refuse them. Reads of objects with changeSet show the partition so. 409 once it is committed',
  access: reader,
  params: changeSetParams,
  response: z.looseObject({
    title: z.string(),
    state: z.enum(changeSetStates),
    data: z.array(previewedOperation),
  }),
});

export const changeSetComment = z.looseObject({
  id: givenId,
  text: z.string(),
  /** What it is about: the set, an operation, or a path of its data. */
  operationId: z.nullable(z.string()),
  path: z.nullable(z.string()),
  userId: z.string(),
  userName: z.nullable(z.string()),
  date: dateTime,
  /** Of the set at that time. */
  revision: z.number(),
  resolvedDate: z.nullable(dateTime),
  resolvedUserId: z.nullable(z.string()),
  resolvedUserName: z.nullable(z.string()),
});
export type ChangeSetComment = z.infer<typeof changeSetComment>;

export const listChangeSetComments = endpoint({
  method: 'GET',
  path: `${one}/comments`,
  summary: 'The comments on a change set, oldest first',
  access: reader,
  params: changeSetParams,
  query: z.strictObject(paging),
  response: pageOf(changeSetComment),
});

export const addChangeSetComment = endpoint({
  method: 'POST',
  path: `${one}/comments`,
  summary: 'Comment on a change set, an operation, or a path of its data',
  access: reader,
  params: changeSetParams,
  body: z.strictObject({
    text: text(1, 5000).check(z.trim(), z.minLength(1, 'Enter a comment.')),
    operationId: z.optional(id),
    path: z.optional(dataPath),
  }),
  status: 201,
  response: changeSetComment,
});

export const resolveChangeSetComment = endpoint({
  method: 'PATCH',
  path: `${one}/comments/{commentId}`,
  summary: 'Resolve a comment, or open it again',
  access: reader,
  params: z.strictObject({ partitionId: id, changeSetId: id, commentId: id }),
  body: z.strictObject({ resolved: z.boolean() }),
  response: changeSetComment,
});

export const submitChangeSet = endpoint({
  method: 'POST',
  path: `${one}/submit`,
  summary: 'Put a change set up for review. One that needs no approvals is approved at once',
  access: editor,
  params: changeSetParams,
  response: changeSet,
  repeatable: true,
});

export const getChangeSetSigning = endpoint({
  method: 'GET',
  path: `${one}/signing`,
  summary:
    'What an approver signs: the root over all that the change set will write. 409 while it could not be committed as it is. For who may approve, in a session',
  access: reader,
  params: changeSetParams,
  response: z.looseObject(signatureSubject),
});

const revision = z.int().check(z.minimum(1));

export const approveChangeSet = endpoint({
  method: 'POST',
  path: `${one}/approve`,
  summary:
    'Approve the revision that was seen, with a signature where the rules ask for one, or add it to one’s approval: 409 when the set has changed since. Needs a session. With the last approval a set may commit itself',
  access: reader,
  params: changeSetParams,
  body: z.strictObject({
    revision,
    comment: z.optional(text(1, 2000)),
    /** As confirming it answered. */
    signature: z.optional(compactJws),
  }),
  response: changeSet,
  repeatable: true,
});

export const requestChanges = endpoint({
  method: 'POST',
  path: `${one}/request-changes`,
  summary: 'Send a change set back to its author, with what has to change',
  access: reader,
  params: changeSetParams,
  body: z.strictObject({
    comment: text(1, 2000).check(z.trim(), z.minLength(1, 'Say what has to change.')),
  }),
  response: changeSet,
});

export const withdrawChangeSet = endpoint({
  method: 'POST',
  path: `${one}/withdraw`,
  summary: 'Take a change set back; it can be reopened',
  access: editor,
  params: changeSetParams,
  response: changeSet,
  repeatable: true,
});

export const reopenChangeSet = endpoint({
  method: 'POST',
  path: `${one}/reopen`,
  summary: 'Make a withdrawn change set a draft again',
  access: editor,
  params: changeSetParams,
  response: changeSet,
  repeatable: true,
});

export const commitChangeSet = endpoint({
  method: 'POST',
  path: `${one}/commit`,
  summary:
    'Write all operations, or none: 409 with every conflict. breakGlass: without the approvals, by who may write all partitions in a session, where the policy allows it',
  access: editor,
  params: changeSetParams,
  body: z.strictObject({
    breakGlass: z.optional(z.strictObject({ reason })),
  }),
  response: changeSet,
  repeatable: true,
});

export const revertChangeSet = endpoint({
  method: 'POST',
  path: `${one}/revert`,
  summary:
    'Begin a new change set that takes a committed one back. What others have written on top since is a conflict in it',
  access: editor,
  params: changeSetParams,
  status: 201,
  response: changeSet,
});

export const changeSetEndpoints = [
  getChangePolicy,
  putChangePolicy,
  changePolicyHistory,
  listChangeSets,
  changeSetsToAttend,
  createChangeSet,
  getChangeSet,
  changeChangeSet,
  deleteChangeSet,
  listOperations,
  addOperations,
  getOperation,
  putOperation,
  deleteOperation,
  checkChangeSet,
  previewChangeSet,
  listChangeSetComments,
  addChangeSetComment,
  resolveChangeSetComment,
  submitChangeSet,
  getChangeSetSigning,
  approveChangeSet,
  requestChanges,
  withdrawChangeSet,
  reopenChangeSet,
  commitChangeSet,
  revertChangeSet,
] as const;
