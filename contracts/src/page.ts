import * as z from 'zod/mini';

export interface Page<Item> {
  data: Item[];
  nextCursor: string | null;
  hasMore: boolean;
  /** Present where the service can tell it; `estimate` where it is not exact. */
  total?: { value: number; estimate: boolean } | undefined;
}

/**
 * One page of a list. Our services answer `{data, nextCursor, hasMore}`; a foreign one may answer a bare array or
 * `{data}` alone, which reads as a list without more pages.
 */
export function pageOf<Item extends z.core.$ZodType>(item: Item) {
  return z.pipe(
    z.union([
      z.array(item),
      z.looseObject({
        data: z.array(item),
        nextCursor: z.optional(z.nullable(z.string())),
        hasMore: z.optional(z.boolean()),
        total: z.optional(z.object({ value: z.number(), estimate: z.boolean() })),
      }),
    ]),
    z.transform((list): Page<z.core.output<Item>> => {
      if (Array.isArray(list)) return { data: list, nextCursor: null, hasMore: false };
      const { data, nextCursor = null, hasMore = false, total } = list;
      return { data, nextCursor, hasMore, total };
    }),
  );
}
