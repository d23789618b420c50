import { useSyncExternalStore } from 'react';
import { createStore } from './store.ts';

// Not a value itself: localStorage holds the values, and other tabs change them too.
const changes = createStore(undefined, () => {
  window.addEventListener('storage', notifyStored);
  return () => window.removeEventListener('storage', notifyStored);
});

/** The text this browser stores under a key, in step with the other tabs. */
export function useStoredText(key: string): string | null {
  const stored = () => localStorage.getItem(key);
  return useSyncExternalStore(changes.subscribe, stored, stored);
}

/**
 * Stores a text, or removes it with null. Throws where the browser stores nothing more: it may be full, or not allowed to.
 */
export function storeText(key: string, text: string | null): void {
  if (text === null) localStorage.removeItem(key);
  else localStorage.setItem(key, text);
  notifyStored();
}

/** After a change of localStorage that was not made here. */
export function notifyStored(): void {
  changes.set(undefined);
}

/** JSON that was stored; undefined for nothing and for what is none. */
export function parseStored(text: string | null): unknown {
  try {
    return text === null ? undefined : JSON.parse(text);
  } catch {
    return undefined;
  }
}
