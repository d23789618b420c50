import { useSyncExternalStore } from 'react';

const listeners = new Set<() => void>();

function notify(): void {
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  // Another tab of the console has kept something.
  if (listeners.size === 0) window.addEventListener('storage', notify);
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
    if (listeners.size === 0) window.removeEventListener('storage', notify);
  };
}

/** The text this browser keeps under a key, in step with the other tabs. */
export function useKept(key: string): string | null {
  return useSyncExternalStore(subscribe, () => localStorage.getItem(key));
}

/** Throws where the browser keeps nothing: it may be full, or not allowed to. */
export function keep(key: string, value: unknown): void {
  localStorage.setItem(key, JSON.stringify(value));
  notify();
}

/** JSON that was kept; undefined for nothing and for what is none. */
export function parseKept(text: string | null): unknown {
  try {
    return text === null ? undefined : JSON.parse(text);
  } catch {
    return undefined;
  }
}
