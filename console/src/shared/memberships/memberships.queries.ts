import { listPartitionsOfUser } from '@annals/contracts/data-users';
import type { ResponseOf } from '@annals/contracts/endpoint';
import { listOf } from '../list/list-of.ts';

export type Membership = ResponseOf<typeof listPartitionsOfUser>['data'][number];

/** The partitions a user is a member of or wrote to, out of those the asking person may open. */
export const membershipsList = listOf(listPartitionsOfUser, { name: 'memberships' });
