import * as z from 'zod/mini';
import type { $ZodType } from 'zod/v4/core';
import { rememberItem, type Page as OurPage } from '@annals/contracts/page';

/**
 * The field that holds what the service returned in another form than the contract's, unchanged: by field name, or as a
 * whole if the value is not an object. No service sends it; the response normalizer adds it.
 */
export const moreKey = '$more';

/** One page of a list, with what is known of it where the service is of another vendor. */
export interface Page<Item> extends OurPage<Item> {
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
  /**
   * Since when it is known. Of who had access as of an earlier moment: the list is empty; of the events of a period that
   * begins earlier, it may have later ones.
   */
  knownSince?: string;
  /** Additional fields beside the list: links, the service's own paging, entries that could not be read. */
  more?: Record<string, unknown>;
}

/** The first entries of a list, for a page with room for no more: a service may return all at once. */
export function firstEntries<Item>(page: Page<Item>, count: number): Page<Item> {
  const { data } = page;
  return data.length > count ? { ...page, data: data.slice(0, count), hasMore: true } : page;
}

/**
 * The schema of a list that may also be a bare array or only `{data}`, which reads as a list without more pages. The
 * response normalizer handles other wrappers.
 */
export function toldPageOf(item: $ZodType): $ZodType {
  const page = z.pipe(
    z.union([
      z.array(item),
      z.looseObject({
        data: z.array(item),
        nextCursor: z.optional(z.nullable(z.string())),
        hasMore: z.optional(z.boolean()),
        total: z.optional(z.object({ value: z.number(), estimate: z.boolean() })),
        knownSince: z.optional(z.string()),
      }),
    ]),
    z.transform((list): Page<unknown> => {
      if (Array.isArray(list))
        return { data: list, nextCursor: null, hasMore: false, unpaged: true };
      const { data, nextCursor, hasMore, total, knownSince, [moreKey]: unread, ...others } = list;
      const more = { ...others, ...(unread as object | undefined) };
      return {
        data,
        nextCursor: nextCursor ?? null,
        hasMore: hasMore ?? false,
        ...(total && { total }),
        ...(knownSince !== undefined && { knownSince }),
        ...(nextCursor === undefined && hasMore === undefined && { unpaged: true }),
        ...(Object.keys(more).length > 0 && { more }),
      };
    }),
  );
  return rememberItem(page, item);
}
