import * as z from 'zod/mini';
import { useCallback, useSyncExternalStore } from 'react';
import { product } from '../../api/product.ts';

const remembered = z.object({
  pageSize: z.optional(z.number()),
  /** Column id → shown, for the columns a person has chosen about. */
  columns: z.optional(z.record(z.string(), z.boolean())),
  density: z.optional(z.enum(['comfortable', 'compact'])),
});
type Remembered = z.infer<typeof remembered>;

const listeners = new Set<() => void>();

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function parse(text: string | null): Remembered {
  if (text === null) return {};
  try {
    const read = remembered.safeParse(JSON.parse(text));
    return read.success ? read.data : {};
  } catch {
    return {};
  }
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
  const own = parse(useSyncExternalStore(subscribe, () => localStorage.getItem(listKey)));
  const all = parse(useSyncExternalStore(subscribe, () => localStorage.getItem(allKey)));

  const remember = useCallback(
    (change: Remembered) => {
      const key = change.density ? allKey : listKey;
      localStorage.setItem(key, JSON.stringify({ ...parse(localStorage.getItem(key)), ...change }));
      for (const listener of listeners) listener();
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
