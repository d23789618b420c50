import { queryOptions } from '@tanstack/react-query';
import { listFactors } from '@annals/contracts/account';
import { listTokens } from '@annals/contracts/api-tokens';
import { listPartitions } from '@annals/contracts/partitions';
import { currentUser } from '@annals/contracts/user';
import {
  listInvitations,
  listUserIdentities,
  listUserSessions,
} from '@annals/contracts/user-administration';
import { listUsers } from '@annals/contracts/users';
import { listSignInProviders } from '@annals/contracts/sign-in-options';
import { isAnnounced } from '../../platform/api/announced.ts';
import { call } from '../../platform/api/call.ts';
import { prefetch, queryKeyOf, queryOf } from '../../platform/api/query.ts';
import { firstEntries, type Page } from '../../platform/api/page.ts';
import { changeState, currentState } from '../../platform/api/state.ts';
import type { Partition } from '../../platform/api/things.ts';
import { listOf } from '../../ui/list/list-of.ts';
import type { Loaders } from '../../ui/page/page-address.ts';
import { prefetchIfDescribed } from '../../domain/permissions/prefetch-if-described.ts';
import { oneOf } from '../../platform/search.ts';
import { invalidateUsers } from '../../domain/users/invalidate-users.ts';

const self = { params: { userId: 'current' } } as const;

/** The current state of the signed-in user. */
export const accountQuery = queryOptions({
  queryKey: queryKeyOf(currentUser),
  queryFn: async ({ signal }) => {
    const user = await call(currentUser, {}, { signal });
    changeState({ user });
    return user;
  },
  // As the console was started with it: the page need not wait to say the same.
  placeholderData: () => currentState().user,
});

export const sessionsQuery = queryOf(listUserSessions, self);
export const identitiesQuery = queryOf(listUserIdentities, self);
/** One page is usually enough; the full list has its own page. */
export const ownTokensQuery = queryOf(listTokens, { query: { ownerId: 'current', pageSize: 500 } });
const shownPartitions = 100;

export const ownPartitionsQuery = {
  ...queryOf(listPartitions, { query: { sort: 'partitionName', pageSize: shownPartitions } }),
  select: (partitions: Page<Partition>) => firstEntries(partitions, shownPartitions),
};

/** Invalidates all queries about the user's own account. */
export const invalidateAccount = () =>
  invalidateUsers(currentUser, listFactors, listSignInProviders);

/** The visible users: those of the user's own units, or all. */
export const peopleList = listOf(listUsers, {
  name: 'people',
  search: 'name',
  filters: { status: 'status', unit: 'organizationalUnitId' },
  defaultSort: 'name',
});

export const invitationsList = listOf(listInvitations, {
  name: 'invitations',
  search: 'name',
  filters: { open: 'open', state: 'state' },
});

export const loaders: Loaders = {
  'user-management': ({ search }) => {
    prefetch(accountQuery);
    switch (oneOf(search['tab'])) {
      case 'security':
        // The providers for sign-in are also those that can be linked.
        prefetch(queryOf(listFactors), identitiesQuery, queryOf(listSignInProviders));
        break;
      case 'sessions':
        prefetch(sessionsQuery);
        break;
      case 'rights':
        prefetch(ownPartitionsQuery);
        break;
      case 'people':
        // Prefetched only once the permission is known, to avoid a refused call.
        if (currentState().isGlobalMaster) prefetch(peopleList.queryAt(search));
        break;
      case 'invitations':
        void prefetchIfDescribed((mayI) =>
          mayI('users:read') ? [invitationsList.queryAt(search)] : [],
        );
        break;
      case undefined:
        // Of another vendor's service the page shows no tokens, because they may be those of others.
        if (isAnnounced('authentication')) prefetch(ownTokensQuery);
        break;
      default:
    }
  },
};
