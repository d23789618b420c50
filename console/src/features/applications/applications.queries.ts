import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
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

export function applicationTokensQuery(applicationId: string) {
  return infiniteQueryOptions({
    queryKey: ['application', applicationId, 'tokens'],
    queryFn: ({ signal, pageParam }) =>
      call(
        listApplicationTokens,
        { params: { applicationId }, query: { pageSize: 50, cursor: pageParam } },
        { signal },
      ),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
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
  const query = applicationsQuery(listRequestAt(applicationsList, search));
  void queryClient.query(query).catch(() => undefined);
}

/** Asks for what the page will show while its code is still on the way. */
export function startApplicationPage({ params }: PageAddress<'applicationId'>): void {
  const { applicationId } = params;
  void queryClient.query(applicationQuery(applicationId)).catch(() => undefined);
  void queryClient.infiniteQuery(applicationTokensQuery(applicationId)).catch(() => undefined);
}
