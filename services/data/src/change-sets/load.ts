import type { ChangeSetAction, ChangeSet } from '@annals/contracts/change-set';
import { say, type ServiceMessage } from '@annals/contracts/messages';
import { memberRoleSuffices } from '@annals/contracts/permissions';
import type { Caller, FindMemberRole } from '@annals/kit/caller';
import type { Queryable } from '@annals/kit/database/database';
import { openSignature, type SignedApproval } from '@annals/proofs/approval-signature';
import { conflict, forbidden, notFound, Problem } from '@annals/kit/problem';
import { ruleOf } from '../change-policy/change-rules.ts';
import * as rulesTable from './change-set-rules.sql.ts';
import * as table from './change-sets.sql.ts';
import * as reviewTable from './reviews.sql.ts';
import {
  actionsOf,
  isAllowedInState,
  hasRequiredApprovals,
  isEntitled,
  isVisible,
  isReasonMissing,
  needsSignature,
  pendingReviewersOf,
  requirementsOf,
  stateOf,
  validReviews,
  type ReviewState,
  type Viewer,
} from './review-state.ts';

/** A change set with everything that determines permitted actions. */
export interface LoadedChangeSet {
  row: table.ChangeSetRow;
  contributors: table.Contributor[];
  reviewers: reviewTable.Reviewer[];
  reviews: reviewTable.ReviewRow[];
  reviewState: ReviewState;
  /** Names of the users that the rules name. */
  names: Record<string, string | null>;
  /** Version of the current rules. */
  policyVersion: number | null;
}

/** @throws Problem 404 for a caller who may not open the partition */
export async function viewerOf(
  findMemberRole: FindMemberRole,
  caller: Caller,
  partitionId: string,
): Promise<Viewer> {
  const role = await findMemberRole(caller, partitionId);
  if (role === undefined) throw notFound('partition');
  return {
    userId: caller.userId,
    role,
    mayWrite:
      caller.scope('partitions:write') !== undefined &&
      caller.token?.scopes.includes('write') !== false,
    isMaster: caller.scope('partitions:write-all') === 'all',
    inSession: caller.token === undefined,
  };
}

/**
 * @param lock prevents others from changing it until the end of the transaction
 * @throws Problem 404 if the viewer may see no such set
 */
export async function loadChangeSet(
  database: Queryable,
  key: table.ChangeSetKey,
  viewer: Viewer,
  { lock = false } = {},
): Promise<LoadedChangeSet> {
  const set = await findSet(database, key, viewer.userId, { lock });
  if (!set || !isVisible(set.reviewState, viewer)) throw notFound('change set');
  return set;
}

/**
 * The set, whoever may see it; undefined if it does not exist.
 * @param viewerId includes this user's drafts that revert it, and their role
 */
export async function findSet(
  database: Queryable,
  key: table.ChangeSetKey,
  viewerId?: string,
  { lock = false } = {},
): Promise<LoadedChangeSet | undefined> {
  const row = await table.findChangeSet(database, key, viewerId, { lock });
  if (!row) return undefined;
  const contributors = await table.listContributors(database, key);
  const reviewers = await reviewTable.listReviewers(database, key);
  const reviews = await reviewTable.listReviews(database, key);
  const { rules, policyVersion, breakGlass, names } = await rulesTable.findRulesInForce(
    database,
    key,
  );
  const roles = await rulesTable.findRoles(database, key.partitionId, [
    ...new Set([
      ...(viewerId === undefined ? [] : [viewerId]),
      ...[...reviews, ...reviewers].map(({ userId }) => userId),
    ]),
  ]);
  const reviewState = { ...row, contributors, reviewers, reviews, rules, breakGlass, roles };
  return { row, contributors, reviewers, reviews, reviewState, names, policyVersion };
}

/**
 * Checks that the viewer may do this with the set now.
 * @throws Problem 400, 403, 409
 */
export function requireAction(
  action: ChangeSetAction,
  { row, reviewState }: LoadedChangeSet,
  viewer: Viewer,
): void {
  if (row.archived) throw conflict('partition_archived', say('partitionReadOnly'));
  if (!isEntitled(action, reviewState, viewer)) throw forbidden(notPermitted(action, viewer));
  if (!isAllowedInState(action, reviewState))
    throw conflict('change_set_state', say('changeSetState'));
  if (!['SUBMIT', 'COMMIT', 'BREAK_GLASS'].includes(action)) return;
  if (reviewState.operationCount === 0) throw conflict('empty_change_set', say('changeSetEmpty'));
  if (action !== 'BREAK_GLASS' && isReasonMissing(reviewState))
    throw new Problem(400, 'reason_required', say('setReasonNeeded'));
  if (action === 'COMMIT' && !hasRequiredApprovals(reviewState))
    throw conflict('approvals_missing', say('approvalsMissing'));
}

function notPermitted(
  action: ChangeSetAction,
  { inSession, mayWrite }: Viewer,
): ServiceMessage | undefined {
  if (!mayWrite) return say('rolesOnlyRead');
  switch (action) {
    case 'EDIT':
    case 'SUBMIT':
    case 'REOPEN':
      return say('onlyContributors');
    case 'APPROVE':
    case 'SIGN':
      return inSession ? say('approverHasWorked') : say('noTokenApproves');
    case 'REQUEST_CHANGES':
      return say('cannotReturnOwn');
    case 'COMMIT':
      return say('commitNotYours');
    case 'ASK_REVIEWERS':
      return say('onlyContributorsChooseReviewers');
    case 'BREAK_GLASS':
      return say('breakGlassNotAllowed');
    case 'MANAGE':
    case 'WITHDRAW':
      return say('onlyAuthorAndOwners');
    case 'DELETE':
      return say('onlyAuthorDeletes');
    default:
      return undefined;
  }
}

/** Whether somebody with this role could be a contributor. */
export const mayContribute = (role: Parameters<typeof memberRoleSuffices>[0] | undefined) =>
  role !== undefined && memberRoleSuffices(role, 'EDITOR');

const user = (userId: string, name: string | null) => ({ userId, name });

/** A change set in a list. */
export function summaryOf({ authorId, authorName, ...row }: table.SummaryRow) {
  const { id, partitionId, title, state, revision, createdDate, changedDate, submittedDate } = row;
  const { operationCount, openComments, committedDate } = row;
  return {
    id,
    partitionId,
    title,
    state,
    revision,
    author: user(authorId, authorName),
    createdDate,
    changedDate,
    submittedDate,
    operationCount,
    openComments,
    committedDate,
  };
}

/** What the current rules require of it, as callers see it. */
export const shownRequirements = (reviewState: ReviewState, names: LoadedChangeSet['names']) =>
  requirementsOf(reviewState).map(({ rule, given, satisfied }) =>
    Object.assign(
      ruleOf(
        rule,
        rule.approvers.userIds.map((userId) => names[userId] ?? null),
      ),
      { given, satisfied },
    ),
  );

/** Null for one that cannot be read, which only corruption can cause. */
function shownSignature(signature: SignedApproval) {
  const opened = openSignature(signature);
  if ('problem' in opened) return null;
  const { method, statement } = opened;
  const { meaning, name, signedDate } = statement;
  return { meaning, method, name, signedDate };
}

/** A change set as the viewer sees it. */
export function changeSetOf(
  { row, contributors, reviewers, reviews, reviewState, names }: LoadedChangeSet,
  viewer: Viewer,
): ChangeSet {
  const valid = validReviews(reviewState);
  const pending = pendingReviewersOf(reviewState);
  const { state, committedDate, committedUserId, firstSequence, lastSequence } = row;
  const isCommitted = state === 'COMMITTED';
  return {
    ...summaryOf(row),
    state: stateOf(reviewState),
    description: row.description,
    reason: row.reason,
    ...(row.reasonReceipt === null ? {} : { reasonReceipt: row.reasonReceipt }),
    contributors: contributors
      .filter(({ current }) => current)
      .map(({ userId, name }) => user(userId, name)),
    reviewers: reviewers.map(({ userId, name }) => ({
      userId,
      name,
      pending: !isCommitted && pending.includes(userId),
    })),
    autoCommit: row.autoCommit,
    version: row.version,
    counts: { create: 0, newVersion: 0, end: 0, restore: 0, ...row.counts },
    reviews: reviews.map((each) => {
      const { counted, signature, ...review } = each;
      const signed = signature && shownSignature(signature);
      return {
        ...review,
        signature: signed,
        valid: isCommitted ? counted === true : valid.has(each),
      };
    }),
    requirements: row.requirements ?? shownRequirements(reviewState, names),
    committed:
      committedDate === null ||
      committedUserId === null ||
      firstSequence === null ||
      lastSequence === null
        ? null
        : {
            date: committedDate,
            userId: committedUserId,
            userName: row.committedUserName,
            firstSequence,
            lastSequence,
            automatic: row.automatic,
            breakGlassReason: row.breakGlassReason,
          },
    revertOf: row.revertOf,
    revertedBy: row.revertedBy,
    may: actionsOf(reviewState, viewer, row.archived),
    mustSign: !isCommitted && needsSignature(reviewState, viewer.userId),
  };
}
