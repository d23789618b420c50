import { queryOptions } from '@tanstack/react-query';
import { listTokens } from '@annals/contracts/api-tokens';
import { getAuthenticationHealth, getDataHealth } from '@annals/contracts/health';
import { listIdentityProviders } from '@annals/contracts/identity-providers';
import { listOrganizationalUnits } from '@annals/contracts/organizational-units';
import { listPartitions } from '@annals/contracts/partitions';
import { listInvitations } from '@annals/contracts/user-administration';
import { listUsers } from '@annals/contracts/users';
import { webhooksToAttend } from '@annals/contracts/webhooks';
import { firstEntries, type Page } from '../../platform/api/page.ts';
import type { Partition } from '../../platform/api/things.ts';
import { call } from '../../platform/api/call.ts';
import { prefetch, queryKeyOf, queryOf } from '../../platform/api/query.ts';
import { changeSetsToAttendQuery } from '../../domain/change-sets/change-sets.queries.ts';
import type { Loaders } from '../../ui/page/page-address.ts';
import { prefetchIfDescribed } from '../../domain/permissions/prefetch-if-described.ts';
import { unseenQuery } from '../../domain/subscriptions/subscriptions.queries.ts';
import {
  authenticationSystemQuery,
  dataSystemQuery,
  providerCertificatesQuery,
} from '../../domain/system/system.queries.ts';
import { visitQuery } from '../../domain/visits/visit.queries.ts';
import { healthIn } from './health-in.ts';

/** Tokens that expire within this many days need attention. */
export const soonDays = 14;

const shownPartitions = 6;

/** The user's first partitions, most recently changed first if the service sorts. */
export const openPartitionsQuery = {
  ...queryOf(listPartitions, { query: { sort: '-lastChangeDate', pageSize: shownPartitions } }),
  select: (partitions: Page<Partition>) => firstEntries(partitions, shownPartitions),
};

/** Falls back to the number of returned rows if the service reports no total. */
const totalOf = ({ total, data, hasMore }: Page<unknown>) =>
  total ?? { value: data.length, estimate: hasMore };

/** The service reports no total, so the rows are fetched. */
export const openInvitationsQuery = {
  ...queryOf(listInvitations, { query: { open: true, pageSize: 100 } }),
  select: totalOf,
};

/** The failing webhooks in all partitions that the user owns. */
export const webhooksToAttendQuery = queryOf(webhooksToAttend);

export const expiringTokensQuery = {
  ...queryOf(listTokens, { query: { expiresWithinDays: soonDays, pageSize: 1 } }),
  select: totalOf,
};

export const neverSignedInQuery = {
  ...queryOf(listUsers, { query: { neverSignedIn: true, pageSize: 1 } }),
  select: totalOf,
};

/** The providers and units with an unverified email domain. */
export function pendingDomainsQuery(of: 'providers' | 'units') {
  const row = of === 'providers' ? listIdentityProviders : listOrganizationalUnits;
  return countQuery(row, { query: { pendingDomains: true, pageSize: 100 } });
}

/** The providers with users whose last sign-in contained something that could not be used. */
export const unreadProvidersQuery = countQuery(listIdentityProviders, {
  query: { unread: true, pageSize: 100 },
});

/** How many there are, and the only one if there is one. */
function countQuery(
  row: typeof listIdentityProviders | typeof listOrganizationalUnits,
  input: { query: { pageSize: number; pendingDomains?: true; unread?: true } },
) {
  return queryOptions({
    queryKey: [...queryKeyOf(row, input), 'pending'],
    queryFn: async ({ signal }) => {
      const page = await call(row, input, { signal });
      return {
        total: totalOf(page),
        onlyId: page.data.length === 1 ? page.data[0]?.id : undefined,
      };
    },
  });
}

/** The health of a service, and its response time in milliseconds; null if it responds, but does not report its health. */
export function healthQuery(service: 'authentication' | 'data') {
  const row = service === 'authentication' ? getAuthenticationHealth : getDataHealth;
  return queryOptions({
    queryKey: [...queryKeyOf(row), 'timed'],
    queryFn: async ({ signal }) => {
      const asked = performance.now();
      try {
        const health = await call(row, {}, { signal });
        return { ...health, answeredMs: Math.round(performance.now() - asked) };
      } catch (error) {
        if (healthIn(error) === 'unknown') return null;
        throw error;
      }
    },
  });
}

export const loaders: Loaders = {
  index: () => {
    prefetch(openPartitionsQuery);
    void prefetchIfDescribed((mayI) => [
      changeSetsToAttendQuery,
      webhooksToAttendQuery,
      unseenQuery,
      visitQuery,
      ...(mayI('users:read') ? [openInvitationsQuery, neverSignedInQuery] : []),
      ...(mayI('tokens:read') ? [expiringTokensQuery] : []),
      ...(mayI('identity-providers:write')
        ? [pendingDomainsQuery('providers'), unreadProvidersQuery]
        : []),
      ...(mayI('organizational-units:write') ? [pendingDomainsQuery('units')] : []),
      ...(mayI('operations:read')
        ? [
            healthQuery('authentication'),
            healthQuery('data'),
            authenticationSystemQuery,
            dataSystemQuery,
            providerCertificatesQuery,
          ]
        : []),
    ]);
  },
};
