import type { ChangeSet } from '@annals/contracts/change-set';
import { shownName } from '../../../ui/ids/display-names.ts';
import type { SetTexts } from './change-set.texts.ts';
import { pendingReviewers, requiresApprovals } from './reviewers.ts';

/** The state in plain words: only what has happened. */
export function nextText(set: ChangeSet, t: SetTexts): string {
  const namesOf = (users: readonly { userId: string; name: string | null }[]) =>
    users.map(({ userId, name }) => shownName(name, userId)).join(', ');
  const { state } = set;
  if (state === 'APPROVED') {
    const approvals = set.reviews.filter(({ valid, decision }) => valid && decision === 'APPROVED');
    const who = namesOf(approvals.map(({ userId, userName: name }) => ({ userId, name })));
    return `${t.approvedBy(who)} ${t.nextOf.APPROVED}`;
  }
  if (requiresApprovals(set) || set.operationCount === 0) return t.nextOf[state];
  if (state === 'DRAFT') return t.nextOf.DRAFT_FREE;
  return state === 'IN_REVIEW' ? t.waitsFor(namesOf(pendingReviewers(set))) : t.nextOf[state];
}
