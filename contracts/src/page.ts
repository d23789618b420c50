import * as z from 'zod/mini';

/**
 * The field of a thing that holds what the service said of it in another form than the contract's, unchanged: under the
 * name of each field, or as a whole where the thing is no object. No service sends it; the response normalizer adds it.
 */
export const moreKey = '$more';

export interface Page<Item> {
  data: Item[];
  nextCursor: string | null;
  hasMore: boolean;
  /** Present where the service can tell it; `estimate` where it is not exact. */
  total?: { value: number; estimate: boolean } | undefined;
  /** The service does not page as ours does: this is all that it answered. Whether there is more, it may say in `more`. */
  unpaged?: true;
  /** What it says beside the list: links, paging of its own, entries that could not be read. */
  more?: Record<string, unknown>;
}

const items = new WeakMap<z.core.$ZodType, z.core.$ZodType>();

/** The schema of the entries, where it is the schema of a list: `pageOf`. */
export const itemOf = (schema: z.core.$ZodType): z.core.$ZodType | undefined => items.get(schema);

/**
 * One page of a list. Our services answer `{data, nextCursor, hasMore}`; a foreign one may answer a bare array or
 * `{data}` alone, which reads as a list without more pages. Other wrappers are the response normalizer's.
 */
export function pageOf<Item extends z.core.$ZodType>(item: Item) {
  const page = z.pipe(
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
      if (Array.isArray(list))
        return { data: list, nextCursor: null, hasMore: false, unpaged: true };
      const { data, nextCursor, hasMore, total, [moreKey]: unread, ...others } = list;
      const more = { ...others, ...(unread as object | undefined) };
      return {
        data,
        nextCursor: nextCursor ?? null,
        hasMore: hasMore ?? false,
        ...(total && { total }),
        ...(nextCursor === undefined && hasMore === undefined && { unpaged: true }),
        ...(Object.keys(more).length > 0 && { more }),
      };
    }),
  );
  items.set(page, item);
  return page;
}
