import { localStore } from '../platform/api/storage.ts';
import { product } from '../platform/api/product.ts';
import { storeText, useStoredText } from '../platform/api/stored-text.ts';
import { isPrinting, onPrinting } from '../platform/printing.ts';

export const colorSchemes = ['light', 'dark', 'auto'] as const;
/** `auto` follows the system. */
export type ColorScheme = (typeof colorSchemes)[number];

/** before-paint.js reads it before the first paint. */
const storageKey = `${product}.theme`;
const system = window.matchMedia('(prefers-color-scheme: dark)');

system.addEventListener('change', apply);
onPrinting(apply);
window.addEventListener('storage', (event) => {
  if (event.key === storageKey) apply();
});

function schemeOf(stored: string | null): ColorScheme {
  return colorSchemes.find((scheme) => scheme === stored) ?? 'auto';
}

export function chosenColorScheme(): ColorScheme {
  return schemeOf(localStore.get(storageKey));
}

export function useColorScheme(): ColorScheme {
  return schemeOf(useStoredText(storageKey));
}

/** Switches the whole console and stores the choice in this browser. */
export function setColorScheme(scheme: ColorScheme): void {
  storeText(storageKey, scheme);
  apply();
}

function apply(): void {
  const chosen = chosenColorScheme();
  // Paper is white.
  const dark = !isPrinting() && (chosen === 'dark' || (chosen === 'auto' && system.matches));
  document.documentElement.dataset['mantineColorScheme'] = dark ? 'dark' : 'light';
}
