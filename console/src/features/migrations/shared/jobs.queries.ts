import { getJob, type Job, listJobs } from '@annals/contracts/moves';
import type { Page } from '@annals/contracts/page';
import { invalidate, queryOf } from '../../../api/query.ts';
import type { ListRequest } from '../../../shared/list/list-request.ts';
import { listOf } from '../../../shared/list/list-of.ts';

/** How often a job that runs is looked at; the browser asks for nothing while the tab is hidden. */
const lookAgainMs = 2000;

export const jobsList = listOf(listJobs, {
  name: 'jobs',
  filters: { kind: 'kind', state: 'state' },
});

/** The jobs of a list, asked for again as long as one of them runs. */
export const jobsQuery = (request: ListRequest<'kind' | 'state'>) => ({
  ...jobsList.query(request),
  refetchInterval: ({ state }: { state: { data: Page<Job> | undefined } }) =>
    state.data?.data.some(isRunning) === true && lookAgainMs,
});

export const jobQuery = (jobId: string) => ({
  ...queryOf(getJob, { params: { jobId } }),
  refetchInterval: ({ state }: { state: { data: Job | undefined } }) =>
    state.data !== undefined && isRunning(state.data) && lookAgainMs,
});

const isRunning = ({ state }: Job): boolean => state === 'RUNNING';

/** After something was done to a job. */
export const invalidateJobs = () => invalidate(listJobs, getJob);
