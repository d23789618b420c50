import { isOfUnnamedPerson } from './person-key.ts';
import { createStore } from './store.ts';

/**
 * What this browser keeps. A browser may refuse its storage altogether (blocked site data), or be out of space: then what
 * is set is kept in memory for as long as the page is open, and everything else goes on.
 */
export interface BrowserStorage {
  get(key: string): string | null;
  /**
   * Whether the browser itself keeps the text. If not, what it kept before comes back when the page is opened again,
   * unless that is a secret of somebody who may have left.
   */
  set(key: string, text: string, options?: { isSecret?: boolean }): boolean;
  remove(key: string): void;
  keys(): string[];
}

/** Why something is kept in memory only. */
export type StorageProblem = 'blocked' | 'full';

/** The problem that has been seen, if any. */
export const storageProblem = createStore<StorageProblem | undefined>(undefined);

/**
 * @param open returns the browser's storage; throws if the browser refuses it
 * @param staysInMemory whether the browser is not to keep what is stored under a key
 */
function withMemory(
  open: () => Storage,
  staysInMemory: (key: string) => boolean = () => false,
): BrowserStorage {
  const memory = new Map<string, string>();
  const attempt = <Value>(action: (storage: Storage) => Value): Value | undefined => {
    try {
      return action(open());
    } catch {
      return undefined;
    }
  };
  return {
    get: (key) => memory.get(key) ?? attempt((storage) => storage.getItem(key)) ?? null,
    set: (key, text, { isSecret = false } = {}) => {
      if (staysInMemory(key)) {
        memory.set(key, text);
        return false;
      }
      const store = (storage: Storage) => {
        storage.setItem(key, text);
        return true;
      };
      // The old text makes room for the new one.
      const replace = (storage: Storage) => {
        const old = storage.getItem(key);
        storage.removeItem(key);
        try {
          return store(storage);
        } catch {
          if (old !== null && !isSecret) storage.setItem(key, old);
          return false;
        }
      };
      if (attempt(store) ?? attempt(replace) ?? false) {
        memory.delete(key);
        return true;
      }
      memory.set(key, text);
      storageProblem.set(attempt((storage) => storage.length) === undefined ? 'blocked' : 'full');
      return false;
    },
    remove: (key) => {
      memory.delete(key);
      attempt((storage) => storage.removeItem(key));
    },
    keys: () => [
      ...new Set([...memory.keys(), ...(attempt((storage) => Object.keys(storage)) ?? [])]),
    ],
  };
}

/** Shared by all tabs, and kept when they are closed, unless it belongs to a person whom nothing names. */
export const localStore = withMemory(() => globalThis.localStorage, isOfUnnamedPerson);
/** Of this tab. */
export const tabStore = withMemory(() => globalThis.sessionStorage);

/** Finds out whether the browser keeps anything, before something is lost. */
export function checkStorage(): void {
  const key = 'annals.storage-check';
  localStore.set(key, '');
  localStore.remove(key);
}
