import { dayOf } from '../../platform/time/format-moment.ts';
import type { AccessGraphTexts } from './access-graph.texts.ts';

interface Grant {
  sinceDate?: string | null | undefined;
  untilDate?: string | null | undefined;
  by?: string | undefined;
}

/** A reason in a few words, with its end if it has one, and in full. */
export function edgeWords(
  words: string,
  { sinceDate, untilDate, by }: Grant,
  { t, locale, utc }: { t: AccessGraphTexts; locale: string; utc: boolean },
): { label: string; reason: string } {
  const since = sinceDate ? [t.since(dayOf(sinceDate, locale, utc))] : [];
  const until = untilDate ? [t.until(dayOf(untilDate, locale, utc))] : [];
  const granted = by === undefined ? [] : [t.by(by)];
  return {
    label: [words, ...(until.length > 0 ? until : since)].join(', '),
    reason: [words, ...since, ...until, ...granted].join(', '),
  };
}
