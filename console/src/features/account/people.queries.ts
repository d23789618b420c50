import { queryOptions } from '@tanstack/react-query';
import { invitationStates, listInvitations } from '@annals/contracts/user-administration';
import { listUsers, userSorts, userStatuses } from '@annals/contracts/users';
import { call } from '../../api/call.ts';
import type { ListRequest } from '../../shared/list/list-request.ts';
import type { ListOptions } from '../../shared/list/useListState.ts';

type PeopleFilter = 'status' | 'unit';

export const peopleList: ListOptions<PeopleFilter> = {
  name: 'people',
  filters: ['status', 'unit'],
  defaultSort: 'name',
};

const sorts = [...userSorts, ...userSorts.map((field) => `-${field}` as const)];

/** The users one may see: those of one's own units, or all. */
export function peopleQuery(request: ListRequest<PeopleFilter>) {
  const { q, filters, sort, pageSize, cursor } = request;
  return queryOptions({
    queryKey: ['users', 'people', request],
    queryFn: ({ signal }) =>
      call(
        listUsers,
        {
          query: {
            name: q || undefined,
            status: userStatuses.find((status) => status === filters.status),
            organizationalUnitId: filters.unit,
            sort: sorts.find((known) => known === sort),
            pageSize,
            cursor,
          },
        },
        { signal },
      ),
  });
}

type InvitationFilter = 'open' | 'state';

export const invitationsList: ListOptions<InvitationFilter> = {
  name: 'invitations',
  filters: ['open', 'state'],
};

export function invitationsQuery(request: ListRequest<InvitationFilter>) {
  const { q, filters, pageSize, cursor } = request;
  return queryOptions({
    queryKey: ['invitations', request],
    queryFn: ({ signal }) =>
      call(
        listInvitations,
        {
          query: {
            name: q || undefined,
            state: invitationStates.find((state) => state === filters.state),
            open: filters.open === 'true' ? true : undefined,
            pageSize,
            cursor,
          },
        },
        { signal },
      ),
  });
}

/** Whether the service knows invitations at all. */
export function invitationsOfferedQuery() {
  return queryOptions({
    queryKey: ['invitations', 'offered'],
    queryFn: ({ signal }) => call(listInvitations, { query: { pageSize: 1 } }, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
  });
}
