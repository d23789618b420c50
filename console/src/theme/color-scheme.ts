import { useSyncExternalStore } from 'react';
import { product } from '../api/product.ts';

export const colorSchemes = ['light', 'dark', 'auto'] as const;
/** `auto` is as the system. */
export type ColorScheme = (typeof colorSchemes)[number];

/** public/color-scheme.js reads it before the first paint. */
const storageKey = `${product}.theme`;
const system = window.matchMedia('(prefers-color-scheme: dark)');
const listeners = new Set<() => void>();

system.addEventListener('change', apply);
window.addEventListener('storage', (event) => {
  if (event.key !== storageKey) return;
  apply();
  for (const listener of listeners) listener();
});

export function chosenColorScheme(): ColorScheme {
  const stored = localStorage.getItem(storageKey);
  return colorSchemes.find((scheme) => scheme === stored) ?? 'auto';
}

export function useColorScheme(): ColorScheme {
  return useSyncExternalStore(subscribe, chosenColorScheme);
}

/** Switches the whole console and keeps the choice in this browser. */
export function setColorScheme(scheme: ColorScheme): void {
  localStorage.setItem(storageKey, scheme);
  apply();
  for (const listener of listeners) listener();
}

function apply(): void {
  const chosen = chosenColorScheme();
  const dark = chosen === 'dark' || (chosen === 'auto' && system.matches);
  document.documentElement.dataset['mantineColorScheme'] = dark ? 'dark' : 'light';
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
