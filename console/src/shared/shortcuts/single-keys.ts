import { useSyncExternalStore } from 'react';
import { product } from '../../api/product.ts';

const storageKey = `${product}.singleKeys`;
const listeners = new Set<() => void>();

/** Whether keys without a modifier do something. Who speaks to the computer may have to switch them off (WCAG 2.1.4). */
export function singleKeysAreOn(): boolean {
  return localStorage.getItem(storageKey) !== 'off';
}

export function useSingleKeys(): boolean {
  return useSyncExternalStore(subscribe, singleKeysAreOn);
}

/** Kept in this browser. */
export function setSingleKeys(on: boolean): void {
  if (on) localStorage.removeItem(storageKey);
  else localStorage.setItem(storageKey, 'off');
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  window.addEventListener('storage', listener);
  return () => {
    listeners.delete(listener);
    window.removeEventListener('storage', listener);
  };
}
