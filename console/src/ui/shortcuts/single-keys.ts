import { localStore } from '../../platform/api/storage.ts';
import { product } from '../../platform/api/product.ts';
import { storeText, useStoredText } from '../../platform/api/stored-text.ts';

const storageKey = `${product}.singleKeys`;

const areOn = (stored: string | null): boolean => stored !== 'off';

/** Whether single-key shortcuts are active. Users of speech input may have to switch them off (WCAG 2.1.4). */
export function singleKeysAreOn(): boolean {
  return areOn(localStore.get(storageKey));
}

export function useSingleKeys(): boolean {
  return areOn(useStoredText(storageKey));
}

/** Stored in this browser. */
export function setSingleKeys(on: boolean): void {
  storeText(storageKey, on ? null : 'off');
}

const typedInto =
  'input:not([type="checkbox"], [type="radio"]), textarea, select, [contenteditable=""], [contenteditable="true"], [role="textbox"], [role="gridcell"]';

/** Whether a key is text for the focused element: a field or an editor. */
export function isTyping(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest(typedInto) !== null;
}
