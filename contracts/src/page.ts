import * as z from 'zod/mini';

/**
 * The field that holds what the service returned in another form than the contract's, unchanged: by field name, or as a
 * whole if the value is not an object. No service sends it; the response normalizer adds it.
 */
export const moreKey = '$more';

export interface Page<Item> {
  data: Item[];
  nextCursor: string | null;
  hasMore: boolean;
  /** Present if the service knows it; `estimate` if it is not exact. */
  total?: { value: number; estimate: boolean } | undefined;
  /**
   * The service does not page as ours do, so this is its whole response. `more` may tell whether there are further
   * entries.
   */
  unpaged?: true;
  /** The service does not say whether more follow, which only the next page tells. */
  perhapsMore?: true;
  /**
   * The list is empty, but the service did not say so: it does not have the call, or answered without content or in a form
   * that cannot be read. "There are none" must not be shown.
   */
  unknown?: true;
  /** Additional fields beside the list: links, the service's own paging, entries that could not be read. */
  more?: Record<string, unknown>;
}

const items = new WeakMap<z.core.$ZodType, z.core.$ZodType>();

/** The schema of the entries, if the schema is a list made by `pageOf`. */
export const itemOf = (schema: z.core.$ZodType): z.core.$ZodType | undefined => items.get(schema);

/**
 * One page of a list. Our services return `{data, nextCursor, hasMore}`; a foreign one may return a bare array or only
 * `{data}`, which reads as a list without more pages. The response normalizer handles other wrappers.
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
