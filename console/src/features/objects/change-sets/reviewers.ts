import { changeChangeSet } from '@annals/contracts/change-sets';
import { type ChangeSet } from '@annals/contracts/change-set';
import type { PickedMember } from '../../../domain/change-sets/MemberPicker.tsx';
import { call } from '../../../platform/api/call.ts';
import type { SetParams } from './change-set.queries.ts';

/** Those who were asked, as the picker shows them. */
export const reviewersOf = ({ reviewers }: ChangeSet): PickedMember[] =>
  reviewers.map(({ userId, name }) => ({ id: userId, name }));

export const pendingReviewers = ({ reviewers }: ChangeSet) =>
  reviewers.filter(({ pending }) => pending);

export const requiresApprovals = ({ requirements }: ChangeSet): boolean =>
  requirements.some(({ approvals }) => approvals > 0);

const idsOf = (members: readonly PickedMember[]) => members.map(({ id }) => id);

/** Asks the chosen members, unless they are those who were asked already. */
export async function askReviewers(
  set: ChangeSet,
  params: SetParams,
  chosen: readonly PickedMember[],
): Promise<ChangeSet> {
  const before = idsOf(reviewersOf(set)).toSorted().join(' ');
  const reviewers = idsOf(chosen);
  if (reviewers.toSorted().join(' ') === before) return set;
  return call(changeChangeSet, { params, body: { reviewers } });
}
