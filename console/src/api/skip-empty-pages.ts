import type { CallInput, Endpoint } from '@annals/contracts/endpoint';
import { call } from './call.ts';
import { numberOfCursor } from './lists-of-services.ts';
import type { Input } from './request.ts';

/** Calls until a search that finds nothing waits to be asked to go on. */
const mostCalls = 20;

/**
 * The next page of a search that has anything on it. A search looks at a bounded number of objects for each request, so
 * a page can be empty although more follow.
 */
export async function skipEmptyPages<Answer>(
  cursor: string | undefined,
  ask: (cursor: string | undefined) => Promise<Answer>,
): Promise<Answer> {
  let answer = await ask(cursor);
  for (let calls = 1; calls < mostCalls; calls++) {
    const next = nextAfterEmpty(answer);
    if (next === undefined) return answer;
    answer = await ask(next);
  }
  return answer;
}

/** The cursor of an empty page that more follow. */
function nextAfterEmpty(answer: unknown): string | undefined {
  const { data, nextCursor } = (answer ?? {}) as { data?: unknown; nextCursor?: unknown };
  const isEmpty = Array.isArray(data) && data.length === 0;
  return isEmpty && typeof nextCursor === 'string' ? nextCursor : undefined;
}

/** Calls a list for a page that has anything on it. */
export const callForPage = <E extends Endpoint>(
  row: E,
  input: CallInput<E> & Input,
  options: Parameters<typeof call<E>>[2],
) =>
  skipEmptyPages((input.query as { cursor?: string } | undefined)?.cursor, (cursor) => {
    const page = numberOfCursor(cursor);
    const place = page === undefined ? { cursor } : { cursor: undefined, page };
    return call(
      row,
      { ...input, query: { ...(input.query as object | undefined), ...place } },
      options,
    );
  });
