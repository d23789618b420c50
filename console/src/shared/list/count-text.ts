import { currentLanguage } from '../texts.ts';

/** A number in the way of the language; undefined where the service does not tell it. */
export function optionalCount(value: number | undefined): string | undefined {
  return value?.toLocaleString(currentLanguage());
}
