import { absoluteMoment } from '../../platform/time/format-moment.ts';
import { useUtc } from '../../platform/time/utc.ts';
import { texts, useDateLocale } from '../../platform/texts.ts';

export const useAccessUnknownTexts = texts({
  en: {
    title: 'Not recorded',
    hint: (since: string) =>
      `Access is known since ${since}, when this service created the partition. Imported data is older and says nothing about it.`,
    since: (since: string) => `Access is known since ${since}`,
    ofPartitions: (count: number) =>
      count === 1
        ? 'Access to one partition is not recorded for that time: the service created it later.'
        : `Access to ${count} partitions is not recorded for that time: the service created them later.`,
  },
  de: {
    title: 'Nicht aufgezeichnet',
    hint: (since) =>
      `Der Zugriff ist bekannt seit ${since}, als dieser Dienst die Partition angelegt hat. Importierte Daten sind älter und enthalten ihn nicht.`,
    since: (since) => `Zugriff bekannt seit ${since}`,
    ofPartitions: (count) =>
      count === 1
        ? 'Für eine Partition ist der Zugriff zu dieser Zeit nicht aufgezeichnet: Der Dienst hat sie später angelegt.'
        : `Für ${count} Partitionen ist der Zugriff zu dieser Zeit nicht aufgezeichnet: Der Dienst hat sie später angelegt.`,
  },
});

/**
 * What to say in place of a list of those who had access at a moment of which that is not known.
 * @param since as the service says it; undefined where access is known
 */
export function useAccessUnknown(
  since: string | undefined,
): { title: string; hint: string } | undefined {
  const t = useAccessUnknownTexts();
  const locale = useDateLocale();
  const utc = useUtc();
  return since === undefined
    ? undefined
    : { title: t.title, hint: t.hint(absoluteMoment(since, locale, utc)) };
}
