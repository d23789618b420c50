import { listAuthenticationMigrations, listDataMigrations } from '@annals/contracts/migrations';
import { getTransfer, type Transfer, listTransfers } from '@annals/contracts/transfers';
import type { Page } from '@annals/contracts/page';
import { getServiceCheckpoint } from '@annals/contracts/proofs';
import { invalidate, queryOf } from '../../api/query.ts';
import type { ListRequest } from '../../shared/list/list-request.ts';
import { listOf } from '../../shared/list/list-of.ts';
import type { Prefetchers } from '../../shared/page/page-address.ts';
import { prefetchIfDescribed } from '../../shared/permissions/prefetch-if-described.ts';
import { oneOf } from '../../shared/search.ts';

/** How often a transfer that runs is looked at; the browser asks for nothing while the tab is hidden. */
const lookAgainMs = 2000;

export const transferList = listOf(listTransfers, {
  name: 'jobs',
  filters: { kind: 'kind', state: 'state' },
});

/** The transfers of a list, asked for again as long as one of them runs. */
export const transfersQuery = (request: ListRequest<'kind' | 'state'>) => ({
  ...transferList.query(request),
  refetchInterval: ({ state }: { state: { data: Page<Transfer> | undefined } }) =>
    state.data?.data.some(isRunning) === true && lookAgainMs,
});

export const transferQuery = (transferId: string) => ({
  ...queryOf(getTransfer, { params: { jobId: transferId } }),
  refetchInterval: ({ state }: { state: { data: Transfer | undefined } }) =>
    state.data !== undefined && isRunning(state.data) && lookAgainMs,
});

const isRunning = ({ state }: Transfer): boolean => state === 'RUNNING';

/** After something was done to a transfer. */
export const invalidateTransfers = () => invalidate(listTransfers, getTransfer);

export const prefetchers: Prefetchers = {
  migrations: ({ search }) => {
    const tab = oneOf(search['tab']);
    void prefetchIfDescribed((mayI) => {
      if (tab === 'runs') return [transferList.queryAt(search)];
      if (tab === 'verify') return [queryOf(getServiceCheckpoint)];
      if ((tab !== undefined && tab !== 'schema') || !mayI('operations:read')) return [];
      return [queryOf(listDataMigrations), queryOf(listAuthenticationMigrations)];
    });
  },
};
