import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { listTokens } from '@annals/contracts/api-tokens';
import { maximalPageSize } from '@annals/contracts/fields';
import { listMembers, listPartitions, type Partition } from '@annals/contracts/partitions';
import type { MemberRole } from '@annals/contracts/permissions';
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

export interface UserMembership {
  partition: Partition;
  role: MemberRole;
  sinceDate: string | undefined;
}

/** How many partitions one page looks at, and at how many at once: a browser has six connections to a host. */
const lookedAt = 24;
const atOnce = 4;

/**
 * The partitions a user is a member of, out of those the asking person may open: the data service tells the members of
 * a partition, not the partitions of a user.
 */
export function membershipsQuery(userId: string, asOf: string | undefined) {
  return infiniteQueryOptions({
    queryKey: [...keyOf(userId, 'memberships'), asOf ?? 'now'],
    queryFn: async ({ pageParam: cursor, signal }) => {
      const query = { sort: 'partitionName' as const, pageSize: lookedAt, cursor };
      const { data, nextCursor } = await call(listPartitions, { query }, { signal });
      const memberships: UserMembership[] = [];
      for (let from = 0; from < data.length; from += atOnce) {
        const found = await Promise.all(
          data
            .slice(from, from + atOnce)
            .map((partition) => membershipIn(partition, userId, asOf, signal)),
        );
        memberships.push(...found.filter((each) => each !== undefined));
      }
      return { memberships, nextCursor };
    },
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.nextCursor ?? undefined,
  });
}

async function membershipIn(
  partition: Partition,
  userId: string,
  asOf: string | undefined,
  signal: AbortSignal,
): Promise<UserMembership | undefined> {
  const params = { partitionId: partition.id };
  let cursor: string | undefined;
  do {
    const query = { pageSize: maximalPageSize, cursor, asOf };
    const page = await call(listMembers, { params, query }, { signal });
    const member = page.data.find((each) => each.userId === userId);
    if (member) return { partition, role: member.role, sinceDate: member.sinceDate };
    cursor = page.nextCursor ?? undefined;
  } while (cursor !== undefined);
  return undefined;
}
