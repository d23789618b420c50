import { useCallback, useMemo } from 'react';
import { product } from '../../api/product.ts';
import { keep, useKept } from './kept.ts';
import { type ListView, openingViewOf, readViews, type SavedViews } from './list-views.ts';

function keyOf(userId: string, list: string): string {
  return `${product}.views:${userId}:${list}`;
}

/** The view with which a list opens, outside of components. */
export function openingView(userId: string, list: string): ListView | undefined {
  return openingViewOf(readViews(localStorage.getItem(keyOf(userId, list))));
}

/** The views a person has saved for a list, kept in this browser for each user. */
export function useSavedViews(userId: string, list: string) {
  const key = keyOf(userId, list);
  const text = useKept(key);
  const saved = useMemo(() => readViews(text), [text]);
  /** Starts from what another tab may have kept meanwhile. */
  const change = useCallback(
    (next: (before: SavedViews) => SavedViews) =>
      keep(key, next(readViews(localStorage.getItem(key)))),
    [key],
  );
  return { ...saved, change };
}
