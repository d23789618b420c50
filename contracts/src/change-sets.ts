import { fieldProblem } from './problem.ts';
import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { flag, id, moment, pageOf, paging, repeated, text } from './fields.ts';
import { editor, reader } from './object-version.ts';
import { partitionParams } from './partitions.ts';
import { compactJws, signatureSubject } from './signatures.ts';
import { getChangePolicy, putChangePolicy, changePolicyHistory } from './change-policy.ts';
import {
  listChangeSetComments,
  addChangeSetComment,
  resolveChangeSetComment,
} from './change-set-comments.ts';
import {
  listOperations,
  addOperations,
  getOperation,
  putOperation,
  deleteOperation,
  previewChangeSet,
} from './change-set-operations.ts';
import {
  title,
  description,
  reason,
  operationConflict,
  changeSetsPath,
  changeSetPath,
} from './change-set-parts.ts';
import { changeSetStates, changeSetSummary, changeSet, changeSetParams } from './change-set.ts';
import { messageCode } from './message-code.ts';

export const listChangeSets = endpoint({
  method: 'GET',
  path: changeSetsPath,
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
  path: changeSetsPath,
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
  path: changeSetPath,
  summary:
    'Returns a change set with its reviews, the approvals that are still missing, and what you may do with it',
  access: reader,
  params: changeSetParams,
  response: changeSet,
});

export const changeChangeSet = endpoint({
  method: 'PATCH',
  path: changeSetPath,
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
  path: changeSetPath,
  records: 'changeSet',
  summary: 'Deletes your own draft or withdrawn change set and everything in it',
  access: editor,
  params: changeSetParams,
  status: 204,
  response: z.void(),
  repeatable: true,
});

export const checkChangeSet = endpoint({
  method: 'GET',
  path: `${changeSetPath}/check`,
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

export const submitChangeSet = endpoint({
  method: 'POST',
  path: `${changeSetPath}/submit`,
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
  path: `${changeSetPath}/signing`,
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
  path: `${changeSetPath}/approve`,
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
  path: `${changeSetPath}/request-changes`,
  records: ['changeSet.changesRequested'],
  summary: 'Sends a change set back to its author, with what has to change',
  access: reader,
  params: changeSetParams,
  body: z.strictObject({
    comment: text(1, 2000).check(z.trim(), z.minLength(1, messageCode('sayWhatToChange'))),
  }),
  response: changeSet,
});

export const withdrawChangeSet = endpoint({
  method: 'POST',
  path: `${changeSetPath}/withdraw`,
  records: ['changeSet.withdrawn'],
  summary: 'Withdraws a change set; it can be reopened',
  access: editor,
  params: changeSetParams,
  response: changeSet,
  repeatable: true,
});

export const reopenChangeSet = endpoint({
  method: 'POST',
  path: `${changeSetPath}/reopen`,
  records: ['changeSet.reopened'],
  summary: 'Turns a withdrawn change set back into a draft',
  access: editor,
  params: changeSetParams,
  response: changeSet,
  repeatable: true,
});

export const commitChangeSet = endpoint({
  method: 'POST',
  path: `${changeSetPath}/commit`,
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
  path: `${changeSetPath}/revert`,
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
