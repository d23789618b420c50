import { useSyncExternalStore } from 'react';
import { product } from '../../api/product.ts';

const storageKey = `${product}.utc`;
const listeners = new Set<() => void>();

function read(): boolean {
  return localStorage.getItem(storageKey) === 'on';
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  window.addEventListener('storage', listener);
  return () => {
    listeners.delete(listener);
    window.removeEventListener('storage', listener);
  };
}

/** Whether times are shown in UTC everywhere, as chosen by the person in this browser. */
export function useUtc(): boolean {
  return useSyncExternalStore(subscribe, read);
}

/** Shows times in UTC everywhere, or in the local time zone again. */
export function setUtc(on: boolean): void {
  if (on) localStorage.setItem(storageKey, 'on');
  else localStorage.removeItem(storageKey);
  for (const listener of listeners) listener();
}
