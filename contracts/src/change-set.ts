import * as z from 'zod/mini';
import { dateTime, id, version } from './fields.ts';
import { signatureMeanings, signatureMethods } from './signatures.ts';
import { changeRule } from './change-policy.ts';
import { namedUser } from './change-set-parts.ts';

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
  author: namedUser,
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
  contributors: z.array(namedUser),
  /** Who was asked to review it; pending: a member who has not yet reviewed the current revision. */
  reviewers: z.array(z.extend(namedUser, { pending: z.boolean() })),
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
  approvalBlock: z.optional(
    z.object({ tokensOf: z.array(namedUser), approvers: z.array(namedUser) }),
  ),
});

export type ChangeSet = z.infer<typeof changeSet>;

export const changeSetParams = z.strictObject({ partitionId: id, changeSetId: id });
