import { queryOptions } from '@tanstack/react-query';
import { listPartitions } from '@annals/contracts/partitions';
import { call } from '../../api/call.ts';
import { queryClient } from '../../api/queries.ts';

/** How many partitions Home shows; the list has the others. */
const shown = 12;

/** The partitions the person may open, last changed first where the service sorts. */
export function openPartitionsQuery() {
  return queryOptions({
    queryKey: ['home', 'partitions'],
    queryFn: ({ signal }) =>
      call(listPartitions, { query: { sort: '-lastChangeDate', pageSize: shown } }, { signal }),
  });
}

export function startHomePage(): void {
  void queryClient.prefetchQuery(openPartitionsQuery());
}
