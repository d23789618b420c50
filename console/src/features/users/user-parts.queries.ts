import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { listTokens } from '@annals/contracts/api-tokens';
import {
  explainAccess,
  listUserIdentities,
  listUserSessions,
} from '@annals/contracts/user-administration';
import { call } from '../../api/call.ts';

/** All under the user, so that a change of the user reads them again. */
const keyOf = (userId: string, part: string) => ['user', userId, part] as const;

export function sessionsQuery(userId: string) {
  return queryOptions({
    queryKey: keyOf(userId, 'sessions'),
    queryFn: ({ signal }) => call(listUserSessions, { params: { userId } }, { signal }),
  });
}

export function identitiesQuery(userId: string) {
  return queryOptions({
    queryKey: keyOf(userId, 'identities'),
    queryFn: ({ signal }) => call(listUserIdentities, { params: { userId } }, { signal }),
  });
}

export function tokensOfUserQuery(userId: string) {
  return infiniteQueryOptions({
    queryKey: keyOf(userId, 'tokens'),
    queryFn: ({ pageParam, signal }) =>
      call(
        listTokens,
        {
          query: { ownerId: userId, sort: '-createdDate', pageSize: 50, cursor: pageParam },
        },
        { signal },
      ),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.nextCursor ?? undefined,
  });
}

export function accessQuery(userId: string, partitionId: string, asOf: string | undefined) {
  return queryOptions({
    queryKey: [...keyOf(userId, 'access'), partitionId, asOf ?? 'now'],
    queryFn: ({ signal }) =>
      call(explainAccess, { params: { userId }, query: { partitionId, asOf } }, { signal }),
  });
}
