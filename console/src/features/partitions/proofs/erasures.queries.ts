import { queryOptions } from '@tanstack/react-query';
import { listErasures } from '@annals/contracts/proofs';
import { call } from '../../../api/call.ts';
import type { ListRequest } from '../../../shared/list/list-request.ts';
import type { ListOptions } from '../../../shared/list/useListState.ts';

export const erasuresList: ListOptions = { name: 'erasures', filters: [] };

/** The receipts of what was erased in the partition, the newest first. */
export function erasuresQuery(partitionId: string, { pageSize, cursor }: ListRequest<never>) {
  return queryOptions({
    queryKey: ['erasures', partitionId, { pageSize, cursor }],
    queryFn: ({ signal }) =>
      call(listErasures, { params: { partitionId }, query: { pageSize, cursor } }, { signal }),
  });
}
