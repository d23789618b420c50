import { useSyncExternalStore } from 'react';

/** A value outside of components, which read it with `useStore`. */
export interface Store<Value> {
  get: () => Value;
  set: (next: Value) => void;
  /** Calls the listener after each change until the returned function is called. */
  subscribe: (listener: () => void) => () => void;
}

/**
 * @param connect runs while there are listeners: starts the source of changes and returns how to stop it
 */
export function createStore<Value>(initial: Value, connect?: () => () => void): Store<Value> {
  let value = initial;
  let disconnect: (() => void) | undefined;
  const listeners = new Set<() => void>();
  return {
    get: () => value,
    set: (next) => {
      value = next;
      for (const listener of listeners) listener();
    },
    subscribe: (listener) => {
      if (listeners.size === 0) disconnect = connect?.();
      listeners.add(listener);
      return () => {
        if (listeners.delete(listener) && listeners.size === 0) disconnect?.();
      };
    },
  };
}

/** The value of a store, or a part of it. The part has to stay the same object as long as it does not change. */
export function useStore<Value>(store: Store<Value>): Value;
export function useStore<Value, Part>(store: Store<Value>, select: (value: Value) => Part): Part;
export function useStore<Value>(
  store: Store<Value>,
  select: (value: Value) => unknown = (value) => value,
): unknown {
  const selected = () => select(store.get());
  // The sign-in form in the document is rendered with the state of a browser without a session, and is hydrated with
  // the same.
  return useSyncExternalStore(store.subscribe, selected, selected);
}

// Not a value itself: localStorage holds the values, and other tabs change them too.
const changes = createStore(undefined, () => {
  window.addEventListener('storage', notifyStored);
  return () => window.removeEventListener('storage', notifyStored);
});

/** The text that this browser stores under a key, including changes by other tabs. */
export function useStoredText(key: string): string | null {
  const stored = () => localStorage.getItem(key);
  return useSyncExternalStore(changes.subscribe, stored, stored);
}

/**
 * Stores a text; null removes it. Throws if the browser cannot store it, because its storage is full or not allowed.
 */
export function storeText(key: string, text: string | null): void {
  if (text === null) localStorage.removeItem(key);
  else localStorage.setItem(key, text);
  notifyStored();
}

/** Call it after a change of localStorage that `storeText` did not make. */
export function notifyStored(): void {
  changes.set(undefined);
}

/** Parses stored JSON; undefined if there is none or it is invalid. */
export function parseStored(text: string | null): unknown {
  try {
    return text === null ? undefined : JSON.parse(text);
  } catch {
    return undefined;
  }
}
