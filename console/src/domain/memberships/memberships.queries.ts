import { listPartitionsOfUser } from '@annals/contracts/data-users';
import type { AnswerOf } from '../../platform/api/told.ts';
import { listOf } from '../../ui/list/list-of.ts';

export type Membership = AnswerOf<typeof listPartitionsOfUser>['data'][number];

/** The partitions that a user is a member of or wrote to, among those the signed-in user can open. */
export const membershipsList = listOf(listPartitionsOfUser, { name: 'memberships' });
