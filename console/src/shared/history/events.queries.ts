import { infiniteQueryOptions } from '@tanstack/react-query';
import { listEvents } from '@annals/contracts/events';
import { call } from '../../api/call.ts';

const pageSize = 20;

/** What was done to a subject (`user/<id>`), the newest first. */
export function eventsQuery(subject: string) {
  return infiniteQueryOptions({
    queryKey: ['events', subject],
    queryFn: ({ pageParam, signal }) =>
      call(listEvents, { query: { subject, pageSize, cursor: pageParam } }, { signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.nextCursor ?? undefined,
  });
}
