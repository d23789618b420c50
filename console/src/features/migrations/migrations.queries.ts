import { queryOptions } from '@tanstack/react-query';
import { listAuthenticationMigrations, listDataMigrations } from '@annals/contracts/migrations';
import { getJob, type Job, jobKinds, jobStates, listJobs } from '@annals/contracts/moves';
import { getPartition } from '@annals/contracts/partitions';
import { getServiceCheckpoint } from '@annals/contracts/proofs';
import { call } from '../../api/call.ts';
import { queryClient } from '../../api/queries.ts';
import type { ListRequest } from '../../shared/list/list-request.ts';
import { type ListOptions, listRequestAt } from '../../shared/list/useListState.ts';
import type { PageAddress } from '../../shared/page/page-address.ts';
import { onceTold } from '../../shared/permissions/once-told.ts';
import { oneOf } from '../../shared/search.ts';

/** How often a job that runs is looked at; the browser asks for nothing while the tab is hidden. */
const lookAgainMs = 2000;

export const jobsList: ListOptions<'kind' | 'state'> = {
  name: 'jobs',
  filters: ['kind', 'state'],
};

export function dataMigrationsQuery() {
  return queryOptions({
    queryKey: ['migrations', 'data'],
    queryFn: ({ signal }) => call(listDataMigrations, {}, { signal }),
  });
}

export function authenticationMigrationsQuery() {
  return queryOptions({
    queryKey: ['migrations', 'authentication'],
    queryFn: ({ signal }) => call(listAuthenticationMigrations, {}, { signal }),
  });
}

export function serviceCheckpointQuery() {
  return queryOptions({
    queryKey: ['service-log'],
    queryFn: ({ signal }) => call(getServiceCheckpoint, {}, { signal }),
  });
}

export function jobsQuery({ filters, pageSize, cursor }: ListRequest<'kind' | 'state'>) {
  return queryOptions({
    queryKey: ['jobs', { filters, pageSize, cursor }],
    queryFn: ({ signal }) =>
      call(
        listJobs,
        {
          query: {
            kind: jobKinds.find((kind) => kind === filters.kind),
            state: jobStates.find((state) => state === filters.state),
            pageSize,
            cursor,
          },
        },
        { signal },
      ),
    refetchInterval: ({ state }) => state.data?.data.some(isRunning) === true && lookAgainMs,
  });
}

export function jobQuery(jobId: string) {
  return queryOptions({
    queryKey: ['job', jobId],
    queryFn: ({ signal }) => call(getJob, { params: { jobId } }, { signal }),
    refetchInterval: ({ state }) =>
      state.data !== undefined && isRunning(state.data) && lookAgainMs,
  });
}

/** A partition that an address names. */
export function namedPartitionQuery(partitionId: string) {
  return queryOptions({
    queryKey: ['partition', partitionId],
    queryFn: ({ signal }) => call(getPartition, { params: { partitionId } }, { signal }),
  });
}

const isRunning = ({ state }: Job): boolean => state === 'RUNNING';

/** After something was done to a job. */
export async function forgetJobs(): Promise<void> {
  await Promise.all([
    queryClient.invalidateQueries({ queryKey: ['jobs'] }),
    queryClient.invalidateQueries({ queryKey: ['job'] }),
  ]);
}

/** Asks for what the page will show while its code is still on the way. */
export function startMigrationsPage({ search }: PageAddress): void {
  const tab = oneOf(search['tab']);
  void onceTold((mayI) => {
    if (tab === 'runs') return [queryClient.query(jobsQuery(listRequestAt(jobsList, search)))];
    if (tab === 'verify') return [queryClient.query(serviceCheckpointQuery())];
    if ((tab !== undefined && tab !== 'schema') || !mayI('operations:read')) return [];
    return [
      queryClient.query(dataMigrationsQuery()),
      queryClient.query(authenticationMigrationsQuery()),
    ];
  });
}
