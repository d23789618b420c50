import { queryOptions } from '@tanstack/react-query';
import pLimit from 'p-limit';
import type { Endpoint } from '@annals/contracts/endpoint';
import { call } from './call.ts';
import { type InputArgument, type InputOf, queryKeyOf } from './query.ts';

/** A browser has six connections to a host; some stay free for what the person does next. */
const limit = pLimit(4);

/** Limits concurrent calls. A call that is aborted while waiting is not made. */
export function limitQuery<T>(run: () => Promise<T>, signal: AbortSignal): Promise<T> {
  return limit(() => {
    signal.throwIfAborted();
    return run();
  });
}

/** The same with limited concurrency, for lists whose rows each send a request. */
export function limitedQueryOf<E extends Endpoint>(row: E, ...[given]: InputArgument<E>) {
  const input = given ?? ({} as InputOf<E>);
  return queryOptions({
    queryKey: queryKeyOf(row, input),
    queryFn: ({ signal }) => limitQuery(() => call(row, input, { signal }), signal),
  });
}
