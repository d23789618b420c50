import * as z from 'zod/mini';
import { useCallback } from 'react';
import { product } from '../../api/product.ts';
import { parseStored, storeText, useStoredText } from '../stored-text.ts';

const remembered = z.object({
  pageSize: z.optional(z.number()),
  /** Column id → shown, for the columns a person has chosen about. */
  columns: z.optional(z.record(z.string(), z.boolean())),
  density: z.optional(z.enum(['comfortable', 'compact'])),
});
type Remembered = z.infer<typeof remembered>;

function parse(text: string | null): Remembered {
  return remembered.safeParse(parseStored(text)).data ?? {};
}

function store(key: string, value: Remembered): void {
  storeText(key, JSON.stringify(value));
}

function listKeyOf(userId: string, list: string): string {
  return `${product}.list:${userId}:${list}`;
}

/** The page size a person has chosen for a list, outside of components. */
export function rememberedPageSize(userId: string, list: string): number | undefined {
  return parse(localStorage.getItem(listKeyOf(userId, list))).pageSize;
}

/**
 * What a person has set on a list, kept in this browser for each user: page size and columns of the list, and the
 * density of all lists.
 * @param userId of the signed-in user
 * @param list the name of the list, for example `users`
 */
export function useListMemory(userId: string, list: string) {
  const listKey = listKeyOf(userId, list);
  const allKey = `${product}.list:${userId}`;
  const own = parse(useStoredText(listKey));
  const all = parse(useStoredText(allKey));

  const remember = useCallback(
    ({ density, ...change }: Remembered) => {
      if (density) store(allKey, { ...parse(localStorage.getItem(allKey)), density });
      if (Object.keys(change).length > 0)
        store(listKey, { ...parse(localStorage.getItem(listKey)), ...change });
    },
    [allKey, listKey],
  );

  return {
    pageSize: own.pageSize,
    columns: own.columns ?? {},
    density: all.density ?? 'comfortable',
    remember,
  };
}
