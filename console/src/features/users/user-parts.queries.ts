import { queryOptions } from '@tanstack/react-query';
import { listTokens } from '@annals/contracts/api-tokens';
import {
  explainAccess,
  listUserIdentities,
  listUserSessions,
} from '@annals/contracts/user-administration';
import { call } from '../../api/call.ts';
import type { ListRequest } from '../../shared/list/list-request.ts';
import type { ListOptions } from '../../shared/list/useListState.ts';

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

export const userTokensList: ListOptions = { name: 'user-tokens', filters: [] };

export function tokensOfUserQuery(userId: string, request: ListRequest<never>) {
  const { pageSize, cursor } = request;
  return queryOptions({
    queryKey: [...keyOf(userId, 'tokens'), request],
    queryFn: ({ signal }) =>
      call(
        listTokens,
        { query: { ownerId: userId, sort: '-createdDate', pageSize, cursor } },
        { signal },
      ),
  });
}

export function accessQuery(userId: string, partitionId: string, asOf: string | undefined) {
  return queryOptions({
    queryKey: [...keyOf(userId, 'access'), partitionId, asOf ?? 'now'],
    queryFn: ({ signal }) =>
      call(explainAccess, { params: { userId }, query: { partitionId, asOf } }, { signal }),
  });
}
