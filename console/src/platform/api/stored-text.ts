import { useSyncExternalStore } from 'react';
import * as z from 'zod/mini';
import { localStore } from './storage.ts';
import { createStore } from './store.ts';

// Not a value itself: the storage holds the values, and other tabs change them too.
const changes = createStore(undefined, () => {
  window.addEventListener('storage', notifyStored);
  return () => window.removeEventListener('storage', notifyStored);
});

/** The text that this browser stores under a key, including changes by other tabs. */
export function useStoredText(key: string): string | null {
  const readText = () => localStore.get(key);
  return useSyncExternalStore(changes.subscribe, readText, readText);
}

/**
 * Stores a text, if need be for as long as the page is open (storage.ts); null removes it.
 * @returns whether the browser itself keeps it
 */
export function storeText(key: string, text: string | null): boolean {
  if (text === null) localStore.remove(key);
  const isKept = text === null || localStore.set(key, text);
  notifyStored();
  return isKept;
}

/** Call it after a change of the storage that `storeText` did not make. */
export function notifyStored(): void {
  changes.set(undefined);
}

/** Stored JSON of this shape; undefined for anything else: also others, and earlier versions, write to the storage. */
export function readStored<S extends z.ZodMiniType>(
  shape: S,
  text: string | null,
): z.infer<S> | undefined {
  return z.safeParse(shape, parseStored(text)).data;
}

/** Parses stored JSON; undefined if there is none or it is invalid. */
export function parseStored(text: string | null): unknown {
  try {
    return text === null ? undefined : JSON.parse(text);
  } catch {
    return undefined;
  }
}
