import { queryOptions } from '@tanstack/react-query';
import { referencedBy } from '@annals/contracts/objects';
import { call } from '../../../api/call.ts';
import { fewAtATime } from '../../../api/few-at-a-time.ts';
import { partitionKey, type Moment } from '../objects.queries.ts';
import { perStep } from './graph/graph-state.ts';

/** One step of what points at an object, asked for beside many others. */
export function pointingQuery(
  partitionId: string,
  objectId: string,
  asOf: Moment,
  cursor: string | undefined,
) {
  return queryOptions({
    queryKey: [
      ...partitionKey(partitionId),
      'referencedBy',
      objectId,
      asOf ?? null,
      'step',
      cursor ?? null,
    ],
    queryFn: ({ signal }) =>
      fewAtATime(
        () =>
          call(
            referencedBy,
            { params: { partitionId, objectId }, query: { asOf, pageSize: perStep, cursor } },
            { signal },
          ),
        signal,
      ),
    staleTime: 60_000,
  });
}
