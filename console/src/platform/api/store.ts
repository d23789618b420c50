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
  const readSelected = () => select(store.get());
  // The sign-in form in the document is rendered with the state of a browser without a session, and is hydrated with
  // the same.
  return useSyncExternalStore(store.subscribe, readSelected, readSelected);
}
