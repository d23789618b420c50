import { texts } from '../../platform/texts.ts';
import { useAbsoluteMoment } from '../../platform/time/use-absolute-moment.ts';

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
  const absolute = useAbsoluteMoment();
  return since === undefined ? undefined : { title: t.title, hint: t.hint(absolute(since)) };
}

/** What to say of partitions to which a user's access is not known; undefined where it is, or where nothing is read yet. */
export function usePartitionsUnknown(
  partitions: readonly { knownSince?: string | undefined }[] = [],
): string | undefined {
  const t = useAccessUnknownTexts();
  const unknown = partitions.filter(({ knownSince }) => knownSince !== undefined).length;
  return unknown === 0 ? undefined : t.ofPartitions(unknown);
}
