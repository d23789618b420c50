import { queryOptions } from '@tanstack/react-query';
import { listPartitionsOfUser } from '@annals/contracts/data-users';
import { maximalPageSize } from '@annals/contracts/fields';
import { queryKeyOf } from '../../platform/api/query.ts';
import { callForAll } from '../../platform/api/skip-empty-pages.ts';
import type { AnswerOf } from '../../platform/api/told.ts';
import { listOf } from '../../ui/list/list-of.ts';

export type Membership = AnswerOf<typeof listPartitionsOfUser>['data'][number];

/** The partitions that a user is a member of or wrote to, among those the signed-in user can open. */
export const membershipsList = listOf(listPartitionsOfUser, { name: 'memberships' });

/** All of them, for a drawing. */
export const allMembershipsQuery = (userId: string, at: object) =>
  queryOptions({
    queryKey: [
      ...queryKeyOf(listPartitionsOfUser, { params: { userId }, query: at }),
      'all',
    ] as const,
    queryFn: async ({ signal }) =>
      callForAll(
        listPartitionsOfUser,
        { ...at, pageSize: maximalPageSize },
        { signal, params: { userId } },
      ),
  });
