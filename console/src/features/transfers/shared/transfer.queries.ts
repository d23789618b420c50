import { getTransfer, listTransfers, type Transfer } from '@annals/contracts/transfers';
import type { Page } from '../../../platform/api/page.ts';
import { invalidate, queryOf } from '../../../platform/api/query.ts';
import type { ListRequest } from '../../../ui/list/list-request.ts';
import { listOf } from '../../../ui/list/list-of.ts';

/** The polling interval of a running transfer; hidden tabs do not poll. */
const lookAgainMs = 2000;

export const transferList = listOf(listTransfers, {
  name: 'jobs',
  filters: { kind: 'kind', state: 'state' },
});

/** The transfers of a list, polled while one of them runs. */
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

/** Invalidates the transfers after a change. */
export const invalidateTransfers = () => invalidate(listTransfers, getTransfer);
