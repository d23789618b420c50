import { queryOptions } from '@tanstack/react-query';
import { getErasure } from '@annals/contracts/proofs';
import { call } from '../../api/call.ts';

export function erasureQuery(partitionId: string, receipt: string) {
  return queryOptions({
    queryKey: ['erasure', partitionId, receipt],
    queryFn: ({ signal }) => call(getErasure, { params: { partitionId, receipt } }, { signal }),
    // A receipt never changes.
    staleTime: Number.POSITIVE_INFINITY,
  });
}
