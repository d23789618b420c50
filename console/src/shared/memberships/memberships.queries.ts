import { listPartitionsOfUser } from '@annals/contracts/data-users';
import type { ResponseOf } from '@annals/contracts/endpoint';
import { listOf } from '../list/list-of.ts';

export type Membership = ResponseOf<typeof listPartitionsOfUser>['data'][number];

/** The partitions that a user is a member of or wrote to, among those the signed-in user can open. */
export const membershipsList = listOf(listPartitionsOfUser, { name: 'memberships' });
