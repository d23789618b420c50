declare const joined: unique symbol;

/** Ids one after the other, because one text costs less to keep than many. */
export type JoinedIds = string & { readonly [joined]: true };

const idLength = 36;

/**
 * Joins ids into a text of its own. Parts of a response, as its ids are, would keep all of it in memory.
 */
export function joinIds(ids: readonly string[]): JoinedIds {
  const [first = ''] = ids;
  return (ids.length < 2 ? copyText(first) : ids.join('')) as JoinedIds;
}

/**
 * A text that keeps no other one in memory. V8 joins both before it takes a part, which then is a part of the short text.
 */
export const copyText = (text: string): string => ` ${text}`.slice(1);

export function idsIn(ids: JoinedIds): string[] {
  const found: string[] = [];
  for (let from = 0; from < ids.length; from += idLength)
    found.push(ids.slice(from, from + idLength));
  return found;
}
