import type {
  ChangeSet,
  ChangeSetAction,
  ChangeSetReview,
  ChangeSetState,
} from '@annals/contracts/change-set';
import type { MemberRole } from '@annals/contracts/permissions';
import type { ChangeRule } from '../change-policy/change-rules.ts';

/** Everything about a change set that determines permitted actions. */
export interface ReviewState {
  state: ChangeSetState;
  revision: number;
  authorId: string;
  reason: string | null;
  /** Null before the first submission, and for a reopened draft. */
  submittedDate: string | null;
  autoCommit: boolean;
  operationCount: number;
  contributors: readonly { userId: string; current: boolean; edited: boolean }[];
  /** Those who were asked to review it. */
  reviewers: readonly { userId: string }[];
  /** Newest first. */
  reviews: readonly (Pick<ChangeSetReview, 'userId' | 'decision' | 'revision'> & {
    /** Null for an unsigned one. */
    signature: object | null;
  })[];
  /** The current rules that apply to its operations. */
  rules: readonly ChangeRule[];
  breakGlass: boolean;
  /** The roles of members among its reviewers, and of the viewer. */
  roles: ReadonlyMap<string, MemberRole>;
}

/** The user who views a change set. */
export interface Viewer {
  userId: string;
  /** Includes what their permissions add to their membership. */
  role: MemberRole;
  mayWrite: boolean;
  /** May write all partitions by permission. */
  isMaster: boolean;
  /** In a session rather than with an API token, for actions that require a person. */
  inSession: boolean;
}

/** Whether the user edits the set: its author or a contributor. */
export const isParticipant = ({ authorId, contributors }: ReviewState, userId: string): boolean =>
  userId === authorId || contributors.some((each) => each.current && each.userId === userId);

/** Whether the rule names the user as an approver, who may have worked on the set nevertheless. */
function isNamed(
  { approvals, approvers }: ChangeRule,
  { roles }: ReviewState,
  userId: string,
): boolean {
  const role = roles.get(userId);
  // No longer a member.
  if (role === undefined) return false;
  return (
    approvals > 0 &&
    (approvers.userIds.includes(userId) || (role !== 'READER' && approvers.roles.includes(role)))
  );
}

/** Whether the user has not worked on the set, and so may review it. */
export const isApart = ({ authorId, contributors }: ReviewState, userId: string): boolean =>
  userId !== authorId &&
  !contributors.some((each) => each.userId === userId && (each.current || each.edited));

/** Whether an approval of the user counts for the rule. */
const countsFor = (rule: ChangeRule, reviewState: ReviewState, userId: string): boolean =>
  isApart(reviewState, userId) && isNamed(rule, reviewState, userId);

const isAsked = ({ reviewers, roles }: ReviewState, userId: string): boolean =>
  roles.has(userId) && reviewers.some((each) => each.userId === userId);

export const isNamedByRules = (reviewState: ReviewState, userId: string): boolean =>
  reviewState.rules.some((rule) => isNamed(rule, reviewState, userId));

export const isApprover = (reviewState: ReviewState, userId: string): boolean =>
  reviewState.rules.some((rule) => countsFor(rule, reviewState, userId));

type Review = ReviewState['reviews'][number];

/** Whether the approval is sufficient for the rule, given that its author may approve. */
const isEnough = ({ signatureRequired }: ChangeRule, { signature }: Pick<Review, 'signature'>) =>
  !signatureRequired || signature !== null;

/** Whether an approval of the user counts for a rule only with a signature. */
export const needsSignature = (reviewState: ReviewState, userId: string): boolean =>
  reviewState.rules.some((rule) => rule.signatureRequired && countsFor(rule, reviewState, userId));

/** The latest review of each reviewer who has not worked on the set, if it is of the current revision. */
function currentReviews(reviewState: ReviewState): Review[] {
  const heard = new Set<string>();
  return reviewState.reviews.filter((review) => {
    const isLast = !heard.has(review.userId);
    heard.add(review.userId);
    return (
      isLast &&
      review.revision === reviewState.revision &&
      (review.decision === 'CHANGES_REQUESTED' || isApart(reviewState, review.userId))
    );
  });
}

const currentApprovals = (reviewState: ReviewState): Review[] =>
  currentReviews(reviewState).filter(({ decision }) => decision === 'APPROVED');

/** Where the rules require approvals, only those count that they ask for. */
export function validReviews(reviewState: ReviewState): Set<Review> {
  const required = reviewState.rules.filter(({ approvals }) => approvals > 0);
  return new Set(
    currentReviews(reviewState).filter(
      (review) =>
        review.decision === 'CHANGES_REQUESTED' ||
        required.length === 0 ||
        required.some(
          (rule) => countsFor(rule, reviewState, review.userId) && isEnough(rule, review),
        ),
    ),
  );
}

const validApprovals = (reviewState: ReviewState): Review[] =>
  [...validReviews(reviewState)].filter(({ decision }) => decision === 'APPROVED');

export const approversOf = (reviewState: ReviewState): string[] =>
  validApprovals(reviewState).map(({ userId }) => userId);

/** Those who were asked to review the current revision and have not done so. */
export function pendingReviewersOf(reviewState: ReviewState): string[] {
  const answered = new Set(currentReviews(reviewState).map(({ userId }) => userId));
  return reviewState.reviewers
    .map(({ userId }) => userId)
    .filter(
      (userId) =>
        isAsked(reviewState, userId) && isApart(reviewState, userId) && !answered.has(userId),
    );
}

/** Whether the user has approved the current revision, as the rules require. */
export const hasApproved = (reviewState: ReviewState, userId: string): boolean =>
  currentApprovals(reviewState).some(
    (approval) =>
      approval.userId === userId &&
      (approval.signature !== null || !needsSignature(reviewState, userId)),
  );

/** Whether the user has approved the current revision without a signature. */
export const hasUnsignedApproval = (reviewState: ReviewState, userId: string): boolean =>
  currentApprovals(reviewState).some(
    (approval) => approval.userId === userId && approval.signature === null,
  );

export interface Requirement {
  rule: ChangeRule;
  given: number;
  satisfied: boolean;
}

/** What the rules require of the set, and what it has of that. */
export function requirementsOf(reviewState: ReviewState): Requirement[] {
  const approvals = validApprovals(reviewState);
  return reviewState.rules.map((rule) => {
    const count = approvals.filter(
      (approval) => countsFor(rule, reviewState, approval.userId) && isEnough(rule, approval),
    ).length;
    const hasReason = !rule.reasonRequired || reviewState.reason !== null;
    return { rule, given: count, satisfied: count >= rule.approvals && hasReason };
  });
}

/** Whether no approval is missing that the rules require, which may be none. */
export const hasRequiredApprovals = (reviewState: ReviewState): boolean =>
  requirementsOf(reviewState).every(({ rule, given }) => given >= rule.approvals);

export const isReasonMissing = ({ rules, reason }: ReviewState): boolean =>
  reason === null && rules.some(({ reasonRequired }) => reasonRequired);

/**
 * The current state: rules and members may have changed since it was stored. In review, it depends on the approvals.
 * Nothing is approved without somebody who approves it.
 */
export function stateOf(reviewState: ReviewState): ChangeSetState {
  const { state } = reviewState;
  if (state !== 'IN_REVIEW' && state !== 'APPROVED') return state;
  if (!hasRequiredApprovals(reviewState)) return 'IN_REVIEW';
  if (approversOf(reviewState).length > 0) return 'APPROVED';
  return pendingReviewersOf(reviewState).length > 0 ? 'IN_REVIEW' : 'READY';
}

/** To everybody else the set does not exist. */
export function isVisible(
  reviewState: ReviewState,
  { userId, role }: Pick<Viewer, 'userId' | 'role'>,
): boolean {
  if (reviewState.state === 'COMMITTED' || isParticipant(reviewState, userId)) return true;
  return (
    // Somebody who cannot approve it because of an API token that they issued is told why.
    reviewState.submittedDate !== null &&
    (role === 'OWNER' || isAsked(reviewState, userId) || isNamedByRules(reviewState, userId))
  );
}

/** Who may do something with a visible set, and in which states. */
interface ActionRule {
  who: (reviewState: ReviewState, viewer: Viewer) => boolean;
  when: readonly ChangeSetState[];
}

const open = ['DRAFT', 'IN_REVIEW', 'CHANGES_REQUESTED', 'APPROVED'] as const;
const inReview = ['IN_REVIEW', 'APPROVED'] as const;

export const isInReview = ({ state }: ReviewState): boolean =>
  inReview.some((each) => each === state);

const isEditor = (reviewState: ReviewState, { userId, role }: Viewer) =>
  role !== 'READER' && isParticipant(reviewState, userId);
const isAuthor = ({ authorId }: ReviewState, { userId, role }: Viewer) =>
  role !== 'READER' && userId === authorId;
const isAuthorOrOwner = (reviewState: ReviewState, viewer: Viewer) =>
  viewer.role === 'OWNER' || isAuthor(reviewState, viewer);

const approving: ActionRule = {
  who: (reviewState, { userId, inSession }) => inSession && isApart(reviewState, userId),
  when: inReview,
};

const actionRules: Record<ChangeSetAction, ActionRule> = {
  EDIT: { who: isEditor, when: open },
  MANAGE: { who: isAuthorOrOwner, when: open },
  COMMENT: { who: () => true, when: open },
  ASK_REVIEWERS: {
    who: (reviewState, viewer) => viewer.role === 'OWNER' || isEditor(reviewState, viewer),
    when: open,
  },
  SUBMIT: { who: isEditor, when: ['DRAFT', 'CHANGES_REQUESTED'] },
  APPROVE: approving,
  SIGN: approving,
  REQUEST_CHANGES: {
    who: (reviewState, { userId }) => !isParticipant(reviewState, userId),
    when: inReview,
  },
  WITHDRAW: { who: isAuthorOrOwner, when: open },
  REOPEN: { who: isEditor, when: ['WITHDRAWN'] },
  COMMIT: {
    who: (reviewState, viewer) => viewer.role === 'OWNER' || isEditor(reviewState, viewer),
    when: ['DRAFT', 'IN_REVIEW', 'APPROVED'],
  },
  BREAK_GLASS: {
    who: ({ breakGlass }, { isMaster, inSession }) => breakGlass && isMaster && inSession,
    when: open,
  },
  REVERT: { who: (_, { role }) => role !== 'READER', when: ['COMMITTED'] },
  DELETE: { who: isAuthor, when: ['DRAFT', 'WITHDRAWN'] },
};

export const isEntitled = (
  action: ChangeSetAction,
  reviewState: ReviewState,
  viewer: Viewer,
): boolean => viewer.mayWrite && actionRules[action].who(reviewState, viewer);

export const isAllowedInState = (action: ChangeSetAction, { state }: ReviewState): boolean =>
  actionRules[action].when.includes(state);

/** Whether the prerequisites of the action are met, besides the state. */
function isReady(action: ChangeSetAction, reviewState: ReviewState, { userId }: Viewer): boolean {
  const { operationCount } = reviewState;
  switch (action) {
    case 'SUBMIT':
      return operationCount > 0;
    case 'APPROVE':
      return !hasApproved(reviewState, userId);
    case 'SIGN':
      return hasApproved(reviewState, userId) && hasUnsignedApproval(reviewState, userId);
    case 'COMMIT':
      return (
        operationCount > 0 && hasRequiredApprovals(reviewState) && !isReasonMissing(reviewState)
      );
    case 'BREAK_GLASS':
      return operationCount > 0 && !hasRequiredApprovals(reviewState);
    default:
      return true;
  }
}

/** What the viewer may do now. */
export function actionsOf(
  reviewState: ReviewState,
  viewer: Viewer,
  archived = false,
): ChangeSet['may'] {
  if (archived || !isVisible(reviewState, viewer)) return [];
  return (Object.keys(actionRules) as ChangeSetAction[]).filter(
    (action) =>
      isEntitled(action, reviewState, viewer) &&
      isAllowedInState(action, reviewState) &&
      isReady(action, reviewState, viewer),
  );
}
