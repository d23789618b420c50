import { product } from '../../api/product.ts';
import { storeText, useStoredText } from '../../api/store.ts';

const storageKey = `${product}.utc`;

/** Whether times are shown in UTC everywhere, as chosen by the person in this browser. */
export function useUtc(): boolean {
  return useStoredText(storageKey) === 'on';
}

/** Shows times in UTC everywhere, or in the local time zone again. */
export function setUtc(on: boolean): void {
  storeText(storageKey, on ? 'on' : null);
}
