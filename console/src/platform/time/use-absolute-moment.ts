import { useCallback } from 'react';
import { useDateLocale } from '../texts.ts';
import { absoluteMoment } from './format-moment.ts';
import { useUtc } from './utc.ts';

/** Writes moments as this person reads them: see `absoluteMoment`. */
export function useAbsoluteMoment(): (value: string) => string {
  const locale = useDateLocale();
  const utc = useUtc();
  return useCallback((value) => absoluteMoment(value, locale, utc), [locale, utc]);
}
