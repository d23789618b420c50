import type {
  ChangeSet,
  ChangeSetAction,
  ChangeSetReview,
  ChangeSetState,
} from '@annals/contracts/change-sets';
import type { MemberRole } from '@annals/contracts/permissions';
import type { ChangeRule } from '../change-policy/change-rules.ts';

/** All of a change set that decides who may do what with it. */
export interface Standing {
  state: ChangeSetState;
  revision: number;
  authorId: string;
  reason: string | null;
  /** Null before the first submission, and once it is a draft again. */
  submittedDate: string | null;
  autoCommit: boolean;
  operationCount: number;
  contributors: readonly { userId: string; current: boolean; edited: boolean }[];
  /** The newest first. */
  reviews: readonly (Pick<ChangeSetReview, 'userId' | 'decision' | 'revision'> & {
    /** Null for one without. */
    signature: object | null;
  })[];
  /** Of the rules that hold now those for its operations. */
  rules: readonly ChangeRule[];
  breakGlass: boolean;
  /** Of the members among its reviewers, and of the viewer. */
  roles: ReadonlyMap<string, MemberRole>;
}

/** Who looks at a change set. */
export interface Viewer {
  userId: string;
  /** With what their permissions add to their membership. */
  role: MemberRole;
  mayWrite: boolean;
  /** May write all partitions by permission. */
  isMaster: boolean;
  /** Not an API token: what a person has to do. */
  inSession: boolean;
}

/** Edits the set now: its author or a contributor. */
export const isInvolved = ({ authorId, contributors }: Standing, userId: string): boolean =>
  userId === authorId || contributors.some((each) => each.current && each.userId === userId);

/** Whether an approval of the user counts for the rule. */
function countsFor(rule: ChangeRule, standing: Standing, userId: string): boolean {
  const { authorId, contributors, roles } = standing;
  const role = roles.get(userId);
  // No member any more, or somebody who has had a hand in it.
  if (role === undefined || userId === authorId) return false;
  if (contributors.some((each) => each.userId === userId && (each.current || each.edited)))
    return false;
  return (
    rule.approvals > 0 &&
    (rule.approvers.userIds.includes(userId) ||
      (role !== 'READER' && rule.approvers.roles.includes(role)))
  );
}

export const isApprover = (standing: Standing, userId: string): boolean =>
  standing.rules.some((rule) => countsFor(rule, standing, userId));

type Review = Standing['reviews'][number];

/** Whether the rule counts this approval, of whoever may give one. */
const isEnough = ({ signatureRequired }: ChangeRule, { signature }: Pick<Review, 'signature'>) =>
  !signatureRequired || signature !== null;

/** Whether an approval of the user counts for a rule only with a signature. */
export const needsSignature = (standing: Standing, userId: string): boolean =>
  standing.rules.some((rule) => rule.signatureRequired && countsFor(rule, standing, userId));

/** Of each reviewer the last word, as far as it is about the revision of now and its author may still have it. */
export function validReviews(standing: Standing): Set<Review> {
  const heard = new Set<string>();
  const valid = new Set<Review>();
  for (const review of standing.reviews) {
    const isLast = !heard.has(review.userId);
    heard.add(review.userId);
    const speaks =
      review.decision === 'CHANGES_REQUESTED' ||
      standing.rules.some(
        (rule) => countsFor(rule, standing, review.userId) && isEnough(rule, review),
      );
    if (isLast && review.revision === standing.revision && speaks) valid.add(review);
  }
  return valid;
}

const approvalsOf = (standing: Standing): Review[] =>
  [...validReviews(standing)].filter(({ decision }) => decision === 'APPROVED');

export const approversOf = (standing: Standing): string[] =>
  approvalsOf(standing).map(({ userId }) => userId);

/** Whether the user has approved what is there now, as the rules ask for it. */
export const hasApproved = (standing: Standing, userId: string): boolean =>
  approvalsOf(standing).some(
    (approval) =>
      approval.userId === userId &&
      (approval.signature !== null || !needsSignature(standing, userId)),
  );

/** Whether the user has approved what is there now, without a signature. */
export const hasNotSigned = (standing: Standing, userId: string): boolean =>
  approvalsOf(standing).some(
    (approval) => approval.userId === userId && approval.signature === null,
  );

export interface Requirement {
  rule: ChangeRule;
  given: number;
  satisfied: boolean;
}

/** What the rules ask of the set, and what of it is there. */
export function requirementsOf(standing: Standing): Requirement[] {
  const approvals = approvalsOf(standing);
  return standing.rules.map((rule) => {
    const given = approvals.filter(
      (approval) => countsFor(rule, standing, approval.userId) && isEnough(rule, approval),
    ).length;
    const hasReason = !rule.reasonRequired || standing.reason !== null;
    return { rule, given, satisfied: given >= rule.approvals && hasReason };
  });
}

export const isApproved = (standing: Standing): boolean =>
  requirementsOf(standing).every(({ rule, given }) => given >= rule.approvals);

export const lacksReason = ({ rules, reason }: Standing): boolean =>
  reason === null && rules.some(({ reasonRequired }) => reasonRequired);

/**
 * The state as it is now: rules and members may have changed since it was stored. Of one in review, whether it has the
 * approvals.
 */
export function stateOf(standing: Standing): ChangeSetState {
  const { state } = standing;
  if (state !== 'IN_REVIEW' && state !== 'APPROVED') return state;
  return isApproved(standing) ? 'APPROVED' : 'IN_REVIEW';
}

/** For everybody else the set does not exist. */
export function isVisible(
  standing: Standing,
  { userId, role }: Pick<Viewer, 'userId' | 'role'>,
): boolean {
  if (standing.state === 'COMMITTED' || isInvolved(standing, userId)) return true;
  return standing.submittedDate !== null && (role === 'OWNER' || isApprover(standing, userId));
}

/** Who may do something with a set that they see, and in which states. */
interface ActionRule {
  who: (standing: Standing, viewer: Viewer) => boolean;
  when: readonly ChangeSetState[];
}

const open = ['DRAFT', 'IN_REVIEW', 'CHANGES_REQUESTED', 'APPROVED'] as const;
const inReview = ['IN_REVIEW', 'APPROVED'] as const;

const isEditor = (standing: Standing, { userId, role }: Viewer) =>
  role !== 'READER' && isInvolved(standing, userId);
const isAuthor = ({ authorId }: Standing, { userId, role }: Viewer) =>
  role !== 'READER' && userId === authorId;
const isAuthorOrOwner = (standing: Standing, viewer: Viewer) =>
  viewer.role === 'OWNER' || isAuthor(standing, viewer);

const approving: ActionRule = {
  who: (standing, { userId, inSession }) => inSession && isApprover(standing, userId),
  when: inReview,
};

const actionRules: Record<ChangeSetAction, ActionRule> = {
  EDIT: { who: isEditor, when: open },
  MANAGE: { who: isAuthorOrOwner, when: open },
  COMMENT: { who: () => true, when: open },
  SUBMIT: { who: isEditor, when: ['DRAFT', 'CHANGES_REQUESTED'] },
  APPROVE: approving,
  SIGN: approving,
  REQUEST_CHANGES: {
    who: (standing, { userId, role }) =>
      isApprover(standing, userId) || (role === 'OWNER' && !isInvolved(standing, userId)),
    when: inReview,
  },
  WITHDRAW: { who: isAuthorOrOwner, when: open },
  REOPEN: { who: isEditor, when: ['WITHDRAWN'] },
  COMMIT: {
    who: (standing, viewer) => viewer.role === 'OWNER' || isEditor(standing, viewer),
    when: ['DRAFT', 'IN_REVIEW', 'APPROVED'],
  },
  BREAK_GLASS: {
    who: ({ breakGlass }, { isMaster, inSession }) => breakGlass && isMaster && inSession,
    when: open,
  },
  REVERT: { who: (_, { role }) => role !== 'READER', when: ['COMMITTED'] },
  DELETE: { who: isAuthor, when: ['DRAFT', 'WITHDRAWN'] },
};

export const isEntitled = (action: ChangeSetAction, standing: Standing, viewer: Viewer): boolean =>
  viewer.mayWrite && actionRules[action].who(standing, viewer);

export const fitsState = (action: ChangeSetAction, { state }: Standing): boolean =>
  actionRules[action].when.includes(state);

/** What would have to be there before the action, beside the right state. */
function isReady(action: ChangeSetAction, standing: Standing, { userId }: Viewer): boolean {
  const { operationCount } = standing;
  switch (action) {
    case 'SUBMIT':
      return operationCount > 0;
    case 'APPROVE':
      return !hasApproved(standing, userId);
    case 'SIGN':
      return hasApproved(standing, userId) && hasNotSigned(standing, userId);
    case 'COMMIT':
      return operationCount > 0 && isApproved(standing) && !lacksReason(standing);
    case 'BREAK_GLASS':
      return operationCount > 0 && !isApproved(standing);
    default:
      return true;
  }
}

/** What the viewer may do now. */
export function actionsOf(standing: Standing, viewer: Viewer, archived = false): ChangeSet['may'] {
  if (archived || !isVisible(standing, viewer)) return [];
  return (Object.keys(actionRules) as ChangeSetAction[]).filter(
    (action) =>
      isEntitled(action, standing, viewer) &&
      fitsState(action, standing) &&
      isReady(action, standing, viewer),
  );
}
