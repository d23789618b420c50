import { product } from '../api/product.ts';
import { storeText, useStoredText } from '../api/stored-text.ts';

const storageKey = `${product}.utc`;

/** Whether times are shown in UTC, as chosen by the user in this browser. */
export function useUtc(): boolean {
  return useStoredText(storageKey) === 'on';
}

/** Switches between UTC and the local time zone. */
export function setUtc(on: boolean): void {
  storeText(storageKey, on ? 'on' : null);
}
