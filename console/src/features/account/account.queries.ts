import { queryOptions } from '@tanstack/react-query';
import { listFactors } from '@annals/contracts/account';
import { listTokens } from '@annals/contracts/api-tokens';
import { listPartitions } from '@annals/contracts/partitions';
import { currentUser } from '@annals/contracts/user';
import { listUserIdentities, listUserSessions } from '@annals/contracts/user-administration';
import { listSignInWays } from '@annals/contracts/ways-in';
import { call } from '../../api/call.ts';
import { queryClient } from '../../api/queries.ts';
import { changeState, currentState } from '../../api/state.ts';
import { oneOf } from '../../shared/search.ts';
import { listRequestAt } from '../../shared/list/useListState.ts';
import type { PageAddress } from '../../shared/page/page-address.ts';
import { onceTold } from '../../shared/permissions/once-told.ts';
import {
  invitationsList,
  invitationsOfferedQuery,
  invitationsQuery,
  peopleList,
  peopleQuery,
} from './people.queries.ts';

const self = { params: { userId: 'current' as const } };
/** So many at once are rare; what there is more of stands on its own page. */
const shownPartitions = 100;
const countedTokens = 500;

/** The signed-in user as the service knows them now. */
export function accountQuery() {
  return queryOptions({
    queryKey: ['account', 'user'],
    queryFn: async ({ signal }) => {
      const user = await call(currentUser, {}, { signal });
      changeState({ user });
      return user;
    },
  });
}

export function factorsQuery() {
  return queryOptions({
    queryKey: ['account', 'factors'],
    queryFn: ({ signal }) => call(listFactors, {}, { signal }),
  });
}

export function sessionsQuery() {
  return queryOptions({
    queryKey: ['account', 'sessions'],
    queryFn: ({ signal }) => call(listUserSessions, self, { signal }),
  });
}

export function identitiesQuery() {
  return queryOptions({
    queryKey: ['account', 'identities'],
    queryFn: ({ signal }) => call(listUserIdentities, self, { signal }),
  });
}

/** The providers one can sign in with, and so link an account at. */
export function providersToLinkQuery() {
  return queryOptions({
    queryKey: ['account', 'providers'],
    queryFn: ({ signal }) => call(listSignInWays, {}, { signal }),
  });
}

export function ownTokensQuery() {
  return queryOptions({
    // With the list of tokens this is forgotten when one is made or revoked.
    queryKey: ['tokens', 'own'],
    queryFn: ({ signal }) =>
      call(listTokens, { query: { ownerId: 'current', pageSize: countedTokens } }, { signal }),
  });
}

export function ownPartitionsQuery() {
  return queryOptions({
    queryKey: ['partitions', 'own'],
    queryFn: ({ signal }) =>
      call(
        listPartitions,
        { query: { sort: 'partitionName', pageSize: shownPartitions } },
        { signal },
      ),
  });
}

/** After a change of one's own account. */
export async function forgetAccount(): Promise<void> {
  await Promise.all(
    [['account'], ['users'], ['user']].map((queryKey) =>
      queryClient.invalidateQueries({ queryKey }),
    ),
  );
}

/** Asks for what the page will show while its code is still on the way. */
export function startAccountPage({ search }: PageAddress): void {
  const ask = (asking: Promise<unknown>) => void asking.catch(() => undefined);
  ask(queryClient.query(accountQuery()));
  ask(
    onceTold((mayI) => (mayI('users:read') ? [queryClient.query(invitationsOfferedQuery())] : [])),
  );
  switch (oneOf(search['tab'])) {
    case 'security':
      ask(queryClient.query(factorsQuery()));
      ask(queryClient.query(identitiesQuery()));
      ask(queryClient.query(providersToLinkQuery()));
      break;
    case 'sessions':
      ask(queryClient.query(sessionsQuery()));
      break;
    case 'rights':
      ask(queryClient.query(ownPartitionsQuery()));
      break;
    case 'people':
      // Whoever else may see people waits until it is known: a refused call helps nobody.
      if (currentState().isGlobalMaster)
        ask(queryClient.query(peopleQuery(listRequestAt(peopleList, search))));
      break;
    case 'invitations':
      ask(
        onceTold((mayI) =>
          mayI('users:read')
            ? [queryClient.query(invitationsQuery(listRequestAt(invitationsList, search)))]
            : [],
        ),
      );
      break;
    case undefined:
      ask(queryClient.query(ownTokensQuery()));
      break;
    default:
  }
}
