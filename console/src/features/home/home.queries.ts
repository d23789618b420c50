import { queryOptions } from '@tanstack/react-query';
import { listTokens } from '@annals/contracts/api-tokens';
import { getAuthenticationHealth, getDataHealth } from '@annals/contracts/health';
import type { Page } from '@annals/contracts/page';
import { listPartitions, versionsPerDayOfAll } from '@annals/contracts/partitions';
import { listInvitations } from '@annals/contracts/user-administration';
import { listUsers } from '@annals/contracts/users';
import { call } from '../../api/call.ts';
import { product } from '../../api/product.ts';
import { queryClient } from '../../api/queries.ts';
import { currentState } from '../../api/state.ts';
import { onceTold } from '../../shared/permissions/once-told.ts';
import { writtenVersionsQuery } from '../../shared/versions/written-versions.queries.ts';

/** How many partitions Home shows; the list has the others. */
const shown = 12;
/** How many of the person's own versions Home shows. */
export const shownVersions = 6;
/** How soon a token ends that somebody should know of. */
export const soonDays = 14;

/** The partitions the person may open, last changed first where the service sorts. */
export function openPartitionsQuery() {
  return queryOptions({
    queryKey: ['home', 'partitions'],
    queryFn: ({ signal }) =>
      call(listPartitions, { query: { sort: '-lastChangeDate', pageSize: shown } }, { signal }),
  });
}

/** What was written lately in all partitions the person may open. */
export function writtenLatelyQuery() {
  return queryOptions({
    queryKey: ['home', 'versions-per-day'],
    queryFn: ({ signal }) => call(versionsPerDayOfAll, { query: {} }, { signal }),
  });
}

/** Without a total from the service at least so many as are here. */
const totalOf = ({ total, data, hasMore }: Page<unknown>) =>
  total ?? { value: data.length, estimate: hasMore };

/** The service tells no total of them, so they come along. */
export function openInvitationsQuery() {
  return queryOptions({
    queryKey: ['home', 'invitations'],
    queryFn: async ({ signal }) =>
      totalOf(await call(listInvitations, { query: { open: true, pageSize: 100 } }, { signal })),
  });
}

export function endingTokensQuery() {
  return queryOptions({
    queryKey: ['home', 'tokens'],
    queryFn: async ({ signal }) =>
      totalOf(
        await call(listTokens, { query: { expiresWithinDays: soonDays, pageSize: 1 } }, { signal }),
      ),
  });
}

export function neverSignedInQuery() {
  return queryOptions({
    queryKey: ['home', 'never-signed-in'],
    queryFn: async ({ signal }) =>
      totalOf(await call(listUsers, { query: { neverSignedIn: true, pageSize: 1 } }, { signal })),
  });
}

/** How a service does, and how long the answer took, in milliseconds. */
export function healthQuery(service: 'authentication' | 'data') {
  return queryOptions({
    queryKey: ['home', 'health', service],
    queryFn: async ({ signal }) => {
      const asked = performance.now();
      const health = await call(
        service === 'authentication' ? getAuthenticationHealth : getDataHealth,
        {},
        { signal },
      );
      return { ...health, answeredMs: Math.round(performance.now() - asked) };
    },
  });
}

/** Asks for what the page will show while its code is still on the way. */
export function startHomePage(): void {
  void queryClient.prefetchQuery(openPartitionsQuery());
  void queryClient.prefetchQuery(writtenLatelyQuery());
  const productUser = currentState()[`${product}User`];
  if (productUser)
    void queryClient
      .infiniteQuery(writtenVersionsQuery(productUser.id, undefined, shownVersions))
      .catch(() => undefined);
  void onceTold((mayI) => [
    ...(mayI('users:read')
      ? [queryClient.query(openInvitationsQuery()), queryClient.query(neverSignedInQuery())]
      : []),
    ...(mayI('tokens:read') ? [queryClient.query(endingTokensQuery())] : []),
    ...(mayI('operations:read')
      ? [queryClient.query(healthQuery('authentication')), queryClient.query(healthQuery('data'))]
      : []),
  ]);
}
