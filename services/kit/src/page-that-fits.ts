import { Problem } from './problem.ts';

/** Bytes. The console's proxy passes on no more than 10 MiB. */
const largestAnswer = 8 * 1024 * 1024;

/**
 * The answer as JSON. A page of a list that comes out too large is asked for again with fewer items: it says itself
 * where the list goes on.
 * @throws Problem 400 for such a page that was asked for by its number, since the next number would skip items
 */
export async function pageThatFits(
  query: unknown,
  ask: (query: unknown) => Promise<unknown>,
): Promise<string | undefined> {
  let text = written(await ask(query));
  if (!isPaged(query)) return text?.json;
  for (let { pageSize } = query; text && text.bytes > largestAnswer && pageSize > 1;) {
    if (query.page !== undefined) throw pageTooLarge();
    pageSize = Math.max(1, Math.floor((pageSize * largestAnswer) / text.bytes / 2));
    text = written(await ask({ ...query, pageSize }));
  }
  return text?.json;
}

function isPaged(query: unknown): query is { pageSize: number; page?: number } {
  return (
    typeof query === 'object' &&
    query !== null &&
    'pageSize' in query &&
    typeof query.pageSize === 'number'
  );
}

function written(answer: unknown): { json: string; bytes: number } | undefined {
  const json: string | undefined = JSON.stringify(answer);
  return json === undefined ? undefined : { json, bytes: bytesOf(json) };
}

/** Counted only where it matters: a UTF-16 unit becomes three bytes at most. */
function bytesOf(json: string): number {
  return json.length * 3 <= largestAnswer ? json.length : Buffer.byteLength(json);
}

export const pageTooLarge = () =>
  new Problem(
    400,
    'page_too_large',
    'This page holds too much for one answer. Ask for fewer items with pageSize, or go by the cursor instead of page.',
    { fields: [{ path: 'query.pageSize', message: 'Give a smaller one.' }] },
  );
