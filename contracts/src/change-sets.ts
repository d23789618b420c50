import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import {
  asOf,
  dateTime,
  flag,
  id,
  moment,
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
  maxReasonLength,
  objectVersion,
  owner,
  readableLine,
  reader,
  typeName,
} from './object-version.ts';
import { partitionParams } from './partitions.ts';
import { compactJws, signatureMeanings, signatureMethods, signatureSubject } from './signatures.ts';
import { maximalOperations, operation } from './transactions.ts';

export const changeSetStates = [
  'DRAFT',
  'IN_REVIEW',
  'CHANGES_REQUESTED',
  /** Submitted, needs no approval, has none, and waits for no reviewer. */
  'READY',
  /** Somebody has approved it, and no required approval is missing. */
  'APPROVED',
  'COMMITTED',
  'WITHDRAWN',
] as const;
export type ChangeSetState = (typeof changeSetStates)[number];

/** What the caller may do with the change set now. */
export const changeSetActions = [
  /** Its title, description, reason and operations. */
  'EDIT',
  /** Its contributors, and whether it commits itself. */
  'MANAGE',
  /** Choose who is asked to review it. */
  'ASK_REVIEWERS',
  'COMMENT',
  'SUBMIT',
  'APPROVE',
  /** Approve again, adding the signature that the caller's approval lacks. */
  'SIGN',
  'REQUEST_CHANGES',
  'WITHDRAW',
  'REOPEN',
  'COMMIT',
  /** Commit without the approvals that the policy requires. */
  'BREAK_GLASS',
  'REVERT',
  'DELETE',
] as const;
export type ChangeSetAction = (typeof changeSetActions)[number];

const user = z.object({ userId: z.string(), name: z.nullable(z.string()) });

export const approvingRoles = ['EDITOR', 'OWNER'] as const;
export type ApprovingRole = (typeof approvingRoles)[number];
const maxApprovals = 5;

/** What changes to objects of some types require. */
export const changeRule = z.object({
  /** Null: all types that no other rule names. */
  types: z.nullable(z.array(z.string())),
  /** How many people have to approve. 0: everyone who may write can write directly. */
  approvals: z.number(),
  /** Who may approve. Never the author, a contributor, or somebody who is no longer a member. */
  approvers: z.object({
    roles: z.array(z.enum(approvingRoles)),
    users: z.array(user),
  }),
  reasonRequired: z.boolean(),
  /** Whether only signed approvals count. */
  signatureRequired: z.boolean(),
});
export type ChangeRule = z.infer<typeof changeRule>;

/** The rules for changing objects of a partition. */
export const changePolicy = z.object({
  /** Empty: everyone who may write can write directly. */
  rules: z.array(changeRule),
  /** Whether a master may commit without the approvals. */
  breakGlass: z.boolean(),
  /** 0 before the first change. */
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
  approvals: z.int().check(z.minimum(0), z.maximum(maxApprovals)),
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
  summary: 'Returns the rules for changing objects of the partition, with who set them and when',
  access: reader,
  params: partitionParams,
  query: z.strictObject(asOf),
  response: changePolicy,
});

export const putChangePolicy = endpoint({
  method: 'PUT',
  path: '/v1/partitions/{partitionId}/change-policy',
  records: ['changePolicy.changed'],
  summary:
    'Sets the rules for changing objects of the partition: for each type, how many people approve, who, and whether a reason or signatures are required. Writes that a rule does not allow are refused with change_set_required or reason_required',
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
  summary: 'Lists the current and earlier rules, newest first',
  access: reader,
  params: partitionParams,
  query: z.strictObject(paging),
  response: pageOf(changePolicy),
});

const title = readableLine(200).check(emptyUnlessSeen, z.minLength(1, 'Enter a title.'));
const description = text(0, 10_000);
const reason = readableLine(maxReasonLength).check(
  emptyUnlessSeen,
  z.minLength(1, 'Enter a reason.'),
);

export const changeSetReview = z.object({
  userId: z.string(),
  userName: z.nullable(z.string()),
  decision: z.enum(['APPROVED', 'CHANGES_REQUESTED']),
  comment: z.nullable(z.string()),
  date: dateTime,
  /** The revision of the change set that was reviewed. */
  revision: z.number(),
  /**
   * Whether it counts now: for the current revision, the latest review of a person who has not worked on the set, and
   * where the rules require approvals, of one whom they name. For a committed set, whether it counted then.
   */
  valid: z.boolean(),
  /** The signature of the approval; null for an unsigned approval and for a request for changes. */
  signature: z.nullable(
    z.object({
      meaning: z.enum(signatureMeanings),
      method: z.enum(signatureMethods),
      /** The signer's name when they signed. */
      name: z.string(),
      signedDate: dateTime,
    }),
  ),
});
export type ChangeSetReview = z.infer<typeof changeSetReview>;

const counts = z.object({
  create: z.number(),
  newVersion: z.number(),
  end: z.number(),
  restore: z.number(),
});

const summary = {
  id: z.string(),
  partitionId: z.string(),
  title: z.string(),
  state: z.enum(changeSetStates),
  /** Incremented by each change to what is reviewed: title, description, reason, operations. */
  revision: z.number(),
  author: user,
  createdDate: dateTime,
  changedDate: dateTime,
  submittedDate: z.nullable(dateTime),
  operationCount: z.number(),
  /** Comments that nobody has resolved. */
  openComments: z.number(),
  committedDate: z.nullable(dateTime),
};

/** A change set in a list. */
export const changeSetSummary = z.object(summary);
export type ChangeSetSummary = z.infer<typeof changeSetSummary>;

/** Changes to objects of a partition that are reviewed and committed together. */
export const changeSet = z.object({
  ...summary,
  description: z.nullable(z.string()),
  /** The reason of each version it writes; the title if there is none. */
  reason: z.nullable(z.string()),
  /** The receipt of the erasure; only if the reason or the title in its place was erased. */
  reasonReceipt: z.optional(z.number()),
  contributors: z.array(user),
  /** Who was asked to review it; pending: a member who has not yet reviewed the current revision. */
  reviewers: z.array(z.extend(user, { pending: z.boolean() })),
  /** Commits itself with the last approval, once everybody who was asked has answered. */
  autoCommit: z.boolean(),
  /** The version of its own fields, for If-Match. */
  version,
  counts,
  /** The newest first. */
  reviews: z.array(changeSetReview),
  /** What the policy requires for its operations; for a committed set, what it required then. */
  requirements: z.array(
    z.extend(changeRule, {
      /** The number of approvals that count. */
      given: z.number(),
      satisfied: z.boolean(),
    }),
  ),
  /** Null until it is committed. */
  committed: z.nullable(
    z.object({
      date: dateTime,
      userId: z.string(),
      userName: z.nullable(z.string()),
      firstSequence: z.number(),
      lastSequence: z.number(),
      /** Committed by the last approval, because autoCommit was set. */
      automatic: z.boolean(),
      /** Why a master committed it without the required approvals; null otherwise. */
      breakGlassReason: z.nullable(z.string()),
    }),
  ),
  /**
   * The set that this one reverts, and the newest one that reverts this one, if it is committed or the caller's own.
   */
  revertOf: z.nullable(z.object({ id: z.string(), title: z.string() })),
  revertedBy: z.nullable(
    z.object({ id: z.string(), title: z.string(), state: z.enum(changeSetStates) }),
  ),
  may: z.array(z.enum(changeSetActions)),
  /** Whether a rule requires a signature from the caller: their approval counts for it only if signed. */
  mustSign: z.boolean(),
  /**
   * Why a caller whom the rules name cannot approve: they issued API tokens of these participants. With some of those who
   * can approve instead. Omitted for others, and in responses to changes.
   */
  approvalBlock: z.optional(z.object({ tokensOf: z.array(user), approvers: z.array(user) })),
});
export type ChangeSet = z.infer<typeof changeSet>;

const fieldProblem = z.object({ path: z.string(), message: z.string() });

const operationConflict = z.object({
  code: z.enum(['stale_predecessor', 'timeline_ended', 'nothing_to_restore']),
  message: z.string(),
});

/** A stored operation, with what it changes. */
export const changeSetOperation = z.object({
  operationId: z.string(),
  operation: z.enum(['create', 'newVersion', 'end', 'restore']),
  localName: z.nullable(z.string()),
  /** The key under which later imports find an object that is created. */
  key: z.nullable(z.string()),
  type: z.string(),
  /** Null for a create that is not committed. */
  timelineId: z.nullable(z.string()),
  /** The version that a restore brings back. */
  objectId: z.nullable(z.string()),
  /** The content that the object will have; for a committed set, the content it got. */
  objectData: z.record(z.string(), z.unknown()),
  references: z.array(
    z.object({
      name: z.string(),
      /** One of both: the timeline, or the name of an operation of the set that creates the object. */
      timelineId: z.optional(z.string()),
      localName: z.optional(z.string()),
      // Of a version that has the reference: the base of an operation without content, or the committed one.
      type: z.optional(z.string()),
      objectId: z.optional(z.string()),
    }),
  ),
  /** The version that it is based on; null for a create. */
  predecessorId: z.nullable(z.string()),
  base: z.nullable(objectVersion),
  /** The newest version of the timeline, if it is not the base. */
  current: z.nullable(objectVersion),
  /** Why it cannot be committed as it is: others have written since. */
  conflict: z.nullable(operationConflict),
  /**
   * Violations of the JSON Schema of its type, invalid references, or an invalid key. Paths start at the operation:
   * `objectData.price`.
   */
  problems: z.array(fieldProblem),
  editedDate: dateTime,
  editedUserId: z.string(),
  editedUserName: z.nullable(z.string()),
  /** The version that it wrote; null until the set is committed. */
  committedVersion: z.nullable(z.object({ objectId: z.string(), sequence: z.number() })),
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
    'Lists the change sets you can see, most recently changed first: committed ones, your own, and submitted ones that you may approve, were asked to review, or whose partition you own',
  access: reader,
  params: partitionParams,
  query: z.strictObject({
    ...paging,
    state: z.optional(repeated(z.enum(changeSetStates))),
    /** Those of which the caller is author or contributor. */
    mine: flag,
    /** Those that wait for a review by the caller. */
    toReview: flag,
  }),
  response: pageOf(changeSetSummary),
});

export const changeSetsToAttend = endpoint({
  method: 'GET',
  path: '/v1/partitions/all/change-sets',
  summary:
    'Lists the change sets that wait for you in all partitions you can open: to review, to change after a review, or to commit. If you may write all partitions, also those committed without approvals in the last 7 days. Returns the 100 most recently changed',
  access: { kind: 'signedIn' },
  response: z.object({
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
  records: 'changeSet',
  summary: 'Creates a change set: a draft that only its author can see',
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
    'Returns a change set with its reviews, the approvals that are still missing, and what you may do with it',
  access: reader,
  params: changeSetParams,
  response: changeSet,
});

export const changeChangeSet = endpoint({
  method: 'PATCH',
  path: one,
  records: 'changeSet',
  summary:
    'Changes title, description, reason, contributors, reviewers, or whether it commits itself. Takes If-Match',
  access: editor,
  params: changeSetParams,
  body: z.strictObject({
    title: z.optional(title),
    description: z.optional(z.nullable(description)),
    reason: z.optional(z.nullable(reason)),
    autoCommit: z.optional(z.boolean()),
    /** The complete list: anyone who is not named is removed. Each has to be an editor or owner. */
    contributors: z.optional(z.array(id).check(z.maxLength(20))),
    /** The complete list of those who are asked to review it: members who do not work on it. */
    reviewers: z.optional(z.array(id).check(z.maxLength(20))),
  }),
  response: changeSet,
  takesIfMatch: true,
});

export const deleteChangeSet = endpoint({
  method: 'DELETE',
  path: one,
  records: 'changeSet',
  summary: 'Deletes your own draft or withdrawn change set and everything in it',
  access: editor,
  params: changeSetParams,
  status: 204,
  response: z.void(),
  repeatable: true,
});

export const listOperations = endpoint({
  method: 'GET',
  path: `${one}/operations`,
  shows: 'versions',
  summary:
    'Lists the operations of a change set in the order they were added, each with its base, the newest version, and its problems',
  access: reader,
  params: changeSetParams,
  query: z.strictObject(paging),
  response: pageOf(changeSetOperation),
});

export const addOperations = endpoint({
  method: 'POST',
  path: `${one}/operations`,
  records: 'changeSet',
  summary:
    'Adds up to 1,000 operations at once, or replaces those with the same ID. Invalidates approvals',
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
  shows: 'versions',
  summary: 'Returns an operation of a change set',
  access: reader,
  params: operationParams,
  response: changeSetOperation,
});

export const putOperation = endpoint({
  method: 'PUT',
  path: `${one}/operations/{operationId}`,
  records: 'changeSet',
  summary:
    'Saves an operation under an ID chosen by the client; the last save wins. Problems are reported, not refused. Invalidates approvals',
  access: editor,
  params: operationParams,
  body: operation,
  response: changeSetOperation,
  repeatable: true,
});

export const deleteOperation = endpoint({
  method: 'DELETE',
  path: `${one}/operations/{operationId}`,
  records: 'changeSet',
  summary: 'Removes an operation from a change set. Invalidates approvals',
  access: editor,
  params: operationParams,
  status: 204,
  response: z.void(),
  repeatable: true,
});

export const checkChangeSet = endpoint({
  method: 'GET',
  path: `${one}/check`,
  summary:
    'Checks what would prevent the change set from being committed now, by operation; writes nothing',
  access: reader,
  params: changeSetParams,
  response: z.object({
    /** No operation has a conflict or problem. Approvals are not considered. */
    valid: z.boolean(),
    /** The first 100 operations that have one. */
    data: z.array(
      z.object({
        operationId: z.string(),
        conflict: z.nullable(operationConflict),
        problems: z.array(fieldProblem),
      }),
    ),
  }),
});

/** The result of an operation in a preview. */
export const previewedOperation = z.object({
  operationId: z.string(),
  operation: z.enum(['create', 'newVersion', 'end', 'restore']),
  type: z.string(),
  /** The id of an object that would be created, as in reads with changeSet; null if the operation is left out. */
  timelineId: z.nullable(z.string()),
  /** The version that it would write; null if it is left out. */
  objectId: z.nullable(z.string()),
  /** Why the commit would refuse it. Reads with changeSet show the partition without it. */
  leftOut: z.nullable(
    z.object({
      code: z.string(),
      message: z.string(),
      /** The path of the problem, if there is a single one: `objectData.price`. */
      path: z.nullable(z.string()),
    }),
  ),
});
export type PreviewedOperation = z.infer<typeof previewedOperation>;

export const previewChangeSet = endpoint({
  method: 'GET',
  path: `${one}/preview`,
  shows: 'versions',
  summary:
    'Returns what each operation of a change set would write if it were committed now, and which are left out because the commit would refuse them. Reads of objects with changeSet show the same state. 409 once it is committed',
  access: reader,
  params: changeSetParams,
  response: z.object({
    title: z.string(),
    state: z.enum(changeSetStates),
    data: z.array(previewedOperation),
  }),
  mayConflict: true,
});

export const changeSetComment = z.object({
  id: z.string(),
  text: z.string(),
  /** The subject: the set, an operation, or a path in its data. */
  operationId: z.nullable(z.string()),
  path: z.nullable(z.string()),
  userId: z.string(),
  userName: z.nullable(z.string()),
  date: dateTime,
  /** The revision of the set at that time. */
  revision: z.number(),
  resolvedDate: z.nullable(dateTime),
  resolvedUserId: z.nullable(z.string()),
  resolvedUserName: z.nullable(z.string()),
});
export type ChangeSetComment = z.infer<typeof changeSetComment>;

export const listChangeSetComments = endpoint({
  method: 'GET',
  path: `${one}/comments`,
  summary: 'Lists the comments on a change set, oldest first',
  access: reader,
  params: changeSetParams,
  query: z.strictObject(paging),
  response: pageOf(changeSetComment),
});

export const addChangeSetComment = endpoint({
  method: 'POST',
  path: `${one}/comments`,
  records: 'changeSet',
  summary: 'Comments on a change set, an operation, or a path in its data',
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
  records: 'changeSet',
  summary: 'Resolves a comment, or reopens it',
  access: reader,
  params: z.strictObject({ partitionId: id, changeSetId: id, commentId: id }),
  body: z.strictObject({ resolved: z.boolean() }),
  response: changeSetComment,
});

export const submitChangeSet = endpoint({
  method: 'POST',
  path: `${one}/submit`,
  records: ['changeSet.submitted'],
  summary:
    'Submits a change set for review. One that needs no approvals can be committed at once, and is approved only once somebody approves it',
  access: editor,
  params: changeSetParams,
  response: changeSet,
  repeatable: true,
});

export const getChangeSetSigning = endpoint({
  method: 'GET',
  path: `${one}/signing`,
  summary:
    'Returns what an approver signs: the root hash over everything the change set will write. 409 if it cannot be committed as it is. Requires a session, and the right to approve',
  access: reader,
  params: changeSetParams,
  response: z.object(signatureSubject),
  mayConflict: true,
});

const revision = z.int().check(z.minimum(1));

export const approveChangeSet = endpoint({
  method: 'POST',
  path: `${one}/approve`,
  records: ['changeSet.approved'],
  summary:
    'Approves the revision you have seen, whether or not the rules require it, with a signature if the rules require one, or adds a signature to your approval. 409 if the set has changed since. Requires a session. The last approval may commit the set',
  access: reader,
  params: changeSetParams,
  body: z.strictObject({
    revision,
    comment: z.optional(text(1, 2000)),
    /** As returned when the signature was confirmed. */
    signature: z.optional(compactJws),
  }),
  response: changeSet,
  repeatable: true,
});

export const requestChanges = endpoint({
  method: 'POST',
  path: `${one}/request-changes`,
  records: ['changeSet.changesRequested'],
  summary: 'Sends a change set back to its author, with what has to change',
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
  records: ['changeSet.withdrawn'],
  summary: 'Withdraws a change set; it can be reopened',
  access: editor,
  params: changeSetParams,
  response: changeSet,
  repeatable: true,
});

export const reopenChangeSet = endpoint({
  method: 'POST',
  path: `${one}/reopen`,
  records: ['changeSet.reopened'],
  summary: 'Turns a withdrawn change set back into a draft',
  access: editor,
  params: changeSetParams,
  response: changeSet,
  repeatable: true,
});

export const commitChangeSet = endpoint({
  method: 'POST',
  path: `${one}/commit`,
  records: ['changeSet.committed', 'changeSet.committedWithoutApprovals'],
  summary:
    'Writes all operations of a change set or none: 409 with every conflict. With breakGlass it needs no approvals, which requires a session, the right to write all partitions, and a policy that allows it',
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
  records: 'changeSet',
  summary:
    'Creates a change set that reverts a committed one. Later changes by others appear in it as conflicts',
  access: editor,
  params: changeSetParams,
  body: z.optional(z.strictObject({ title: z.optional(title) })),
  status: 201,
  response: changeSet,
});

export const revertImport = endpoint({
  method: 'POST',
  path: '/v1/partitions/{partitionId}/jobs/{jobId}/revert',
  records: 'changeSet',
  summary:
    'Creates a change set that takes back what an import wrote: of the last 1,000 objects that no such change set has taken back yet. Later changes by others appear in it as conflicts',
  access: editor,
  params: z.strictObject({ partitionId: id, jobId: id }),
  body: z.optional(z.strictObject({ title: z.optional(title) })),
  status: 201,
  response: changeSet,
});

export const revertWrites = endpoint({
  method: 'POST',
  path: '/v1/partitions/{partitionId}/users/{userId}/revert',
  records: 'changeSet',
  summary:
    'Creates a change set that takes back what a user wrote in a period: each of the last 1,000 objects gets the state before their first version in it, or ends if they created it. What others wrote in between is taken back too; what others wrote afterwards appears in it as conflicts',
  access: editor,
  params: z.strictObject({ partitionId: id, userId: id }),
  body: z.strictObject({
    /** When the versions arrived: from is inclusive, to is exclusive. */
    from: moment,
    to: moment,
    title: z.optional(title),
  }),
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
  revertImport,
  revertWrites,
] as const;
