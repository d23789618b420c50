import { queryOptions } from '@tanstack/react-query';
import {
  getApplication,
  listApplications,
  listApplicationTokens,
} from '@annals/contracts/applications';
import { call } from '../../api/call.ts';
import { queryClient } from '../../api/queries.ts';
import type { ListRequest } from '../../shared/list/list-request.ts';
import { type ListOptions, listRequestAt } from '../../shared/list/useListState.ts';
import type { PageAddress } from '../../shared/page/page-address.ts';
import { rolesQuery } from '../../shared/permissions/roles.queries.ts';

export const applicationsList: ListOptions = {
  name: 'applications',
  filters: [],
  defaultSort: 'name',
};

const sorts = [
  'name',
  '-name',
  'createdDate',
  '-createdDate',
  'lastUsedDate',
  '-lastUsedDate',
] as const;

export function applicationsQuery(request: ListRequest<never>) {
  const { q, sort, pageSize, cursor } = request;
  return queryOptions({
    queryKey: ['applications', request],
    queryFn: ({ signal }) =>
      call(
        listApplications,
        {
          query: {
            name: q || undefined,
            sort: sorts.find((known) => known === sort),
            pageSize,
            cursor,
          },
        },
        { signal },
      ),
  });
}

export function applicationQuery(applicationId: string) {
  return queryOptions({
    queryKey: ['application', applicationId],
    queryFn: ({ signal }) => call(getApplication, { params: { applicationId } }, { signal }),
  });
}

export const applicationTokensList: ListOptions = { name: 'application-tokens', filters: [] };

export function applicationTokensQuery(applicationId: string, request: ListRequest<never>) {
  const { pageSize, cursor } = request;
  return queryOptions({
    queryKey: ['application', applicationId, 'tokens', request],
    queryFn: ({ signal }) =>
      call(
        listApplicationTokens,
        { params: { applicationId }, query: { pageSize, cursor } },
        { signal },
      ),
  });
}

/** After a change: of this application and of the list. */
export async function forgetApplication(applicationId?: string): Promise<void> {
  await Promise.all([
    queryClient.invalidateQueries({ queryKey: ['applications'] }),
    applicationId !== undefined &&
      queryClient.invalidateQueries({ queryKey: ['application', applicationId] }),
  ]);
}

/** Asks for what the page will show while its code is still on the way. */
export function startApplicationsPage({ search }: PageAddress): void {
  void queryClient.query(rolesQuery()).catch(() => undefined);
  const query = applicationsQuery(listRequestAt(applicationsList, search));
  void queryClient.query(query).catch(() => undefined);
}

/** Asks for what the page will show while its code is still on the way. */
export function startApplicationPage({ params, search }: PageAddress<'applicationId'>): void {
  void queryClient.query(rolesQuery()).catch(() => undefined);
  const { applicationId } = params;
  void queryClient.query(applicationQuery(applicationId)).catch(() => undefined);
  const tokens = applicationTokensQuery(
    applicationId,
    listRequestAt(applicationTokensList, search),
  );
  void queryClient.query(tokens).catch(() => undefined);
}
